"""Forgetting memories, whole: record, counts, voters, history and its place in every run.

A memory is condemned first: from then on it is gone for everybody, and nobody adds it meanwhile.
Then its record goes, and last what is kept of it. A removal that breaks off is finished by its
repeat or by the next prune.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, Protocol

from recollect.errors import NotFound
from recollect.memories.claims import POLL_SECONDS, POLLS, given_back_on_failure, still_busy
from recollect.memories.feedback import Conversations
from recollect.memories.model import DeletionReceipt, Removed
from recollect.memories.record import Key, Records

Condition = int | Literal["again"] | None
"""Condemn only at this revision; only what was condemned before; or whatever it is."""


class Condemnation(Enum):
    """What became of the wish to remove a memory."""

    CONDEMNED = "condemned"
    """We hold the claim and must finish the removal."""
    MOVED = "moved"
    """The condition does not hold, and nothing was done."""
    BUSY = "busy"
    """Another request is adding or removing it right now."""


class Removal(Protocol):
    """The counting store, as deletion sees it."""

    async def condemn(
        self, keys: Sequence[Key], conditions: Sequence[Condition], token: str
    ) -> tuple[Condemnation, ...]:
        """Claim memories in order to remove them."""

    async def condemned(self, collection: str) -> tuple[str, ...]:
        """The memories whose removal began and has not ended."""

    async def remove(self, keys: Sequence[Key], token: str) -> tuple[int, ...]:
        """Remove what is kept of condemned memories; answer how many keys went."""

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back; what is condemned stays so."""


@dataclass(frozen=True, slots=True)
class Remover:
    """Removes memories of a collection. `token` is this request's alone."""

    collection: str
    token: str
    records: Records
    removal: Removal

    async def delete(self, ids: Sequence[str]) -> DeletionReceipt:
        """Delete memories, waiting for others that are at them; NotFound when there is none."""
        there = await self.records.get(self.collection, tuple(ids))
        waiting = tuple(ids)
        for _ in range(POLLS):
            verdicts = await self.condemn(waiting, [None] * len(waiting))
            waiting = tuple(
                memory_id
                for memory_id, verdict in zip(waiting, verdicts, strict=True)
                if verdict is Condemnation.BUSY
            )
            if not waiting:
                break
            await asyncio.sleep(POLL_SECONDS)
        else:
            raise still_busy()
        vectors, keys = await self.finish(ids)
        deleted = tuple(
            memory_id
            for memory_id, record, went in zip(ids, there, keys, strict=True)
            if record is not None or went
        )
        if not deleted:
            raise NotFound(f"there is no memory {', '.join(ids)} in {self.collection}")
        return DeletionReceipt(
            deleted_count=len(deleted),
            deleted_ids=deleted,
            removed=Removed(vectors=vectors, keys=sum(keys)),
        )

    async def condemn(
        self, ids: Sequence[str], conditions: Sequence[Condition]
    ) -> tuple[Condemnation, ...]:
        """Condemn memories, each under its condition."""
        return await self.removal.condemn(self._keys(ids), conditions, self.token)

    async def finish(self, ids: Sequence[str]) -> tuple[int, tuple[int, ...]]:
        """Remove condemned memories; answer how many records went, and how many keys of each."""
        keys = self._keys(ids)
        async with given_back_on_failure(keys, self.token, self.removal):
            vectors = await self.records.remove(self.collection, tuple(ids))
            return vectors, await self.removal.remove(keys, self.token)

    def _keys(self, ids: Sequence[str]) -> list[Key]:
        return [(self.collection, memory_id) for memory_id in ids]


async def delete_conversation(
    conversation_id: str, remover: Remover, conversations: Conversations
) -> DeletionReceipt:
    """Delete every memory that came from a conversation."""
    ids = await conversations.of_conversation(remover.collection, conversation_id)
    if not ids:
        raise NotFound(f"there is no conversation {conversation_id} in {remover.collection}")
    return await remover.delete(ids)
