"""How memories begin and end in the counting store in memory."""

from collections.abc import Sequence

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.deletion import Condemnation, Condition
from recollect.memories.record import Record
from recollect.memories.storing import Claim, Settled
from recollect.memories.transfer import Legacy
from tests.memories.fake_keeping import FakeKeeping

_OWN = {"created_at", "condemned"}


class FakeLives(FakeKeeping):
    """Births, removals, and what is brought in or out."""

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[Claim, ...]:
        return tuple(self._claim(key, token) for key in keys)

    def _claim(self, key: Key, token: str) -> Claim:
        if not self._take(key, token):
            return Claim.BUSY
        if self._memories[key].condemned:
            return Claim.CONDEMNED
        return Claim.REGRANTED if self._memories[key].exists else Claim.GRANTED

    async def release(self, keys: Sequence[Key], token: str) -> None:
        for key in keys:
            self._let_go(key, token)

    async def settle(
        self, records: Sequence[Record], token: str, operation: Operation
    ) -> tuple[Settled | None, ...]:
        return tuple(self._settle(record, token, operation) for record in records)

    def _settle(self, record: Record, token: str, operation: Operation) -> Settled | None:
        memory, seen = self._memories[record.key], (operation.id, record.key)
        begins = memory.condemned or not memory.exists
        if begins and not self._holds(record.key, token):
            return None
        verdict = "created" if begins else "again"
        if operation.id and not begins and seen in self._operations:
            verdict = self._operations[seen]
        else:
            if begins:
                memory = self._begin(record)
            self._operations[seen] = verdict
            memory.count("occurrences")
            memory.record(operation, "stored" if begins else "stored_again")
            self._join_conversation(record)
        self._let_go(record.key, token)
        return Settled(memory.standing, created=verdict == "created")

    async def condemn(
        self, keys: Sequence[Key], conditions: Sequence[Condition], token: str
    ) -> tuple[Condemnation, ...]:
        return tuple(
            self._condemn(key, condition, token)
            for key, condition in zip(keys, conditions, strict=True)
        )

    def _condemn(self, key: Key, condition: Condition, token: str) -> Condemnation:
        if not self._take(key, token):
            return Condemnation.BUSY
        memory = self._memories[key]
        holds_true = condition is None or (
            key in self._doomed if condition == "again" else memory.standing.revision == condition
        )
        if not holds_true:
            self._let_go(key, token)
            return Condemnation.MOVED
        if memory.exists:
            memory.fields["condemned"] = "1"
        self._gone.add(key)
        self._doomed.add(key)
        return Condemnation.CONDEMNED

    async def condemned(self, collection: str) -> tuple[str, ...]:
        return tuple(sorted(each for owner, each in self._doomed if owner == collection))

    async def remove(self, keys: Sequence[Key], token: str) -> tuple[int, ...]:
        return tuple(self._remove(key, token) for key in keys)

    def _remove(self, key: Key, token: str) -> int:
        if not self._holds(key, token):
            return 0
        removed = self._erase(key)
        self._doomed.discard(key)
        self._gone.add(key)
        self._let_go(key, token)
        return removed

    async def begun(self, keys: Sequence[Key]) -> tuple[bool, ...]:
        return tuple(
            self._memories[key].exists and not self._memories[key].condemned for key in keys
        )

    async def dump(self, keys: Sequence[Key]) -> tuple[Legacy, ...]:
        return tuple(map(self._dump, keys))

    def _dump(self, key: Key) -> Legacy:
        memory = self._memories[key]
        fields = {name: value for name, value in memory.fields.items() if name not in _OWN}
        condemned = "condemned" in memory.fields
        return Legacy(fields, dict(memory.voters), tuple(memory.log), condemned)

    async def inherit(
        self,
        records: Sequence[Record],
        legacies: Sequence[Legacy],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        begun = [self._inherit(*each, operation) for each in zip(records, legacies, strict=True)]
        await self.release([record.key for record in records], token)
        return tuple(begun)

    def _inherit(self, record: Record, legacy: Legacy, operation: Operation) -> bool:
        memory = self._memories[record.key]
        if memory.exists and not memory.condemned:
            return False
        memory = self._begin(record)
        created_at = memory.fields["created_at"]
        memory.fields |= {"occurrences": "1", **legacy.standing, "created_at": created_at}
        memory.voters |= legacy.voters
        for event in legacy.history:
            memory.count("revision")
            memory.log.append(event)
        memory.record(operation, "imported")
        self._join_conversation(record)
        return True
