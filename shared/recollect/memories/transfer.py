"""Memories in and out: what `recollect export` writes and `recollect import` reads.

A line is a decision as `POST /apps/{app_slug}/memories` takes it, and in our own export also what
was counted and recorded of it. Ids follow from the content and importing only adds what is missing,
so importing a file again, or going on after an interruption, doubles nothing.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from pydantic import AwareDatetime, Field, StringConstraints

from recollect.memories.model import HistoryEvent, NewMemory, Reference, Stage, Vote
from recollect.memories.record import Key, Record, Records, new_record
from recollect.memories.storing import Births, Claim, Deed

FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,32}$")]
FieldValue = Annotated[str, StringConstraints(max_length=16_000)]


@dataclass(frozen=True, slots=True)
class Legacy:
    """What the counting store keeps of a memory: fields, each voter's vote, the history."""

    standing: Mapping[str, str] = field(default_factory=dict)
    voters: Mapping[str, Vote] = field(default_factory=dict)
    history: Sequence[HistoryEvent] = ()


class Line(NewMemory):
    """One line of an export; a plain file may leave out everything but situation and decision."""

    stage: Stage = "draft"
    id: str | None = None
    created_at: AwareDatetime | None = None
    standing: Annotated[dict[FieldName, FieldValue], Field(max_length=32, default_factory=dict)]
    voters: Annotated[dict[Reference, Vote], Field(default_factory=dict)]
    history: tuple[HistoryEvent, ...] = ()

    def legacy(self) -> Legacy:
        """What the counting store is to keep."""
        return Legacy(self.standing, self.voters, self.history)


class Archive(Protocol):
    """The counting store, as import and export see it."""

    async def dump(self, keys: Sequence[Key]) -> tuple[Legacy, ...]:
        """Everything that is kept of each memory."""

    async def inherit(
        self, records: Sequence[Record], legacies: Sequence[Legacy], token: str, deed: Deed
    ) -> tuple[bool, ...]:
        """Begin each memory with what it brings; False where it had begun before."""


def line_of(record: Record, legacy: Legacy) -> Line:
    """The export of a memory."""
    kept = {name: record.metadata.get(name) for name in NewMemory.model_fields}
    return Line.model_validate(
        {name: value for name, value in kept.items() if value is not None}
        | {
            "situation": record.situation,
            "decision": record.decision,
            "id": record.id,
            "created_at": record.metadata["created_at"],
            "standing": dict(legacy.standing),
            "voters": dict(legacy.voters),
            "history": tuple(legacy.history),
        }
    )


async def import_memories(
    lines: Sequence[Line],
    app_slug: str,
    deed: Deed,
    token: str,
    *,
    records: Records,
    births: Births,
    archive: Archive,
) -> int:
    """Add the memories that are missing; answer how many were.

    `token` must be new for each call: it claims the memories against concurrent writers.
    """
    incoming: dict[str, tuple[Record, Legacy]] = {}
    for line in lines:
        record = new_record(app_slug, line, line.created_at or deed.at)
        incoming.setdefault(record.id, (record, line.legacy()))
    if not incoming:
        return 0
    collection = next(iter(incoming.values()))[0].collection
    ids = tuple(incoming)
    claims, present = await asyncio.gather(
        births.claim([(collection, memory_id) for memory_id in ids], token),
        records.get(collection, ids),
    )
    # A memory that another request is adding right now is left to that request.
    ours = [
        (memory_id, record is None)
        for memory_id, claim, record in zip(ids, claims, present, strict=True)
        if claim is Claim.GRANTED or (claim is Claim.REGRANTED and record is None)
    ]
    missing = tuple(incoming[memory_id][0] for memory_id, absent in ours if absent)
    if missing:
        await records.add(missing)
    begun = await archive.inherit(
        [incoming[memory_id][0] for memory_id, _ in ours],
        [incoming[memory_id][1] for memory_id, _ in ours],
        token,
        deed,
    )
    return sum(begun)
