"""Checks how many objects of a list have a property: `all four machines stand in Lisbon`.

The clause begins with a quantity, followed by nouns for what is counted: all objects of a list, or
those that a word selects (`all firewalls`). Then comes the property: a state, a value of a field,
or a flag (`two are booked`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from recollect.core.grouping import grouped
from recollect.validation.facts.verdicts import FactFinding
from recollect.validation.fields import portion_words, vocabulary
from recollect.validation.fields.cells import Cell
from recollect.validation.fields.claims import Claim, is_denial, is_joined
from recollect.validation.fields.rows import ResultRow
from recollect.validation.fields.state_claims import THINGS
from recollect.validation.fields.states import states, states_exclude
from recollect.validation.fields.terms import term, terms, terms_of_name
from recollect.validation.grammar.numbers import number_of
from recollect.validation.grammar.words import Word
from recollect.validation.known.records import ResultValue

_PRONOUNS: Final = frozenset(["that", "this", "which", "das", "dies", "dat", "dit", "eso", "cela"])
_EVERYTHING: Final = frozenset(portion_words.EVERYTHING.split())
_NOTHING: Final = frozenset(portion_words.NOTHING.split())
_VERBS: Final = frozenset(terms(portion_words.STANDING))
_HAVING: Final = frozenset(vocabulary.HAVING.split()) - frozenset(vocabulary.TOWARDS.split())
_EXCEPT: Final = frozenset(portion_words.EXCEPT.split())
_PARTLY: Final = frozenset(vocabulary.PARTLY.split()) - {"most", "mostly"}
_LISTS: Final = frozenset(terms(portion_words.LISTS)) | THINGS
_PRONOUN_TERMS: Final = frozenset(terms("them these those they which ihnen diese"))
_NOUNS: Final = ("case", "item", "pod")
_MAX_QUANTITY_PLACE: Final = 3
_MIN_ROWS: Final = 2
_MIN_WORD_LENGTH: Final = 4
_MAX_VALUE_TERMS: Final = 4
_MAX_ROWS: Final = 100
_MAX_LISTS: Final = 50


@dataclass(frozen=True, slots=True)
class _Trait:
    """A property that a clause gives to objects, how many have it, and a field that has it.

    `words` are the words of the clause that state it.
    """

    words: Sequence[Word]
    count: int
    cell: Cell
    further: int = 0
    """How many have a value that begins with it: `Ready, cordoned`."""

    @property
    def stands_alone(self) -> bool:
        """Whether it needs no noun: `all booked`, `two are booked`, but not `all from Rome`."""
        return self.cell.is_state or self.cell.form == "flag"


@dataclass(frozen=True, slots=True)
class _Portion:
    """The quantity of a clause: a quantifier, or a `number`, out of `whole` if that is stated.

    `first` is the word of the quantity, `rest` the words behind it.
    """

    quantifier: str
    number: float
    whole: float | None
    first: Word
    rest: Sequence[Word]

    def holds(self, count: int, size: int) -> bool:
        """Whether the quantity is right if `count` of `size` objects have a property."""
        return {
            "every": count == size,
            "none": count == 0,
            "most": 2 * count > size,
            "half": 2 * count == size,
            "minority": 2 * count < size,
            "one": count > 0,
            "": count == self.number,
        }[self.quantifier]


def portion_findings(claim: Claim) -> Iterator[FactFinding]:
    """The findings on how many objects of a list are in a state, or have a value or a flag."""
    clause = claim.context.clause
    if not clause.asserts_now or claim.context.supposes or claim.goes_on:
        return
    if claim.context.index.populations and any(map(_is_of_population, claim.words)):
        return  # `facts` checks the states of tickets, items and pods
    end = next((at for at, w in enumerate(claim.words) if w.form == "mark"), len(claim.words))
    portion = _portion(claim.words[:end])
    if portion is None or not _EXCEPT.isdisjoint(word.text for word in clause.sentence):
        return
    if any(is_denial(w) or w.text in _PARTLY or w.means_any("when", "if") for w in portion.rest):
        return
    lists = (rows for rows in claim.tables.siblings.values() if len(rows) >= _MIN_ROWS)
    for rows in islice(lists, _MAX_LISTS):
        if len(rows) <= _MAX_ROWS:
            yield from _list_findings(claim, portion, rows)


def _is_of_population(word: Word) -> bool:
    return bool(
        word.meanings_with("status:")
        or word.meanings_with("cause:")
        or word.meanings_with("priority:")
    )


def _list_findings(
    claim: Claim, portion: _Portion, rows: Sequence[ResultRow]
) -> Iterator[FactFinding]:
    kind = _kind_terms(rows[0])
    begin = _predicate(portion.rest, rows, kind)
    nouns, predicate = portion.rest[:begin], portion.rest[begin:]
    scope = _scope(portion, nouns, rows, kind)
    if len(scope) < _MIN_ROWS:
        return
    found = _longest(_traits(claim, predicate, scope))
    is_of_all = portion.quantifier == "every"
    if not found or (len({trait.cell.path for trait in found}) > 1 and not is_of_all):
        return
    trait = next((each for each in found if not _holds(portion, each, len(scope))), found[0])
    is_clear = _says_what_is_counted(claim, nouns, rows, kind) or (
        trait.stands_alone and _means_all(claim, portion, scope)
    )
    stated_terms = frozenset(each for word in trait.words for each in terms(word.text))
    others = (row for row in claim.named if row.vocabulary.isdisjoint(stated_terms))
    if not is_clear or any(row in rows for row in others):
        return  # `no exploit is known for libframe`
    line = claim.context.sentence
    wholes = (line.words[each.place + 2] for each in line.amounts if each.is_share)
    if any(number_of(whole) != len(scope) for whole in wholes):
        return  # `half done: 20 of 40 parcels`
    if _says_more(predicate, found, scope[0]):
        return
    holds = _holds(portion, trait, len(scope))
    if not holds and _is_number_of_field(portion, predicate, claim):
        return
    yield FactFinding(
        portion.first.start,
        trait.words[-1].end,
        "count",
        "supported" if holds else "contradicted",
        ResultValue(
            f"{trait.count} of {len(scope)}: {trait.cell.result_value.text}",
            trait.cell.result_value.source,
        ),
    )


def _is_number_of_field(portion: _Portion, predicate: Sequence[Word], claim: Claim) -> bool:
    """Whether a field of that name has the number: `three were skipped`, of `skipped: 3`."""
    stated_terms = {term(word.text) for word in predicate}
    return any(
        cell.form == "number"
        and cell.number == portion.number
        and not stated_terms.isdisjoint(cell.name)
        for cell in claim.tables.cells
    )


def _longest(traits: Iterable[_Trait]) -> Sequence[_Trait]:
    """The traits in their order, without those whose words are part of another one's words."""
    found = sorted(traits, key=lambda each: (each.words[0].start, -each.words[-1].end))
    ends = [trait.words[-1].end for trait in found]
    return [trait for at, trait in enumerate(found) if ends[at] > max(ends[:at], default=0)]


