"""Packs are kept in Redis for a while: whoever asks for the same in this time gets the same.

A cache that is slow or fails is done without, so it never costs more than 0.2 seconds.
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
"""How long each call of the cache may take."""

CacheResult = Literal["hit", "miss"]


class PackCache(Protocol):
    """Where packs are kept. Each method is one round trip, and raises StoreError."""

    async def get(self, key: str, customer: str) -> tuple[str | None, bool]:
        """The kept text, if there is one, and whether the directory has a customer of this name."""

    async def keep(self, key: str, text: str, ttl_ms: int) -> None:
        """Keep a text in place of the one that is there."""


def _in_brief(description: str, given: ValidationInfo) -> str:
    """A description as people read it; a kept one is that already, and `<b>` in it is no markup."""
    if given.mode == "json":
        return description
    return abridged(lines_of("; ".join(fields_in(description)) or description, collapsed), SHOWN)


class CaseInBrief(Message):
    """What a pack's schema has no place for: what a case is about, and how it stands.

    The fields are those of a `Ticket`; of a description as much as of a message.
    """

    number: str
    short_description: str
    description: Annotated[str, AfterValidator(_in_brief)] = ""
    state: str
    priority: str
    assigned_to: str
    assignment_group: str
    updated_at: datetime | None
    url: str


_CASES: Final = TypeAdapter(tuple[CaseInBrief, ...])


@dataclass(frozen=True)
class BuiltPack:
    """A pack as JSON, what it lacks, and how long each section took (seconds).

    `cases` are those that somebody named, `unknown_cases` the numbers that there is no case of.
    """

    pack: str
    ttl_ms: int = 0
    degraded: tuple[str, ...] = ()
    unknown_cases: tuple[str, ...] = ()
    cases: tuple[CaseInBrief, ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()

    @lazy
    def content(self) -> DiscoveryPack:
        """The pack, read once, and only by who looks into it."""
        return DiscoveryPack.model_validate_json(self.pack)


async def kept_pack(
    key: str, cache: PackCache, customer: str = ""
) -> tuple[BuiltPack | None, bool]:
    """The kept pack, with what it lacks, and whether the directory has a customer.

    It is None without one, or where the cache does not answer.
    """
    try:
        async with asyncio.timeout(CACHE_SECONDS):
            kept, is_listed = await cache.get(key, customer)
    except (StoreError, TimeoutError):
        return None, False
    return (None if kept is None else _read(kept)), is_listed


def _read(kept: str) -> BuiltPack | None:
    head, _, pack = kept.partition("\n")
    degraded, _, named = head.partition(";")
    unknown, _, cases = named.partition(";")
    try:
        known_cases = _CASES.validate_json(cases or "[]")
    except ValidationError:  # of another release
        return None
    return BuiltPack(
        pack,
        degraded=tuple(degraded.split()),
        unknown_cases=tuple(unknown.split()),
        cases=known_cases,
    )


async def keep_pack(key: str, built: BuiltPack, cache: PackCache) -> None:
    """Keep a pack for its time, with what it lacks, so that a kept one says it, too."""
    if not built.ttl_ms:
        return
    try:
        async with asyncio.timeout(CACHE_SECONDS):
            cases = _CASES.dump_json(built.cases).decode()
            head = f"{' '.join(built.degraded)};{' '.join(built.unknown_cases)};{cases}"
            await cache.keep(key, f"{head}\n{built.pack}", built.ttl_ms)
    except (StoreError, TimeoutError):
        return
