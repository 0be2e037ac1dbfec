"""A sentence of an answer, with what is read of it for all of its clauses."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.grammar.moments import Moment, moment, names_zone
from recollect.validation.grammar.quantities import Amount, amounts_in, durations
from recollect.validation.grammar.words import LEVEL, Word, is_of_nothing
from recollect.validation.known.record_index import RecordIndex
from recollect.validation.known.records import Record
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.statements import says_failure

NEAR: Final = 500
_NEAR_ZONE: Final = 400
_BEHIND: Final = 40
TICKET: Final = re.compile(r"[^\W\d_]{2,10}-?\d{4,12}")
"""The number of a ticket: SCS0012345, CS-88141."""

_COMMA: Final = 2
"""Characters between the units of a duration: `3 days, 6 hours`."""

_APART: Final = 25
_RELATIVES: Final = frozenset(
    "incident problem change parent child children duplicate original".split()
)
_TO_RELATIVE: Final = frozenset(["of", "behind"])
_OF_RELATIVE: Final = len(("parent", "of", "T-101"))
BREACH: Final = "breach"
"""What is said of nothing but a service level."""

_LEVELS: Final = ("sla", "target")
_OF_LEVELS: Final = frozenset({"kept", "breached", "remaining"})
LIMITS: Final = frozenset(["target", "targets", "frist"])
"""What a service level is called, beside what is said of one."""

_LONGEST_LABEL: Final = 4
_BOLD: Final = frozenset({"*", "**", "__"})
_OF_TWO_CELLS: Final = 3
_SUM: Final = re.compile(r"\d\s?[\u00d7*+=]\s?\d")
ORDINALS: Final = frozenset(
    """
    first second third former latter oldest newest latest youngest altesten alteste altester neueste
    neuesten antiguo antigua reciente ancien ancienne recent recente vecchio vecchia antigo antiga
    oudste nieuwste
    """.split()
)
"""What tells which of several is meant by their order, or by their age."""

_REMARKS: Final = frozenset(
    "fix cause proof reason background summary note impact next steps what why update".split()
)
"""What labels say behind which a sentence stands, and no value."""

_LIKE: Final = re.compile(
    r"\b(?:similar|\u00e4hnliche|similaires|similares|simili|vergelijkbare)"
    r"(?: (?:cases?|incidents?|tickets?|f\u00e4lle|casos|casi|zaken))?: ",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(
    r"\b(?:except|apart from|aside from|besides|other than|exception of|save for"
    r"|but (?:one|two|three|\S*\d\S*)"
    r"|only \S*\d\S* (?:is|are|isn['\u2019]t|aren['\u2019]t)|au(?:ss|\u00df)er(?! betrieb| dienst)"
    r"|bis auf|sauf|hormis|salvo|excepto|menos|tranne|eccetto|exceto|behalve)\b|, nur\b"
)
_IN_TEN: Final = re.compile(
    r"\w (?:in|out of|von|sur|de cada|em cada|su) (?:every )?(?:ten|10|zehn|dix|diez|dez|dieci)\b"
    r"|\b(?:one|two|three|[123]) in (?:every )?(?:two|three|four|five|six|[2-6])\b",
    re.IGNORECASE,
)
_BOLD_TICKET: Final = re.compile(
    r"[\W_]{0,6}\*\*[^*\n]{0,40}" + TICKET.pattern + r"[^*\n]{0,80}\*\*", re.IGNORECASE
)
"""The beginning of a line that is a heading: `**SCS0012345** - the printer`."""

_NAME: Final = re.compile(r"\b(?:[A-Z]{2,10}-?\d{4,12}|[A-Z0-9]{2,}(?:-[A-Z0-9]+)+)\b")
"""What a ticket or an item is called: SCS0012345, CS-88141, FRA-DB01."""

_POINT: Final = re.compile(r"\s*(?:[-*\u2022]|\d{1,3}[.)])\s[\s*_`]*" + _NAME.pattern)
"""The beginning of a point of a list that a name leads."""

_AROUND: Final = re.compile(
    r"\W*(?:before|after|until|vor|nach|avant|apres|antes|despues|prima|dopo)\b", re.IGNORECASE
)
"""What a heading begins with that names what its lines are not of: `Before SCS0012345:`."""


@dataclass(eq=False)  # a frozen one takes three times as long to make
class AnswerSentence:
    """The words of a sentence of the answer, with what is read of them for all of its clauses."""

    answer: str
    fold: str
    words: Sequence[Word]
    known: RecordIndex
    before: Sequence[Word] = ()
    """The words of the sentence before, where that names no record."""
    is_behind_several: bool = False
    """Whether the sentence before names several: `DB01 depends on NAS01. It is operational.`"""

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts that it tells of."""
        return list(amounts_in(self.words))

    @lazy
    def numbers(self) -> frozenset[float]:
        """The numbers of its amounts."""
        return frozenset(each.number for each in self.amounts)

    @lazy
    def has_one_address(self) -> bool:
        """Whether it has one IP address, and no other."""
        return sum(word.form == "ip" for word in self.words) == 1

    @lazy
    def names_spoken(self) -> Sequence[Word]:
        """What it and the sentence before call by a name."""
        return [word for word in (*self.before, *self.words) if word.form == "name"]

    @lazy
    def durations(self) -> Sequence[Amount]:
        """The durations that it tells of, with those in several units as one."""
        return durations(self.amounts, _COMMA)

    @lazy
    def loose_durations(self) -> Sequence[Amount]:
        """The same, where words may stand between: `five days and a bit over seven hours`."""
        return durations(self.amounts, _APART)

    @lazy
    def fails(self) -> bool:
        """Whether it says that something does not work."""
        return says_failure([word.text for word in self.words])

    @lazy
    def slots(self) -> Sequence[Slot]:
        """Its numbers and names."""
        return slots_of(self.words, self.answer, self.amounts)

    @lazy
    def texts(self) -> frozenset[str]:
        """Its words as they are."""
        return frozenset([word.text for word in self.words])

    @lazy
    def dates(self) -> Sequence[Word]:
        """Its words that are dates and times."""
        return [word for word in self.words if word.form == "date"]

    @lazy
    def moments(self) -> Sequence[Moment]:
        """The dates and times that it tells."""
        return [moment(word.text) for word in self.dates]

    @lazy
    def is_heading(self) -> bool:
        """Whether it is a heading of what follows: `## Still open`, `*Open*`."""
        start, end = self.words[0].start, self.answer.find("\n", self.words[0].start)
        before = self.answer[self.answer.rfind("\n", 0, start) + 1 : start].strip()
        told = [word for word in self.words if word.form != "mark"]
        if before not in _BOLD or not told:
            return before.startswith("#")
        last = end if end >= 0 else len(self.answer)
        behind = self.answer[told[-1].end : last].strip()
        is_run_in = len(told) == 1 and behind.lstrip(".:").startswith(before)
        return is_run_in or (behind == before and end >= 0)

    @lazy
    def label(self) -> int:
        """Where the value behind a label begins: `SLA: 50 minutes left`, `| SLA | breached |`.

        -1 where there is no label.
        """
        start, end = self.words[0].start, self.words[-1].end
        if self.fold.find(":", start, end) < 0 and self.fold.find("|", start, end) < 0:
            return -1
        if _SUM.search(self.answer, start, end):
            return -1  # 25 times 14, and what that is
        texts = [word.text for word in self.words]
        begin = 1 if texts[:1] == ["|"] else 0
        split = "|" if begin and texts.count("|") <= _OF_TWO_CELLS else ":"
        if split not in texts[begin:]:
            return -1
        behind = texts.index(split, begin)
        label = [word for word in self.words[begin:behind] if word.form != "mark"]
        is_short = 0 < len(label) <= _LONGEST_LABEL
        is_remark = any(word.text in _REMARKS for word in label)
        is_plain = is_short and not is_remark and all(word.form == "word" for word in label)
        return self._behind(behind) if is_plain else -1

    @lazy
    def begins_with_label(self) -> bool:
        """Whether it begins a line with what a label would say: `- Owner is Ann Lee`."""
        first = next((word for word in self.words if word.form != "mark"), None)
        if first is None or not (first.of("label:") or first.says("assigned")):
            return False
        near = max(0, first.start - NEAR)
        before = self.answer[self.answer.rfind("\n", near, first.start) + 1 : first.start]
        return not any(map(str.isalpha, before))

    @lazy
    def is_known_label(self) -> bool:
        """Whether its label is one of tickets: `SLA`, `Opened`."""
        return any(word.of("label:") for word in self.words[: max(0, self.label)])

    @lazy
    def is_of_named(self) -> bool:
        """Whether its paragraph names a ticket or an item, be it before it or behind."""
        if self.names_known:
            return True
        first, last = self.words[0].start, self.words[-1].end
        start, end = max(0, first - NEAR), min(len(self.answer), last + NEAR)
        begin, stop = self.answer.rfind("\n", start, first), self.answer.find("\n", last, end)
        return _NAME.search(self.answer, max(start, begin), stop if stop >= 0 else end) is not None

    def named_between(self, begin: int, end: int) -> Sequence[tuple[Word, Record | None]]:
        """Those of its `records` that are named between two places of the answer."""
        first, last = (bisect_left(self.records, at, key=_begin_of) for at in (begin, end))
        return self.records[first:last]

    @lazy
    def names_known(self) -> bool:
        """Whether it names a record that results have."""
        return any(record is not None for _, record in self.records)

    @lazy
    def names_only(self) -> bool:
        """Whether it names one record, or one unknown ticket, and nothing else."""
        return count_records(self.records) == 1

    @lazy
    def names_one(self) -> bool:
        """Whether it names one record, and no other and no unknown one."""
        return self.names_only and self.names_known

    @lazy
    def denies(self) -> bool:
        """Whether it denies anything, or is of nothing."""
        return is_of_nothing(self.words)

    @lazy
    def lists_values(self) -> bool:
        """Whether it has a status or a level among values: `SCS0012345: open, P2, Ann Lee`."""
        is_listed = any(LEVEL.fullmatch(word.text) or word.of("status:") for word in self.words)
        return is_listed and not any(word.says("be", "been") for word in self.words)

    @lazy
    def names_several(self) -> bool:
        """Whether it names more than one record."""
        return count_records(self.records) > 1

    @lazy
    def has_exception(self) -> bool:
        """Whether what it says is not of all: `all are up except DB01`."""
        told = self.answer[self.words[0].start : self.words[-1].end].lower()
        return _EXCEPT.search(told) is not None

    @lazy
    def is_proportion(self) -> bool:
        """Whether it tells of so many in ten: `roughly four in ten pods`."""
        return _IN_TEN.search(self.answer, self.words[0].start, self.words[-1].end) is not None

    @lazy
    def is_behind_one_of_several(self) -> bool:
        """Whether the sentence before names several, or tells one by order: `The first is late.`"""
        told = (word.text for word in self.before)
        return self.is_behind_several or not ORDINALS.isdisjoint(told)

    @lazy
    def named_before(self) -> Sequence[Record | None]:
        """The ticket that stands last before it in the same line, or in the heading above.

        None for one of no result.
        """
        start = self.words[0].start
        near = max(0, start - NEAR)
        begin = max(near, self.answer.rfind("\n", near, start) + 1)
        named = TICKET.findall(self.answer[begin:start].lower())
        if not named and begin > near:
            named = TICKET.findall(self._heading_above(near, begin).lower())
        return [self.known.named(name) for name in named[-1:]]

    @lazy
    def is_in_point(self) -> bool:
        """Whether it stands in a point of a list that begins with one record, and names no other.

        `- SCS0012345: till 4, black screen. Moderate priority, Ann is on it.`
        """
        start, end = self.words[0].start, self.words[-1].end
        near, far = max(0, start - NEAR), min(len(self.answer), end + NEAR)
        begin, stop = self.answer.rfind("\n", near, start) + 1, self.answer.find("\n", end, far)
        named = _NAME.findall(self.answer, begin, stop if stop >= 0 else far)
        return len(set(named)) == 1 and _POINT.match(self.answer, begin) is not None

    def _heading_above(self, near: int, begin: int) -> str:
        """The first line of a paragraph, where it is a heading; `begin` is where another begins."""
        blank = self.answer.rfind("\n\n", near, begin)
        top = blank + 2 if blank >= 0 else near
        first = self.answer[top : self.answer.find("\n", top)].strip()
        is_bold = first.startswith("*") and first.endswith(("*", ":"))
        is_heading = is_bold or first.startswith("#") or _BOLD_TICKET.match(first) is not None
        return first if is_heading and not _AROUND.match(first) else ""

    def _behind(self, end: int) -> int:
        """The place of the first word behind one that is no mark."""
        places = range(end, len(self.words))
        return next((at for at in places if self.words[at].form != "mark"), end)

    @lazy
    def names_like(self) -> bool:
        """Whether it tells which tickets are like one, of which nothing more is said then."""
        start, end = self.words[0].start, self.words[-1].end
        has_colon = self.answer.find(": ", start, end) >= 0
        return has_colon and _LIKE.search(self.answer, start, end) is not None

    @lazy
    def is_led_elsewhere(self) -> bool:
        """Whether it begins with another ticket than it names: `the parent of T-101`."""
        told = self.words[1:4] if self.words[0].says("determiner") else self.words[:3]
        return (
            len(told) == _OF_RELATIVE
            and told[0].text in _RELATIVES
            and told[1].text in _TO_RELATIVE
            and told[2].form == "name"
        )

    @lazy
    def names_level(self) -> bool:
        """Whether it names a service level, or says a phrase with it: `within its SLA`."""
        is_limit = not LIMITS.isdisjoint(self.texts)
        return any(
            "label:sla" in word.means
            or BREACH in word.text
            or (not word.means.isdisjoint(_OF_LEVELS) and (is_limit or self._has_level(word)))
            for word in self.words
            if word.means
        )

    def _has_level(self, word: Word) -> bool:
        """Whether a phrase has the word for a service level in it."""
        said = self.answer[word.start : word.end].lower()
        return any(each in said for each in _LEVELS)

    @lazy
    def records(self) -> Sequence[tuple[Word, Record | None]]:
        """Its words that name a record, with that; with None those that name an unknown ticket."""
        names = (word for word in self.words if word.form in {"name", "ip"})
        found = ((word, self.known.named(word.text)) for word in names)
        return [
            (word, record)
            for word, record in found
            if record is not None
            or (is_ticket(word.text) and not self.known.may_be_main(word.text))
        ]

    @lazy
    def is_elsewhere(self) -> bool:
        """Whether a time zone is named, in it or near by: it moves all times."""
        start = max(0, self.words[0].start - _NEAR_ZONE)
        return names_zone(self.answer, start, self.words[-1].end + _BEHIND)


def count_records(named: Iterable[tuple[Word, Record | None]]) -> int:
    """How many records are named, all unknown tickets as one."""
    return len({id(record) for _, record in named})


def _begin_of(named: tuple[Word, Record | None]) -> int:
    return named[0].start


def names_record(records: RecordIndex, word: Word) -> bool:
    """Whether a word is what a record is called."""
    return word.form in {"name", "ip"} and records.named(word.text) is not None


def is_ticket(name: str) -> bool:
    """Whether a name has the form of a ticket's number: SCS0012345, CS-88141."""
    return TICKET.fullmatch(name) is not None