def _means_all(claim: Claim, portion: _Portion, rows: Sequence[ResultRow]) -> bool:
    """Whether a quantity is of all `rows`: it begins its sentence, or their number precedes it."""
    lead, start = claim.lead, portion.first.start
    if portion.first.means_any("every", "none") and claim.context.refers_to_some_before(
        start, len(rows)
    ):
        return False
    return not lead or any(number_of(word) == len(rows) for word in lead)


def _portion(words: Sequence[Word]) -> _Portion | None:
    """The quantity that a clause begins with."""
    for at, word in enumerate(words[:_MAX_QUANTITY_PLACE]):
        rest = words[at + 1 :]
        number = number_of(word)
        quantifier = _quantifier(words, at)
        if quantifier:
            size = _MIN_ROWS if word.means_any("both") else 0
            return _Portion(quantifier, size, None, word, rest)
        if number is not None:
            before = words[at - 1] if at else word
            is_rough = word.text.endswith("%") or before.means_any("over", "under", "about")
            definite = any(each.means_any("determiner") for each in words[:at])
            return None if is_rough else _counted(number, word, rest, definite=definite)
        if not word.means_any("determiner", "adverb", "over", "under") or word.means_any(
            "not_all", "some"
        ):
            return None
    return None


def _quantifier(words: Sequence[Word], at: int) -> str:
    word = words[at]
    if word.means_any("not_all", "some"):
        return ""
    if word.means_any("half"):
        before = words[at - 1] if at else word
        return (
            "most"
            if before.means_any("over")
            else "minority"
            if before.means_any("under")
            else "half"
        )
    if word.means_any("every") and any(each.text in _PRONOUNS for each in words[at + 1 : at + 2]):
        return ""  # `all that is merged`
    if word.means_any("every", "both") or word.text in _EVERYTHING:
        return "every"
    if word.means_any("none") or word.text in _NOTHING:
        return "none"
    return "most" if word.means_any("most") else ""


