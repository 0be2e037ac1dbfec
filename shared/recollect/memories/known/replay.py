"""The counts of a memory after some of the events of its history, applied one after the other.

The history is in order of arrival. Of two outcomes the one that occurred later stands, as always.
It does not record which votes and runs exceeded the bounds of their judge: these are applied anew
to all judges but the operator, who has none; to votes only if that `is_bounded`, since nobody knows
whether the operator stored a failure. Nor does it record a word on a run that was told already.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from typing import Final, get_args

from recollect.learning.judges import OPERATOR
from recollect.memories.model import NOT_TAKEN, CorrectedBy, HistoryEvent, Outcome, State
from recollect.memories.stored.counts import MAX_RUNS_PER_JUDGE, MemoryCounts
from recollect.memories.stored.record import QUARANTINE_TRUST, MemoryRecord
from recollect.retrieval.items import trust_of

_OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)
_Cast = tuple[str, str, str]
"""A judge, the day (UTC) of its judgement, and the vote."""
_Ending = tuple[str, datetime]
"""The outcome of a run, and the moment of which it was said."""


@dataclass(slots=True)
class Replay:
    """The state of a memory after some of the events of its history."""

    record: MemoryRecord
    is_bounded: bool
    votes: list[tuple[str, _Cast]] = field(default_factory=list)
    """Each vote with the moment that it is of."""
    voters: dict[str, int] = field(default_factory=dict)
    """The place in `votes` of each voter's vote."""
    runs: dict[str, _Ending | None] = field(default_factory=dict)
    """What was said last of each run that cited the memory; None of those not judged."""
    words: dict[str, dict[str, _Ending]] = field(default_factory=dict)
    """What is believed of each run, by judge."""
    taken: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The runs of which each judge is believed with their days, the oldest first."""
    occurrences: int = 0
    revision: int = 0
    writers: set[str] = field(default_factory=set)
    supporters: set[str] = field(default_factory=set)
    opponents: set[str] = field(default_factory=set)
    latest_moment: dict[str, str] = field(default_factory=dict)
    """The latest moment that each judge has reported on."""
    is_proven: bool = False
    decided: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The value of each decided field, and the moment when it occurred."""
    corrected_by: CorrectedBy | None = None
    state: State = "active"
    moments: dict[str, datetime] = field(default_factory=dict)

    def apply(self, event: HistoryEvent) -> None:
        """Apply the next event."""
        self.revision += 1
        at, details = datetime.fromisoformat(event.at), event.details
        since = details.get("as_of", event.at)
        match event.type:
            case "stored" | "stored_again":
                self._store(event, at)
            case "voted":
                self._vote(event, since)
            case "outcome_recorded" | "corrected":
                outcome = details.get("outcome", "corrected")
                self._decide(outcome, details.get("correction"), details.get("category"), since)
                self._cast(event, "upvote" if outcome == "success" else "downvote", since)
                self._take_side(event, since, well=outcome == "success")
            case "validated":
                self.state = "active"
                self.moments["validated_at"] = at
                self._take_side(event, since, well=True)
            case "cited":
                self.runs.setdefault(details["run_id"], None)
            case "citation_judged":
                self._judge(event, since)
            case kind:
                self._change_state(kind, at)
                if kind == "retracted":
                    self._take_side(event, since, well=False)

    def counts(self, now: MemoryCounts) -> MemoryCounts:
        """The counts after the events so far; fields that no history records are today's."""
        votes, beyond = self._votes_and_beyond()
        told = Counter(each[0] for each in self.runs.values() if each)
        believed = self._believed_runs()
        return replace(
            now,
            upvotes=votes.count("upvote"),
            downvotes=votes.count("downvote"),
            upvotes_beyond=beyond.count("upvote"),
            downvotes_beyond=beyond.count("downvote"),
            citations=len(self.runs),
            successes=told["success"],
            failures=told["failure"],
            successes_beyond=told["success"] - believed["success"],
            failures_beyond=told["failure"] - believed["failure"],
            occurrences=self.occurrences,
            outcome=next((each for each in _OUTCOMES if each == self._latest("outcome")), None),
            correction=self._latest("correction") or "",
            correction_by=self.corrected_by,
            category=self._latest("category"),
            state=self.state,
            validated_at=self.moments.get("validated_at"),
            stored_at=self.moments.get("stored_at"),
            succeeded_at=max(self._confirmations(), default=None),
            failed_last=self._failed_last(),
            archived_at=self.moments.get("archived_at"),
            restored_at=self.moments.get("restored_at"),
            retracted="retracted" in self.moments,
            revision=self.revision,
            # A memory is proven for good. The name of its writer may be erased since.
            unproven=now.unproven or (now.writer is not None and not self.is_proven),
            supporters=self._supporters(now),
            opponents=frozenset(self.opponents),
            trials=(),
            contexts=(),
        )

    def _supporters(self, now: MemoryCounts) -> frozenset[str]:
        # No history names the operator as such, who may stand by what it stored or imported.
        began_here = now.writer is None or "imported" in self.moments
        return frozenset(self.supporters) | (now.supporters & {OPERATOR} if began_here else set())

    def _store(self, event: HistoryEvent, at: datetime) -> None:
        is_first, self.occurrences = self.occurrences == 0, self.occurrences + 1
        if NOT_TAKEN in event.details:
            return
        outcome = event.details.get("outcome", "success")
        well = outcome == "success"
        if is_first:
            trusted = trust_of(self.record.metadata) >= QUARANTINE_TRUST
            self.state = "active" if trusted else "quarantined"
            self.writers.add(event.actor)
            self.decided["outcome"] = outcome, ""
        self._take_side(event, "" if well else event.at, well=well)
        if not well:
            by: CorrectedBy = "writer" if event.actor in self.writers else "judge"
            self._decide(outcome, event.details.get("correction"), None, event.at, by)
            self._cast(event, "downvote", event.at)
        elif not is_first:
            self.moments["stored_at"] = at
            if "retracted" not in self.moments:
                self._restore(at)

    def _change_state(self, kind: str, at: datetime) -> None:
        match kind:
            case "archived":
                self.moments["archived_at"] = at
            case "retracted":
                self.runs.clear()
                self.words.clear()
                self.taken.clear()
                self.moments.setdefault("archived_at", at)
                self.moments["retracted"] = at
            case "restored":
                self._restore(at)
            case "quarantined":
                self.state = "quarantined"
            case "imported":
                # Judges elsewhere are none here.
                self.supporters.clear()
                self.opponents.clear()
                self.moments["imported"] = at

    def _vote(self, event: HistoryEvent, since: str) -> None:
        vote, voter = event.details["vote"], event.details.get("voter_id")
        if voter is None or voter not in self.voters:
            self._cast(event, vote, since)
            if voter is not None:
                self.voters[voter] = len(self.votes) - 1
        else:
            _, (judge, day, _) = self.votes[self.voters[voter]]
            self.votes[self.voters[voter]] = since, (judge, day, vote)
        self._take_side(event, since, well=vote == "upvote")

    def _cast(self, event: HistoryEvent, vote: str, since: str) -> None:
        self.votes.append((since, (_judge_of(event), event.at[:10], vote)))

    def _take_side(self, event: HistoryEvent, since: str, *, well: bool) -> None:
        judge = _judge_of(event)
        if judge in self.writers:
            return
        self.is_proven |= well
        last = self.latest_moment.get(judge, "")
        if not since or since >= last:
            self.latest_moment[judge] = since or last
            ours, theirs = self.supporters, self.opponents
            (ours if well else theirs).add(judge)
            (theirs if well else ours).discard(judge)

    def _judge(self, event: HistoryEvent, since: str) -> None:
        run, outcome, judge = event.details["run_id"], event.details["outcome"], _judge_of(event)
        ending = self.runs[run] = outcome, datetime.fromisoformat(since)
        words = self.words.setdefault(run, {})
        if judge == OPERATOR:
            words.clear()
            words[judge] = ending
        elif OPERATOR not in words and (judge in words or self._takes(run, judge, event.at[:10])):
            words[judge] = ending
        self._take_side(event, since, well=outcome == "success")

    def _takes(self, run: str, judge: str, day: str) -> bool:
        """Whether one more run of a judge is believed: the first of a day, and of those the latest.

        Of more than `MAX_RUNS_PER_JUDGE` the oldest is believed no more by its word.
        """
        taken = self.taken.setdefault(judge, [])
        if any(each == day for each, _ in taken):
            return False
        taken.append((day, run))
        if len(taken) > MAX_RUNS_PER_JUDGE:
            _, oldest = taken.pop(0)
            self.words[oldest].pop(judge, None)
        return True

    def _confirmations(self) -> Iterator[datetime]:
        """When runs ended well, by what is believed of each, or else by what was said last."""
        for run, ending in self.runs.items():
            words = self.words.get(run, {})
            told = [ending] if ending and not words else []
            yield from (at for outcome, at in (*words.values(), *told) if outcome == "success")

    def _failed_last(self) -> int:
        told = [each for each in self.runs.values() if each]
        last = max((at for outcome, at in told if outcome == "success"), default=None)
        return sum(outcome == "failure" and (last is None or at > last) for outcome, at in told)

    def _restore(self, at: datetime) -> None:
        if self.moments.pop("archived_at", None) is not None:
            self.moments["restored_at"] = at
        self.moments.pop("retracted", None)

    def _decide(
        self,
        outcome: str,
        correction: str | None,
        category: str | None,
        since: str,
        by: CorrectedBy = "judge",
    ) -> None:
        values = {"outcome": outcome, "correction": correction, "category": category}
        if outcome == "success":
            values["correction"] = correction or ""
        for name, value in values.items():
            if value is not None and self.decided.get(name, ("", ""))[1] <= since:
                self.decided[name] = value, since
                self.corrected_by = by if name == "correction" else self.corrected_by

    def _latest(self, name: str) -> str | None:
        return self.decided[name][0] if name in self.decided else None

    def _votes_and_beyond(self) -> tuple[list[str], list[str]]:
        """All votes, and those not believed: all but the latest of each bounded judge and day."""
        casts = [cast for _, cast in self.votes]
        by_moment = sorted(range(len(casts)), key=lambda place: self.votes[place][0])
        latest = {casts[place][:2]: place for place in by_moment}
        votes = [what for _, _, what in casts]
        if not self.is_bounded:
            return votes, []
        return votes, [
            what
            for place, (judge, day, what) in enumerate(casts)
            if judge != OPERATOR and latest[judge, day] != place
        ]

    def _believed_runs(self) -> Mapping[str, int]:
        """How many runs ended well, and how many badly, as far as anybody is believed."""
        believed = ({what for what, _ in words.values()} for words in self.words.values())
        return Counter(chain.from_iterable(believed))


def _judge_of(event: HistoryEvent) -> str:
    """Whose judgement an event tells of: a judge's, or the operator's, who has one name."""
    return OPERATOR if event.is_operators else event.actor
