"""The counting store in memory: what the Lua scripts do, each of them in one go."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from recollect.memories.citations import RunJudgement
from recollect.memories.feedback import Judgement
from recollect.memories.model import HistoryEvent, NewVote, Vote
from recollect.memories.paging import Place
from recollect.memories.record import Key, Record, Standing, standing_of
from recollect.memories.storing import Claim, Deed, Settled
from recollect.memories.transfer import Legacy
from recollect.timestamps import epoch_ms, iso

_COUNTERS = {"success": "successes", "failure": "failures"}


@dataclass(slots=True)
class Kept:
    """What is kept of one memory; a fresh one when there is none."""

    fields: dict[str, str] = field(default_factory=dict)
    voters: dict[str, Vote] = field(default_factory=dict)
    log: list[HistoryEvent] = field(default_factory=list)
    answers: set[str] = field(default_factory=set)

    @property
    def standing(self) -> Standing:
        return standing_of(dict(self.fields))

    def count(self, name: str, by: int = 1) -> None:
        self.fields[name] = str(int(self.fields.get(name, "0")) + by)

    def record(self, deed: Deed, kind: str, **details: str | None) -> None:
        said = {name: value for name, value in details.items() if value is not None}
        self.count("revision")
        self.log.append(HistoryEvent(at=iso(deed.at), type=kind, actor=deed.actor, details=said))

    def decide(self, name: str, value: str, stamp: str) -> None:
        if self.fields.get(f"{name}_at", "") <= stamp:
            self.fields |= {name: value, f"{name}_at": stamp}


class FakeCounts:
    """The counting store."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.gone: set[Key] = set()
        self._memories: defaultdict[Key, Kept] = defaultdict(Kept)
        self._claims: dict[Key, str] = {}
        self._operations: dict[tuple[str, Key], str] = {}
        self._runs: defaultdict[Key, dict[str, tuple[str, str]]] = defaultdict(dict)
        self._conversations: defaultdict[Key, set[str]] = defaultdict(set)
        self._places: dict[str, Place] = {}

    def kept(self, key: Key) -> Kept:
        return self._memories[key]

    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        return tuple(self._memories[key].standing for key in keys)

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[Claim, ...]:
        return tuple(self._claim(key, token) for key in keys)

    def _claim(self, key: Key, token: str) -> Claim:
        if self._claims.setdefault(key, token) != token:
            return Claim.BUSY
        return Claim.REGRANTED if "created_at" in self._memories[key].fields else Claim.GRANTED

    async def release(self, keys: Sequence[Key], token: str) -> None:
        for key in keys:
            if self._claims.get(key) == token:
                del self._claims[key]

    async def settle(
        self, records: Sequence[Record], token: str, deed: Deed
    ) -> tuple[Settled, ...]:
        settled = tuple(self._settle(record, deed) for record in records)
        await self.release([record.key for record in records], token)
        return settled

    def _settle(self, record: Record, deed: Deed) -> Settled:
        memory = self._memories[record.key]
        created = "created_at" not in memory.fields
        operation = deed.operation, record.key
        if deed.operation and not created and operation in self._operations:
            return Settled(memory.standing, created=self._operations[operation] == "created")
        self._operations[operation] = "created" if created else "again"
        memory.count("occurrences")
        if created:
            self._begin(record)
        self._join_conversation(record)
        memory.record(deed, "stored" if created else "stored_again")
        return Settled(memory.standing, created=created)

    def _begin(self, record: Record) -> None:
        self._memories[record.key].fields["created_at"] = str(record.metadata["created_at_ms"])
        self.gone.discard(record.key)

    def _join_conversation(self, record: Record) -> None:
        if conversation_id := record.metadata.get("conversation_id"):
            self._conversations[record.collection, str(conversation_id)].add(record.id)

    def _first_time(self, key: Key, deed: Deed) -> bool:
        seen = bool(deed.operation) and (deed.operation, key) in self._operations
        self._operations[deed.operation, key] = "1"
        return not seen

    async def vote(self, key: Key, vote: NewVote, deed: Deed) -> Standing | None:
        if key in self.gone:
            return None
        memory = self._memories[key]
        before = memory.voters.get(vote.voter_id or "")
        if self._first_time(key, deed) and before != vote.vote:
            if before:
                memory.count(f"{before}s", -1)
            if vote.voter_id:
                memory.voters[vote.voter_id] = vote.vote
            memory.count(f"{vote.vote}s")
            memory.record(deed, "voted", vote=vote.vote, voter_id=vote.voter_id)
        return memory.standing

    async def judge(self, key: Key, judgement: Judgement, deed: Deed) -> Standing | None:
        if key in self.gone:
            return None
        memory, outcome = self._memories[key], judgement.outcome
        notes = {"correction": judgement.correction, "category": judgement.category}
        says = {"outcome": outcome, **{name: note for name, note in notes.items() if note}}
        nothing_new = not deed.operation and says.items() <= memory.fields.items()
        if not nothing_new and self._first_time(key, deed):
            if outcome == "success":
                says.setdefault("correction", "")
            for name, value in says.items():
                memory.decide(name, value, _stamp(judgement, deed))
            memory.count("upvotes" if outcome == "success" else "downvotes")
            kind = "corrected" if outcome == "corrected" else "outcome_recorded"
            memory.record(deed, kind, outcome=outcome, **notes, as_of=iso(judgement.as_of))
        return memory.standing

    async def validate(self, key: Key, deed: Deed) -> Standing | None:
        if key in self.gone:
            return None
        memory = self._memories[key]
        if self._first_time(key, deed):
            at = max(int(memory.fields.get("validated_at", "0")), epoch_ms(deed.at))
            memory.fields |= {"validated_at": str(at), "state": "active"}
            memory.record(deed, "validated")
        return memory.standing

    async def cite(
        self, collection: str, run_id: str, ids: Sequence[str], deed: Deed
    ) -> str | None:
        if gone := [each for each in ids if (collection, each) in self.gone]:
            return gone[0]
        run = self._runs[collection, run_id]
        for each in ids:
            if each not in run:
                run[each] = "cited", ""
                self._memories[collection, each].count("citations")
                self._memories[collection, each].record(deed, "cited", run_id=run_id)
        return None

    async def cited(self, collection: str, run_id: str) -> tuple[str, ...]:
        return tuple(sorted(self._runs[collection, run_id]))

    async def judge_run(
        self, collection: str, judgement: RunJudgement, ids: Sequence[str], deed: Deed
    ) -> str | None:
        run, outcome = self._runs[collection, judgement.run_id], judgement.outcome
        if unknown := [each for each in ids if each not in run]:
            return unknown[0]
        for each in ids:
            memory, (before, stamp) = self._memories[collection, each], run[each]
            if stamp > _stamp(judgement, deed):
                continue
            run[each] = outcome, _stamp(judgement, deed)
            if before != outcome:
                if before in _COUNTERS:
                    memory.count(_COUNTERS[before], -1)
                memory.count(_COUNTERS[outcome])
                memory.record(deed, "citation_judged", run_id=judgement.run_id, outcome=outcome)
        return None

    async def remove(self, keys: Sequence[Key], revisions: Sequence[int] | None) -> tuple[int, ...]:
        expected = [None] * len(keys) if revisions is None else revisions
        return tuple(self._remove(*each) for each in zip(keys, expected, strict=True))

    def _remove(self, key: Key, revision: int | None) -> int:
        memory, (collection, memory_id) = self._memories[key], key
        if revision is not None and memory.standing.revision != revision:
            return -1
        for (owner, _), ids in self._runs.items():
            if owner == collection:
                ids.pop(memory_id, None)
        for (owner, _), members in self._conversations.items():
            if owner == collection:
                members.discard(memory_id)
        answers = [self.answers.pop(each, None) for each in memory.answers]
        del self._memories[key]
        self._claims.pop(key, None)
        self.gone.add(key)
        return len(answers) + sum(map(bool, (memory.fields, memory.voters, memory.log)))

    async def of_conversation(self, collection: str, conversation_id: str) -> tuple[str, ...]:
        return tuple(sorted(self._conversations[collection, conversation_id]))

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        return tuple(self._memories[key].log)

    async def begun(self, keys: Sequence[Key]) -> tuple[bool, ...]:
        return tuple("created_at" in self._memories[key].fields for key in keys)

    async def dump(self, keys: Sequence[Key]) -> tuple[Legacy, ...]:
        return tuple(map(self._dump, keys))

    def _dump(self, key: Key) -> Legacy:
        memory = self._memories[key]
        fields = {name: value for name, value in memory.fields.items() if name != "created_at"}
        return Legacy(fields, dict(memory.voters), tuple(memory.log))

    async def inherit(
        self, records: Sequence[Record], legacies: Sequence[Legacy], token: str, deed: Deed
    ) -> tuple[bool, ...]:
        begun = [self._inherit(*each, deed) for each in zip(records, legacies, strict=True)]
        await self.release([record.key for record in records], token)
        return tuple(begun)

    def _inherit(self, record: Record, legacy: Legacy, deed: Deed) -> bool:
        memory = self._memories[record.key]
        if "created_at" in memory.fields:
            return False
        memory.fields = {"occurrences": "1", **memory.fields, **legacy.standing}
        memory.voters |= legacy.voters
        for event in legacy.history:
            memory.count("revision")
            memory.log.append(event)
        memory.record(deed, "imported")
        self._begin(record)
        self._join_conversation(record)
        return True

    async def load(self, task: str) -> Place:
        return self._places.get(task, Place())

    async def save(self, task: str, place: Place) -> None:
        self._places[task] = place


def _stamp(judgement: Judgement | RunJudgement, deed: Deed) -> str:
    return f"{epoch_ms(judgement.as_of):015d}:{deed.operation}"
