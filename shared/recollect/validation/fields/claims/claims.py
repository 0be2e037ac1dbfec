"""A clause of an answer, or a part of one, with the object that it makes a claim about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.fields.claims.mentions import TermMention, term_mentions
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import term, terms
from recollect.validation.grammar.lexicons import particles
from recollect.validation.grammar.lexicons.particles import PLURAL_VERBS
from recollect.validation.grammar.moments import Moment
from recollect.validation.grammar.quantities import Amount, amounts_in
from recollect.validation.grammar.words import ONLY, Word, any_among, any_means, place_at, word_set

_DENIALS: Final = particles.DENYING | vocabulary.SHORTENED
_WORDS_BEFORE_BRACKET: Final = 3
"""How many words to read before what stands in a bracket: `of db-01 (`."""

_REFERRING: Final = particles.POSSESSIVES | word_set("whose")
_WORDS_OF_FIELD: Final = 4
"""How many words to read for `Its zone`, `Its own zone`, `whose current SLA zone`."""

_MAX_ONLY: Final = 2
"""The first words, among which an `only` restricts the object, and not what is said of it."""

_MIN_CODE_LENGTH: Final = 4
_MAX_DENIAL_LENGTH: Final = 60
_MAX_CACHED_WORDS: Final = 20_000


@dataclass(eq=False)  # a frozen one takes three times as long to make
class Claim:
    """A claim: words of a clause, the objects that they name, and the one that they are about.

    `words` are those of the whole clause or of one side of its `and`; `lead` are the words before
    them in the sentence. `named` are the objects that `words` name. `row` is the one object that
    they are about, None if that is unclear; `goes_on` is true if only `lead` names it.
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
        """The terms of its words, each with its word."""
        return term_mentions(self.words)

    @lazy
    def terms(self) -> frozenset[str]:
        """The terms of its words."""
        return frozenset(each.term for each in self.mentions)

    @lazy
    def sentence_terms(self) -> frozenset[str]:
        """The terms of its words and of the words before it in the sentence."""
        return self.terms | frozenset(each.term for each in term_mentions(self.lead))

    @lazy
    def names(self) -> frozenset[str]:
        """The terms in the names of `rows`."""
        return frozenset(each for row in self.rows for each in row.name_terms)

    @property
    def rows(self) -> Sequence[ResultRow]:
        """The objects that it names, then the one that it is about."""
        return (*self.named, self.row) if self.row is not None else self.named

    @lazy
    def is_about_one(self) -> bool:
        """Whether it is about exactly one object, which its sentence names or refers to."""
        return (
            self.row is not None
            and (len(self.named) == 1 or (not self.named and self._continues))
            and not self.mentions_others
            and self.context.quantity is None
        )

    @lazy
    def joined_rows(self) -> Sequence[ResultRow]:
        """The objects of one list of which it says one thing: `Both db-1 and db-2 are active`.

        Empty unless only their names and an `and` stand before its `are`.
        """
        if len({row.table for row in self.named}) != 1 or len(self.named) == 1 or self.denials:
            return ()
        verb = next((at for at, word in enumerate(self.words) if word.text in PLURAL_VERBS), 0)
        subject = self.words[:verb]
        known = self.names | self.named[0].kind
        is_subject = any_means(subject, "and") and all(
            word.means_any("and", "both", "determiner")
            or word.text == ","
            or known.issuperset(terms(word.text))
            for word in subject
        )
        return self.named if is_subject else ()

    @property
    def _continues(self) -> bool:
        """Whether it goes on about the object named before: `is 3`, `whose zone is b`, `Its zone`.

        In the first clause of a sentence only a pronoun refers to an earlier sentence.
        """
        return refers_back(self.words) or (self.goes_on and self._has_no_subject)

    @property
    def _has_no_subject(self) -> bool:
        """Whether it begins with a verb, a field or a value: `are in bin 4`, `zone b`."""
        first = self.words[0]
        first_term = term(first.text)
        return (
            first.form in {"number", "date"}
            or (first.form == "ip" and self._is_behind_name)
            or first.means_any("be", "been", "it")
            or (not first_term and not first.means_any("determiner"))
            or (self.row is not None and any(first_term in cell.label for cell in self.row.cells))
        )

    @property
    def _is_behind_name(self) -> bool:
        """Whether what stands in its bracket belongs to the name before it: `db-01 (10.0.0.5)`.

        False for `peer (10.0.0.6)` and for `the replica of db-01 (10.0.0.6)`.
        """
        before = [word for word in self.lead[-_WORDS_BEFORE_BRACKET:] if word.form != "mark"]
        last_terms = {each.term for each in term_mentions(before[-1:])}
        is_name = bool(last_terms) and self.names.issuperset(last_terms)
        return is_name and not any_among(before[-2:-1], vocabulary.RELATING)

    @lazy
    def is_assertion(self) -> bool:
        """Whether it asserts what is, was or will be, not what could be."""
        return self.context.clause.asserts and not self.context.supposes

    @property
    def is_sure(self) -> bool:
        """Whether a mere resemblance to a field counts: in a short answer, or behind any label."""
        return self.context.is_sure or self.context.is_labelled

    @property
    def is_anchored(self) -> bool:
        """Whether it is plain which object it is about: it is sure, or its sentence calls it so."""
        return self.is_sure or self.names_object

    @lazy
    def names_object(self) -> bool:
        """Whether its sentence has a whole name of its one object: a code, or two words or more."""
        if self.row is None or len(self.named) > 1 or self.mentions_others:
            return False
        words = (*self.lead, *self.words) if self.goes_on else self.words
        found = tuple(each.term for each in term_mentions(words))
        return any(
            found[at : at + len(name)] == name
            for name in self.row.names
            if len(name) > 1 or (len(name[0]) >= _MIN_CODE_LENGTH and not name[0].isalpha())
            for at in range(len(found))
        )

    @property
    def objects(self) -> Sequence[ResultRow]:
        """The object that it is about; all objects where that is unclear."""
        return (self.row,) if self.row is not None else self.tables.rows

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts in its words."""
        if self.words is self.context.clause.words:
            return self.context.amounts
        return list(amounts_in(self.words))

    @lazy
    def is_plain(self) -> bool:
        """Whether it states what is so now, without any `if` or `could`.

        An `only` at its beginning still says so of its object: `Only db-2 is active`.
        """
        return (
            self.context.clause.asserts_now
            and not self.context.supposes
            and not any(
                (word.text in vocabulary.PARTLY and (word.text not in ONLY or at >= _MAX_ONLY))
                or word.means_any("when", "if", "remaining")
                for at, word in enumerate(self.words)
            )
        )

    @property
    def mentions_others(self) -> bool:
        """Whether a word of it means other objects, or all of them: `the rest`, `all`."""
        return any_among(self.words, vocabulary.OTHERS)

    def results_mention(self, moment: Moment) -> bool:
        """Whether a text of the results mentions a moment."""
        return any(each.agrees(moment) and each.shares(moment) for each in self.tables.moments)

    def names_field(self, words: Sequence[Word], row: ResultRow) -> bool:
        """Whether words begin the longer name of a field that stands here: `operational status`."""
        text = self.context.folded_text(self.words)
        begin = words[0].start - self.words[0].start
        longer = (" ".join(cell.parts) for cell in row.cells if len(cell.parts) > len(words))
        return any(text.startswith(name, begin) for name in longer)

    def is_before_other(self, words: Sequence[Word], row: ResultRow) -> bool:
        """Whether an `and` separates words from an object that is named behind them."""
        named = (each.word.start for each in self.mentions if each.term in row.name_terms)
        first = min(named, default=0)
        return any(
            words[-1].end <= word.start < first and word.means_any("and") for word in self.words
        )

    def behind(self, words: Sequence[Word], count: int) -> Sequence[Word]:
        """Up to `count` words of the sentence that follow `words`."""
        line = self.context.clause.sentence
        at = place_at(line, words[-1].end)
        return line[at : at + count]

    def value_words(self, cell: Cell) -> Sequence[Word]:
        """The words that state the value of a field, in its word order; empty if there are none."""
        if cell.is_code:
            return self.code_words(cell.fold)
        value_terms = cell.terms
        if not value_terms or not self.terms.issuperset(value_terms):
            return ()
        size = len(value_terms)
        for at in range(len(self.mentions) - size + 1):
            part = self.mentions[at : at + size]
            if tuple(each.term for each in part) == value_terms:
                return [each.word for each in part]
        return ()

    def code_words(self, code: str) -> Sequence[Word]:
        """The words of the claim where a code stands exactly: `14A` may be two words, 14 and a."""
        start = self.words[0].start
        text = self.context.folded_text(self.words)
        # Most codes do not occur at all, and the search for the pattern is slow.
        found = code in text and re.search(rf"(?<![\w.-]){re.escape(code)}(?![\w-])", text)
        if not found:
            return ()
        begin, end = found.start() + start, found.end() + start
        return [word for word in self.words if begin <= word.start < end]

    @lazy
    def denials(self) -> Sequence[Word]:
        """Its words of denial."""
        return [word for word in self.words if is_denial(word)]

    def is_denied(self, before: int | None = None) -> bool:
        """Whether a word of it denies; with `before`, between the last colon and that offset."""
        if before is None:
            return bool(self.denials)
        colons = [w.start for w in self.words if w.text == ":" and w.start < before]
        return any(max(colons, default=-1) < word.start < before for word in self.denials)

    def is_behind_denial(self, word: Word) -> bool:
        """Whether a denial stands right before a word: `is not 1,200`; `no 1200` is a number."""
        at = self.words.index(word)
        return at > 0 and is_denial(self.words[at - 1]) and self.words[at - 1].text != "no"


def refers_back(words: Sequence[Word]) -> bool:
    """Whether words begin with a pronoun for the object before: `It is`, `Its zone`, `whose zone`.

    `They'll` and `this is why` may be about people or anything else.
    """
    is_it = words[0].means_any("it") and any_means(words[:2], "be")
    return is_it or words[0].text in _REFERRING


def begins_with_other(words: Sequence[Word], row: ResultRow) -> bool:
    """Whether words begin with a thing of the object before that is no field: `Its replica`."""
    if words[0].text not in _REFERRING:
        return False
    possessed = {each for word in words[1:_WORDS_OF_FIELD] for each in (word.text, term(word.text))}
    return all(possessed.isdisjoint((*cell.label, *cell.parts)) for cell in row.cells)


def is_denial(word: Word) -> bool:
    """Whether a word is a denial: `not`, `isn't`, `ohne`."""
    text = word.text
    # A deal that was won has no such meaning.
    is_will_not = text == "won" and word.means_any("maybe")
    return (
        is_will_not
        or word.means_any("not", "not_be")
        or (len(text) <= _MAX_DENIAL_LENGTH and _is_denying_text(text))
    )


@lru_cache(maxsize=_MAX_CACHED_WORDS)
def _is_denying_text(text: str) -> bool:
    parts = text.replace("\u2019", "'").replace("'t", "").split()
    return not _DENIALS.isdisjoint(parts)


def is_joined(word: Word) -> bool:
    """Whether a word joins another value to one: `or`, `und`."""
    return word.means_any("and") or word.text in vocabulary.JOINING
