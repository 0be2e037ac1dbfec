"""Memories in and out: what `recollect export` writes and `recollect import` reads.

A line is a decision as `POST /apps/{app_slug}/memories` takes it, and in our own export also what
was counted and recorded of it. Ids follow from the content and importing only adds what is missing,
so importing a file again, or going on after an interruption, doubles nothing.
"""

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from pydantic import AfterValidator, AwareDatetime, Field, StringConstraints

from recollect.core.concurrency import both
from recollect.core.ids import Key
from recollect.core.messages import Reference
from recollect.core.operation import Operation
from recollect.memories.claims import still_busy
from recollect.memories.model import HistoryEvent, Stage, Vote
from recollect.memories.record import Record, Records, new_record, standing_of
from recollect.memories.requests import NewMemory
from recollect.memories.storing import Births, Claim

FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,32}$")]
FieldValue = Annotated[str, StringConstraints(max_length=16_000)]


_STAMPS = ("outcome_at", "correction_at", "category_at")
_STAMP = re.compile(r"[0-9]{15}:.*")


def _readable(fields: dict[str, str]) -> dict[str, str]:
    # What cannot be read back, or is condemned for good, would make the memory unusable.
    standing_of(fields)
    if "condemned" in fields:
        raise ValueError("a condemned memory is not imported")
    for name in _STAMPS:
        # They are compared as text: another kind of stamp would win, or lose, for good.
        if name in fields and not _STAMP.fullmatch(fields[name]):
            raise ValueError(f"{name} must be 15 digits, a colon and an operation")
    return fields


Fields = Annotated[dict[FieldName, FieldValue], AfterValidator(_readable)]

# Longer than a claim lives that nobody gives back.
_CLAIM_POLL = 0.1
_CLAIM_POLLS = 100


@dataclass(frozen=True, slots=True)
class Legacy:
    """What the counting store keeps of a memory: fields, each voter's vote, the history.

    A condemned one is about to be gone and is not exported.
    """

    standing: Mapping[str, str] = field(default_factory=dict)
    voters: Mapping[str, Vote] = field(default_factory=dict)
    history: Sequence[HistoryEvent] = ()
    condemned: bool = False


class Line(NewMemory):
    """One line of an export; a plain file may leave out everything but situation and decision."""

    stage: Stage = "draft"
    id: str | None = None
    created_at: AwareDatetime | None = None
    standing: Fields = Field(default_factory=dict, max_length=32)
    voters: dict[Reference, Vote] = Field(default_factory=dict)
    history: tuple[HistoryEvent, ...] = ()

    def legacy(self) -> Legacy:
        """What the counting store is to keep."""
        return Legacy(self.standing, self.voters, self.history)


class Archive(Protocol):
    """The counting store, as import and export see it."""

    async def begun(self, keys: Sequence[Key]) -> tuple[bool, ...]:
        """Whether each memory has begun, been stored or imported, and is not condemned."""

    async def dump(self, keys: Sequence[Key]) -> tuple[Legacy, ...]:
        """Everything that is kept of each memory."""

    async def inherit(
        self,
        records: Sequence[Record],
        legacies: Sequence[Legacy],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        """Begin each memory with what it brings; False where it had begun before."""


Incoming = tuple[Record, Legacy]


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
    operation: Operation,
    token: str,
    *,
    records: Records,
    births: Births,
    archive: Archive,
) -> int:
    """Add the memories that are missing; answer how many were.

    `token` must be new for each call: it claims the memories against concurrent writers. One that
    is claimed already is waited for, since its claim may be all that an interrupted import left.
    """
    incoming: dict[Key, Incoming] = {}
    for line in lines:
        record = new_record(app_slug, line, line.created_at or operation.at)
        incoming.setdefault(record.key, (record, line.legacy()))
    waiting = await _unfinished(tuple(incoming), records, archive)
    begun = 0
    for _ in range(_CLAIM_POLLS):
        if not waiting:
            return begun
        claims = await births.claim(waiting, token)
        ours = [key for key, claim in zip(waiting, claims, strict=True) if claim is not Claim.BUSY]
        if ours:
            chosen = [incoming[key] for key in ours]
            condemned = {
                key for key, claim in zip(waiting, claims, strict=True) if claim is Claim.CONDEMNED
            }
            begun += await _begin(chosen, condemned, operation, token, records, archive)
            waiting = tuple(key for key in waiting if key not in ours)
        if waiting:
            await asyncio.sleep(_CLAIM_POLL)
    raise still_busy()


async def _unfinished(keys: tuple[Key, ...], records: Records, archive: Archive) -> tuple[Key, ...]:
    """The memories that one store or the other does not have yet."""
    if not keys:
        return ()
    ids = tuple(memory_id for _, memory_id in keys)
    present, begun = await both(records.get(keys[0][0], ids), archive.begun(keys))
    return tuple(
        key
        for key, record, done in zip(keys, present, begun, strict=True)
        if record is None or not done
    )


async def _begin(
    ours: Sequence[Incoming],
    condemned: Collection[Key],
    operation: Operation,
    token: str,
    records: Records,
    archive: Archive,
) -> int:
    """Add what is missing of the memories that we hold claims on, and give the claims back."""
    new = tuple(record for record, _ in ours)
    # Looked at under the claim: nobody else adds them now, and a second upsert would undo patches.
    present = await records.get(new[0].collection, tuple(record.id for record in new))
    absent = tuple(
        record
        for record, there in zip(new, present, strict=True)
        if there is None or record.key in condemned
    )
    if absent:
        await records.add(absent)
    return sum(await archive.inherit(new, [legacy for _, legacy in ours], token, operation))
