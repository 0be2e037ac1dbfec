"""What the in-memory ledger keeps of one memory, and its claims."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from recollect.core.field_prefixes import BOUNDED_IN_CONTEXT_PREFIX, IN_CONTEXT_PREFIX
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import iso
from recollect.learning.contexts import RunContext
from recollect.learning.judges import OPERATOR
from recollect.memories.model import (
    OPERATOR_AUTHORITY,
    CitationOutcome,
    CorrectedBy,
    HistoryEvent,
    Vote,
)
from recollect.memories.stored.counts import (
    MAX_RUNS_PER_JUDGE,
    TOMBSTONE_FIELD,
    MemoryCounts,
    counts_of,
)


def counted_in(context: RunContext) -> frozenset[RunContext]:
    """The contexts for which a run in this one is counted, besides that of all runs."""
    told = (RunContext(context.stage), RunContext(category=context.category), context)
    return frozenset(each for each in told if any(each))


MAX_NAMED_JUDGES: Final = 64
"""How many judges are named that say the same of a memory, or of a run, as the scripts have it."""

COUNTERS: Final = {"success": "successes", "failure": "failures"}


@dataclass(frozen=True, slots=True)
class RunJudgement:
    """A run's outcome, its judge ("" for the operator), the day it was judged, and its moment."""

    outcome: CitationOutcome
    judge: str
    day: str
    stamp: str


class VoterWord(NamedTuple):
    """A vote as a judge reports it: its moment, and the day whose place it takes, if any."""

    stamp: str
    vote: str
    day: str | None


SHOWN: Final = "shown "
"""Before the name of a run, where the beliefs about what it was shown are kept."""
Words = dict[str, str]
"""By whom an outcome of a run is believed ("" is the operator), each with the moment of which."""


def _judges_of(believed: Mapping[str, Words]) -> set[str]:
    return {judge for words in believed.values() for judge in words if judge}


