"""Which object a clause is about: the one that it names, else the one that was named last."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.core.memoised import Memoised
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.fields.claims import Claim
from recollect.validation.fields.mentions import (
    TermMention,
    rows_named,
    rows_with_value,
    term_mentions,
)
from recollect.validation.fields.rows import ResultRow
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import terms
from recollect.validation.grammar.clauses import MOST_WORDS, AnswerClause
from recollect.validation.grammar.moments import moment
from recollect.validation.grammar.words import Word

_HEADING: Final = 4
_TERMS: Final = Memoised(terms)


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
        self._has_named = False
        self._inner: ResultRow | None = None
        """The one object of all that its sentence has named so far."""

    def may_have(self, clause: AnswerClause) -> bool:
        """Whether a clause may be about an object: it names one, or one was named before."""
        is_named = self._row is not None or self._has_named or bool(self._tables.by_dates)
        return is_named or self._may_name(clause)

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
            lead = clause.sentence[max(0, end - MOST_WORDS) : end]
            yield self._claim(context, words, lead, term_mentions(words) if may_name else ())

    def _begin(self, clause: AnswerClause) -> None:
        if self._row is not None and not _goes_on(clause.whole):
            self._row = None
        self._has_named, self._inner = False, None

    def _may_name(self, clause: AnswerClause) -> bool:
        """Whether a word of a clause is in what an object is called; each is looked up once."""
        if not self._naming:
            return False
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
        said: Sequence[TermMention],
    ) -> Claim:
        is_field = self._row is not None and _begins_with_field(words, self._row)
        named = () if is_field else (*rows_named(said, self._tables), *self._dated(words))
        goes_on = not named and self._has_named
        if named:
            self._row = _only(named)
            self._inner = _only((self._inner, *named)) if self._has_named else self._row
            self._has_named = True
        elif goes_on:
            self._row = self._inner
        elif not is_field and (by_values := rows_with_value(said, self._tables)):
            named, self._row = tuple(by_values), _only(by_values)
            self._inner, self._has_named = self._row, True
        goes_on = goes_on and self._row is not None
        return Claim(context, words, lead, self._tables, named, self._row, goes_on)

    def _dated(self, words: Sequence[Word]) -> Sequence[ResultRow]:
        """The objects whose one date is among words, where those are known by nothing else."""
        if not self._tables.by_dates:
            return ()
        said = [moment(word.text) for word in words if word.form == "date"]
        dated = (
            row
            for each in said
            for day in each.days
            for date, row in self._tables.by_dates.get(day, ())
            if each.agrees(date)
        )
        return list(dict.fromkeys(dated))

    def _parts(self, words: Sequence[Word]) -> Sequence[tuple[int, Sequence[Word]]]:
        """A clause in two at an `and`, where each part names an object of its own; else nothing."""
        if len(words) > MOST_WORDS:
            return ()
        for at, word in enumerate(words):
            if "and" in word.means and 0 < at < len(words) - 1:
                one = self._one(words[:at])
                other = self._one(words[at + 1 :]) if _tells(words[:at], one) else None
                if other is not None and one is not other:
                    return (0, words[:at]), (at + 1, words[at + 1 :])
        return ()

    def _one(self, words: Sequence[Word]) -> ResultRow | None:
        return _only(rows_named(term_mentions(words), self._tables))


def _is_exception(clause: AnswerClause) -> bool:
    """Whether it begins with those that are left out: `all machines but the backup host`."""
    if not clause.at or "but" not in clause.sentence[clause.at - 1].means:
        return False
    before = clause.sentence[max(0, clause.at - MOST_WORDS) : clause.at]
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
        for each in term_mentions(words)
    )


def _begins_with_field(words: Sequence[Word], row: ResultRow) -> bool:
    """Whether a line below an object tells of a field of it: `Owner: Ann`."""
    colon = next((at for at, word in enumerate(words[:_HEADING]) if word.text == ":"), None)
    label = {each.term for each in term_mentions(words[:colon])} if colon else set[str]()
    return bool(label) and label in row.labels


def _goes_on(words: Sequence[Word]) -> bool:
    """Whether a sentence speaks of what was named before: `It is …`, `Status: …`, a heading."""
    is_heading = len(words) <= _HEADING and words[-1].form == "mark" and words[-1].text == "\n"
    return is_heading or "it" in words[0].means or ":" in [word.text for word in words[:4]]


def _only(rows: Sequence[ResultRow | None]) -> ResultRow | None:
    """The one object of several that are named: the innermost, where they are within each other.

    None where one of them is None already, which are several.
    """
    inner = rows[0] if rows else None
    for row in rows[1:]:
        if inner is None or row is None:
            return None
        if not inner.is_within(row):
            inner = row if row.is_within(inner) else None
    return inner
