"""Forgetting memories, whole: record, counts, voters, history and its place in every run."""

from collections.abc import Sequence
from typing import Protocol

from recollect.errors import NotFound
from recollect.memories.feedback import Conversations
from recollect.memories.model import DeletionReceipt, Removed
from recollect.memories.record import Key, Records


class Removal(Protocol):
    """The counting store, as deletion sees it."""

    async def remove(self, keys: Sequence[Key], revisions: Sequence[int] | None) -> tuple[int, ...]:
        """Remove what is kept of each memory; answer how many keys went.

        With `revisions`, a memory that has moved on since is left alone and answers -1.
        """


async def delete_memories(
    collection: str, ids: Sequence[str], *, records: Records, removal: Removal
) -> DeletionReceipt:
    """Delete memories; a repeat finishes what a failure left half done."""
    there = await records.get(collection, tuple(ids))
    vectors = await records.remove(collection, tuple(ids))
    removed = await removal.remove([(collection, memory_id) for memory_id in ids], None)
    deleted = tuple(
        memory_id
        for memory_id, record, keys in zip(ids, there, removed, strict=True)
        if record is not None or keys
    )
    if not deleted:
        raise NotFound(f"there is no memory {', '.join(ids)} in {collection}")
    return DeletionReceipt(
        deleted_count=len(deleted),
        deleted_ids=deleted,
        removed=Removed(vectors=vectors, keys=sum(removed)),
    )


async def delete_conversation(
    collection: str,
    conversation_id: str,
    *,
    records: Records,
    removal: Removal,
    conversations: Conversations,
) -> DeletionReceipt:
    """Delete every memory that came from a conversation."""
    ids = await conversations.of_conversation(collection, conversation_id)
    if not ids:
        raise NotFound(f"there is no conversation {conversation_id} in {collection}")
    return await delete_memories(collection, ids, records=records, removal=removal)
