"""The cache of packs in Redis: equal requests within its time get the same pack.

A cache that fails or is slow is ignored, so it never costs more than 0.2 seconds: 0.1 for reading,
0.1 for writing.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, Literal, Protocol

from pydantic import AfterValidator, TypeAdapter, ValidationError, ValidationInfo

from recollect.core.errors import StoreError
from recollect.core.lazy import lazy
from recollect.core.messages import Message
from recollect.discovery.schema import DiscoveryPack
from recollect.language.abridging import abridged
from recollect.language.markup import lines_of
from recollect.language.texts import SHOWN, collapsed
from recollect.retrieval.readable_text import fields_in

CACHE_SECONDS = 0.1
"""The timeout of each call of the cache, in seconds."""

CacheResult = Literal["hit", "miss"]


class PackCache(Protocol):
    """Where packs are cached. Each method is one round trip, and raises StoreError."""

    async def get(self, key: str, customer: str) -> tuple[str | None, bool]:
        """The cached text, or None, and whether the directory has a customer of this name."""

    async def keep(self, key: str, text: str, ttl_ms: int) -> None:
        """Cache a text for `ttl_ms` milliseconds, replacing the one under its key."""


def _in_brief(description: str, given: ValidationInfo) -> str:
    """A description as people read it: without markup, and abridged.

    A cached one, which is read from JSON, is that already: a `<b>` in it is not markup.
    """
    if given.mode == "json":
        return description
    return abridged(lines_of("; ".join(fields_in(description)) or description, collapsed), SHOWN)


class NoteInBrief(Message):
    """A comment on a case, or a work note (`is_internal`), which customers do not see.

    It is as short as a message of a pack.
    """

    at: datetime
    by: str
    text: Annotated[str, AfterValidator(_in_brief)]
    is_internal: bool


class CaseInBrief(Message):
    """What a case is about and its state, for which the schema of a pack has no place.

    The fields are those of a `Ticket`. The description is as short as a message of a pack. The
    `latest_notes` are the newest first, and None if they could not be looked up.
    """

    number: str
    short_description: str
    description: Annotated[str, AfterValidator(_in_brief)]
    state: str
    priority: str
    assigned_to: str
    assignment_group: str
    updated_at: datetime | None
    url: str
    latest_notes: tuple[NoteInBrief, ...] | None = ()


_BESIDE: Final = TypeAdapter(tuple[tuple[CaseInBrief, ...], str])
"""What a cached pack has beside it: its cases and the customer's notes."""


@dataclass(frozen=True)
class BuiltPack:
    """A pack as JSON, the names of what it lacks, and how many seconds each section took.

    `cases` are the existing cases it is about, `unknown_cases` the numbers of which there is none.
    `customer_notes` are those of the customer in the directory, for which the schema of a pack has
    no place.
    """

    pack: str
    ttl_ms: int = 0
    degraded: tuple[str, ...] = ()
    unknown_cases: tuple[str, ...] = ()
    cases: tuple[CaseInBrief, ...] = ()
    customer_notes: str = ""
    seconds: tuple[tuple[str, float], ...] = ()

    @lazy
    def content(self) -> DiscoveryPack:
        """The parsed pack; parsed at the first access."""
        return DiscoveryPack.model_validate_json(self.pack)


async def cached_pack(
    key: str, cache: PackCache, customer: str = ""
) -> tuple[BuiltPack | None, bool]:
    """The cached pack, or None, and whether the directory has a customer of this name.

    None and False if the cache fails or is late.
    """
    try:
        async with asyncio.timeout(CACHE_SECONDS):
            text, is_listed = await cache.get(key, customer)
    except (StoreError, TimeoutError):
        return None, False
    return (None if text is None else _parsed(text)), is_listed


def _parsed(text: str) -> BuiltPack | None:
    head, _, pack = text.partition("\n")
    degraded, _, named = head.partition(";")
    unknown, _, beside = named.partition(";")
    try:
        cases, customer_notes = _BESIDE.validate_json(beside)
    except ValidationError:  # as good as a cache that fails
        return None
    return BuiltPack(
        pack,
        degraded=tuple(degraded.split()),
        unknown_cases=tuple(unknown.split()),
        cases=cases,
        customer_notes=customer_notes,
    )


async def cache_pack(key: str, built: BuiltPack, cache: PackCache) -> None:
    """Cache a pack for its `ttl_ms`, with the names of what it lacks and what is beside it."""
    if not built.ttl_ms:
        return
    try:
        async with asyncio.timeout(CACHE_SECONDS):
            beside = _BESIDE.dump_json((built.cases, built.customer_notes)).decode()
            head = f"{' '.join(built.degraded)};{' '.join(built.unknown_cases)};{beside}"
            await cache.keep(key, f"{head}\n{built.pack}", built.ttl_ms)
    except (StoreError, TimeoutError):
        return