@dataclass(slots=True)
class Entry:
    """Everything that is kept of one memory; an empty entry if there is no memory."""

    fields: dict[str, str] = field(default_factory=dict)
    voters: dict[str, Vote] = field(default_factory=dict)
    voted_at: dict[str, str] = field(default_factory=dict)
    log: list[HistoryEvent] = field(default_factory=list)
    confirmations: dict[str, int] = field(default_factory=dict)
    endings: dict[str, tuple[str, CitationOutcome]] = field(default_factory=dict)
    answers: set[str] = field(default_factory=set)
    writers: set[str] = field(default_factory=set)
    influence: dict[str, str] = field(default_factory=dict)
    origins: set[Key] = field(default_factory=set)
    voided: set[str] = field(default_factory=set)
    votes: dict[str, tuple[VoterWord, str]] = field(default_factory=dict)
    """The believed vote of a judge on the latest day on which it spoke, and whose."""
    said: dict[tuple[str, str], VoterWord] = field(default_factory=dict)
    """What is said of each voter by each judge."""
    judged_in: dict[tuple[str, str], int] = field(default_factory=dict)
    """How many runs of a context are believed by a judge's word."""
    words: dict[str, dict[str, Words]] = field(default_factory=dict)
    """What is believed of runs, by outcome."""
    taken: defaultdict[tuple[str, str], list[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """The believed runs of each judge with their days; trials (`SHOWN`) and others apart."""

    @property
    def counts(self) -> MemoryCounts:
        return counts_of(self.fields)

    @property
    def is_influenced(self) -> bool:
        """Whether any judgements of single judges are kept."""
        return bool(self.influence or self.words or self.votes or self.said or self.taken)

    @property
    def tombstoned(self) -> bool:
        return TOMBSTONE_FIELD in self.fields

    def count(self, name: str, by: int = 1) -> None:
        self.fields[name] = str(int(self.fields.get(name, "0")) + by)

    def take_side(self, judge: str, stamp: str, *, well: bool) -> None:
        """Note a judge as supporter or opponent by its last judgement; a writer is neither."""
        if judge in self.writers:
            return
        if well and self.fields.pop("unproven", ""):
            self.fields.setdefault("supporters", "")
        if stamp:
            said = f"said {judge or OPERATOR}"
            if self.influence.get(said, "") > stamp:
                return
            self.influence[said] = stamp
        sides = ("supporters", "opponents") if well else ("opponents", "supporters")
        ours, theirs = ({*self.fields.get(side, "").split("\n")[:-1]} for side in sides)
        judge = judge or OPERATOR
        for side, names in zip(sides, (ours | {judge}, theirs - {judge}), strict=True):
            if names or side in self.fields:
                self.fields[side] = "".join(f"{each}\n" for each in sorted(names))

    def may_have_judged(self, judge: str, *, well: bool) -> bool:
        """Whether a judge's last judgement may be good, or bad; those of writers are not kept."""
        names = self.fields.get("supporters" if well else "opponents", "").split("\n")[:-1]
        return (judge or OPERATOR) in names or judge in self.writers

    def take_writers_side(self, writer: str, stamp: str, *, begins: bool, well: bool) -> None:
        if begins and writer:
            self.fields |= {"unproven": "1", "writer": writer}
        else:
            self.take_side(writer, "" if well else stamp, well=well)

    def count_vote(self, vote: str, before: str | None = None) -> None:
        """Count a vote in place of an earlier one, without believing either."""
        for each, by in ((before, -1), (vote, 1)):
            if each:
                self.count(f"{each}s", by)
                self.count(f"{each}s_beyond", by)

    def believe(self, vote: str, by: int = 1) -> None:
        self.count(f"{vote}s_beyond", -by)

    def cast(self, vote: str, judge: str, day: str, stamp: str) -> None:
        """Count a vote without a named voter."""
        self.count_vote(vote)
        self.take_place(vote, "", judge, day, stamp)

    def take_place(self, vote: str, voter: str, judge: str, day: str, stamp: str) -> None:
        """Believe a vote; of a judge's votes of one day, that of the latest moment is believed."""
        word = VoterWord(stamp, vote, day)
        other, whose = self.votes.get(judge, (VoterWord("", "", ""), ""))
        if judge and (str(other.day), other.stamp if other.day == day else "") > (day, stamp):
            word = word._replace(day=None)
        else:
            if other.day == day:
                self.believe(other.vote, -1)
                displaced = self.said.get((whose, judge))
                if displaced and displaced.day == day:
                    self.said[whose, judge] = displaced._replace(day=None)
            if judge:
                self.votes[judge] = word, voter
            self.believe(vote)
        if voter:
            self.said[voter, judge] = word

    def _has_place(self, word: VoterWord, voter: str, judge: str) -> bool:
        kept = self.votes.get(judge)
        return kept is not None and (kept[0].day, kept[1]) == (word.day, voter)

    def report_vote(self, vote: str, voter: str, judge: str, day: str, stamp: str) -> None:
        """Update the believed vote of a voter by a judge's report."""
        if not judge:
            for key in [each for each in self.said if each[0] == voter]:
                word = self.said.pop(key)
                if word.day:
                    self.believe(word.vote, -1)
                if self._has_place(word, *key):
                    del self.votes[key[1]]
        own = self.said.get((voter, judge))
        if own is None or own.day is None:
            self.take_place(vote, voter, judge, day, stamp)
            return
        word = VoterWord(stamp, vote, own.day)
        self.believe(own.vote, -1)
        self.believe(vote)
        if self._has_place(own, voter, judge):
            self.votes[judge] = word, voter
        self.said[voter, judge] = word

    def apply_judgement(self, run: str, said: RunJudgement) -> None:
        """Update the believed outcomes of a run by a judgement.

        A new judgement uses up one run of its judge's bound: of those that cited the memory, or
        else of those that were `SHOWN` it.
        """
        believed, judge = self.words.setdefault(run, {}), said.judge
        own = [words[judge] for words in believed.values() if judge in words]
        if any(each > said.stamp for each in own):
            return
        others = believed.get(said.outcome, {}).keys() - {judge}
        has_room = not judge or len(others) < MAX_NAMED_JUDGES
        if judge:
            is_settled = any("" in words for words in believed.values())
            if is_settled:
                return
            if not own and not (has_room and self.takes_run(run, judge, said.day)):
                return
        for outcome, words in list(believed.items()):
            if not judge:
                words.clear()
            words.pop(judge, None)
            if not words:
                del believed[outcome]
        if has_room:
            believed.setdefault(said.outcome, {})[judge] = said.stamp

    def words_of(self, run: str) -> dict[str, Words]:
        """The believed outcomes of a run, each with its judges."""
        return {outcome: dict(words) for outcome, words in self.words.get(run, {}).items()}

    def believed_of(self, run: str) -> frozenset[str]:
        """The believed outcomes of a run."""
        return frozenset(self.words.get(run, ()))

    def takes_run(self, run: str, judge: str, day: str) -> bool:
        """Whether one more run of this judge is believed.

        It is the first of its day, and of trials one of the first three.
        """
        bounded = SHOWN if run.startswith(SHOWN) else ""
        taken = self.taken[bounded, judge]
        if any(each == day for each, _ in taken):
            return False
        if bounded and len(taken) >= MAX_RUNS_PER_JUDGE:
            return False
        taken.append((day, run))
        return True

    def release_oldest(self, judge: str) -> str | None:
        """Believe no longer the oldest run of a judge that has more than three; its name."""
        taken = self.taken["", judge]
        if len(taken) <= MAX_RUNS_PER_JUDGE:
            return None
        _, run = taken.pop(0)
        believed = self.words[run]
        for outcome, words in list(believed.items()):
            words.pop(judge, None)
            if not words:
                del believed[outcome]
        return run

    def forget_judged_runs(self) -> None:
        """Forget all judged runs except the beliefs about trials."""
        self.words = {run: each for run, each in self.words.items() if run.startswith(SHOWN)}
        self.judged_in.clear()
        for which in [each for each in self.taken if not each[0]]:
            del self.taken[which]

    def tally(self, told: str | None, believed: AbstractSet[str], by: int) -> None:
        """Count a citation by the stated and the believed outcomes of its run."""
        for outcome, counter in COUNTERS.items():
            is_told, is_believed = told == outcome, outcome in believed
            if is_told:
                self.count(counter, by)
            if is_told != is_believed:
                self.count(f"{counter}_beyond", by if is_told else -by)

    def move_in_contexts(
        self, context: RunContext, before: Mapping[str, Words], now: Mapping[str, Words]
    ) -> None:
        for each in counted_in(context) if before or now else ():
            told = f"{each.stage}\n{each.category}"
            for outcome in before.keys() ^ now.keys():
                by = 1 if outcome in now else -1
                self.count(f"{IN_CONTEXT_PREFIX}{COUNTERS[outcome]} {told}", by)
            self._count_bounded(told, before, now)

    def _count_bounded(
        self, context: str, before: Mapping[str, Words], now: Mapping[str, Words]
    ) -> None:
        name = f"{BOUNDED_IN_CONTEXT_PREFIX}{context}"
        counts = [*map(int, self.fields.get(name, "0 0 0").split(" "))]
        for words, by in ((before, -1), (now, 1)):
            for place, outcome in enumerate(COUNTERS):
                counts[place] += by * bool(words.get(outcome, {}).keys() - {""})
            for judge in _judges_of(words):
                runs = self.judged_in.get((judge, context), 0)
                self.judged_in[judge, context] = runs + by
        counts[2] = sum(runs > 0 for (_, where), runs in self.judged_in.items() if where == context)
        self.fields[name] = " ".join(map(str, counts))

    def record_judgement(self, operation: Operation, kind: str, **details: str | None) -> None:
        authority = OPERATOR_AUTHORITY if operation.trusted else None
        self.record(operation, kind, **details, authority=authority)

    def record(self, operation: Operation, kind: str, **details: str | None) -> None:
        given = {name: value for name, value in details.items() if value is not None}
        self.count("revision")
        self.log.append(
            HistoryEvent(at=iso(operation.at), type=kind, actor=operation.actor, details=given)
        )

    def decide(
        self,
        outcome: str,
        correction: str | None,
        category: str | None,
        stamp: str,
        by: CorrectedBy = "judge",
    ) -> bool:
        """Keep each part of a judgement unless a later one is kept; whether its outcome stands."""
        said = {"outcome": outcome, "correction": correction, "category": category}
        if outcome == "success":
            said["correction"] = correction or ""
        stands = self._stamp_of("outcome") <= stamp
        for name, value in said.items():
            if value is not None and self._stamp_of(name) <= stamp:
                self.fields |= {name: value, f"{name}_at": stamp}
                self.fields |= {"correction_by": by} if name == "correction" else {}
        return stands

    def _stamp_of(self, name: str) -> str:
        return self.fields.get(f"{name}_at", "")

    def advance(self, name: str, ms: int) -> None:
        """Keep the latest moment given for a field."""
        self.fields[name] = str(max(int(self.fields.get(name, "0")), ms))

    def confirm(self, run_id: str, ms: int | None) -> None:
        """A run confirms the memory while it counts as a success."""
        self.confirmations.pop(run_id, None)
        if ms is not None:
            self.confirmations[run_id] = ms
        self.fields.pop("succeeded_at", None)
        if self.confirmations:
            self.fields["succeeded_at"] = str(max(self.confirmations.values()))

    def note_ending(self, run_id: str, said: RunJudgement) -> None:
        """Note a run's outcome and its moment, and count the failures since the last success."""
        self.endings[run_id] = said.stamp, said.outcome
        well = max((at for at, how in self.endings.values() if how == "success"), default="")
        failed = sum(at > well for at, how in self.endings.values() if how == "failure")
        self.fields["failed_last"] = str(failed)

    def confirm_by(self, run_id: str, told: str, stamp: str) -> None:
        """The same by what is believed of the run, or else by what is `told` of it."""
        words = self.words[run_id]
        stamps = words.get("success", {}).values()
        if told == "success" and not words:
            stamps = {"": stamp}.values()
        self.confirm(run_id, max(map(int, stamps), default=None))


class FakeClaims:
    """Who holds the claim on each memory; claims expire if they are given so many seconds."""

    def __init__(self, seconds: float = math.inf) -> None:
        self._seconds = seconds
        self._holders: dict[Key, tuple[str, float]] = {}

    def holder(self, key: Key) -> str | None:
        token, until = self._holders.get(key, (None, 0))
        return token if self._now() < until else None

    def take(self, key: Key, token: str) -> bool:
        if self.holder(key) is None:
            self._holders[key] = token, self._now() + self._seconds
        return self.holder(key) == token

    def release(self, key: Key, token: str) -> None:
        if self.holder(key) == token:
            del self._holders[key]

    def _now(self) -> float:
        return asyncio.get_running_loop().time() if self._seconds < math.inf else 0
