"""Which object a clause is about: the one that it names, else the one that was named last."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from recollect.core.lazy import lazy
from recollect.core.remembered import Remembered
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.fields import vocabulary
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.tables import CalledRows, ResultTables
from recollect.validation.fields.terms import term, terms
from recollect.validation.grammar.clauses import AnswerClause
from recollect.validation.grammar.lexicons import particles
from recollect.validation.grammar.moments import Moment, moment
from recollect.validation.grammar.quantifiers import is_quantified
from recollect.validation.grammar.quantities import Amount, amounts_in
from recollect.validation.grammar.words import Word

_DENIALS: Final = frozenset((*particles.DENYING.split(), *vocabulary.SHORTENED.split()))
_PARTLY: Final = frozenset(vocabulary.PARTLY.split())
_OTHERS: Final = frozenset(vocabulary.OTHERS.split())
_JOINING: Final = frozenset(vocabulary.JOINING.split())
_SHORTEST: Final = 3
_TELLING: Final = frozenset({"number", "name", "ip"})
_LONGEST: Final = 60
_HEADING: Final = 4
_MOST_KNOWN: Final = 20_000
_MOST_WORDS: Final = 200
_TERMS: Final = Remembered(terms)


class SaidTerm(NamedTuple):
    """A word of a clause as what it means, and the word."""

    term: str
    word: Word


@dataclass(eq=False)  # a frozen one takes three times as long to make
class Claim:
    """Words of a clause, the objects that they name, and the one that they are about, if clear.

    `lead` are the words before them in the sentence; `goes_on` says whether the object was named
    there.
    """

    context: ClauseContext
    words: Sequence[Word]
    lead: Sequence[Word]
    tables: ResultTables
    named: Sequence[ResultRow]
    row: ResultRow | None
    goes_on: bool

    @lazy
    def said(self) -> Sequence[SaidTerm]:
        """Its words as what they mean."""
        return said_in(self.words)

    @lazy
    def terms(self) -> frozenset[str]:
        """What its words mean."""
        return frozenset(each.term for each in self.said)

    @lazy
    def sentence(self) -> frozenset[str]:
        """What its words mean, and those before it in the sentence."""
        return self.terms | frozenset(each.term for each in said_in(self.lead))

    @lazy
    def names(self) -> frozenset[str]:
        """What the object that it is about is called."""
        return frozenset(each for row in self.rows for each in row.name_terms)

    @property
    def rows(self) -> Sequence[ResultRow]:
        """The objects that it names, and the one that it is about."""
        return (*self.named, self.row) if self.row is not None else self.named

    @lazy
    def is_about_one(self) -> bool:
        """Whether it is about one object that its sentence names, and about no other."""
        return (
            self.row is not None
            and (len(self.named) == 1 or (not self.named and self.goes_on and self._has_no_subject))
            and not self.names_others
            and not is_quantified(self.context.clause)
        )

    @property
    def _has_no_subject(self) -> bool:
        """Whether it goes on with a verb, a number, a date or a field: `are in bin 4`, `zone b`."""
        first = self.words[0]
        said = term(first.text)
        return (
            first.form in {"number", "date"}
            or first.says("be", "been", "it")
            or (not said and not first.says("determiner"))
            or (self.row is not None and any(said in cell.label for cell in self.row.cells))
        )

    @lazy
    def tells(self) -> bool:
        """Whether it tells of what is, was or is to come, and not of what could be."""
        return self.context.clause.tells and not self.context.supposes

    @property
    def is_sure(self) -> bool:
        """Whether it may be held against a field that it resembles; any label will do."""
        return self.context.is_sure or self.context.is_labelled

    @property
    def objects(self) -> Sequence[ResultRow]:
        """The object that it is about, or all that it may be about."""
        return (self.row,) if self.row is not None else self.tables.rows

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts that it tells of."""
        if self.words is self.context.clause.words:
            return self.context.amounts
        return list(amounts_in(self.words))

    @lazy
    def is_plain(self) -> bool:
        """Whether it states without any `if`, `only` or `could` what is."""
        return (
            self.context.clause.states
            and not self.context.supposes
            and not any(
                word.text in _PARTLY or word.says("when", "if", "remaining") for word in self.words
            )
        )

    @property
    def names_others(self) -> bool:
        """Whether it speaks of others, or of all of them."""
        return any(word.text in _OTHERS for word in self.words)

    def tells_of(self, moment: Moment) -> bool:
        """Whether a text of the results tells of a moment."""
        return any(each.agrees(moment) and each.shares(moment) for each in self.tables.moments)

    def names_field(self, words: Sequence[Word], row: ResultRow) -> bool:
        """Whether words begin the name of a field, as it is written: `operational status`."""
        text = self.context.told(self.words)
        begin = words[0].start - self.words[0].start
        longer = (" ".join(cell.parts) for cell in row.cells if len(cell.parts) > len(words))
        return any(text.startswith(name, begin) for name in longer)

    def has(self, value: Cell) -> Sequence[Word]:
        """The words that give a value, in its order; none where it is not there."""
        if value.is_code:
            return self.written(value.fold)
        wanted = value.terms
        if not wanted or not self.terms.issuperset(wanted):
            return ()
        size = len(wanted)
        for at in range(len(self.said) - size + 1):
            part = self.said[at : at + size]
            if tuple(each.term for each in part) == wanted:
                return [each.word for each in part]
        return ()

    def written(self, code: str) -> Sequence[Word]:
        """The words in which a code stands as it is: 14A is a number and a letter for others."""
        start = self.words[0].start
        text = self.context.told(self.words)
        # Most codes stand nowhere, and need no pattern.
        found = code in text and re.search(rf"(?<![\w.-]){re.escape(code)}(?![\w-])", text)
        if not found:
            return ()
        begin, end = found.start() + start, found.end() + start
        return [word for word in self.words if begin <= word.start < end]

    @lazy
    def denials(self) -> Sequence[Word]:
        """The words of it that deny."""
        return [word for word in self.words if is_denial(word)]

    def is_denied(self, before: int | None = None) -> bool:
        """Whether a word of it denies, before a position and behind the last colon there."""
        if before is None:
            return bool(self.denials)
        colons = [w.start for w in self.words if w.text == ":" and w.start < before]
        return any(max(colons, default=-1) < word.start < before for word in self.denials)


