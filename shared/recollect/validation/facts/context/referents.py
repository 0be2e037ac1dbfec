"""Find the records that a clause of an answer is about: those it names, describes or refers to."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.context.answer_sentences import ORDINALS, AnswerSentence
from recollect.validation.grammar.clauses import AnswerClause, is_predicate
from recollect.validation.grammar.words import Word, any_among, any_means, place_at, word_set
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.record_models import Record

_SEVERAL: Final = 2
"""Records named in a sentence; stems that a description must share where a record was named."""

_MAX_LEAD_WORDS: Final = 4
"""Words of a clause of which the first two may be `case` and a word such as `about`."""

_MAX_WORDS_TO_BRACKET: Final = 60
"""Words before a clause among which the bracket around it may open."""

_NUMBER_PREFIXES: Final = {"incident": "inc", "problem": "prb", "change": "chg"}
"""Words for kinds of tickets, and how the numbers of these tickets begin."""

_JOINING_MEANINGS: Final = ("and", "but")

_BEFORE_TOPIC: Final = word_set("""
    about with on concerning met over mit zu wegen um sur avec con su com sobre
""")
"""Words between `the case` and what it is about."""


@dataclass(eq=False)  # a frozen one takes three times as long to make
class Referents:
    """A clause with its sentence, and the records that it may be about.

    `answer` and `fold` are the whole answer, as it is and folded; `known` are the records of the
    results; `last_named` is the record that the lines before named last, if that is clear.
    """

    answer: str
    fold: str
    clause: AnswerClause
    sentence: AnswerSentence
    known: RecordIndex
    last_named: Record | None

    def about(self, at: int) -> Sequence[Record]:
        """The records that a claim at an offset may be about: the one named nearest, else all.

        Empty where the claim is about a record that the results do not have, or that is not clear.
        """
        several, words = len(self.known.all) > 1, self.clause.words
        is_by_order = self.is_in_order
        named, unknown = self._named(at)
        if (named is not None or unknown) and not is_by_order:
            return self._about_named(named, at) if named is not None else ()
        is_list = words[0].meanings_with("number:") or not ORDINALS.isdisjoint(self.sentence.texts)
        if is_by_order or (several and is_list):
            return self.known.all  # one critical, two new; the first has it, the second not
        if self._is_about_unclear_one:
            return ()
        main = self.known.main
        return self._about_one_of_several() if main is None else self._about_the_only_one(main)

    def _about_the_only_one(self, main: Record) -> Sequence[Record]:
        """The record that the line names before the clause, else the only one.

        Empty where the line names an unknown one; all where the clause calls it by another kind.
        """
        for record in self.sentence.ticket_before:
            return (record,) if record is not None else ()
        return self.known.all if self._is_of_other_kind(main) else (main,)

    @lazy
    def is_in_order(self) -> bool:
        """Whether the clause says by order which of several records it is about: `the second`."""
        words = self.clause.words
        if len(self.known.all) <= 1 or not any_among(words, ORDINALS):
            return False
        behind = [after.text for word, after in pairwise(words) if word.text in ORDINALS]
        return behind != [":"]  # `One thing first: SCS0012345 is open`

    def _is_of_other_kind(self, main: Record) -> bool:
        """Whether the clause calls its record a kind that only others are: `the incident`.

        `main`, the only record, may be a problem, and list its incidents.
        """
        return any(
            text in self.clause.texts
            and not _is_numbered(main, prefix)
            and any(_is_numbered(record, prefix) for record in self.known.all)
            for text, prefix in _NUMBER_PREFIXES.items()
        )

    def _described_subject(self) -> Record | None:
        """The record that the subject of a clause describes: `while the storage case is open`.

        None where the clause names a record, or nothing describes one.
        """
        words = self.clause.words
        if self.sentence.named_between(words[0].start, words[-1].end):
            return None
        verb = next(
            (at for at, word in enumerate(words) if word.means_any("be", "been", "assigned")), 0
        )
        subject = [word for word in words[:verb] if not word.means_any("case")]
        return self._describes(subject) if 0 < len(subject) < verb else None

    def _about_one_of_several(self) -> Sequence[Record]:
        """The record that the clause describes, else the one named last, else all records."""
        first = self.clause.words[0]
        is_it = self.last_named is not None and first.means_any("it")
        is_field = self.last_named is not None and self.sentence.is_known_label  # `Status: Open`
        if not (is_it or is_field) and (described := self._described) is not None:
            return (described,)
        if self.last_named is not None:
            return (self.last_named,)
        # `CS-88141 is new; it's with Identity`, where no result has that ticket.
        return () if first.means_any("it") and first.means_any("assigned") else self.known.all

    @property
    def _is_about_unclear_one(self) -> bool:
        """Whether the clause is about one of several records, and it is not clear about which.

        `It` after a sentence with two of them, `the case with the card terminals`.
        """
        if self.clause.words[0].means_any("it") and not self.clause.at:
            return self.sentence.is_behind_one_of_several
        words = [
            word for word in self.clause.words[:_MAX_LEAD_WORDS] if not word.means_any("determiner")
        ]
        is_case = len(words) > 1 and words[0].means_any("case") and words[1].text in _BEFORE_TOPIC
        return is_case and len(self.known.all) > 1 and self._described is None

    @lazy
    def _described(self) -> Record | None:
        """The record whose description or place shares stems with the clause: `the Wi-Fi case`."""
        if (found := self._describes(self.clause.words)) is not None:
            return found
        # `A loop was found (assigned: Ann)` is about the case named before, not the sign-in loop.
        return self._describes(self.before_bracket, 1 if self.last_named is None else _SEVERAL)

    @lazy
    def before_bracket(self) -> Sequence[Word]:
        """The words before the bracket around the clause: `loyalty points (new, P3)`; else none."""
        line = self.clause.sentence[max(0, self.clause.at - _MAX_WORDS_TO_BRACKET) : self.clause.at]
        opens = next((at for at in range(len(line) - 1, -1, -1) if line[at].text in "()"), -1)
        if opens < 0 or line[opens].text != "(":
            return ()
        begin = next((at for at in range(opens - 1, -1, -1) if line[at].form == "mark"), -1)
        return line[begin + 1 : opens]

    def describes_one(self, words: Sequence[Word]) -> bool:
        """Whether words share two stems or more with the description of one of several records."""
        return self.known.main is None and self._describes(words, _SEVERAL) is not None

    def _describes(self, words: Sequence[Word], least: int = 1) -> Record | None:
        """The record whose description or place shares most stems with words, at least `least`."""
        if not words:
            return None
        stems = stems_of(self.fold[words[0].start : words[-1].end])
        # A status is what is claimed: `it has been closed` is not about the account closed in May.
        if claimed := " ".join(each.text for each in words if each.means_some("status:")):
            stems -= stems_of(claimed)
        is_of_customer = "label:customer" in self.clause.cues  # then the customer is the claim
        known = self.known
        described = known.described if is_of_customer else known.described_by_customer
        return described.closest(stems, least)

    def _named(self, at: int) -> tuple[Record | None, bool]:
        """The record that the sentence names nearest to a claim, rather before it than after it.

        With None comes whether an unknown record is named there. A line of a table that names
        several records is about none of them.
        """
        named = self.sentence.records
        if len(named) > 1 and self.sentence.words[0].text == "|":
            return None, True
        count = bisect_right(named, at, key=_end_of)
        words = self.clause.words
        own = self.sentence.named_between(words[0].start, words[-1].end)
        leads = at in {
            words[0].start,
            words[1 if words[0].means_any("and") and words[1:] else 0].start,
        }
        if own and leads and own[0][0].start >= at:
            return own[0][1], own[0][1] is None  # `Ann has SCS0012345, Bo has SCS0012346`
        is_apart = not own and not words[0].means_any("which")
        if is_apart and count > 1 and self._is_relative(named[count - 2][0], named[count - 1][0]):
            count -= 1  # `DB01, which depends on NAS01, is operational`
        # `It's P2, whereas SCS0012345 is P3`
        end = words[-1].end if words[0].means_any("it") else self.sentence.words[-1].end
        # `The storage case (P1) and SCS0012345`: a bracket is of what stands before it.
        after = () if self.before_bracket else named[count:]
        behind = (each for each in after if at < each[0].start < end)
        nearest = named[count - 1] if count else next(behind, None)
        return (nearest[1], nearest[1] is None) if nearest is not None else (None, False)

    def _about_named(self, nearest: Record, at: int) -> Sequence[Record]:
        """The record that the clause describes, else the one named nearest, or all named before.

        `T-101 (parent T-100) is closed`, `T-102 is a duplicate of T-101 and is pending`: a verb
        without a subject of its own may be about any of them, since the last one is named in
        passing. Empty for `the parent of T-101`, which nobody knows.
        """
        if (described := self._described_subject()) is not None:
            return (described,)
        named = self.sentence.records[: bisect_right(self.sentence.records, at, key=_end_of)]
        if not named:
            return (nearest,)
        if self.sentence.is_led_elsewhere:
            return ()
        last = named[-1][0]
        before = self.clause.sentence[: place_at(self.clause.sentence, last.start)]
        if len(named) < _SEVERAL or not (_is_in_phrase(before) and self._is_bare(last, at)):
            return (nearest,)
        known = [record for _, record in named if record is not None]
        return known if len(known) == len(named) else ()

    def _is_bare(self, name: Word, at: int) -> bool:
        """Whether a claim at an offset after a name has no subject of its own: `and is pending`."""
        words = self.clause.words
        if name.start < words[0].start:
            leads = words[0].means_any(*_JOINING_MEANINGS) or words[0].text == ":"
            first = words[1 if leads and words[1:] else 0]
            return first.start == at or first.means_any("it") or is_predicate(first)
        behind = words[place_at(words, name.end) : place_at(words, at)]
        return any(
            one.means_any(*_JOINING_MEANINGS) and is_predicate(other)
            for one, other in pairwise(behind)
        )

    def _is_relative(self, one: Word, other: Word) -> bool:
        """Whether `other` stands in a `which` clause about `one`, and not in brackets."""
        if self.answer[other.start - 1 : other.start] == "(":
            return False  # `the app that asks for a login (SCS0012346, P3)`
        line = self.clause.sentence
        first, last = (place_at(line, at) for at in (one.end, other.start))
        return any_means(line[first:last], "which")


def _end_of(named: tuple[Word, Record | None]) -> int:
    return named[0].end


def _is_numbered(record: Record, prefix: str) -> bool:
    """Whether a number of the record begins with `prefix`."""
    return any(number.startswith(prefix) for number in record.ids)


def _is_in_phrase(before: Sequence[Word]) -> bool:
    """Whether a name right behind these words does not begin a phrase, and so is no subject."""
    return (
        bool(before) and before[-1].form != "mark" and not before[-1].means_any(*_JOINING_MEANINGS)
    )