def _counted(number: float, word: Word, rest: Sequence[Word], *, definite: bool) -> _Portion:
    """A quantity in numbers: `four`, `four of six`; with an article (`the four`) it means all."""
    whole: float | None = None
    if len(rest) > 1 and rest[0].means_any("share"):
        whole = number_of(rest[1])
        rest = rest[2:] if whole is not None else rest[1:]
    if definite and whole is None:
        return _Portion("every", number, None, word, rest)
    return _Portion("one" if number == 1 else "", number, whole, word, rest)


def _is_verb(word: Word) -> bool:
    is_known = word.means_any("be", "been", "assigned", "handles") or word.text in _HAVING
    return is_known or term(word.text) in _VERBS


def _predicate(words: Sequence[Word], rows: Sequence[ResultRow], kind: frozenset[str]) -> int:
    """The index where the property begins: at the verb, or behind the nouns without a verb."""
    verb = next((at for at, word in enumerate(words) if _is_verb(word)), None)
    if verb is not None:
        return verb
    kind = kind.difference(*(row.vocabulary for row in rows))
    passed = (at for at, word in enumerate(words) if not _selects_nothing(word, kind))
    return next(passed, len(words))


def _selects_nothing(word: Word, kind: frozenset[str]) -> bool:
    """Whether a word does not select objects: a word for their kind, grammar, or a number."""
    if word.form == "number" or word.meanings_with("number:"):
        return True
    is_noun = word.means_any(*_NOUNS) or bool(word.meanings_with("thing:"))
    is_idle = word.means_any("share", "determiner", "every", "adverb")
    return is_noun or is_idle or all(each in kind for each in terms(word.text))


def _kind_terms(row: ResultRow) -> frozenset[str]:
    """Terms for all objects of a list: from its name and tool, their fields, and their parent."""
    around = row.parent.vocabulary if row.parent is not None else frozenset[str]()
    fields = frozenset(each for cell in row.cells for each in cell.name)
    return _list_terms(row) | _LISTS | _PRONOUN_TERMS | fields | around


def _list_terms(row: ResultRow) -> frozenset[str]:
    """The terms of the names of a list and of the tool that returned it."""
    return row.kind | terms_of_name(row.table.partition(" ")[0])


def _says_what_is_counted(
    claim: Claim, nouns: Sequence[Word], rows: Sequence[ResultRow], kind: frozenset[str]
) -> bool:
    """Whether the clause says what is counted."""
    kind = kind - _PRONOUN_TERMS
    first = {word.text for word in claim.words[:_MAX_QUANTITY_PLACE]}
    return not first.isdisjoint(_EVERYTHING | _NOTHING) or any(
        word.means_any(*_NOUNS)
        or bool(word.meanings_with("thing:"))
        or not kind.isdisjoint(terms(word.text))
        or any(not row.vocabulary.isdisjoint(terms(word.text)) for row in rows)
        for word in nouns
    )


def _scope(
    portion: _Portion, nouns: Sequence[Word], rows: Sequence[ResultRow], kind: frozenset[str]
) -> Sequence[ResultRow]:
    """The objects that the nouns between the quantity and the verb select; empty if unclear."""
    list_terms = _list_terms(rows[0])
    scope = list(rows)
    number = portion.number if portion.quantifier == "every" else (portion.whole or 0)
    for word in nouns:
        if word.form == "number" or word.meanings_with("number:"):
            number = number_of(word) or number
            continue
        for selector in (one for one in terms(word.text) if one not in list_terms):
            own = [row for row in scope if selector in row.vocabulary or selector in row.aliases]
            if own and len(own) < len(scope) and not word.means_any("status:"):
                scope = own
            elif not (own or _selects_nothing(word, kind)):
                return ()
    return scope if number in {0, len(scope)} else ()


