"""Writes into a memory's record the ids of the memories that supersede it, as the ledger has them.

So they are known even while the ledger is down. Each id is a metadata field of its own, so that
concurrent patches can add successors without losing any.
"""

from collections.abc import Iterable
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.core.field_prefixes import SUPERSEDED_BY_PREFIX
from recollect.core.ids import Key
from recollect.memories.known.reading import records_of
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.private import is_for_all
from recollect.memories.stored.record import MemoryRecord
from recollect.retrieval.items import Metadata

_MAX_NAMES: Final = 100
_RECORDS_AT_ONCE: Final = 8


async def note_successors(records: Iterable[MemoryRecord], index: MemoryIndex) -> None:
    """Write the ids of `records` into the records that they supersede; repeating changes nothing.

    A record that already names `_MAX_NAMES` successors gets no more.
    """
    names: dict[Key, dict[str, str]] = {}
    for record in records:
        is_sensitive = "0" if is_for_all(record.metadata) else "1"
        for old in record.supersedes:
            names.setdefault((record.collection, old), {})[SUPERSEDED_BY_PREFIX + record.id] = (
                is_sensitive
            )
    superseded = await records_of(list(names), index)
    patches = [
        (old.key, noted)
        for old, noted in zip(superseded, names.values(), strict=True)
        if old is not None
        and not noted.items() <= old.metadata.items()
        and len(old.superseded_by) < _MAX_NAMES
    ]
    await _patch_all(patches, index)


async def forget_successors(records: Iterable[MemoryRecord], index: MemoryIndex) -> None:
    """Remove the ids of `records`, which are about to go, from the records that they supersede."""
    patches = [
        ((record.collection, old), {SUPERSEDED_BY_PREFIX + record.id: None})
        for record in records
        for old in record.supersedes
    ]
    await _patch_all(patches, index)


async def _patch_all(patches: Iterable[tuple[Key, Metadata]], index: MemoryIndex) -> None:
    await gather_each(lambda patch: index.patch(*patch), patches, at_once=_RECORDS_AT_ONCE)
