"""A clause of an answer with what it is held against: its sentence, and the records it is about."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.lines import NEAR, ORDINALS, AnswerLine
from recollect.validation.facts.verdicts import FoundFact, Judged
from recollect.validation.grammar.clauses import CAPITAL, AnswerClause
from recollect.validation.grammar.lexicon import Lexicon
from recollect.validation.grammar.quantities import Amount, amounts_in
from recollect.validation.grammar.words import LEVEL, Word, place_at
from recollect.validation.known.index import Index
from recollect.validation.known.passages import Passage, stems_of
from recollect.validation.known.records import Known, Record
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.statements import StatedClause, names_in, stated
from recollect.validation.layout import BRIEF
from recollect.validation.models import FactKind

_TWO: Final = 2
_MUCH: Final = 4
_HALF: Final = 0.5
_MOST_REPEATED: Final = 20
_MOST_BRACKETED: Final = 60
"""Words before a clause in which the bracket that it stands in begins."""

SHORT: Final = 250
"""Characters below which an answer is about the one thing that was asked: few sentences."""

_WORD: Final = re.compile(r"[^\W_]+")
_ITS: Final = frozenset(
    ["it", "its", "this", "ihr", "sein", "dieser", "su", "son", "sa", "suo", "zijn"]
)
"""What refers to the record that was named last."""

_OTHERS: Final = frozenset(["other", "another", "different", "andere", "anderer", "otro", "autre"])
_SUPPOSING: Final = frozenset(
    """
    could should would might may try suggest recommend example say common usually
    konnte konnten sollte sollten wurde wurden empfehle beispiel podria deberia pourrait devrait
    poderia deveria potrebbe dovrebbe zou kunnen
    """.split()
)

_A: Final = frozenset(["a", "an", "ein", "un", "une", "una", "um", "uma", "een"])
_ABOUT: Final = frozenset(
    "about with on concerning met over mit zu wegen um sur avec con su com sobre".split()
)
"""Behind `the case` what it is about."""

_DIVIDED: Final = frozenset(["divide", "divided", "geteilt", "dividido", "divise", "gedeeld"])
_RATES: Final = frozenset(
    "per each average mean pro je jeweils durchschnitt por par gemiddeld".split()
)
_SUPPOSED: Final = re.compile(
    r"\b(?:(?:i|you|we|it|that)['\u2019]d\b(?! been\b)|let['\u2019]s\b"
    r"|e\.\s?g\b|z\.\s?b\b|p\.\s?(?:ej|ex)\b|for (?:example|instance)\b|such as\b"
    r"|par exemple\b|por (?:ejemplo|exemplo)\b|(?:ad|per) esempio\b|bijvoorbeeld\b|bijv\b)"
)
_OWN_PLAN: Final = re.compile(r"\b(?:(?:i|we)['\u2019]d|any \w+ and (?:we|you|it))\b")
_NO: Final = re.compile(r"\bno\b")


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

    def written(self, words: Sequence[Word]) -> str:
        """The same, as the answer has it."""
        return self.answer[words[0].start : words[-1].end]

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
        start = max(line[0].start, words[0].start - NEAR)
        return self.fold[start : min(line[-1].end, words[-1].end + NEAR)]

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
        shared = self.index.passages.sharing(self.own_stems)
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
        near = self.index.statements.near(self.said.stems)
        if not self.index.records.has_listed or not self._named_records:
            return near
        return [each for each in near if self._may_be_of(each[1])]

    @lazy
    def _named_records(self) -> Sequence[Record]:
        """The records that the clause names, else the one named last before in its sentence."""
        before = self.clause.line[: self.clause.at]
        named = [word for word in self.clause.words if word.form == "name"]
        named = named or [word for word in before if word.form == "name"][-1:]
        found = (self.index.records.named(word.text) for word in named)
        return [record for record in found if record is not None]

    def _may_be_of(self, told: StatedClause) -> bool:
        """Whether a statement is of a record that is named here, or of none that is known."""
        owner = self.index.records.listed(told.known.source) if told.known is not None else None
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
        authors = self.index.journal.authors
        return bool(authors) and self.written(words) in authors

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
        is_of_one = subject == "case" and self.index.records.main is not None
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
        if len(self.index.records.all) <= 1 or ORDINALS.isdisjoint(self.texts):
            return False
        words = self.clause.words
        behind = [after.text for word, after in pairwise(words) if word.text in ORDINALS]
        return behind != [":"]  # `One thing first: SCS0012345 is open`

    def about(self, at: int) -> Sequence[Record]:
        """The records that a claim at a position may be about: the one named nearest, else all."""
        several, words = len(self.index.records.all) > 1, self.clause.words
        is_of_some = self.is_in_order
        named, unknown = self._named(at)
        if (named is not None or unknown) and not is_of_some:
            described = self._described_subject() if named is not None else None
            return (described or named,) if named is not None else ()
        of_line = words[0].of("number:") or not ORDINALS.isdisjoint(self.line.texts)
        if is_of_some or (several and of_line):
            return self.index.records.all  # one critical, two new; the first has it, the second not
        if self._is_of_unknown_one:
            return ()
        if self.index.records.main is None:
            return self._about_one_of_several()
        for record in self.line.named_before:
            return (record,) if record is not None else ()
        return (self.index.records.main,)

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
        return () if first.says("it") and first.says("assigned") else self.index.records.all

    @property
    def _is_of_unknown_one(self) -> bool:
        """Whether a clause is of one of several, and results do not tell which.

        `It` behind a sentence with two of them, `the case with the card terminals`.
        """
        if self.clause.words[0].says("it") and not self.clause.at:
            return self.line.is_behind_one_of_several
        words = [word for word in self.clause.words[:_MUCH] if not word.says("determiner")]
        is_case = len(words) > 1 and words[0].says("case") and words[1].text in _ABOUT
        return is_case and len(self.index.records.all) > 1 and self._described is None

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
        return self.index.records.main is None and self._describes(words, _TWO) is not None

    def _describes(self, words: Sequence[Word], least: int = 1) -> Record | None:
        """The record whose description or place shares most words, and so many at least."""
        if not words:
            return None
        stems = stems_of(self.told(words))
        is_of_customer = "label:customer" in self.clause.cues  # whose it is said to be
        records = self.index.records
        known = records.described if is_of_customer else records.described_by_customer
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
        others = (record for record in self.index.records.all if record is not carried)
        return any(judge(each) == wanted for record in others for each in record.values(*fields))


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
