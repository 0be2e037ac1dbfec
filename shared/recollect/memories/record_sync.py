"""The record follows what the ledger decides.

After each patch we look whether something newer was decided meanwhile: whoever patched last leaves
the record as decided. So it can speak for itself while the ledger is down.
"""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue

from recollect.core.concurrency import gather_each
from recollect.core.ids import Key
from recollect.memories.ledger import CountsLedger
from recollect.memories.private import with_words_masked
from recollect.memories.record import MemoryCounts, MemoryRecord
from recollect.memories.stores import MemoryStores

_RECORDS_AT_ONCE: Final = 8


async def sync_record(
    key: Key, counts: MemoryCounts, stores: MemoryStores[CountsLedger]
) -> MemoryCounts | None:
    """Patch the record in the index with what the ledger decided, until both agree.

    Answers the counts as last read from the ledger; None if the record is gone.
    """
    patched = None
    while patched != counts.decided:
        patched = counts.decided
        if not await stores.index.patch(key, patch_of(counts)):
            return None
        (counts,) = await stores.ledger.read((key,))
    return counts


async def sync_written_records(
    records: Sequence[MemoryRecord], stores: MemoryStores[CountsLedger]
) -> Sequence[MemoryCounts]:
    """Patch records that were just written with what the ledger had decided before, or meanwhile.

    Answers the counts of each record, in order, as the ledger had them.
    """
    all_counts = await stores.ledger.read([record.key for record in records])
    behind = [
        (record.key, counts)
        for record, counts in zip(records, all_counts, strict=True)
        if is_out_of_sync(record, counts)
    ]
    await gather_each(lambda one: sync_record(*one, stores), behind, at_once=_RECORDS_AT_ONCE)
    return all_counts


def is_out_of_sync(record: MemoryRecord, counts: MemoryCounts) -> bool:
    """Whether a record, as it was read, differs from what the ledger decided."""
    kept = record.metadata
    # Masking takes long, and mostly there is nothing to mask.
    return any(kept.get(name) != value for name, value in counts.decided.items()) and any(
        kept.get(name) != value for name, value in patch_of(counts).items()
    )


def patch_of(counts: MemoryCounts) -> dict[str, JsonValue]:
    """The patch of a record by what was decided, masked: earlier releases kept it unmasked."""
    return with_words_masked(counts.decided)
