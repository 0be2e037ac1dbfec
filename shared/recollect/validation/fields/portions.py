"""How many of a list have a value: `all four machines stand in Lisbon`, `most are high risk`.

`counts` reads short claims, and states; this reads what one of the fields of a list says, of all of
the list or of those that a word tells apart (`all firewalls`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.facts.quantities import number_of
from recollect.validation.facts.records import Known
from recollect.validation.facts.verdicts import FoundFact
from recollect.validation.facts.words import Word
from recollect.validation.fields import portion_words, superlatives, vocabulary
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.states import THINGS
from recollect.validation.fields.subjects import Claim, is_denial, is_joined
from recollect.validation.fields.terms import term, terms


def _terms(words: str) -> frozenset[str]:
    return frozenset(filter(None, map(term, words.split())))


_EVERYTHING: Final = frozenset(portion_words.EVERYTHING.split())
_NOTHING: Final = frozenset(portion_words.NOTHING.split())
_STANDING: Final = _terms(portion_words.STANDING)
_HAVING: Final = frozenset(vocabulary.HAVING.split()) - frozenset(vocabulary.TOWARDS.split())
_EXCEPT: Final = frozenset((*superlatives.EXCEPT.split(), *portion_words.EXCEPT.split()))
_PARTLY: Final = frozenset(vocabulary.PARTLY.split()) - {"most", "mostly"}
_LISTS: Final = _terms(superlatives.LISTS) | THINGS
_NOUNS: Final = ("case", "item", "pod")
_FIRST: Final = 3
_FEWEST: Final = 2
_SHORTEST: Final = 4
_MOST_TERMS: Final = 4
_MOST_ROWS: Final = 100


@dataclass(frozen=True, slots=True)
class _Portion:
    """How many: a quantifier, or a number, of `whole` where that is said; where it stands."""

    quantifier: str
    number: float
    whole: float | None
    first: Word
    rest: Sequence[Word]

    def holds(self, count: int, size: int) -> bool:
        """Whether so many of so many fit."""
        return {
            "every": count == size,
            "none": count == 0,
            "most": 2 * count > size,
            "half": 2 * count == size,
            "minority": 2 * count < size,
            "one": count > 0,
            "": count == self.number,
        }[self.quantifier]


def portion_findings(claim: Claim) -> Iterator[FoundFact]:
    """The findings on how many of a list have a value of a field, or a flag that is set."""
    context = claim.context
    if not context.clause.states or context.supposes or claim.goes_on:
        return
    if any(word.text in _EXCEPT for word in context.clause.line):
        return
    portion = _portion(claim.words)
    if portion is None or any(
        is_denial(word) or word.text in _PARTLY or word.says("when", "if") for word in portion.rest
    ):
        return
    for rows in claim.tables.siblings.values():
        if _FEWEST <= len(rows) <= _MOST_ROWS:
            yield from _of_list(claim, portion, rows)


def _of_list(claim: Claim, portion: _Portion, rows: Sequence[ResultRow]) -> Iterator[FoundFact]:
    verb = next((at for at, word in enumerate(portion.rest) if _is_verb(word)), None)
    if verb is None:
        return
    scope = _scope(portion, portion.rest[:verb], rows)
    if len(scope) < _FEWEST:
        return
    found = list(_traits(claim, portion.rest[verb:], scope))
    if len({cell.path for _, cell, _ in found}) != 1:
        return
    words, cell, count = found[0]
    if _says_more(portion.rest[verb:], words, cell, scope[0]):
        return
    holds = portion.holds(count, len(scope))
    yield FoundFact(
        portion.first.start,
        words[-1].end,
        "count",
        "supported" if holds else "contradicted",
        Known(f"{count} of {len(scope)}: {cell.known.text}", cell.known.source),
    )


def _portion(words: Sequence[Word]) -> _Portion | None:
    """How many a clause begins with."""
    for at, word in enumerate(words[:_FIRST]):
        rest = words[at + 1 :]
        number = number_of(word)
        quantifier = _quantifier(words, at)
        if quantifier:
            size = _FEWEST if word.says("both") else 0
            return _Portion(quantifier, size, None, word, rest)
        if number is not None:
            before = words[at - 1] if at else word
            is_rough = word.text.endswith("%") or before.says("over", "under", "about")
            definite = any(each.says("determiner") for each in words[:at])
            return None if is_rough else _counted(number, word, rest, definite=definite)
        if not word.says("determiner", "adverb", "over", "under") or word.says("not_all", "some"):
            return None
    return None


def _quantifier(words: Sequence[Word], at: int) -> str:
    word = words[at]
    if word.says("not_all", "some"):
        return ""
    if word.says("half"):
        before = words[at - 1] if at else word
        return "most" if before.says("over") else "minority" if before.says("under") else "half"
    if word.says("every", "both") or word.text in _EVERYTHING:
        return "every"
    if word.says("none") or word.text in _NOTHING:
        return "none"
    return "most" if word.says("most") else ""


def _counted(number: float, word: Word, rest: Sequence[Word], *, definite: bool) -> _Portion:
    """So many, or so many of so many; `the four` are all of them."""
    whole: float | None = None
    if len(rest) > 1 and rest[0].says("share"):
        whole = number_of(rest[1])
        rest = rest[2:] if whole is not None else rest[1:]
    if definite and whole is None:
        return _Portion("every", number, None, word, rest)
    return _Portion("one" if number == 1 else "", number, whole, word, rest)


def _is_verb(word: Word) -> bool:
    is_known = word.says("be", "been", "assigned", "handles") or word.text in _HAVING
    return is_known or term(word.text) in _STANDING


def _scope(
    portion: _Portion, nouns: Sequence[Word], rows: Sequence[ResultRow]
) -> Sequence[ResultRow]:
    """Those of a list that the nouns between a quantity and the verb mean; none if unclear."""
    kind = rows[0].kind | _LISTS | frozenset(each for cell in rows[0].cells for each in cell.name)
    scope = list(rows)
    number = portion.number if portion.quantifier == "every" else (portion.whole or 0)
    has_noun = portion.first.text in _EVERYTHING | _NOTHING
    for word in nouns:
        if word.form == "number" or word.of("number:"):
            number = number_of(word) or number
            continue
        for each in terms(word.text):
            is_general = each in kind or word.says(*_NOUNS) or bool(word.of("thing:"))
            own = [row for row in scope if each in row.vocabulary or each in row.aliases]
            if own and len(own) < len(scope) and not word.says("status:"):
                scope = own
            elif not (is_general or own or word.says("share", "determiner", "every", "adverb")):
                return ()
            has_noun = has_noun or is_general or bool(own)
    is_size = number in {0, len(scope)}
    return scope if has_noun and is_size else ()


def _traits(
    claim: Claim, words: Sequence[Word], rows: Sequence[ResultRow]
) -> Iterator[tuple[Sequence[Word], Cell, int]]:
    """What is said of them: the words, the first field that has it, and how many have it."""
    said = [(each, word) for word in words if word.form != "mark" for each in terms(word.text)]
    columns: dict[tuple[str, ...], list[Cell]] = {}
    for cell in (cell for row in claim.tables.siblings[rows[0].table] for cell in row.cells):
        columns.setdefault(cell.path, []).append(cell)
    own = {id(cell) for row in rows for cell in row.cells}
    for cells in columns.values():
        if cells[0].form == "flag" and cells[0].label <= {each for each, _ in said}:
            told: Sequence[Word] = [word for each, word in said if each in cells[0].label]
            yield told, cells[0], sum(cell.value is True for cell in cells if id(cell) in own)
        if cells[0].names_object or cells[0].is_state or cells[0].terms in rows[0].names:
            continue
        values = {cell.terms: cell for cell in cells if cell.form == "text"}
        for value, cell in values.items():
            told = _value_in(said, value, values)
            if told:
                count = sum(each.terms == value for each in cells if id(each) in own)
                yield told, cell, count


def _value_in(
    said: Sequence[tuple[str, Word]],
    value: Sequence[str],
    values: Sequence[tuple[str, ...]] | dict[tuple[str, ...], Cell],
) -> Sequence[Word]:
    """The words of a value, or the first of them where no other value begins so."""
    if not 0 < len(value) <= _MOST_TERMS:
        return ()
    is_own = sum(each[:1] == value[:1] for each in values) == 1
    for at, (each, word) in enumerate(said):
        if each != value[0]:
            continue
        part = said[at : at + len(value)]
        if tuple(one for one, _ in part) == tuple(value):
            return [one for _, one in part]
        if is_own and len(each) >= _SHORTEST and each.isalpha():
            return [word]
    return ()


def _says_more(words: Sequence[Word], trait: Sequence[Word], cell: Cell, row: ResultRow) -> bool:
    """Whether there is more than the verb and the value: it may be of something else."""
    known = _STANDING | _LISTS | cell.name | frozenset(cell.terms) | row.kind
    rest = [word for word in words if word not in trait and word.form != "mark"]
    return any(
        is_joined(word)
        or not (
            word.says("be", "been", "assigned", "adverb", "determiner", "it")
            or all(each in known for each in terms(word.text))
        )
        for word in rest
    )
