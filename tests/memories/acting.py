"""Who stores, deletes, prunes, imports and votes on one memory, and whether it is whole."""

from dataclasses import dataclass
from datetime import timedelta

from recollect.memories.deletion import Remover
from recollect.memories.feedback import vote_on_memory
from recollect.memories.maintenance import Pruner
from recollect.memories.model import DeletionReceipt, Memory, PruneResult, StoredMemory
from recollect.memories.record import Record
from recollect.memories.requests import NewVote, PruneRequest
from recollect.memories.storing import store_memory
from recollect.memories.transfer import Line, import_memories
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import new_token
from tests.memories.samples import APP, COLLECTION, NOW, new_memory, op, record_of

RECORD = record_of(conversation_id="cnv_1")
KEY = RECORD.key


@dataclass(frozen=True, slots=True)
class Actors:
    """Use cases on both stores, each with a token of its own."""

    index: FakeIndex
    counts: FakeCounts

    async def store(self) -> StoredMemory:
        return await store_memory(
            new_memory(conversation_id="cnv_1"),
            APP,
            op(),
            new_token(),
            records=self.index,
            births=self.counts,
        )

    async def load(self) -> int:
        line = Line.model_validate(new_memory(conversation_id="cnv_1").model_dump())
        return await import_memories(
            [line],
            APP,
            op(),
            new_token(),
            records=self.index,
            births=self.counts,
            archive=self.counts,
        )

    async def delete(self, *ids: str) -> DeletionReceipt:
        return await self.remover().delete(ids or (RECORD.id,))

    def remover(self) -> Remover:
        return Remover(COLLECTION, new_token(), self.index, self.counts)

    async def prune(self, *, later_days: float = 100, dry_run: bool = False) -> PruneResult:
        pruner = Pruner(
            now=NOW + timedelta(days=later_days),
            time_is_up=lambda: False,
            token=new_token(),
            pages=self.index,
            standings=self.counts,
            records=self.index,
            removal=self.counts,
        )
        return await pruner.prune(COLLECTION, PruneRequest(dry_run=dry_run))

    async def vote(self) -> Memory:
        vote = NewVote(vote="upvote", voter_id="ada")
        return await vote_on_memory(KEY, vote, op(), records=self.index, feedback=self.counts)

    def is_whole(self, record: Record = RECORD) -> bool:
        """In both stores, and nobody is at it."""
        there = {"fields", "log", "conversations"}
        traces = self.counts.traces_of(record.key) - {"voters"}
        return record.key in self.index.records and (
            traces == there and not self.counts.is_gone(record.key)
        )

    def is_nowhere(self, record: Record = RECORD) -> bool:
        """Nothing is kept of it in either store, and nobody is at it."""
        return record.key not in self.index.records and not self.counts.traces_of(record.key)
