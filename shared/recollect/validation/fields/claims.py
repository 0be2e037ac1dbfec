"""What a clause of an answer claims of the object that it is about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.clause_context import ClauseContext
from recollect.validation.fields import vocabulary
from recollect.validation.fields.mentions import TermMention, term_mentions
from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.fields.tables import ResultTables
from recollect.validation.fields.terms import term
from recollect.validation.grammar.lexicons import particles
from recollect.validation.grammar.moments import Moment
from recollect.validation.grammar.quantifiers import is_quantified
from recollect.validation.grammar.quantities import Amount, amounts_in
from recollect.validation.grammar.words import Word, place_at

_DENIALS: Final = frozenset((*particles.DENYING.split(), *vocabulary.SHORTENED.split()))
_PARTLY: Final = frozenset(vocabulary.PARTLY.split())
_OTHERS: Final = frozenset(vocabulary.OTHERS.split())
_JOINING: Final = frozenset(vocabulary.JOINING.split())
_RELATING: Final = frozenset(vocabulary.RELATING.split())
_BRACKETED: Final = 3
"""The words before what stands in a bracket: `of db-01 (`."""

_LONGEST: Final = 60
_MOST_KNOWN: Final = 20_000


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
    def mentions(self) -> Sequence[TermMention]:
        """Its words as what they mean."""
        return term_mentions(self.words)

    @lazy
    def terms(self) -> frozenset[str]:
        """What its words mean."""
        return frozenset(each.term for each in self.mentions)

    @lazy
    def sentence(self) -> frozenset[str]:
        """What its words mean, and those before it in the sentence."""
        return self.terms | frozenset(each.term for each in term_mentions(self.lead))

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
        """Whether it goes on with a verb, a field or a value alone: `are in bin 4`, `zone b`."""
        first = self.words[0]
        said = term(first.text)
        return (
            first.form in {"number", "date"}
            or (first.form == "ip" and self._is_behind_name)
            or first.says("be", "been", "it")
            or (not said and not first.says("determiner"))
            or (self.row is not None and any(said in cell.label for cell in self.row.cells))
        )

    @property
    def _is_behind_name(self) -> bool:
        """Whether its bracket is of the name before it: `db-01 (10.0.0.5)`, no `peer (10.0.0.6)`.

        Nor is `the replica of db-01 (10.0.0.6)`.
        """
        before = [word for word in self.lead[-_BRACKETED:] if word.form != "mark"]
        said = {each.term for each in term_mentions(before[-1:])}
        is_name = bool(said) and self.names.issuperset(said)
        return is_name and not any(word.text in _RELATING for word in before[-2:-1])

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
        text = self.context.folded_text(self.words)
        begin = words[0].start - self.words[0].start
        longer = (" ".join(cell.parts) for cell in row.cells if len(cell.parts) > len(words))
        return any(text.startswith(name, begin) for name in longer)

    def is_before_other(self, words: Sequence[Word], row: ResultRow) -> bool:
        """Whether words belong to what was before the `and` that an object stands behind."""
        named = (each.word.start for each in self.mentions if each.term in row.name_terms)
        first = min(named, default=0)
        return any(words[-1].end <= word.start < first and word.says("and") for word in self.words)

    def behind(self, words: Sequence[Word], count: int) -> Sequence[Word]:
        """The next so many words of the sentence behind some words."""
        line = self.context.clause.sentence
        at = place_at(line, words[-1].end)
        return line[at : at + count]

    def has(self, value: Cell) -> Sequence[Word]:
        """The words that give a value, in its order; none where it is not there."""
        if value.is_code:
            return self.written(value.fold)
        wanted = value.terms
        if not wanted or not self.terms.issuperset(wanted):
            return ()
        size = len(wanted)
        for at in range(len(self.mentions) - size + 1):
            part = self.mentions[at : at + size]
            if tuple(each.term for each in part) == wanted:
                return [each.word for each in part]
        return ()

    def written(self, code: str) -> Sequence[Word]:
        """The words in which a code stands as it is: 14A is a number and a letter for others."""
        start = self.words[0].start
        text = self.context.folded_text(self.words)
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
