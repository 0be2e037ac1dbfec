"""Packs that are kept: in Redis for all processes, and the last hundred in this one.

A pack that many ask for at once is built by one of them; the others wait for it a moment. Asking
Redis has a head start before the building: where it is fast a kept pack costs nobody anything, and
where it is slow nobody waits for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from recollect.core.errors import StoreError

MOST_PACKS = 100
HEAD_START_SECONDS = 0.01
_KEEPING_SECONDS = 0.05
_POLL_SECONDS = 0.05

Provenance = Literal["hit", "miss"]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What is kept (see `Built.kept`), else whether the pack is ours to build, and only then."""

    pack: str | None
    granted: bool = True


class PackCache(Protocol):
    """Where packs are kept for all."""

    async def claim(self, key: str) -> Claimed:
        """The kept pack, else the right to build it, for a second or two."""

    async def get(self, key: str) -> str | None:
        """The kept pack."""

    async def keep(self, key: str, pack: str, ttl_ms: int) -> None:
        """Keep a pack, and give the right to build it back."""


@dataclass(frozen=True, slots=True)
class Built:
    """A pack as JSON, what was left out of it, and how long each section took (seconds)."""

    pack: str
    ttl_ms: int = 0
    degraded: tuple[str, ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()

    def kept(self) -> str:
        """The pack as it is kept, with what it lacks, so that a kept one says it, too."""
        return f"{' '.join(self.degraded)}\n{self.pack}"

    @classmethod
    def of(cls, kept: str) -> "Built":
        """The pack that was kept."""
        degraded, _, pack = kept.partition("\n")
        return cls(pack, degraded=tuple(degraded.split()))


@dataclass(slots=True)
class PackMemory:
    """The packs of this process, the least recently used going first. The clock gives seconds."""

    clock: Callable[[], float]
    _packs: OrderedDict[str, tuple[float, str]] = field(default_factory=OrderedDict)

    def get(self, key: str) -> str | None:
        """The pack, unless its time is over."""
        until, pack = self._packs.get(key, (0.0, ""))
        if not pack or self.clock() >= until:
            self._packs.pop(key, None)
            return None
        self._packs.move_to_end(key)
        return pack

    def keep(self, key: str, built: Built) -> None:
        """Keep a pack for its time."""
        self._packs[key] = (self.clock() + built.ttl_ms / 1000, built.kept())
        self._packs.move_to_end(key)
        while len(self._packs) > MOST_PACKS:
            self._packs.popitem(last=False)


async def kept_or_built(
    key: str,
    build: Callable[[], Coroutine[Any, Any, Built]],
    cache: PackCache,
    memory: PackMemory,
    *,
    patience: float,
) -> tuple[Built, Provenance]:
    """The kept pack, else the one that `build` makes.

    Who else builds it is waited for, at most `patience` seconds; a cache that fails is done
    without.
    """
    if (pack := memory.get(key)) is not None:
        return Built.of(pack), "hit"
    async with _until_the_end(_claimed(key, cache)) as claiming:
        await asyncio.wait({claiming}, timeout=HEAD_START_SECONDS)
        built = None if claiming.done() else await _built_meanwhile(claiming, build())
        if built is None:
            pack = await _waited_for(claiming.result(), key, cache, patience)
            if pack is not None:
                return Built.of(pack), "hit"
            built = await build()
    await keep(key, built, cache, memory)
    return built, "miss"


async def _built_meanwhile(
    claiming: "asyncio.Task[Claimed]", build: Coroutine[Any, Any, Built]
) -> Built | None:
    """The pack, unless the cache says before that it is kept, or that somebody else builds it."""
    async with _until_the_end(build) as building:
        await asyncio.wait({claiming, building}, return_when=asyncio.FIRST_COMPLETED)
        if not building.done() and not claiming.result().granted:
            return None
        return await building


async def keep(key: str, built: Built, cache: PackCache, memory: PackMemory) -> None:
    """Keep a pack here and for all; a cache that is slow or fails is not waited for."""
    if not built.ttl_ms:
        return
    memory.keep(key, built)
    try:
        async with asyncio.timeout(_KEEPING_SECONDS):
            await cache.keep(key, built.kept(), built.ttl_ms)
    except (StoreError, TimeoutError):
        return


async def _claimed(key: str, cache: PackCache) -> Claimed:
    try:
        return await cache.claim(key)
    except StoreError:
        return Claimed(None)


async def _waited_for(claimed: Claimed, key: str, cache: PackCache, patience: float) -> str | None:
    """The pack that was kept, or that somebody else builds meanwhile; None if we must build it."""
    if claimed.granted or claimed.pack is not None:
        return claimed.pack
    try:
        async with asyncio.timeout(patience):
            pack = await cache.get(key)
            while pack is None:
                await asyncio.sleep(_POLL_SECONDS)
                pack = await cache.get(key)
            return pack
    except (StoreError, TimeoutError):
        return None


@asynccontextmanager
async def _until_the_end(work: Coroutine[Any, Any, _T]) -> AsyncIterator["asyncio.Task[_T]"]:
    """Work that does not outlive the block."""
    task = asyncio.create_task(work)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
