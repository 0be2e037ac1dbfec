"""The in-memory ledger, which does what the Lua scripts do, each of them atomically.

Only claims expire here, if they are given a number of seconds: an operation, an answer and the
mark of a deletion are kept forever.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from recollect.core.errors import OwnJudgement
from recollect.core.field_prefixes import (
    BOUNDED_IN_CONTEXT_PREFIX,
    IN_CONTEXT_PREFIX,
    SUPERSEDED_BY_PREFIX,
    TRIAL_PREFIX,
)
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.places import place_of
from recollect.core.timestamps import epoch_ms, iso
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.judges import OPERATOR
from recollect.learning.uplift import Trial
from recollect.memories.model import NOT_TAKEN, CitationOutcome, CorrectedBy, HistoryEvent
from recollect.memories.receipts import Removed
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import TOMBSTONE_FIELD, MemoryCounts
from recollect.memories.stored.ledger_data import (
    FOREIGN_RUN,
    NOT_ITS_OWN,
    ClaimResult,
    DeletionCondition,
    DeletionStart,
    Exposure,
    Feedback,
    MemoryExport,
    MemoryOutcome,
    Occurrence,
    RecordedOutcome,
    Retraction,
    RunOutcome,
    Validation,
    WalkCursor,
)
from recollect.memories.stored.private import is_for_all
from recollect.memories.stored.record import MemoryRecord
from tests.memories.fake_exposures import FakeExposures
from tests.memories.fake_ledger_entries import Entry, FakeClaims, RunJudgement, VoterWord, Words
from tests.memories.stepping import Stepped, Steps, stepped

_SAID = frozenset({"correction", "category"})
_CONTEXT_PREFIXES = (IN_CONTEXT_PREFIX, BOUNDED_IN_CONTEXT_PREFIX)
_T = TypeVar("_T")


class FakeLedger(Stepped):
    """The port `MemoryLedger`."""

    name = "ledger"

    def __init__(self, steps: Steps | None = None, claim_seconds: float = math.inf) -> None:
        super().__init__(steps)
        self.answers: dict[str, str] = {}
        self.claims = FakeClaims(claim_seconds)
        self.entries: defaultdict[Key, Entry] = defaultdict(Entry)
        self._gone: set[Key] = set()
        self._deletions: set[Key] = set()
        self._deleted: dict[tuple[str, Key], Removed] = {}
        self._operations: dict[tuple[str, Key], str] = {}
        self._runs: defaultdict[Key, dict[str, tuple[str, str]]] = defaultdict(dict)
        self._openers: dict[Key, str] = {}
        self._contexts: dict[Key, RunContext] = {}
        self._exposures = FakeExposures()
        self._conversations: defaultdict[Key, set[str]] = defaultdict(set)
        self._cursors: dict[str, WalkCursor] = {}

    def is_gone(self, key: Key) -> bool:
        return key in self._gone or self.entries[key].tombstoned

    def traces_of(self, key: Key) -> set[str]:
        """The names of everything that is kept of a memory or refers to it."""
        collection, memory_id = key
        entry = self.entries[key]
        here = {
            "fields": bool(entry.fields),
            "voters": bool(entry.voters or entry.voted_at),
            "confirmations": bool(entry.confirmations),
            "endings": bool(entry.endings),
            "log": bool(entry.log),
            "answers": bool(entry.answers),
            "writers": bool(entry.writers),
            "influence": entry.is_influenced,
            "claim": self.claims.holder(key) is not None,
            "deletion": key in self._deletions,
            "runs": any(memory_id in run for run in self._of(collection, self._runs)),
            "conversations": any(
                memory_id in ids for ids in self._of(collection, self._conversations)
            ),
        }
        return {name for name, there in here.items() if there}

    @stepped
    async def read(self, keys: Sequence[Key]) -> tuple[MemoryCounts, ...]:
        return tuple(self.entries[key].counts for key in keys)

    @stepped
    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        entry = self.entries[key]
        return () if entry.tombstoned else tuple(entry.log)

    @stepped
    async def histories(self, keys: Sequence[Key]) -> tuple[tuple[HistoryEvent, ...], ...]:
        return tuple(tuple(self.entries[key].log) for key in keys)

    @stepped
    async def memories_of_conversation(
        self, collection: str, conversation_id: str
    ) -> tuple[str, ...]:
        return tuple(sorted(self._conversations[collection, conversation_id]))

    @stepped
    async def memories_of_run(self, collection: str, run_id: str) -> tuple[str, ...]:
        return tuple(sorted(self._runs[collection, run_id]))

    @stepped
    async def claim(self, keys: Sequence[Key], token: str) -> tuple[ClaimResult, ...]:
        return tuple(self._claim(key, token) for key in keys)

    def _claim(self, key: Key, token: str) -> ClaimResult:
        if not self.claims.take(key, token):
            return ClaimResult.BUSY
        if self.entries[key].tombstoned:
            return ClaimResult.TOMBSTONED
        return ClaimResult.REGRANTED if self.entries[key].counts.exists else ClaimResult.GRANTED

    @stepped
    async def release(self, keys: Sequence[Key], token: str) -> None:
        for key in keys:
            self.claims.release(key, token)

    @stepped
    async def count_occurrence(
        self, records: Sequence[MemoryRecord], token: str, operation: Operation
    ) -> tuple[Occurrence | None, ...]:
        return tuple(self._count_occurrence(record, token, operation) for record in records)

    def _count_occurrence(
        self, record: MemoryRecord, token: str, operation: Operation
    ) -> Occurrence | None:
        entry, seen = self.entries[record.key], (operation.id, record.key)
        begins, anew = not entry.counts.exists, self.is_gone(record.key)
        if begins and self.claims.holder(record.key) != token:
            return None
        is_own = begins or entry.fields.get("writer", "") == _judge_of(operation)
        well = _text(record, "outcome") == "success"
        is_heard = is_own or operation.judges or well
        verdict = "created" if begins else "again" if is_heard else "unheard"
        if operation.id and not begins and seen in self._operations:
            verdict = self._operations[seen]
        else:
            if begins:
                entry = self._begin(record)
            self._operations[seen] = verdict
            entry.count("occurrences")
            said = {name: _text(record, name) for name in ("outcome", "correction")}
            if well:
                self._confirm(entry, operation, begins=begins)
            elif is_heard:
                self._speak_against(entry, said, operation, is_own=is_own)
            else:
                said = {NOT_TAKEN: ", ".join(record.judgement)}
            stamp, conversation_id = _stamp(operation.at), _text(record, "conversation_id")
            if is_heard:
                entry.take_writers_side(_judge_of(operation), stamp, begins=begins, well=well)
            entry.writers |= {_judge_of(operation)} - {""}
            said["conversation_id"] = conversation_id
            entry.record(operation, "stored" if begins else "stored_again", **said)
            self._join(record.key, conversation_id)
        self.claims.release(record.key, token)
        return Occurrence(
            entry.counts, created=verdict == "created", anew=anew, heard=verdict != "unheard"
        )

    def _confirm(self, entry: Entry, operation: Operation, *, begins: bool) -> None:
        if not begins:
            entry.advance("stored_at", epoch_ms(operation.at))
        if "archived_at" in entry.fields and "retracted" not in entry.fields:
            self._unarchive(entry, operation)

    @staticmethod
    def _speak_against(
        entry: Entry, said: Mapping[str, str | None], operation: Operation, *, is_own: bool
    ) -> None:
        before, outcome = entry.fields.get("outcome"), str(said["outcome"])
        by: CorrectedBy = "writer" if is_own else "judge"
        if entry.decide(outcome, said["correction"], None, _stamp(operation.at), by):
            if not is_own:
                entry.fields.pop("claimed", None)
            elif before != outcome:
                entry.fields["claimed"] = "1"
        entry.cast("downvote", _judge_of(operation), _day_of(operation), _stamp(operation.at))

    @stepped
    async def apply(
        self, key: Key, feedback: Feedback, operation: Operation
    ) -> MemoryCounts | None:
        if self.is_gone(key):
            return None
        entry = self.entries[key]
        judges_for_itself = isinstance(feedback, Validation) or not operation.relays
        if judges_for_itself and _judge_of(operation) in entry.writers:
            raise OwnJudgement(NOT_ITS_OWN)
        if isinstance(feedback, NewVote):
            self._vote(key, feedback, operation)
        elif isinstance(feedback, MemoryOutcome):
            self._apply_outcome(key, feedback, operation)
        elif self._first_time(key, operation):
            entry.advance("validated_at", epoch_ms(operation.at))
            entry.fields["state"] = "active"
            entry.take_side(_judge_of(operation), _stamp(operation.at), well=True)
            entry.record(operation, "validated")
        return entry.counts

    def _vote(self, key: Key, vote: NewVote, operation: Operation) -> None:
        entry = self.entries[key]
        voter, stamp = vote.voter_id or "", _stamp(vote.occurred_at or operation.at)
        judge, before = _judge_of(operation), entry.voters.get(voter)
        if not self._first_time(key, operation):
            return
        entry.take_side(judge, stamp, well=vote.vote == "upvote")
        own = entry.said.get((voter, judge))
        if own and own.stamp > stamp:
            return
        entry.report_vote(vote.vote, voter, judge, _day_of(operation), stamp)
        if entry.voted_at.get(voter, "") <= stamp:
            if before != vote.vote:
                entry.count_vote(vote.vote, before)
                said_at = iso(vote.occurred_at) if vote.occurred_at else None
                said = {"vote": vote.vote, "voter_id": vote.voter_id, "as_of": said_at}
                entry.record_judgement(operation, "voted", **said)
            if voter:
                entry.voters[voter], entry.voted_at[voter] = vote.vote, stamp

    def _apply_outcome(self, key: Key, outcome: MemoryOutcome, operation: Operation) -> None:
        entry, kind = self.entries[key], outcome.outcome
        notes = {"correction": outcome.correction, "category": outcome.category}
        says = {"outcome": kind, **{name: note for name, note in notes.items() if note}}
        is_claimed, stamp = "claimed" in entry.fields, _stamp(outcome.as_of)
        judge, stands = _judge_of(operation), says.items() <= entry.fields.items()
        has_said = entry.may_have_judged(judge, well=kind == "success")
        if not operation.id and not is_claimed and stands and has_said:
            entry.decide(kind, outcome.correction, outcome.category, stamp)
        elif self._first_time(key, operation):
            if entry.decide(kind, outcome.correction, outcome.category, stamp):
                entry.fields.pop("claimed", None)
            vote = "upvote" if kind == "success" else "downvote"
            entry.cast(vote, _judge_of(operation), _day_of(operation), stamp)
            event = "corrected" if kind == "corrected" else "outcome_recorded"
            entry.record_judgement(
                operation, event, outcome=kind, **notes, as_of=iso(outcome.as_of)
            )
        else:
            return
        entry.take_side(_judge_of(operation), stamp, well=kind == "success")

    @stepped
    async def cite(
        self,
        collection: str,
        run_id: str,
        ids: Sequence[str],
        operation: Operation,
        context: RunContext = ANYWHERE,
    ) -> str | None:
        if self._is_foreign((collection, run_id), operation):
            return FOREIGN_RUN
        if gone := [each for each in ids if self._is_uncitable((collection, each))]:
            return gone[0]
        run = self._runs[collection, run_id]
        if not run:
            self._openers[collection, run_id] = operation.actor
            self._contexts.pop((collection, run_id), None)
        if any(context):
            self._contexts.setdefault((collection, run_id), context)
        for each in ids:
            if each not in run:
                run[each] = "cited", ""
                self.entries[collection, each].count("citations")
                self.entries[collection, each].record(operation, "cited", run_id=run_id)
        return None

    @stepped
    async def expose(
        self, collection: str, run_id: str, exposures: Sequence[Exposure], operation: Operation
    ) -> bool:
        run = collection, run_id
        is_own = self._exposures.is_opener(run, operation.actor) or operation.relays
        if run in self._exposures.runs and not is_own:
            return False
        kept = [each for each in exposures if self._existing(each.key)]
        self._exposures.expose(run, operation.actor, kept)
        return True

    @stepped
    async def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        return self._exposures.trials(collection, sensitive=sensitive)

    def _existing(self, key: Key) -> Entry | None:
        entry = self.entries[key]
        return entry if entry.counts.exists and not self.is_gone(key) else None

    @stepped
    async def apply_run_outcome(
        self,
        collection: str,
        outcome: RunOutcome,
        ids: Sequence[str],
        operation: Operation,
        *,
        is_whole: bool = False,
    ) -> RecordedOutcome | str:
        key, judge = (collection, outcome.run_id), _judge_of(operation)
        run, kind = self._runs[key], outcome.outcome
        if unknown := [each for each in ids if each not in run]:
            return unknown[0]
        if not ids and key not in self._exposures.runs:
            return FOREIGN_RUN
        ids, judges_shown = self._judged_by(key, ids, operation, is_whole=is_whole)
        if not self._first_time(key, operation):
            return self._standing(key, kind, ids)
        said = RunJudgement(kind, judge, _day_of(operation), _stamp(outcome.as_of))
        for each in ids:
            entry, (before, stamp) = self.entries[collection, each], run[each]
            is_told = stamp <= said.stamp
            if is_told:
                run[each] = kind, said.stamp
            told = None if before == "cited" else before
            words_before = entry.words_of(outcome.run_id)
            entry.apply_judgement(outcome.run_id, said)
            entry.take_side(judge, said.stamp, well=kind == "success")
            self._contexts.setdefault(key, ANYWHERE)
            self._recount(key, each, told, words_before)
            self._release_oldest(collection, each, judge)
            if is_told and before != kind:
                details = {"run_id": outcome.run_id, "outcome": kind, "as_of": iso(outcome.as_of)}
                entry.note_ending(outcome.run_id, said)
                entry.record_judgement(operation, "citation_judged", **details)
        if judges_shown:
            own = "" if operation.relays else judge
            self._exposures.judge(key, said, self._existing, own)
        return self._standing(key, kind, ids)

    def _recount(
        self, run: Key, memory_id: str, told_before: str | None, before: Mapping[str, Words]
    ) -> None:
        """Count a run anew by what is told and believed of it now."""
        entry, (told, stamp) = self.entries[run[0], memory_id], self._runs[run][memory_id]
        now = entry.words_of(run[1])
        entry.confirm_by(run[1], told, stamp)
        entry.tally(told_before, before.keys(), -1)
        entry.tally(told, now.keys(), 1)
        entry.move_in_contexts(self._contexts[run], before, now)

    def _release_oldest(self, collection: str, memory_id: str, judge: str) -> None:
        entry = self.entries[collection, memory_id]
        before = {run: entry.words_of(run) for run in entry.words}
        if run := entry.release_oldest(judge):
            key = collection, run
            self._recount(key, memory_id, self._runs[key][memory_id][0], before[run])

    def _standing(self, key: Key, said: CitationOutcome, ids: Sequence[str]) -> RecordedOutcome:
        told = tuple(each for each in ids if self._runs[key][each][0] == said)
        if told:
            return RecordedOutcome(said, told)
        if {self._runs[key][each][0] for each in ids} - {"cited"}:
            return RecordedOutcome("failure" if said == "success" else "success")
        return RecordedOutcome(self._exposures.outcome_of(key) or said)

    def _judged_by(
        self, run: Key, ids: Sequence[str], operation: Operation, *, is_whole: bool
    ) -> tuple[Sequence[str], bool]:
        """Which citations an actor judges, and whether it judges the run's exposures, too."""
        judge = "" if operation.relays else _judge_of(operation)
        cites = bool(self._runs[run]) and bool(judge) and self._openers.get(run) == judge
        judged = (
            []
            if cites
            else [each for each in ids if judge not in self.entries[run[0], each].writers]
        )
        is_shown = run in self._exposures.runs and not self._exposures.is_opener(run, judge)
        if not judged and not (is_whole and is_shown):
            raise OwnJudgement(NOT_ITS_OWN)
        return judged, is_whole and is_shown

    def _is_uncitable(self, key: Key) -> bool:
        return self.is_gone(key) or "retracted" in self.entries[key].fields

    def _is_foreign(self, run: Key, operation: Operation) -> bool:
        opener = self._openers.get(run) if self._runs[run] else None
        return opener not in {None, operation.actor} and not operation.relays

    @stepped
    async def archive(
        self, memories: Sequence[tuple[MemoryRecord, MemoryCounts]], operation: Operation
    ) -> tuple[MemoryCounts | None, ...]:
        return tuple(self._archive(*each, operation) for each in memories)

    def _archive(
        self, record: MemoryRecord, counts: MemoryCounts, operation: Operation
    ) -> MemoryCounts | None:
        entry, now = self.entries[record.key], self.entries[record.key].counts
        if self.is_gone(record.key) or not now.exists or now.archived_at is not None:
            return None
        if now.revision != counts.revision:
            return None
        entry.fields["archived_at"] = str(epoch_ms(operation.at))
        entry.record(operation, "archived")
        return entry.counts

    @stepped
    async def unarchive(self, key: Key, operation: Operation) -> MemoryCounts | None:
        entry = self.entries[key]
        if self.is_gone(key) or not entry.counts.exists:
            return None
        if _judge_of(operation) in entry.writers:
            raise OwnJudgement(NOT_ITS_OWN)
        if self._first_time(key, operation) and entry.counts.archived_at is not None:
            self._unarchive(entry, operation)
            entry.record(operation, "restored")
        return entry.counts

    @stepped
    async def retract(self, record: MemoryRecord, operation: Operation) -> Retraction | None:
        key, entry = record.key, self.entries[record.key]
        if self.is_gone(key) or not entry.counts.exists:
            return None
        cited = [run for run in self._runs if run[0] == key[0] and key[1] in self._runs[run]]
        for run in cited:
            del self._runs[run][key[1]]
            entry.voided.add(run[1])
        if cited:
            entry.fields |= dict.fromkeys(("citations", "successes", "failures"), "0")
            for name in ("succeeded_at", "failed_last", "successes_beyond", "failures_beyond"):
                entry.fields.pop(name, None)
            entry.confirmations.clear()
            entry.endings.clear()
            entry.forget_judged_runs()
            for name in [each for each in entry.fields if each.startswith(_CONTEXT_PREFIXES)]:
                del entry.fields[name]
        if "retracted" not in entry.fields:
            entry.fields.setdefault("archived_at", str(epoch_ms(operation.at)))
            entry.fields["retracted"] = "1"
            entry.take_side(_judge_of(operation), _stamp(operation.at), well=False)
            entry.record_judgement(operation, "retracted")
        return Retraction(entry.counts, tuple(sorted(entry.voided)), self._derived_from(key))

    @stepped
    async def quarantine(
        self, keys: Sequence[Key], operation: Operation
    ) -> tuple[Retraction | None, ...]:
        return tuple(self._quarantine(key, operation) for key in keys)

    def _quarantine(self, key: Key, operation: Operation) -> Retraction | None:
        entry = self.entries[key]
        if self.is_gone(key) or not entry.counts.exists:
            return None
        if entry.fields.get("state") != "quarantined":
            entry.fields["state"] = "quarantined"
            entry.record(operation, "quarantined", reason="derived from what was retracted")
        return Retraction(entry.counts, (), self._derived_from(key))

    @staticmethod
    def _unarchive(entry: Entry, operation: Operation) -> None:
        del entry.fields["archived_at"]
        entry.fields.pop("retracted", None)
        entry.fields["restored_at"] = str(epoch_ms(operation.at))

    @stepped
    async def begin_deletion(
        self,
        keys: Sequence[Key],
        conditions: Sequence[DeletionCondition],
        token: str,
        operation: str = "",
    ) -> tuple[DeletionStart | Removed, ...]:
        return tuple(
            self._deleted.get((operation, key)) or self._begin_deletion(key, condition, token)
            for key, condition in zip(keys, conditions, strict=True)
        )

    def _begin_deletion(self, key: Key, condition: DeletionCondition, token: str) -> DeletionStart:
        if not self.claims.take(key, token):
            return DeletionStart.BUSY
        entry, unfinished = self.entries[key], condition == "unfinished" and key in self._deletions
        if condition is not None and not unfinished and entry.counts.revision != condition:
            self.claims.release(key, token)
            return DeletionStart.CHANGED
        if "created_at" in entry.fields:
            entry.fields[TOMBSTONE_FIELD] = "1"
        self._gone.add(key)
        self._deletions.add(key)
        return DeletionStart.BEGUN

    @stepped
    async def unfinished_deletions(self, collection: str) -> tuple[str, ...]:
        return tuple(sorted(each for owner, each in self._deletions if owner == collection))

    @stepped
    async def finish_deletion(
        self, keys: Sequence[Key], vectors: Sequence[int], token: str, operation: str = ""
    ) -> tuple[Removed, ...]:
        return tuple(
            self._deleted.get((operation, key))
            or self._finish_deletion(key, records, token, operation)
            for key, records in zip(keys, vectors, strict=True)
        )

    def _finish_deletion(self, key: Key, records: int, token: str, operation: str) -> Removed:
        if self.claims.holder(key) != token:
            return Removed(vectors=records, keys=0)
        went = Removed(vectors=records, keys=self._erase(key))
        if operation and (went.vectors or went.keys):
            self._deleted[operation, key] = went
        self._deletions.discard(key)
        self._gone.add(key)
        self.claims.release(key, token)
        return went

    @stepped
    async def deleted_by(self, collection: str, operation: str) -> Mapping[str, Removed]:
        return {
            memory_id: went
            for (by, (owner, memory_id)), went in self._deleted.items()
            if (by, owner) == (operation, collection)
        }

    @stepped
    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        for key in keys:
            fields = self.entries[key].fields
            fields |= {name: change(fields[name]) for name in _SAID & fields.keys()}

    @stepped
    async def export(self, keys: Sequence[Key]) -> tuple[MemoryExport, ...]:
        return tuple(self._export(key) for key in keys)

    @stepped
    async def restore(
        self,
        records: Sequence[MemoryRecord],
        exports: Sequence[MemoryExport],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        pairs = zip(records, exports, strict=True)
        restored = [self._restore(record, export, operation) for record, export in pairs]
        for record in records:
            self.claims.release(record.key, token)
        return tuple(restored)

    def _restore(self, record: MemoryRecord, export: MemoryExport, operation: Operation) -> bool:
        if self.entries[record.key].counts.exists:
            return False
        entry = self._begin(record)
        created_at = entry.fields["created_at"]
        entry.fields |= {"occurrences": "1", **export.fields, "created_at": created_at}
        if "unproven" not in entry.fields:
            entry.fields["supporters"] = f"{OPERATOR}\n"
        self._enlist(record)
        self._derive(record)
        entry.voters |= export.voters
        entry.said |= {
            (voter, ""): VoterWord("", vote, "any") for voter, vote in export.voters.items()
        }
        for event in export.history:
            entry.count("revision")
            entry.log.append(event)
        entry.record(operation, "imported")
        for each in (_text(record, "conversation_id"), *export.conversations):
            self._join(record.key, each)
        if "succeeded_at" in entry.fields:
            entry.confirm("before", int(entry.fields["succeeded_at"]))
        before = int(entry.fields.get("succeeded_at", "0"))
        if before:
            entry.endings["before 0"] = f"{before:015d}", "success"
        for number in range(1, 1 + int(entry.fields.get("failed_last", "0"))):
            entry.endings[f"before {number}"] = f"{before + number:015d}", "failure"
        return True

    @stepped
    async def listed(
        self, collection: str, after: str, limit: int, *, sensitive: bool
    ) -> tuple[str, ...]:
        places = self._places(collection, sensitive=sensitive)
        return tuple([each for each in places if not after or each < after][:limit])

    @stepped
    async def how_many(self, collections: Sequence[str], *, sensitive: bool) -> tuple[int, ...]:
        return tuple(len(self._places(each, sensitive=sensitive)) for each in collections)

    def _enlist(self, record: MemoryRecord) -> None:
        self.entries[record.key].fields["listed"] = str(is_for_all(record.metadata))

    def _places(self, collection: str, *, sensitive: bool) -> list[str]:
        listed = {"True", "False"} if sensitive else {"True"}
        places = [
            place_of(int(entry.fields["created_at"]), memory_id)
            for (owner, memory_id), entry in self.entries.items()
            if owner == collection and entry.fields.get("listed") in listed
        ]
        return sorted(places, reverse=True)

    @stepped
    async def load_cursor(self, task: str) -> WalkCursor:
        return self._cursors.get(task, WalkCursor())

    @stepped
    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        self._cursors[task] = cursor

    def _first_time(self, key: Key, operation: Operation) -> bool:
        seen = bool(operation.id) and (operation.id, key) in self._operations
        self._operations[operation.id, key] = "1"
        return not seen

    def _begin(self, record: MemoryRecord) -> Entry:
        """Prepare for a new memory: remove what a deletion left, and the marks of a deletion."""
        key = record.key
        if self.entries[key].tombstoned:
            self._erase(key)
        self._gone.discard(key)
        self._deletions.discard(key)
        fields, metadata = self.entries[key].fields, record.metadata
        fields |= {"created_at": str(metadata["created_at_ms"]), "state": str(metadata["state"])}
        self._enlist(record)
        for each in record.supersedes:
            is_sensitive = "0" if is_for_all(record.metadata) else "1"
            self.entries[record.collection, each].fields[SUPERSEDED_BY_PREFIX + record.id] = (
                is_sensitive
            )
        self._derive(record)
        return self.entries[key]

    def _derive(self, record: MemoryRecord) -> None:
        entry = self.entries[record.key]
        for origin in ((record.collection, each) for each in record.derived_from):
            entry.origins.add(origin)
            theirs = self.entries[origin].fields
            doubted = "retracted" in theirs or theirs.get("state") == "quarantined"
            if doubted and (theirs.get("listed") == "True" or entry.fields["listed"] == "False"):
                entry.fields["state"] = "quarantined"

    def _derived_from(self, key: Key) -> tuple[str, ...]:
        children = (child for child, entry in self.entries.items() if key in entry.origins)
        return tuple(sorted(memory_id for _, memory_id in children))

    def _join(self, key: Key, conversation_id: str | None) -> None:
        collection, memory_id = key
        if conversation_id:
            self._conversations[collection, conversation_id].add(memory_id)

    def _export(self, key: Key) -> MemoryExport:
        own = {"created_at", "listed", "supporters", "opponents", TOMBSTONE_FIELD}
        entry = self.entries[key]
        fields = {
            name: value
            for name, value in entry.fields.items()
            if name not in own
            and not name.startswith((SUPERSEDED_BY_PREFIX, *_CONTEXT_PREFIXES, TRIAL_PREFIX))
        }
        joined = sorted(
            name
            for (owner, name), ids in self._conversations.items()
            if owner == key[0] and key[1] in ids
        )
        return MemoryExport(fields, dict(entry.voters), tuple(entry.log), entry.tombstoned, joined)

    def _erase(self, key: Key) -> int:
        collection, memory_id = key
        entry = self.entries.pop(key, Entry())
        for other in self.entries.values():
            other.origins.discard(key)
        linked = int(self._exposures.forget(key))
        for run in self._of(collection, self._runs):
            linked += run.pop(memory_id, None) is not None
        for ids in self._of(collection, self._conversations):
            linked += memory_id in ids
            ids.discard(memory_id)
        for (owner, _), other in self.entries.items():
            if owner == collection:
                other.fields.pop(SUPERSEDED_BY_PREFIX + memory_id, None)
        answers = [self.answers.pop(each, None) for each in entry.answers]
        votes = (entry.voters, entry.voted_at)
        bounds = (entry.writers, entry.is_influenced)
        kept = (entry.fields, entry.log, entry.confirmations, entry.endings, *votes, *bounds)
        return linked + len(answers) + sum(map(bool, kept))

    @staticmethod
    def _of(collection: str, kept: dict[Key, _T]) -> list[_T]:
        return [value for (owner, _), value in kept.items() if owner == collection]


def _judge_of(operation: Operation) -> str:
    return "" if operation.trusted else operation.actor


def _day_of(operation: Operation) -> str:
    return iso(operation.at)[:10]


def _stamp(moment: datetime) -> str:
    return f"{max(0, epoch_ms(moment)):015d}"


def _text(record: MemoryRecord, name: str) -> str | None:
    value = record.metadata.get(name)
    return str(value) if value else None
