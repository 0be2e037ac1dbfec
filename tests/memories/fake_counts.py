"""The counting store in memory: what the Lua scripts do, each of them in one go.

Nothing expires here: a claim, an operation, an answer and the mark of a removal last for good.
"""

from collections.abc import Sequence

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms, iso
from recollect.memories.citations import RunJudgement
from recollect.memories.feedback import Judgement
from recollect.memories.model import HistoryEvent
from recollect.memories.paging import Place
from recollect.memories.record import Standing
from recollect.memories.requests import NewVote
from tests.memories.fake_lives import FakeLives

_COUNTERS = {"success": "successes", "failure": "failures"}


class FakeCounts(FakeLives):
    """The counting store."""

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[str, Place] = {}

    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        return tuple(self._memories[key].standing for key in keys)

    def _first_time(self, key: Key, operation: Operation) -> bool:
        seen = bool(operation.id) and (operation.id, key) in self._operations
        self._operations[operation.id, key] = "1"
        return not seen

    async def vote(self, key: Key, vote: NewVote, operation: Operation) -> Standing | None:
        if self.is_gone(key):
            return None
        memory = self._memories[key]
        before = memory.voters.get(vote.voter_id or "")
        if self._first_time(key, operation) and before != vote.vote:
            if before:
                memory.count(f"{before}s", -1)
            if vote.voter_id:
                memory.voters[vote.voter_id] = vote.vote
            memory.count(f"{vote.vote}s")
            memory.record(operation, "voted", vote=vote.vote, voter_id=vote.voter_id)
        return memory.standing

    async def judge(self, key: Key, judgement: Judgement, operation: Operation) -> Standing | None:
        if self.is_gone(key):
            return None
        memory, outcome = self._memories[key], judgement.outcome
        notes = {"correction": judgement.correction, "category": judgement.category}
        says = {"outcome": outcome, **{name: note for name, note in notes.items() if note}}
        nothing_new = not operation.id and says.items() <= memory.fields.items()
        if not nothing_new and self._first_time(key, operation):
            if outcome == "success":
                says.setdefault("correction", "")
            for name, value in says.items():
                memory.decide(name, value, _stamp(judgement, operation))
            memory.count("upvotes" if outcome == "success" else "downvotes")
            kind = "corrected" if outcome == "corrected" else "outcome_recorded"
            memory.record(operation, kind, outcome=outcome, **notes, as_of=iso(judgement.as_of))
        return memory.standing

    async def validate(self, key: Key, operation: Operation) -> Standing | None:
        if self.is_gone(key):
            return None
        memory = self._memories[key]
        if self._first_time(key, operation):
            at = max(int(memory.fields.get("validated_at", "0")), epoch_ms(operation.at))
            memory.fields |= {"validated_at": str(at), "state": "active"}
            memory.record(operation, "validated")
        return memory.standing

    async def cite(
        self, collection: str, run_id: str, ids: Sequence[str], operation: Operation
    ) -> str | None:
        if gone := [each for each in ids if self.is_gone((collection, each))]:
            return gone[0]
        run = self._runs[collection, run_id]
        for each in ids:
            if each not in run:
                run[each] = "cited", ""
                self._memories[collection, each].count("citations")
                self._memories[collection, each].record(operation, "cited", run_id=run_id)
        return None

    async def cited(self, collection: str, run_id: str) -> tuple[str, ...]:
        return tuple(sorted(self._runs[collection, run_id]))

    async def judge_run(
        self, collection: str, judgement: RunJudgement, ids: Sequence[str], operation: Operation
    ) -> str | None:
        run, outcome = self._runs[collection, judgement.run_id], judgement.outcome
        if unknown := [each for each in ids if each not in run]:
            return unknown[0]
        for each in ids:
            memory, (before, stamp) = self._memories[collection, each], run[each]
            if stamp > _stamp(judgement, operation):
                continue
            run[each] = outcome, _stamp(judgement, operation)
            if before != outcome:
                if before in _COUNTERS:
                    memory.count(_COUNTERS[before], -1)
                memory.count(_COUNTERS[outcome])
                memory.record(
                    operation, "citation_judged", run_id=judgement.run_id, outcome=outcome
                )
        return None

    async def of_conversation(self, collection: str, conversation_id: str) -> tuple[str, ...]:
        return tuple(sorted(self._conversations[collection, conversation_id]))

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        memory = self._memories[key]
        return () if memory.condemned else tuple(memory.log)

    async def load(self, task: str) -> Place:
        return self._places.get(task, Place())

    async def save(self, task: str, place: Place) -> None:
        self._places[task] = place


def _stamp(judgement: Judgement | RunJudgement, operation: Operation) -> str:
    return f"{epoch_ms(judgement.as_of):015d}:{operation.id}"
