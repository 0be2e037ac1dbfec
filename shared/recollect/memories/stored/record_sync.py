"""Updates a memory's record to match what the ledger decided.

After each patch it checks whether the ledger decided something newer meanwhile, so whoever patches
last leaves the record as decided. So the record can be relied on while the ledger is down.
"""

from collections.abc import Sequence
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.core.ids import Key
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores

_RECORDS_AT_ONCE: Final = 16


async def sync_record(key: Key, counts: MemoryCounts, stores: MemoryStores) -> MemoryCounts | None:
    """Like `sync_records`, for one record."""
    (followed,) = await sync_records([(key, counts)], stores)
    return followed


async def sync_records(
    decided: Sequence[tuple[Key, MemoryCounts]], stores: MemoryStores
) -> tuple[MemoryCounts | None, ...]:
    """Patch records in the index with what the ledger decided, until both agree.

    Answers the counts of each, in order, as last read from the ledger; None if the record is gone.
    """

    async def patch(one: tuple[Key, MemoryCounts]) -> bool:
        key, counts = one
        return await stores.index.patch(key, counts.decided)

    followed: dict[Key, MemoryCounts | None] = {}
    behind = dict(decided)
    while behind:
        patched = await gather_each(patch, behind.items(), at_once=_RECORDS_AT_ONCE)
        there = [key for key, is_there in zip(behind, patched, strict=True) if is_there]
        now = dict(zip(there, await stores.ledger.read(there) if there else (), strict=True))
        followed |= {key: now.get(key) for key in behind}
        behind = {key: read for key, read in now.items() if read.decided != behind[key].decided}
    return tuple(followed[key] for key, _ in decided)


async def sync_written_records(
    records: Sequence[MemoryRecord], stores: MemoryStores
) -> Sequence[MemoryCounts]:
    """Patch records that were just written with what the ledger decided before or meanwhile.

    Answers the counts of each record, in order, as read from the ledger before patching.
    """
    all_counts = await stores.ledger.read([record.key for record in records])
    behind = [
        (record.key, counts)
        for record, counts in zip(records, all_counts, strict=True)
        if is_out_of_sync(record, counts)
    ]
    await sync_records(behind, stores)
    return all_counts


def is_out_of_sync(record: MemoryRecord, counts: MemoryCounts) -> bool:
    """Whether a record, as it was read, differs from what the ledger decided."""
    return any(record.metadata.get(name) != value for name, value in counts.decided.items())
