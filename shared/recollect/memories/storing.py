"""Storing a decision: once, however often and however concurrently it is sent.

The id follows from the content, so a repeat meets the first record. A full upsert would wipe what
was patched since; so only the holder of a short claim adds the record, and only where none is.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from recollect.core.concurrency import both
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.assembly import assemble
from recollect.memories.claims import POLL_SECONDS, POLLS, given_back_on_failure, still_busy
from recollect.memories.model import StoredMemory
from recollect.memories.record import Record, Records, Standing, new_record
from recollect.memories.requests import NewMemory


class Claim(Enum):
    """Whether we may add a record."""

    GRANTED = "granted"
    """Nobody has settled this memory before."""
    REGRANTED = "regranted"
    """It was settled before, so the record may have been added since we looked."""
    CONDEMNED = "condemned"
    """Its removal began and did not end: what is there must be replaced."""
    BUSY = "busy"
    """Another request is adding or removing it right now."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A stored memory's standing, and whether this operation was the one that made it."""

    standing: Standing
    created: bool


class Births(Protocol):
    """The counting store, as storing sees it."""

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[Claim, ...]:
        """Ask to be the one that adds each record; `token` is ours alone."""

    async def settle(
        self, records: Sequence[Record], token: str, operation: Operation
    ) -> tuple[Settled | None, ...]:
        """Count each record as made, or as met once more, and give the claims back.

        None where the memory was removed since it was found.
        """

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back without having added anything."""


async def store_memory(
    new: NewMemory,
    app_slug: str,
    operation: Operation,
    token: str,
    *,
    records: Records,
    births: Births,
) -> StoredMemory:
    """Keep a decision, or count one more occurrence of the one that is there."""
    record = new_record(app_slug, new, operation.at)
    for _ in range(POLLS):
        async with given_back_on_failure([record.key], token, births):
            kept = await _keep(record, token, records, births)
            if kept is not None:
                (settled,) = await births.settle([kept], token, operation)
                if settled is not None:
                    memory = assemble(kept, settled.standing, operation.at)
                    return StoredMemory(**dict(memory), deduplicated=not settled.created)
        await asyncio.sleep(POLL_SECONDS)
    raise still_busy()


async def _keep(record: Record, token: str, records: Records, births: Births) -> Record | None:
    """The record as it stands in the store, added if it was missing; None if others are at it."""
    (claim,), (present,) = await both(
        births.claim([record.key], token), records.get(record.collection, (record.id,))
    )
    if (claim, present is None) in {(Claim.REGRANTED, True), (Claim.GRANTED, False)}:
        # The stores disagree, or it was added or removed while we asked: look under the claim.
        (present,) = await records.get(record.collection, (record.id,))
    if present is not None and claim is not Claim.CONDEMNED:
        return present
    if claim is Claim.BUSY:
        return None
    await records.add((record,))
    return record
