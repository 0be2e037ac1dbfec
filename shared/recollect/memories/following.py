"""The record follows what the ledger decides.

After each patch we look whether something newer was decided meanwhile: whoever patched last leaves
the record as decided.
"""

from recollect.core.ids import Key
from recollect.memories.ports import MemoryStores
from recollect.memories.record import MemoryCounts


async def follow(key: Key, counts: MemoryCounts, stores: MemoryStores) -> MemoryCounts | None:
    """Leave the record as decided, and answer the counts by which it is; None if it is gone."""
    patched = None
    while patched != counts.decided:
        patched = counts.decided
        if not await stores.index.patch(key, patched):
            return None
        (counts,) = await stores.ledger.read((key,))
    return counts
