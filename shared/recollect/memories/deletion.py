"""Forgetting memories, whole: record, counts, voters, history and its place in every run.

A memory is condemned first: from then on it is gone for everybody, and nobody adds it meanwhile.
Then its record goes, and last what is kept of it. A removal that breaks off is finished by its
repeat or by the next prune.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, Protocol

from recollect.core.errors import NotFound
from recollect.core.ids import Key
from recollect.memories.claims import POLL_SECONDS, POLLS, given_back_on_failure, still_busy
from recollect.memories.feedback import Conversations
from recollect.memories.model import DeletionReceipt, Removed
from recollect.memories.record import Records

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
class Forgotten:
    """What an attempt to remove memories came to."""

    vectors: int
    """How many records went."""
    keys: Mapping[str, int]
    """Of each memory that was removed, how many keys went."""
    busy: tuple[str, ...]
    """The memories that others are at."""


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
        vectors, keys, waiting = 0, dict[str, int](), tuple(ids)
        for _ in range(POLLS):
            # Nothing is held while waiting: not for longer than a claim lives, nor against another.
            forgotten = await self.forget(waiting, [None] * len(waiting))
            vectors += forgotten.vectors
            keys |= forgotten.keys
            waiting = forgotten.busy
            if not waiting:
                break
            await asyncio.sleep(POLL_SECONDS)
        else:
            raise still_busy()
        deleted = tuple(
            memory_id
            for memory_id, record in zip(ids, there, strict=True)
            if record is not None or keys[memory_id]
        )
        if not deleted:
            raise NotFound(f"there is no memory {', '.join(ids)} in {self.collection}")
        return DeletionReceipt(
            deleted_count=len(deleted),
            deleted_ids=deleted,
            removed=Removed(vectors=vectors, keys=sum(keys.values())),
        )

    async def forget(self, ids: Sequence[str], conditions: Sequence[Condition]) -> Forgotten:
        """Remove the memories whose condition holds and that nobody else is at."""
        keys = self._keys(ids)
        async with given_back_on_failure(keys, self.token, self.removal):
            verdicts = await self.removal.condemn(keys, conditions, self.token)
            by_verdict = {
                wanted: tuple(
                    memory_id
                    for memory_id, verdict in zip(ids, verdicts, strict=True)
                    if verdict is wanted
                )
                for wanted in Condemnation
            }
            ours, busy = by_verdict[Condemnation.CONDEMNED], by_verdict[Condemnation.BUSY]
            if not ours:
                return Forgotten(0, {}, busy)
            vectors = await self.records.remove(self.collection, ours)
            removed = await self.removal.remove(self._keys(ours), self.token)
            return Forgotten(vectors, dict(zip(ours, removed, strict=True)), busy)

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
