"""Storing a decision: once, however often and however concurrently it is sent.

The id follows from the content, so a repeat meets the first record. A full upsert would wipe what
was patched since; so only the holder of a short claim adds the record, and only where none is.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Protocol

from recollect.errors import StoreError, StoreUnavailable
from recollect.memories.assembly import assemble
from recollect.memories.model import NewMemory, StoredMemory
from recollect.memories.record import Key, Record, Records, Standing, new_record

# Another request is adding the same memory: look again after this many seconds.
_CLAIM_POLL = 0.03
_CLAIM_POLLS = 100


class Claim(Enum):
    """Whether we may add a record."""

    GRANTED = "granted"
    """Nobody has settled this memory before."""
    REGRANTED = "regranted"
    """It was settled before, so the record may have been added since we looked."""
    BUSY = "busy"
    """Another request is adding it right now."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Who does something, when, and the operation id that makes a repeat count once ("" = none)."""

    actor: str
    at: datetime
    operation: str = ""


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
        self, records: Sequence[Record], token: str, deed: Deed
    ) -> tuple[Settled, ...]:
        """Count each record as made, or as met once more, and give the claims back."""

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back without having added anything."""


async def store_memory(
    new: NewMemory, app_slug: str, deed: Deed, token: str, *, records: Records, births: Births
) -> StoredMemory:
    """Keep a decision, or count one more occurrence of the one that is there."""
    record = new_record(app_slug, new, deed.at)
    kept = await _keep(record, token, records, births)
    (settled,) = await births.settle([kept], token, deed)
    memory = assemble(kept, settled.standing, deed.at)
    return StoredMemory(**dict(memory), deduplicated=not settled.created)


async def _keep(record: Record, token: str, records: Records, births: Births) -> Record:
    """Answer the record as it stands in the store, adding it if it is missing."""
    for _ in range(_CLAIM_POLLS):
        async with _given_back_on_failure(record.key, token, births):
            claim, present = await _claimed(record, token, records, births)
            if present is not None:
                return present
            if claim is not Claim.BUSY:
                await records.add((record,))
                return record
        await asyncio.sleep(_CLAIM_POLL)
    raise StoreUnavailable("memories", "another request is still storing the same decision")


async def _claimed(
    record: Record, token: str, records: Records, births: Births
) -> tuple[Claim, Record | None]:
    """Ask for the claim and look for the record at once."""
    # Both to their end, also when one fails: a claim under way would outlive being given back.
    claims, found = await asyncio.gather(
        births.claim([record.key], token),
        records.get(record.collection, (record.id,)),
        return_exceptions=True,
    )
    if isinstance(claims, BaseException):
        raise claims
    if isinstance(found, BaseException):
        raise found
    (claim,), (present,) = claims, found
    if present is None and claim is Claim.REGRANTED:
        (present,) = await records.get(record.collection, (record.id,))
    return claim, present


@asynccontextmanager
async def _given_back_on_failure(key: Key, token: str, births: Births) -> AsyncIterator[None]:
    """Let a repeat of what failed have the claim at once, rather than when it expires."""
    try:
        yield
    except StoreError as failure:
        try:
            await births.release([key], token)
        except StoreError as second:
            failure.add_note(f"the claim was not given back and expires by itself: {second}")
        raise
