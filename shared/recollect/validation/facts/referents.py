"""Which records a clause of an answer is about: those it names or describes, or of before."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.answer_sentences import ORDINALS, AnswerSentence
from recollect.validation.grammar.clauses import AnswerClause, is_predicate
from recollect.validation.grammar.words import Word, place_at
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.records import Record

_TWO: Final = 2
_MUCH: Final = 4
_MOST_BRACKETED: Final = 60
"""Words before a clause in which the bracket that it stands in begins."""

_KINDS: Final = {"incident": "inc", "problem": "prb", "change": "chg"}
"""What tickets are called, and how the numbers of such begin."""

_JOINING: Final = ("and", "but")

_ABOUT: Final = frozenset(
    "about with on concerning met over mit zu wegen um sur avec con su com sobre".split()
)
"""Behind `the case` what it is about."""


@dataclass(eq=False)  # a frozen one takes three times as long to make
class Referents:
    """A clause with its sentence, and the records that it may be about.

    `answer` and `fold` are the whole answer, as it is and folded; `last_named` is the record
    that was named last in the lines before, if that is clear.
    """

    answer: str
    fold: str
    clause: AnswerClause
    sentence: AnswerSentence
    known: RecordIndex
    last_named: Record | None

    def about(self, at: int) -> Sequence[Record]:
        """The records that a claim at a position may be about: the one named nearest, else all."""
        several, words = len(self.known.all) > 1, self.clause.words
        is_of_some = self.is_in_order
        named, unknown = self._named(at)
        if (named is not None or unknown) and not is_of_some:
            return self._told_of(named, at) if named is not None else ()
        of_line = words[0].of("number:") or not ORDINALS.isdisjoint(self.sentence.texts)
        if is_of_some or (several and of_line):
            return self.known.all  # one critical, two new; the first has it, the second not
        if self._is_of_unknown_one:
            return ()
        main = self.known.main
        return self._about_one_of_several() if main is None else self._about_the_only_one(main)

    def _about_the_only_one(self, main: Record) -> Sequence[Record]:
        """The one that the line names before, else the only one; all if that is of no such kind."""
        for record in self.sentence.named_before:
            return (record,) if record is not None else ()
        return self.known.all if self._is_of_other_kind(main) else (main,)

    @lazy
    def is_in_order(self) -> bool:
        """Whether it tells which of several by their order: `the second`."""
        words = self.clause.words
        if len(self.known.all) <= 1 or not any(word.text in ORDINALS for word in words):
            return False
        behind = [after.text for word, after in pairwise(words) if word.text in ORDINALS]
        return behind != [":"]  # `One thing first: SCS0012345 is open`

    def _is_of_other_kind(self, main: Record) -> bool:
        """Whether a clause calls what it is of by a kind that another record has: `the incident`.

        The only record may be a problem, and list its incidents.
        """
        return any(
            text in self.clause.texts
            and not _is_numbered(main, begin)
            and any(_is_numbered(record, begin) for record in self.known.all)
            for text, begin in _KINDS.items()
        )

    def _described_subject(self) -> Record | None:
        """The record that a clause without a name describes: `while the storage case is open`."""
        words = self.clause.words
        if self.sentence.named_between(words[0].start, words[-1].end):
            return None
        verb = next((at for at, word in enumerate(words) if word.says("be", "been", "assigned")), 0)
        subject = [word for word in words[:verb] if not word.says("case")]
        return self._describes(subject) if 0 < len(subject) < verb else None

    def _about_one_of_several(self) -> Sequence[Record]:
        """The record that a clause describes, else the one named last, else all there are."""
        first = self.clause.words[0]
        is_it = self.last_named is not None and first.says("it")
        is_field = self.last_named is not None and self.sentence.is_known_label  # `Status: Open`
        if not (is_it or is_field) and (described := self._described) is not None:
            return (described,)
        if self.last_named is not None:
            return (self.last_named,)
        # `CS-88141 is new; it's with Identity`, where no result has that ticket.
        return () if first.says("it") and first.says("assigned") else self.known.all

    @property
    def _is_of_unknown_one(self) -> bool:
        """Whether a clause is of one of several, and results do not tell which.

        `It` behind a sentence with two of them, `the case with the card terminals`.
        """
        if self.clause.words[0].says("it") and not self.clause.at:
            return self.sentence.is_behind_one_of_several
        words = [word for word in self.clause.words[:_MUCH] if not word.says("determiner")]
        is_case = len(words) > 1 and words[0].says("case") and words[1].text in _ABOUT
        return is_case and len(self.known.all) > 1 and self._described is None

    @lazy
    def _described(self) -> Record | None:
        """The record whose description or place shares words with the clause: `the Wi-Fi case`."""
        if (found := self._describes(self.clause.words)) is not None:
            return found
        # `A loop was found (assigned: Ann)`, of the case before, is none of the sign-in loop.
        return self._describes(self.before_bracket, 1 if self.last_named is None else _TWO)

    @lazy
    def before_bracket(self) -> Sequence[Word]:
        """The words before the bracket that the clause stands in: `loyalty points (new, P3)`."""
        line = self.clause.sentence[max(0, self.clause.at - _MOST_BRACKETED) : self.clause.at]
        opens = next((at for at in range(len(line) - 1, -1, -1) if line[at].text in "()"), -1)
        if opens < 0 or line[opens].text != "(":
            return ()
        begin = next((at for at in range(opens - 1, -1, -1) if line[at].form == "mark"), -1)
        return line[begin + 1 : opens]

    def describes_one(self, words: Sequence[Word]) -> bool:
        """Whether words describe one of several records, by two words at least."""
        return self.known.main is None and self._describes(words, _TWO) is not None

    def _describes(self, words: Sequence[Word], least: int = 1) -> Record | None:
        """The record whose description or place shares most words, and so many at least."""
        if not words:
            return None
        stems = stems_of(self.fold[words[0].start : words[-1].end])
        is_of_customer = "label:customer" in self.clause.cues  # whose it is said to be
        known = self.known
        described = known.described if is_of_customer else known.described_by_customer
        return described.closest(stems, least)

    def _named(self, at: int) -> tuple[Record | None, bool]:
        """The record that the sentence names nearest, before the claim rather than behind it.

        A line of a table that names several is of none of them.
        """
        named = self.sentence.records
        if len(named) > 1 and self.sentence.words[0].text == "|":
            return None, True
        place = bisect_right(named, at, key=_end_of)
        words = self.clause.words
        own = self.sentence.named_between(words[0].start, words[-1].end)
        leads = at in {words[0].start, words[1 if words[0].says("and") and words[1:] else 0].start}
        if own and leads and own[0][0].start >= at:
            return own[0][1], own[0][1] is None  # `Ann has SCS0012345, Bo has SCS0012346`
        is_apart = not own and not words[0].says("which")
        if is_apart and place > 1 and self._is_relative(named[place - 2][0], named[place - 1][0]):
            place -= 1  # `DB01, which depends on NAS01, is operational`
        # `It's P2, whereas SCS0012345 is P3`
        end = words[-1].end if words[0].says("it") else self.sentence.words[-1].end
        # `The storage case (P1) and SCS0012345`: a bracket is of what stands before it.
        further = () if self.before_bracket else named[place:]
        behind = (each for each in further if at < each[0].start < end)
        nearest = named[place - 1] if place else next(behind, None)
        return (nearest[1], nearest[1] is None) if nearest is not None else (None, False)

    def _told_of(self, nearest: Record, at: int) -> Sequence[Record]:
        """The record that a clause describes, else the one named nearest or those before it.

        `T-101 (parent T-100) is closed`, `T-102 is a duplicate of T-101 and is pending`: a verb
        that no subject leads is not of what was named in passing. What is `the parent of T-101`
        nobody knows.
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
        if len(named) < _TWO or not (_is_in_phrase(before) and self._is_bare(last, at)):
            return (nearest,)
        known = [record for _, record in named if record is not None]
        return known if len(known) == len(named) else ()

    def _is_bare(self, name: Word, at: int) -> bool:
        """Whether what is claimed at a position behind a name has no subject: `and is pending`."""
        words = self.clause.words
        if name.start < words[0].start:
            leads = words[0].says(*_JOINING) or words[0].text == ":"
            first = words[1 if leads and words[1:] else 0]
            return first.start == at or first.says("it") or is_predicate(first)
        behind = words[place_at(words, name.end) : place_at(words, at)]
        return any(one.says(*_JOINING) and is_predicate(other) for one, other in pairwise(behind))

    def _is_relative(self, one: Word, other: Word) -> bool:
        """Whether another name stands in what is said of one behind a `which`; in no bracket."""
        if self.answer[other.start - 1 : other.start] == "(":
            return False  # `the app that asks for a login (SCS0012346, P3)`
        line = self.clause.sentence
        first, last = (place_at(line, at) for at in (one.end, other.start))
        return any(word.says("which") for word in line[first:last])


def _end_of(named: tuple[Word, Record | None]) -> int:
    return named[0].end


def _is_numbered(record: Record, begin: str) -> bool:
    """Whether a number of a record begins so."""
    return any(each.startswith(begin) for each in record.ids)


def _is_in_phrase(before: Sequence[Word]) -> bool:
    """Whether a name behind words does not begin a phrase, and so is no subject."""
    return bool(before) and before[-1].form != "mark" and not before[-1].says(*_JOINING)
