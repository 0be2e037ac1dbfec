"""Memories that an earlier release stored, without the credentials that they hold."""

from collections.abc import Sequence
from dataclasses import replace

from recollect.detection.secrets import secrets_in
from recollect.memories.ports import MemoryIndex
from recollect.memories.record import MemoryRecord, content_of

_MASK, _ROUNDS = "[REDACTED]", 8


async def renew_memories(
    records: Sequence[MemoryRecord], index: MemoryIndex, *, dry_run: bool = False
) -> Sequence[str]:
    """Write the memories anew that hold credentials; their ids.

    An id stays as it is, though the content that it followed from is not there any more. One that
    changes meanwhile is left for the next time.
    """
    old = {record.id: record for record in records}
    changed = [new for record in records if (new := without_secrets(record)) != record]
    ids = tuple(each.id for each in changed)
    if changed and not dry_run:
        now = await index.get(changed[0].collection, ids)
        same = [new for new, found in zip(changed, now, strict=True) if found == old[new.id]]
        if same:
            await index.add(tuple(same))
    return ids


def without_secrets(record: MemoryRecord) -> MemoryRecord:
    """A memory with its credentials masked where they stand."""
    situation, decision = masked_secrets(record.situation), masked_secrets(record.decision)
    return replace(
        record,
        content=content_of(situation, decision),
        metadata={**record.metadata, "situation_length": len(situation)},
    )


def masked_secrets(text: str) -> str:
    """A text with a mask in place of each credential; personal data stays.

    One made so that masking never comes to an end is masked as a whole.
    """
    for _ in range(_ROUNDS):
        found = secrets_in(text)
        if not found:
            return text
        ends = [0, *(each.end for each in found)]
        starts = [*(each.start for each in found), len(text)]
        text = _MASK.join(text[end:start] for end, start in zip(ends, starts, strict=True))
    return _MASK
