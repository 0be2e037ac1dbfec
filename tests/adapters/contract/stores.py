"""Both stores, whichever implementation is behind them, and how a test looks at them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from recollect.core.ids import Key, collection_of
from recollect.core.operation import Operation
from recollect.memories.requests import NewMemory
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.record import MemoryRecord, new_record
from recollect.serving.idempotency import KeptAnswers
from tests.memories.lifecycle import begin
from tests.waiting import wait_for

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Stores:
    """One implementation of all ports, with an app of its own.

    `timeout` is in seconds: how long what was written may take to be read.
    """

    index: MemoryIndex
    ledger: MemoryLedger
    answers: KeptAnswers
    app_slug: str
    timeout: float = 0.0

    @property
    def collection(self) -> str:
        return collection_of(self.app_slug)

    def key(self, memory_id: str) -> Key:
        return self.collection, memory_id

    def new(self, situation: str = "A customer wants a refund", **fields: object) -> MemoryRecord:
        """A record of this app that is not stored yet."""
        asked = {"situation": situation, "decision": "Asked for more", "stage": "draft", **fields}
        return new_record(self.app_slug, NewMemory.model_validate(asked), NOON)

    async def begun(
        self,
        situation: str = "A customer wants a refund",
        *,
        by: Operation | None = None,
        **fields: object,
    ) -> MemoryRecord:
        """A record of this app that is stored in the ledger alone."""
        record = self.new(situation, **fields)
        await begin(self.ledger, record, by=by)
        return record

    async def stored(self, *records: MemoryRecord) -> None:
        """Keep records in both stores."""
        await self.index.add(records)
        await begin(self.ledger, *records)
        ids = tuple(record.id for record in records)
        await self.wait_for(records, lambda: self.index.get(self.collection, ids))

    async def get(self, record: MemoryRecord) -> MemoryRecord | None:
        """The record as it is in the index."""
        (found,) = await self.index.get(record.collection, (record.id,))
        return found

    async def wait_for(self, expected: object, ask: Callable[[], Awaitable[object]]) -> None:
        """Wait until `ask` answers `expected`, for `timeout` at most."""
        await wait_for(expected, ask, self.timeout)

    async def counts(self, record: MemoryRecord) -> MemoryCounts:
        (counts,) = await self.ledger.read((record.key,))
        return counts


def op(operation: str = "", *, actor: str = "ada", minutes: float = 0) -> Operation:
    """An operation of `actor`, who is trusted like the operator, `minutes` past noon."""
    return Operation(actor, at(minutes), operation, trusted=True)


def at(minutes: float) -> datetime:
    """Minutes past noon."""
    return NOON + timedelta(minutes=minutes)