def is_denial(word: Word) -> bool:
    """Whether a word denies: `not`, `isn't`, `ohne`."""
    text = word.text
    return word.says("not", "not_be") or (len(text) <= _LONGEST and _is_denying(text))


@lru_cache(maxsize=_MOST_KNOWN)
def _is_denying(text: str) -> bool:
    parts = text.replace("\u2019", "'").replace("'t", "").split()
    return not _DENIALS.isdisjoint(parts)


def is_joined(word: Word) -> bool:
    """Whether a word goes on with another value: `or`, `und`."""
    return word.says("and") or word.text in _JOINING


class Subjects:
    """Says of clause after clause which objects it is about."""

    def __init__(self, tables: ResultTables) -> None:
        self._tables = tables
        # Most clauses name nothing, as what all their words mean tells at once.
        self._naming = frozenset(
            (*tables.full_names.sizes, *tables.distinct, *tables.by_values.sizes)
        )
        self._known: set[str] = set()
        self._known_naming: set[str] = set()
        self._row: ResultRow | None = None
        self._earlier: Sequence[ResultRow] = ()

    def may_have(self, clause: AnswerClause) -> bool:
        """Whether a clause may be about an object: it names one, or one was named before."""
        is_named = self._row is not None or bool(self._earlier) or bool(self._tables.by_dates)
        return is_named or self._may_name(clause)

    def follow(self, context: ClauseContext) -> Iterator[Claim]:
        """Keep up with a clause of which nothing is read; what it claims where it names any."""
        if self._may_name(context.clause) or self._tables.by_dates:
            yield from self.claims_of(context)
        else:
            self.pass_by(context.clause)

    def pass_by(self, clause: AnswerClause) -> None:
        """Keep up with a clause that names no object, and of which nothing is read."""
        if clause.is_first and not _is_exception(clause):
            self._begin(clause)

    def claims_of(self, context: ClauseContext) -> Iterator[Claim]:
        """What a clause claims of each object."""
        clause = context.clause
        if _is_exception(clause):
            return
        if clause.is_first:
            self._begin(clause)
        may_name = self._may_name(clause)
        parts = self._parts(clause.whole) if may_name and "and" in clause.cues else ()
        for at, words in parts or ((0, clause.whole),):
            end = clause.at + at
            lead = clause.line[max(0, end - _MOST_WORDS) : end]
            yield self._claim(context, words, lead, said_in(words) if may_name else ())

    def _begin(self, clause: AnswerClause) -> None:
        self._row = self._row if _goes_on(clause.whole) else None
        self._earlier = ()

    def _may_name(self, clause: AnswerClause) -> bool:
        """Whether a word of a clause is in what an object is called; each is looked up once."""
        if unknown := clause.texts - self._known:
            self._known |= unknown
            self._known_naming.update(
                text for text in unknown if not self._naming.isdisjoint(_TERMS[text])
            )
        return not self._known_naming.isdisjoint(clause.texts)

    def _claim(
        self,
        context: ClauseContext,
        words: Sequence[Word],
        lead: Sequence[Word],
        said: Sequence[SaidTerm],
    ) -> Claim:
        is_field = self._row is not None and _begins_with_field(words, self._row)
        named = () if is_field else (*named_in(said, self._tables), *self._dated(words))
        goes_on = not named and bool(self._earlier)
        if named:
            self._earlier = (*self._earlier, *named)
            self._row = _only(named)
        elif goes_on:
            self._row = _only(self._earlier)
        elif not is_field and (by_values := _named(said, self._tables.by_values, {}, {})):
            named, self._row = tuple(by_values), _only(by_values)
            self._earlier = named
        goes_on = goes_on and self._row is not None
        return Claim(context, words, lead, self._tables, named, self._row, goes_on)

    def _dated(self, words: Sequence[Word]) -> Sequence[ResultRow]:
        """The objects whose one date is among words, where those are known by nothing else."""
        if not self._tables.by_dates:
            return ()
        said = [moment(word.text) for word in words if word.form == "date"]
        return [
            row
            for date, row in self._tables.by_dates
            if any(each.days and each.agrees(date) for each in said)
        ]

    def _parts(self, words: Sequence[Word]) -> Sequence[tuple[int, Sequence[Word]]]:
        """A clause in two at an `and`, where each part names an object of its own; else nothing."""
        if len(words) > _MOST_WORDS:
            return ()
        for at, word in enumerate(words):
            if "and" in word.means and 0 < at < len(words) - 1:
                one = self._one(words[:at])
                other = self._one(words[at + 1 :]) if _tells(words[:at], one) else None
                if other is not None and one is not other:
                    return (0, words[:at]), (at + 1, words[at + 1 :])
        return ()

    def _one(self, words: Sequence[Word]) -> ResultRow | None:
        return _only(named_in(said_in(words), self._tables))


