"""The archive: searches do not find what a prune put there; it can be restored until it is erased.

The ledger decides what is archived, and the record is updated to match: so no search finds it, even
while the ledger is down. A prune that breaks off in between is finished by the next one.
"""

from collections.abc import Sequence
from datetime import datetime

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import age_in_days
from recollect.memories.known.reading import assemble, existing_record, no_memory
from recollect.memories.model import Memory
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.record_sync import sync_record, sync_records
from recollect.memories.stored.stores import MemoryStores

DEFAULT_ARCHIVE_DAYS = 30.0

Counted = tuple[MemoryRecord, MemoryCounts]


async def archive_memories(
    memories: Sequence[Counted], operation: Operation, stores: MemoryStores
) -> tuple[str, ...]:
    """Archive the memories that nobody has changed since they were read; answers their ids."""
    archived = await stores.ledger.archive(memories, operation) if memories else ()
    done = [
        (record.key, counts)
        for (record, _), counts in zip(memories, archived, strict=True)
        if counts is not None
    ]
    await sync_records(done, stores)
    return tuple(memory_id for (_, memory_id), _ in done)


async def restore_memory(
    key: Key, level: SecurityLevel, operation: Operation, stores: MemoryStores
) -> Memory:
    """Bring an archived memory back; one that is not archived is answered unchanged."""
    record = await existing_record(key, level, stores.index)
    counts = await stores.ledger.unarchive(key, operation)
    followed = None if counts is None else await sync_record(key, counts, stores)
    if followed is None:
        raise no_memory(key)
    return assemble(record, followed, operation.at, stores.confidence_settings)


def may_be_erased(counts: MemoryCounts, archive_days: float, now: datetime) -> bool:
    """Whether a memory was archived at least `archive_days` ago."""
    return counts.archived_at is not None and age_in_days(counts.archived_at, now) >= archive_days