def _traits(claim: Claim, words: Sequence[Word], rows: Sequence[ResultRow]) -> Iterator[_Trait]:
    """The traits that words state, counted over the objects of `rows`."""
    stated = [(each, word) for word in words if word.form != "mark" for each in terms(word.text)]
    siblings = claim.tables.siblings[rows[0].table]
    columns = grouped((cell.path, cell) for row in siblings for cell in row.cells)
    own = {id(cell): cell for row in rows for cell in row.cells}
    for cells in columns.values():
        in_scope = [cell for cell in cells if id(cell) in own]
        if cells[0].form == "flag" and cells[0].label <= {each for each, _ in stated}:
            stating: Sequence[Word] = [word for each, word in stated if each in cells[0].label]
            yield _Trait(stating, sum(cell.value is True for cell in in_scope), cells[0])
        if cells[0].names_object or cells[0].terms in rows[0].names:
            continue
        values = {cell.terms: cell for cell in cells if cell.form == "text"}
        found = [
            _Trait(
                stating,
                sum(each.terms == value for each in in_scope),
                cell,
                _count_longer(value, in_scope),
            )
            for value, cell in values.items()
            if (stating := _value_words(stated, value, values))
        ]
        yield from found
        if not found and cells[0].is_state and len(in_scope) == len(rows):
            found = list(_state_traits(words, in_scope))
            yield from (each for each in found if not _has_own_field(each, own.values()))


def _count_longer(value: tuple[str, ...], cells: Sequence[Cell]) -> int:
    size = len(value)
    return sum(len(each.terms) > size and each.terms[:size] == value for each in cells)


def _holds(portion: _Portion, trait: _Trait, size: int) -> bool:
    """Whether the quantity is right, with or without the longer values of a trait."""
    return portion.holds(trait.count, size) or portion.holds(trait.count + trait.further, size)


def _state_traits(words: Sequence[Word], cells: Sequence[Cell]) -> Iterator[_Trait]:
    """The states that words state in other words than the fields have, counted."""
    states_of_cells = [states().meanings_of(cell.fold) for cell in cells]
    for stating, stated in states().found_in(words):
        if all(_is_comparable(stated, each) for each in states_of_cells):
            yield _Trait(stating, sum(bool(stated & each) for each in states_of_cells), cells[0])


def _has_own_field(state: _Trait, cells: Iterable[Cell]) -> bool:
    """Whether a state that no object is in has a field of its own: `acknowledgedBy`."""
    stated_terms = {each for word in state.words for each in terms(word.text)}
    return not state.count and any(
        cell.result_value.text != "" and not stated_terms.isdisjoint(cell.name) for cell in cells
    )


def _is_comparable(stated: frozenset[str], known: frozenset[str]) -> bool:
    """Whether a field's state is the stated one, or one that the stated one excludes."""
    return not stated.isdisjoint(known) or any(
        states_exclude(one, other) for one in stated for other in known
    )


def _value_words(
    stated: Sequence[tuple[str, Word]],
    value: Sequence[str],
    values: Mapping[tuple[str, ...], Cell],
) -> Sequence[Word]:
    """The words that state a value; its first word is enough if no other value begins with it."""
    if not 0 < len(value) <= _MAX_VALUE_TERMS:
        return ()
    is_own = sum(each[:1] == value[:1] for each in values) == 1
    for at, (stated_term, word) in enumerate(stated):
        if stated_term != value[0]:
            continue
        part = stated[at : at + len(value)]
        if tuple(one for one, _ in part) == tuple(value):
            return [one for _, one in part]
        if is_own and len(stated_term) >= _MIN_WORD_LENGTH and stated_term.isalpha():
            return [word]
    return ()


def _says_more(words: Sequence[Word], traits: Sequence[_Trait], row: ResultRow) -> bool:
    """Whether words say more than the verb and the value, and so may be about something else."""
    stating = [word for trait in traits for word in trait.words]
    known = _VERBS.union(
        _LISTS, row.kind, *(trait.cell.name | {*trait.cell.terms} for trait in traits)
    )
    rest = [word for word in words if word not in stating and word.form != "mark"]
    return any(
        is_joined(word)
        or not (
            word.means_any("be", "been", "assigned", "adverb", "determiner")
            or all(each in known for each in terms(word.text))
        )
        for word in rest
    )