def _is_exception(clause: AnswerClause) -> bool:
    """Whether it begins with those that are left out: `all machines but the backup host`."""
    before = clause.line[max(0, clause.at - _MOST_WORDS) : clause.at]
    if not before or "but" not in before[-1].means:
        return False
    begin = next((at + 1 for at in range(len(before) - 1, -1, -1) if before[at].form == "mark"), 0)
    said = before[begin:-1]
    is_of_all = any(word.says("every", "none", "both") for word in said)
    return is_of_all and not any(word.says("be", "been") for word in said)


def _tells(words: Sequence[Word], row: ResultRow | None) -> bool:
    """Whether words say more than what an object is called (not in `vests and pumps`)."""
    if row is None:
        return False
    return any(
        each.term not in row.name_terms and not each.word.says("determiner")
        for each in said_in(words)
    )


def _begins_with_field(words: Sequence[Word], row: ResultRow) -> bool:
    """Whether a line below an object tells of a field of it: `Owner: Ann`."""
    colon = next((at for at, word in enumerate(words[:_HEADING]) if word.text == ":"), None)
    label = {each.term for each in said_in(words[:colon])} if colon else set[str]()
    return bool(label) and any(
        cell.label == label and not cell.names_object for cell in row.all_cells
    )


def _goes_on(words: Sequence[Word]) -> bool:
    """Whether a sentence speaks of what was named before: `It is …`, `Status: …`, a heading."""
    is_heading = len(words) <= _HEADING and words[-1].form == "mark" and words[-1].text == "\n"
    return is_heading or "it" in words[0].means or ":" in [word.text for word in words[:4]]


