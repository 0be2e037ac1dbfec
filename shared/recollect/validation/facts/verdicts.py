"""What is held against what: a clause with the records that it is about, and a finding."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from typing import Final, Literal, NamedTuple

from recollect.core.lazy import lazy
from recollect.validation.facts.clauses import CAPITAL, AnswerClause
from recollect.validation.facts.known import Index, OwnerName
from recollect.validation.facts.lexicon import Lexicon
from recollect.validation.facts.moments import Moment, moment, names_zone
from recollect.validation.facts.passages import Passage, stems_of
from recollect.validation.facts.quantities import Amount, amounts_in, durations
from recollect.validation.facts.records import Known, Record
from recollect.validation.facts.slots import Slot, slots_of
from recollect.validation.facts.statements import StatedClause, fails, names_in, stated
from recollect.validation.facts.words import LEVEL, Word, is_of_nothing, place_at
from recollect.validation.layout import BRIEF
from recollect.validation.models import FactKind, Verdict

_NEAR: Final = 500
_NEAR_ZONE: Final = 400
_BEHIND: Final = 40
TICKET: Final = re.compile(r"[^\W\d_]{2,10}-?\d{4,12}")
"""The number of a ticket: SCS0012345, CS-88141."""

_COMMA: Final = 2
"""Characters between the units of a duration: `3 days, 6 hours`."""

_APART: Final = 25
_TWO: Final = 2
_MUCH: Final = 4
_HALF: Final = 0.5
_MOST_REPEATED: Final = 20
_MOST_BRACKETED: Final = 60
"""Words before a clause in which the bracket that it stands in begins."""

SHORT: Final = 250
"""Characters below which an answer is about the one thing that was asked: few sentences."""

BREACH: Final = "breach"
"""What is said of nothing but a service level."""

_WORD: Final = re.compile(r"[^\W_]+")
_ITS: Final = frozenset(
    ["it", "its", "this", "ihr", "sein", "dieser", "su", "son", "sa", "suo", "zijn"]
)
"""What refers to the record that was named last."""

_OTHERS: Final = frozenset(["other", "another", "different", "andere", "anderer", "otro", "autre"])
_LEVELS: Final = ("sla", "target")
_OF_LEVELS: Final = ("kept", "breached", "remaining")
LIMITS: Final = frozenset(["target", "targets", "frist"])
"""What a service level is called, beside what is said of one."""

_LONGEST_LABEL: Final = 4
_BOLD: Final = frozenset({"*", "**", "__"})
_OF_TWO_CELLS: Final = 3
_SUM: Final = re.compile(r"\d\s?[\u00d7*+=]\s?\d")
_SUPPOSING: Final = frozenset(
    """
    could should would might may try suggest recommend example say common usually
    konnte konnten sollte sollten wurde wurden empfehle beispiel podria deberia pourrait devrait
    poderia deveria potrebbe dovrebbe zou kunnen
    """.split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
_A: Final = frozenset(["a", "an", "ein", "un", "une", "una", "um", "uma", "een"])
_ORDINALS: Final = frozenset(
    """
    first second third former latter oldest newest latest youngest altesten alteste altester neueste
    neuesten antiguo antigua reciente ancien ancienne recent recente vecchio vecchia antigo antiga
    oudste nieuwste
    """.split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
"""What tells which of several is meant by their order, or by their age."""

_REMARKS: Final = frozenset(
    "fix cause proof reason background summary note impact next steps what why update".split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
"""What labels say behind which a sentence stands, and no value."""

_ABOUT: Final = frozenset(
    "about with on concerning met over mit zu wegen um sur avec con su com sobre".split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
"""Behind `the case` what it is about."""

_DIVIDED: Final = frozenset(["divide", "divided", "geteilt", "dividido", "divise", "gedeeld"])
_RATES: Final = frozenset(
    "per each average mean pro je jeweils durchschnitt por par gemiddeld".split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
_SUPPOSED: Final = re.compile(
    r"\b(?:(?:i|you|we|it|that)['\u2019]d\b(?! been\b)|let['\u2019]s\b"
    r"|e\.\s?g\b|z\.\s?b\b|p\.\s?(?:ej|ex)\b|for (?:example|instance)\b|such as\b"
    r"|par exemple\b|por (?:ejemplo|exemplo)\b|(?:ad|per) esempio\b|bijvoorbeeld\b|bijv\b)"
)
_LIKE: Final = re.compile(
    r"\b(?:similar|\u00e4hnliche|similaires|similares|simili|vergelijkbare)"
    r"(?: (?:cases?|incidents?|tickets?|f\u00e4lle|casos|casi|zaken))?: ",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(
    r"\b(?:except|apart from|exception of|but (?:one|two|three|\S*\d\S*)|save for"
    r"|only \S*\d\S* (?:is|are|isn['\u2019]t|aren['\u2019]t)|au(?:ss|\u00df)er(?! betrieb| dienst)"
    r"|bis auf|sauf|hormis|salvo|excepto|menos|tranne|eccetto|exceto|behalve)\b|, nur\b"
)
_OWN_PLAN: Final = re.compile(r"\b(?:(?:i|we)['\u2019]d|any \w+ and (?:we|you|it))\b")
_IN_TEN: Final = re.compile(
    r"\w (?:in|out of|von|sur|de cada|em cada|su) (?:every )?(?:ten|10|zehn|dix|diez|dez|dieci)\b"
    r"|\b(?:one|two|three|[123]) in (?:every )?(?:two|three|four|five|six|[2-6])\b",
    re.IGNORECASE,
)
_NO: Final = re.compile(r"\bno\b")
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


Judged = Literal["same", "other", "unclear"]
"""What a value of the results says to what the answer says."""


class FoundFact(NamedTuple):
    """A fact of an answer: where it stands, and what the results say of it."""

    start: int
    end: int
    kind: FactKind
    verdict: Verdict
    known: Known | None = None
    denied: bool = False


class Heading(NamedTuple):
    """What a heading gives what is listed under it: levels of priority, or whose it is."""

    levels: frozenset[int] = frozenset()
    owner: OwnerName | None = None


@dataclass(eq=False)  # a frozen one takes three times as long to make
class AnswerLine:
    """The words of a sentence of the answer, with what is read of them for all of its clauses."""

    answer: str
    words: Sequence[Word]
    index: Index
    heading: Heading = Heading()  # noqa: RUF009 - a tuple
    """What a heading gives what is listed under it."""
    before: Sequence[Word] = ()
    """The words of the sentence before, where that names no record."""
    is_behind_several: bool = False
    """Whether the sentence before names several: `DB01 depends on NAS01. It is operational.`"""

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts that it tells of."""
        return list(amounts_in(self.words))

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
        return fails([word.text for word in self.words])

    @lazy
    def slots(self) -> Sequence[Slot]:
        """Its numbers and names."""
        return slots_of(self.words, self.answer, self.amounts)

    @lazy
    def texts(self) -> frozenset[str]:
        """Its words as they are."""
        return frozenset([word.text for word in self.words])

    @lazy
    def moments(self) -> Sequence[Moment]:
        """The dates and times that it tells."""
        return [moment(word.text) for word in self.words if word.form == "date"]

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
        texts = [word.text for word in self.words]
        if _SUM.search(self.answer, self.words[0].start, self.words[-1].end):
            return -1  # 25 times 14, and what that is
        begin = 1 if texts[:1] == ["|"] else 0
        split = "|" if begin and texts.count("|") <= _OF_TWO_CELLS else ":"
        if split not in texts[begin:]:
            return -1
        end = texts.index(split, begin)
        label = [word for word in self.words[begin:end] if word.form != "mark"]
        is_short = 0 < len(label) <= _LONGEST_LABEL
        is_remark = any(word.text in _REMARKS for word in label)
        is_plain = is_short and not is_remark and all(word.form == "word" for word in label)
        return self._behind(end) if is_plain else -1

    @lazy
    def begins_with_label(self) -> bool:
        """Whether it begins a line with what a label would say: `- Owner is Ann Lee`."""
        first = next((word for word in self.words if word.form != "mark"), None)
        if first is None or not (first.of("label:") or first.says("assigned")):
            return False
        near = max(0, first.start - _NEAR)
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
        start, end = max(0, first - _NEAR), min(len(self.answer), last + _NEAR)
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
        return count_of(self.records) == 1

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
        return count_of(self.records) > 1

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
        return self.is_behind_several or not _ORDINALS.isdisjoint(told)

    @lazy
    def named_before(self) -> Sequence[Record | None]:
        """The ticket that stands last before it in the same line, or in the heading above.

        None for one of no result.
        """
        start = self.words[0].start
        near = max(0, start - _NEAR)
        begin = max(near, self.answer.rfind("\n", near, start) + 1)
        named = TICKET.findall(self.answer[begin:start].lower())
        if not named and begin > near:
            named = TICKET.findall(self._heading_above(near, begin).lower())
        return [self.index.record(name) for name in named[-1:]]

    @lazy
    def is_in_point(self) -> bool:
        """Whether it stands in a point of a list that begins with one record, and names no other.

        `- SCS0012345: till 4, black screen. Moderate priority, Ann is on it.`
        """
        start, end = self.words[0].start, self.words[-1].end
        near, far = max(0, start - _NEAR), min(len(self.answer), end + _NEAR)
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
        return _LIKE.search(self.answer, self.words[0].start, self.words[-1].end) is not None

    @lazy
    def names_level(self) -> bool:
        """Whether it names a service level, or says a phrase with it: `within its SLA`."""
        is_limit = not LIMITS.isdisjoint(self.texts)
        return any(
            "label:sla" in word.means
            or BREACH in word.text
            or (word.says(*_OF_LEVELS) and (is_limit or self._has_level(word)))
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
        found = ((word, self.index.record(word.text)) for word in names)
        return [
            (word, record)
            for word, record in found
            if record is not None or (is_ticket(word.text) and not self._may_be_main(word.text))
        ]

    def _may_be_main(self, name: str) -> bool:
        """Whether a number that no result has as one may be that of the only case there is."""
        main = self.index.main
        return main is not None and not main.ids and self.index.name(name) is None

    @lazy
    def is_elsewhere(self) -> bool:
        """Whether a time zone is named, in it or near by: it moves all times."""
        start = max(0, self.words[0].start - _NEAR_ZONE)
        return names_zone(self.answer, start, self.words[-1].end + _BEHIND)


@dataclass(eq=False)  # a frozen one takes three times as long to make
class ClauseContext:
    """A clause, the answer that it is of, as it is and folded, and what is known.

    `line` is its sentence; `carried` is the record that was named last in the lines before, if
    that is clear. `right` and `wrong` are the places, from and to, of what the rules before
    have found to be so: no other rule needs to read what is wrong.
    """

    answer: str
    fold: str
    clause: AnswerClause
    line: AnswerLine
    index: Index
    lexicon: Lexicon
    carried: Record | None
    right: Collection[tuple[int, int]] = frozenset()
    wrong: Collection[tuple[int, int]] = frozenset()

    def is_wrong(self, start: int, end: int) -> bool:
        """Whether something between two places was found to be wrong."""
        return any(begin < end and start < stop for begin, stop in self.wrong)

    def told(self, words: Sequence[Word]) -> str:
        """The text from the first to the last of words, folded."""
        return self.fold[words[0].start : words[-1].end]

    @property
    def texts(self) -> frozenset[str]:
        """The words of what the clause states."""
        clause = self.clause
        if clause.words is clause.whole:
            return clause.texts
        return frozenset(word.text for word in clause.words)

    @property
    def sentence(self) -> str:
        """The sentence of the clause, folded; of a long one what stands near the clause."""
        line, words = self.clause.line, self.clause.words
        start = max(line[0].start, words[0].start - _NEAR)
        return self.fold[start : min(line[-1].end, words[-1].end + _NEAR)]

    @lazy
    def stems(self) -> frozenset[str]:
        """The stems of what its sentence says near the clause."""
        return stems_of(self.sentence)

    @lazy
    def own_stems(self) -> frozenset[str]:
        """The stems of the clause alone."""
        return stems_of(self.told(self.clause.words))

    @lazy
    def repeated(self) -> Sequence[tuple[int, Passage]]:
        """The sentences of the results that the clause repeats, but for what it has otherwise.

        They share four stems with it at least, and half of its own; those with most first.
        """
        least = max(_MUCH, _HALF * len(self.own_stems))
        shared = self.index.sharing(self.own_stems)
        return list(islice(takewhile(lambda each: each[0] >= least, shared), _MOST_REPEATED))

    @property
    def has_capitals(self) -> bool:
        """Whether a word of the clause may have a capital, as names have."""
        return CAPITAL in self.clause.cues

    @lazy
    def said(self) -> StatedClause:
        """What the clause states; in Portuguese `no` is `in the`."""
        told = self.told(self.clause.words)
        return stated(_NO.sub("em", told) if self.lexicon.language == "portuguese" else told)

    @lazy
    def names(self) -> frozenset[str]:
        """The names and numbers of what the clause states."""
        return names_in(self.said.stems)

    @lazy
    def denials(self) -> Sequence[int]:
        """The places of the words of the clause that deny."""
        return [at for at, word in enumerate(self.clause.words) if word.says("not", "not_be")]

    @lazy
    def is_total(self) -> bool:
        """Whether the clause tells what there is altogether."""
        return any(word.says("total") for word in self.clause.words)

    @lazy
    def amounts(self) -> Sequence[Amount]:
        """The amounts that the clause tells of."""
        if "number" not in self.clause.cues:
            return ()
        return self.line.amounts if self._is_whole else list(amounts_in(self.clause.words))

    @lazy
    def slots(self) -> Sequence[Slot]:
        """The numbers and names of the clause."""
        if self._is_whole:
            return self.line.slots
        return slots_of(self.clause.words, self.answer, self.amounts)

    @property
    def _is_whole(self) -> bool:
        """Whether the clause is all of its sentence."""
        return len(self.clause.words) == len(self.line.words)

    @lazy
    def near(self) -> Sequence[tuple[int, StatedClause]]:
        """The statements of the results that share most with it; none of another record."""
        near = self.index.near(self.said.stems)
        if not self.index.owners or not self._named_records:
            return near
        return [each for each in near if self._may_be_of(each[1])]

    @lazy
    def _named_records(self) -> Sequence[Record]:
        """The records that the clause names, else the one named last before in its sentence."""
        before = self.clause.line[: self.clause.at]
        named = [word for word in self.clause.words if word.form == "name"]
        named = named or [word for word in before if word.form == "name"][-1:]
        found = (self.index.record(word.text) for word in named)
        return [record for record in found if record is not None]

    def _may_be_of(self, told: StatedClause) -> bool:
        """Whether a statement is of a record that is named here, or of none that is known."""
        owner = self.index.owner(told.known.source) if told.known is not None else None
        return owner is None or any(owner is record for record in self._named_records)

    @lazy
    def supposes(self) -> bool:
        """Whether the clause says what could be or be done, of which no result can tell."""
        words = self.clause.words
        if _SUPPOSED.search(self.told(words)):
            return True
        return not _SUPPOSING.isdisjoint(self.clause.texts) and any(
            word.text in _SUPPOSING and not any(each.says("not") for each in words[at + 1 : at + 2])
            for at, word in enumerate(words)
        )

    def is_author(self, words: Sequence[Word]) -> bool:
        """Whether words are how a journal calls somebody: `j.smith`."""
        authors = self.index.authors
        return bool(authors) and self.answer[words[0].start : words[-1].end] in authors

    @lazy
    def is_own_plan(self) -> bool:
        """Whether it tells what one would do oneself, or what would follow: `I'd watch it`."""
        return _OWN_PLAN.search(self.told(self.clause.words)) is not None

    @property
    def is_brief(self) -> bool:
        """Whether the answer is one to a question about a field."""
        return len(self.answer) < BRIEF

    @property
    def is_value(self) -> bool:
        """Whether the clause is of a line of a journal, or stands behind a label of tickets."""
        return self.clause.is_event or (self.is_labelled and self.line.is_known_label)

    @property
    def is_sure(self) -> bool:
        """Whether what only resembles a statement of the results is held against it."""
        return len(self.answer) < SHORT or self.is_value

    @property
    def tells_subject(self) -> bool:
        """Whether the clause itself tells what it is of, or need not: a short answer, a label.

        Its subject is the only case that there is, or pods or items: `11 of the 14 pods are fine`.
        """
        subject = self.clause.subject
        is_of_one = subject == "case" and self.index.main is not None
        is_labelled = self.is_labelled or self.line.begins_with_label
        return self.is_sure or is_labelled or is_of_one or subject in {"pod", "item"}

    @property
    def is_anchored(self) -> bool:
        """Whether it is plain what the clause is of: it tells it, or its paragraph has a name."""
        return self.tells_subject or self.clause.is_event or self.line.is_of_named

    @property
    def is_labelled(self) -> bool:
        """Whether what stands behind a label is in it."""
        return self.clause.at <= self.line.label

    @property
    def averages(self) -> bool:
        """Whether the clause tells of so many of each, which has been worked out."""
        return not (_RATES.isdisjoint(self.texts) and _DIVIDED.isdisjoint(self.line.texts))

    @property
    def is_in_order(self) -> bool:
        """Whether it tells which of several by their order: `the second`."""
        if len(self.index.records) <= 1 or _ORDINALS.isdisjoint(self.texts):
            return False
        words = self.clause.words
        behind = [after.text for word, after in pairwise(words) if word.text in _ORDINALS]
        return behind != [":"]  # `One thing first: SCS0012345 is open`

    def about(self, at: int) -> Sequence[Record]:
        """The records that a claim at a position may be about: the one named nearest, else all."""
        several, words = len(self.index.records) > 1, self.clause.words
        is_of_some = self.is_in_order
        named, unknown = self._named(at)
        if (named is not None or unknown) and not is_of_some:
            described = self._described_subject() if named is not None else None
            return (described or named,) if named is not None else ()
        of_line = words[0].of("number:") or not _ORDINALS.isdisjoint(self.line.texts)
        if is_of_some or (several and of_line):
            return self.index.records  # one critical, two new; the first has it, the second not
        if self._is_of_unknown_one:
            return ()
        if self.index.main is None:
            return self._about_one_of_several()
        for record in self.line.named_before:
            return (record,) if record is not None else ()
        return (self.index.main,)

    def _described_subject(self) -> Record | None:
        """The record that a clause without a name describes: `while the storage case is open`."""
        words = self.clause.words
        if self.line.named_between(words[0].start, words[-1].end):
            return None
        verb = next((at for at, word in enumerate(words) if word.says("be", "been", "assigned")), 0)
        subject = [word for word in words[:verb] if not word.says("case")]
        return self._describes(subject) if 0 < len(subject) < verb else None

    def _about_one_of_several(self) -> Sequence[Record]:
        """The record that a clause describes, else the one named last, else all there are."""
        first = self.clause.words[0]
        is_it = self.carried is not None and first.says("it")
        is_field = self.carried is not None and self.line.is_known_label  # `Status: Open`
        if not (is_it or is_field) and (described := self._described) is not None:
            return (described,)
        if is_it and (spoken := (*self.line.before, *self.clause.line[: self.clause.at])):
            # `SCS0012345 is on hold. The printer case is open, and it's with Ann.`
            if (described := self._describes(spoken)) is not None:
                return (described,)
            if any(map(_tells_of_other, (None, *spoken), spoken)):
                return ()
        if self.carried is not None:
            return (self.carried,)
        # `CS-88141 is new; it's with Identity`, where no result has that ticket.
        return () if first.says("it") and first.says("assigned") else self.index.records

    @property
    def _is_of_unknown_one(self) -> bool:
        """Whether a clause is of one of several, and results do not tell which.

        `It` behind a sentence with two of them, `the case with the card terminals`.
        """
        if self.clause.words[0].says("it") and not self.clause.at:
            return self.line.is_behind_one_of_several
        words = [word for word in self.clause.words[:_MUCH] if not word.says("determiner")]
        is_case = len(words) > 1 and words[0].says("case") and words[1].text in _ABOUT
        return is_case and len(self.index.records) > 1 and self._described is None

    @lazy
    def _described(self) -> Record | None:
        """The record whose description or place shares words with the clause: `the Wi-Fi case`."""
        if (found := self._describes(self.clause.words)) is not None:
            return found
        # `A loop was found (assigned: Ann)`, of the case before, is none of the sign-in loop.
        return self._describes(self.before_bracket, 1 if self.carried is None else _TWO)

    @lazy
    def before_bracket(self) -> Sequence[Word]:
        """The words before the bracket that the clause stands in: `loyalty points (new, P3)`."""
        line = self.clause.line[max(0, self.clause.at - _MOST_BRACKETED) : self.clause.at]
        opens = next((at for at in range(len(line) - 1, -1, -1) if line[at].text in "()"), -1)
        if opens < 0 or line[opens].text != "(":
            return ()
        begin = next((at for at in range(opens - 1, -1, -1) if line[at].form == "mark"), -1)
        return line[begin + 1 : opens]

    def describes_one(self, words: Sequence[Word]) -> bool:
        """Whether words describe one of several records, by two words at least."""
        return self.index.main is None and self._describes(words, _TWO) is not None

    def _describes(self, words: Sequence[Word], least: int = 1) -> Record | None:
        """The record whose description or place shares most words, and so many at least."""
        if not words:
            return None
        stems = stems_of(self.told(words))
        is_of_customer = "label:customer" in self.clause.cues  # whose it is said to be
        known = self.index.described if is_of_customer else self.index.described_by_customer
        counts = [(len(stems & each), record) for each, record in known]
        best = max((count for count, _ in counts), default=0)
        # Two tools may have told of the same one.
        found = {min(record.ids, default=""): record for count, record in counts if count == best}
        return next(iter(found.values())) if best >= least and len(found) == 1 else None

    def _named(self, at: int) -> tuple[Record | None, bool]:
        """The record that the sentence names nearest, before the claim rather than behind it.

        A line of a table that names several is of none of them.
        """
        named = self.line.records
        if len(named) > 1 and self.line.words[0].text == "|":
            return None, True
        place = bisect_right(named, at, key=lambda each: each[0].end)
        words = self.clause.words
        own = self.line.named_between(words[0].start, words[-1].end)
        leads = at in {words[0].start, words[1 if words[0].says("and") and words[1:] else 0].start}
        if own and leads and own[0][0].start >= at:
            return own[0][1], own[0][1] is None  # `Ann has SCS0012345, Bo has SCS0012346`
        is_apart = not own and not words[0].says("which")
        if is_apart and place > 1 and self._is_relative(named[place - 2][0], named[place - 1][0]):
            place -= 1  # `DB01, which depends on NAS01, is operational`
        # `It's P2, whereas SCS0012345 is P3`
        end = words[-1].end if words[0].says("it") else self.line.words[-1].end
        # `The storage case (P1) and SCS0012345`: a bracket is of what stands before it.
        further = () if self.before_bracket else named[place:]
        behind = (each for each in further if at < each[0].start < end)
        nearest = named[place - 1] if place else next(behind, None)
        return (nearest[1], nearest[1] is None) if nearest is not None else (None, False)

    def _is_relative(self, one: Word, other: Word) -> bool:
        """Whether another name stands in what is said of one behind a `which`; in no bracket."""
        if self.answer[other.start - 1 : other.start] == "(":
            return False  # `the app that asks for a login (SCS0012346, P3)`
        line = self.clause.line
        first, last = (place_at(line, at) for at in (one.end, other.start))
        return any(word.says("which") for word in line[first:last])

    def judged(
        self,
        kind: FactKind,
        words: Sequence[Word],
        records: Sequence[Record],
        fields: Sequence[str],
        judge: Callable[[Known], Judged],
        *,
        denied: bool = False,
    ) -> Iterator[FoundFact]:
        """The finding on a value of records: one is enough to support it, all contradict it.

        Of each record one value is enough to support. A denied value is supported where all differ.
        """
        start, end = words[0].start, words[-1].end
        verdicts: list[tuple[Judged, Known]] = []
        for record in records:
            found = [(judge(known), known) for known in record.values(*fields)]
            found = [each for each in found if each[0] != "unclear"]
            if not found:
                continue
            verdicts.append(next((each for each in found if each[0] == "same"), found[0]))
        if not verdicts:
            return
        wanted: Judged = "other" if denied else "same"
        fitting = [known for verdict, known in verdicts if verdict == wanted]
        if fitting:
            # Whatever the order of calls: the very same word before one that means as much.
            said = self.fold[start:end]
            good = next((each for each in fitting if each.text.lower() == said), fitting[0])
            yield FoundFact(start, end, kind, "supported", good, denied)
        elif not self._is_of_another(records, fields, judge, wanted):
            yield FoundFact(start, end, kind, "contradicted", verdicts[0][1], denied)

    def _is_of_another(
        self,
        records: Sequence[Record],
        fields: Sequence[str],
        judge: Callable[[Known], Judged],
        wanted: Judged,
    ) -> bool:
        """Whether what is said of a record that lines before named is so of another one.

        The sentence may be about that one without its number: `Meridian also has a P1`.
        """
        carried = self.carried
        words = self.clause.words
        is_meant = any(word.says("it", "case") or word.text in _ITS for word in words)
        is_meant = is_meant or words[0].says("assigned")
        # In phrases, too: `SCS0012345 is open. Ann Lee is on it`.
        is_next = not self.line.before and not self.clause.at
        said = _WORD.findall(self.told(words)) if is_next else ()
        is_meant = is_meant or not _ITS.isdisjoint(said)
        is_meant = is_meant or self.clause.subject == "case"
        is_named = bool(self.line.records) or self.is_labelled or is_meant
        is_named = is_named or self.line.is_in_point
        if carried is None or [*records] != [carried] or is_named:
            return False
        others = (record for record in self.index.records if record is not carried)
        return any(judge(each) == wanted for record in others for each in record.values(*fields))


def count_of(named: Iterable[tuple[Word, Record | None]]) -> int:
    """How many records are named, all unknown tickets as one."""
    return len({id(record) for _, record in named})


def _begin_of(named: tuple[Word, Record | None]) -> int:
    return named[0].start


def _tells_of_other(before: Word | None, word: Word) -> bool:
    """Whether a word tells of another ticket: `the P1`, `the other case`, but not `it's a P2`."""
    is_own = before is not None and before.text in _A
    return (
        word.says("case")
        or word.text in _OTHERS
        or (LEVEL.fullmatch(word.text) is not None and not is_own)
    )


def outright(found: Iterable[FoundFact], context: ClauseContext) -> Iterator[FoundFact]:
    """Findings of a rule that holds a clause against what it resembles, as far as they are sure.

    A brief answer is about the one thing that was asked, and so is what stands behind a label or
    in a line of a journal. In anything longer, what resembles a statement of the results often
    tells of something else: of what such rules called wrong there, in answers that nobody had
    seen, three in four were right.
    """
    if context.is_sure:
        yield from found
    else:
        yield from (each for each in found if each.verdict != "contradicted")


def anchored(found: Iterable[FoundFact], context: ClauseContext) -> Iterator[FoundFact]:
    """Findings of a rule as far as it is plain what the clause is of (ADR 0077)."""
    return (each for each in found if each.verdict != "contradicted" or context.is_anchored)


def names_record(index: Index, word: Word) -> bool:
    """Whether a word is what a record is called."""
    return word.form in {"name", "ip"} and index.record(word.text) is not None


def is_ticket(name: str) -> bool:
    """Whether a name has the form of a ticket's number: SCS0012345, CS-88141."""
    return TICKET.fullmatch(name) is not None
