"""Finds the object that a clause is about: the one that it names, else the one named last."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.core.memoised import Memoised
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.fields.claims.claims import Claim, begins_with_other, refers_back
from recollect.validation.fields.claims.mentions import (
    TermMention,
    rows_named,
    rows_with_value,
    term_mentions,
)
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.clauses import MAX_SENTENCE_WORDS, AnswerClause
from recollect.validation.grammar.folding import WORD
from recollect.validation.grammar.lexicons.particles import POSSESSIVES
from recollect.validation.grammar.words import Word, any_means

_MAX_HEADING_WORDS: Final = 4
_TERMS_OF: Final = Memoised(terms)


def name_cues(tables: ResultTables) -> Iterator[str]:
    """Cue words: each sentence that calls an object of a list by its name has at least one."""
    for rows in tables.siblings.values():
        for row in rows if len(rows) > 1 else ():
            for cell in row.cells:
                if cell.form == "text" and row.is_called(cell):
                    yield from WORD.findall(cell.fold)[:1]


class Subjects:
    """Finds the objects that clauses are about; must be given all clauses in their order."""

    def __init__(self, tables: ResultTables) -> None:
        self._tables = tables
        # Most clauses name nothing, which a look at the terms of their words shows.
        self._naming_terms = frozenset(
            (*tables.full_names.sizes, *tables.distinct, *tables.by_values.sizes)
        )
        self._seen: set[str] = set()
        self._seen_naming: set[str] = set()
        self._row: ResultRow | None = None
        self._has_named = False
        self._sentence_row: ResultRow | None = None
        """The one object among all that the sentence has named so far; None if unclear."""

    def may_have(self, clause: AnswerClause) -> bool:
        """Whether a clause may be about an object: it may name one, or an earlier clause did."""
        is_named = self._row is not None or self._has_named
        return is_named or self._may_name(clause)

    def pass_by(self, clause: AnswerClause) -> None:
        """Take note of a clause whose claims are not read."""
        if clause.is_first and not _is_exception(clause):
            self._begin(clause)

    def claims_of(self, context: ClauseContext) -> Iterator[Claim]:
        """The claims of a clause: two if it has an object on each side of an `and`, else one."""
        clause = context.clause
        if _is_exception(clause):
            return
        if clause.is_first:
            self._begin(clause)
        may_name = self._may_name(clause)
        parts = self._parts(clause.whole) if may_name and "and" in clause.cues else ()
        for at, words in parts or ((0, clause.whole),):
            end = clause.at + at
            lead = clause.sentence[max(0, end - MAX_SENTENCE_WORDS) : end]
            yield self._claim(context, words, lead, term_mentions(words) if may_name else ())

    def _begin(self, clause: AnswerClause) -> None:
        if self._row is not None and not _keeps_object(clause.whole):
            self._row = None
        self._has_named, self._sentence_row = False, None

    def _may_name(self, clause: AnswerClause) -> bool:
        """Whether a word of a clause occurs in a name of an object; each word is looked up once."""
        if not self._naming_terms:
            return False
        if unknown := clause.texts - self._seen:
            self._seen |= unknown
            self._seen_naming.update(
                text for text in unknown if not self._naming_terms.isdisjoint(_TERMS_OF[text])
            )
        return not self._seen_naming.isdisjoint(clause.texts)

    def _claim(
        self,
        context: ClauseContext,
        words: Sequence[Word],
        lead: Sequence[Word],
        mentions: Sequence[TermMention],
    ) -> Claim:
        if self._row is not None and begins_with_other(words, self._row):
            self._row = self._sentence_row = None
        row = self._row
        is_field = row is not None and (refers_back(words) or _begins_with_field(words, row))
        named = () if is_field else tuple(rows_named(mentions, self._tables))
        goes_on = not named and self._has_named
        if named:
            self._row = _only(named)
            self._sentence_row = (
                _only((self._sentence_row, *named)) if self._has_named else self._row
            )
            self._has_named = True
        elif goes_on:
            self._row = self._sentence_row
        elif not is_field and (by_values := rows_with_value(mentions, self._tables)):
            named, self._row = tuple(by_values), _only(by_values)
            self._sentence_row, self._has_named = self._row, True
        goes_on = goes_on and self._row is not None
        return Claim(context, words, lead, self._tables, named, self._row, goes_on)

    def _parts(self, words: Sequence[Word]) -> Sequence[tuple[int, Sequence[Word]]]:
        """A clause split at an `and` with its own object on each side; empty if there is none."""
        if len(words) > MAX_SENTENCE_WORDS:
            return ()
        for at, word in enumerate(words):
            if "and" in word.means and 0 < at < len(words) - 1:
                one = self._one(words[:at])
                other = (
                    self._one(words[at + 1 :]) if _says_more_than_name(words[:at], one) else None
                )
                if other is not None and one is not other:
                    return (0, words[:at]), (at + 1, words[at + 1 :])
        return ()

    def _one(self, words: Sequence[Word]) -> ResultRow | None:
        return _only(rows_named(term_mentions(words), self._tables))


def _is_exception(clause: AnswerClause) -> bool:
    """Whether a clause begins with an exception to all: `all machines but the backup host`."""
    if not clause.at or "but" not in clause.sentence[clause.at - 1].means:
        return False
    before = clause.sentence[max(0, clause.at - MAX_SENTENCE_WORDS) : clause.at]
    begin = next((at + 1 for at in range(len(before) - 1, -1, -1) if before[at].form == "mark"), 0)
    group = before[begin:-1]
    is_of_all = any_means(group, "every", "everything", "none", "both")
    return is_of_all and not any_means(group, "be", "been")


def _says_more_than_name(words: Sequence[Word], row: ResultRow | None) -> bool:
    """Whether words say more than the name of an object (they do not in `vests and pumps`)."""
    if row is None:
        return False
    return any(
        each.term not in row.name_terms and not each.word.means_any("determiner")
        for each in term_mentions(words)
    )


def _begins_with_field(words: Sequence[Word], row: ResultRow) -> bool:
    """Whether a line below an object begins with the name of a field of it: `Owner: Ann`."""
    colon = next(
        (at for at, word in enumerate(words[:_MAX_HEADING_WORDS]) if word.text == ":"), None
    )
    label = {each.term for each in term_mentions(words[:colon])} if colon else set[str]()
    return bool(label) and label in row.labels


def _keeps_object(words: Sequence[Word]) -> bool:
    """Whether a sentence keeps the object named before: `It is …`, `Status: …`, a heading."""
    is_heading = (
        len(words) <= _MAX_HEADING_WORDS and words[-1].form == "mark" and words[-1].text == "\n"
    )
    refers = words[0].means_any("it") or words[0].text in POSSESSIVES
    return is_heading or refers or ":" in [word.text for word in words[:4]]


def _only(rows: Sequence[ResultRow | None]) -> ResultRow | None:
    """The single object that is named: the innermost if the objects lie within each other.

    None if there are several, or if one of `rows` is None, which stands for several.
    """
    inner = rows[0] if rows else None
    for row in rows[1:]:
        if inner is None or row is None:
            return None
        if not inner.is_within(row):
            inner = row if row.is_within(inner) else None
    return inner
