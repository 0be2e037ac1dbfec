"""Rewrites memories that an earlier release stored as this release would store them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from recollect.core.concurrency import gather_each
from recollect.detection.injection import is_instruction_like
from recollect.detection.mask import masked
from recollect.memories.index import MemoryIndex
from recollect.memories.private import MASKED_FIELD, with_words_masked
from recollect.memories.record import MemoryRecord, content_of
from recollect.memories.record_sync import sync_written_records
from recollect.memories.stores import MemoryStores
from recollect.retrieval.items import strings_of

_RECORDS_AT_ONCE: Final = 8


async def renew_memories(
    records: Sequence[MemoryRecord], stores: MemoryStores, *, dry_run: bool = False
) -> Sequence[str]:
    """Rewrite the memories that this release would store differently; answers their ids.

    Ids stay, though they were derived from the unmasked content. A memory that changes meanwhile is
    left for the next time; decisions made during the rewrite are written to its record.
    """
    old = {record.id: record for record in records}
    changed = [new for record in records if (new := _renewed(record)) != record]
    ids = tuple(each.id for each in changed)
    if changed and not dry_run:
        now = await stores.index.get(changed[0].collection, ids)
        same = [new for new, found in zip(changed, now, strict=True) if found == old[new.id]]
        write = partial(_write, old, stores.index)
        await gather_each(write, same, at_once=_RECORDS_AT_ONCE)
        await sync_written_records(same, stores)
    return ids


async def _write(old: Mapping[str, MemoryRecord], index: MemoryIndex, new: MemoryRecord) -> None:
    """Patch the old record into the new one; a record that was deleted does not come back."""
    former = old[new.id]
    changed = {
        name: value for name, value in new.metadata.items() if former.metadata.get(name) != value
    }
    await index.patch(new.key, changed, new.content if new.content != former.content else None)


def _renewed(record: MemoryRecord) -> MemoryRecord:
    """The memory with credentials and personal data masked, and with whether it holds a prompt
    injection."""
    metadata = with_words_masked(record.metadata)
    # Fields decided after the store were not always masked, even if the record says that it was.
    is_masked = record.metadata.get(MASKED_FIELD) is True
    texts = record.situation, record.decision
    situation, decision = texts if is_masked else map(masked, texts)
    is_injection = is_instruction_like([situation, decision, *record.steps])
    metadata = {**metadata, "instruction_like": is_injection}
    if is_masked:
        return replace(record, metadata=metadata)
    return replace(
        record,
        content=content_of(situation, decision),
        metadata={
            **metadata,
            "tags": [masked(each) for each in strings_of(record.metadata.get("tags"))],
            "situation_length": len(situation),
            MASKED_FIELD: True,
        },
    )