def said_in(words: Iterable[Word]) -> Sequence[SaidTerm]:
    """The terms of words, without dates and words of grammar."""
    found: list[SaidTerm] = []
    for word in words:
        form = word.form
        if form == "word":
            if said := term(word.text):
                found.append(SaidTerm(said, word))
        elif form in _TELLING:
            found += (SaidTerm(each, word) for each in terms(word.text))
    return found


def named_in(said: Sequence[SaidTerm], tables: ResultTables) -> Sequence[ResultRow]:
    """The objects that words name, each once, by whole names or by words that no other has."""
    return _named(said, tables.full_names, tables.distinct, tables.pairs)


def _named(
    said: Sequence[SaidTerm],
    names: CalledRows,
    distinct: Mapping[str, ResultRow],
    pairs: Mapping[tuple[str, str], ResultRow],
) -> Sequence[ResultRow]:
    found: dict[int, ResultRow] = {}
    done = 0
    for at, each in enumerate(said):
        if at < done or (each.term not in names.sizes and each.term not in distinct):
            continue
        rows, size = _longest(said, at, names)
        if not size and (pair := _pair(said, at, pairs)) is not None:
            rows, size = (pair,), 2
        if not size:
            row = None if _has_own_meaning(each.word) else distinct.get(each.term)
            rows, size = ((row,) if row is not None else ()), 1
        found.update((id(row), row) for row in rows)
        done = at + size
    return list(found.values())


def _pair(
    said: Sequence[SaidTerm], at: int, pairs: Mapping[tuple[str, str], ResultRow]
) -> ResultRow | None:
    """The object that two words in a row name; of a code such as UT-L-0322 a part names nothing."""
    both = said[at : at + 2]
    if len(both) < 2 or both[0].word is both[1].word:  # noqa: PLR2004 - two words
        return None
    return pairs.get((both[0].term, both[1].term))


def _has_own_meaning(word: Word) -> bool:
    """Whether a word says a state or a number, and names nothing."""
    return bool(word.of("status:") or word.of("number:") or word.of("priority:"))


def _longest(
    said: Sequence[SaidTerm], at: int, names: CalledRows
) -> tuple[Sequence[ResultRow], int]:
    """The objects that are called by most of the words from a place, and how many words that is."""
    for size in names.sizes.get(said[at].term, ()):
        name = tuple(each.term for each in said[at : at + size])
        rows = names.rows.get(name) if len(name) == size else None
        if rows is not None and (size > 1 or len(name[0]) >= _SHORTEST):
            return rows, size
    return (), 0


def _only(rows: Sequence[ResultRow]) -> ResultRow | None:
    """The one object of several that are named: the innermost, where they are within each other."""
    for row in rows:
        if all(row.is_within(other) for other in rows):
            return row
    return None
