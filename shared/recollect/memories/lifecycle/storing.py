"""Stores a decision once, however often and however concurrently it is sent.

The id is derived from the content, so a repeat finds the first record. A second upsert would undo
patches made since; so only the holder of a short-lived claim adds the record, and only if there is
none.

A writer's own outcome counts only against the memory: one other than success is a downvote. Whoever
stores a memory that others began says nothing of its outcome, unless it may judge.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from recollect.core.concurrency import gather_both
from recollect.core.errors import FieldError, InvalidRequest, StoreError, StoreUnavailable
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.confidence_settings import ConfidenceSettings
from recollect.memories.known.reading import assemble, no_memory
from recollect.memories.lifecycle.successor_names import note_successors
from recollect.memories.model import StoredMemory
from recollect.memories.requests import NewMemory
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.ledger_data import ClaimResult
from recollect.memories.stored.private import may_see
from recollect.memories.stored.record import MemoryRecord, new_record
from recollect.memories.stored.record_sync import is_out_of_sync, sync_record
from recollect.memories.stored.stores import MemoryStores

# How often to retry while somebody else holds the claim: together longer than a claim lives.
POLL_SECONDS = 0.03
POLLS = 220


async def store_memory(
    new: NewMemory,
    app_slug: str,
    level: SecurityLevel,
    operation: Operation,
    token: str,
    stores: MemoryStores,
) -> StoredMemory:
    """Store a decision, or count one more occurrence if the same one is already stored.

    `token` must be unique to this request: it claims the record. If the stored memory is too
    sensitive for `level`, the answer is as if the decision were new. Raises NotFound if it
    supersedes a memory that does not exist or that the caller may not see, and StoreUnavailable if
    other requests hold the claim for too long.
    """
    return await store_record(
        new_record(app_slug, new, operation.at), level, operation, token, stores
    )


async def store_record(
    record: MemoryRecord,
    level: SecurityLevel,
    operation: Operation,
    token: str,
    stores: MemoryStores,
) -> StoredMemory:
    """Store a new record, as `store_memory` does."""
    await _check_superseded(record, level, stores.index)
    for _ in range(POLLS):
        async with released_on_failure([record.key], token, stores.ledger):
            kept = await _kept_record(record, token, stores)
            if kept is not None:
                await note_successors([kept], stores.index)
                # `kept` is what was stored first; the occurrence is counted with this request's.
                (occurrence,) = await stores.ledger.count_occurrence([record], token, operation)
                if occurrence is not None:
                    counts = occurrence.counts
                    # Restored or deleted meanwhile: the record may still be patched as archived.
                    is_back = counts.restored_at is not None or occurrence.anew
                    if record.ended_badly or is_back or is_out_of_sync(kept, counts):
                        counts = await sync_record(kept.key, counts, stores) or counts
                    if not may_see(level, kept.metadata):
                        return _as_if_new(record, operation.at, stores.confidence_settings)
                    memory = assemble(kept, counts, operation.at, stores.confidence_settings)
                    return StoredMemory(
                        **dict(memory),
                        deduplicated=not occurrence.created,
                        not_taken=() if occurrence.heard else record.judgement,
                    )
        await asyncio.sleep(POLL_SECONDS)
    raise still_busy()


async def _check_superseded(record: MemoryRecord, level: SecurityLevel, index: MemoryIndex) -> None:
    if record.id in record.supersedes:
        raise InvalidRequest([FieldError("supersedes", "must not name the memory itself")])
    if not record.supersedes:
        return
    found = await index.get(record.collection, record.supersedes)
    for memory_id, there in zip(record.supersedes, found, strict=True):
        if there is None or not may_see(level, there.metadata):
            raise no_memory((record.collection, memory_id))


async def _kept_record(
    record: MemoryRecord, token: str, stores: MemoryStores
) -> MemoryRecord | None:
    """The record in the index, added if it was missing; None if another request holds the claim."""
    (claim,), (present,) = await gather_both(
        stores.ledger.claim([record.key], token), stores.index.get(record.collection, (record.id,))
    )
    if (claim, present is None) in {(ClaimResult.REGRANTED, True), (ClaimResult.GRANTED, False)}:
        # The stores disagree, or it was added or removed meanwhile: read again under the claim.
        (present,) = await stores.index.get(record.collection, (record.id,))
    if present is not None and claim is not ClaimResult.TOMBSTONED:
        return present
    if claim is ClaimResult.BUSY:
        return None
    await stores.index.add((record,))
    return record


def _as_if_new(record: MemoryRecord, now: datetime, settings: ConfidenceSettings) -> StoredMemory:
    counts = MemoryCounts(downvotes=int(record.ended_badly), correction_by="writer")
    return StoredMemory(**dict(assemble(record, counts, now, settings)))


def still_busy() -> StoreUnavailable:
    """The error if a claim could not be obtained."""
    return StoreUnavailable("memories", "another request is still adding or removing it")


@asynccontextmanager
async def released_on_failure(
    keys: Sequence[Key], token: str, ledger: MemoryLedger
) -> AsyncIterator[None]:
    """Release the claims if the body fails, so that a repeat need not wait until they expire."""
    try:
        yield
    except StoreError as failure:
        try:
            await ledger.release(keys, token)
        except StoreError as second:
            failure.add_note(f"the claim was not given back and expires by itself: {second}")
        raise
