"""Packs are built once, kept for their time, and never waited for in vain."""

import asyncio
from dataclasses import dataclass, field

from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.discovery.caching import (
    MOST_PACKS,
    Built,
    Claimed,
    PackCache,
    PackMemory,
    Provenance,
    kept_or_built,
)

PATIENCE = 5.0


@dataclass(slots=True)
class FakeCache(PackCache):
    """Packs and claims in a dictionary; `delay` seconds a call, and perhaps broken."""

    packs: dict[str, str] = field(default_factory=dict)
    claims: set[str] = field(default_factory=set)
    delay: float = 0.0
    broken: bool = False

    @override
    async def claim(self, key: str) -> Claimed:
        await self._answer()
        if key in self.packs:
            return Claimed(self.packs[key], granted=False)
        granted = key not in self.claims
        self.claims.add(key)
        return Claimed(None, granted=granted)

    @override
    async def get(self, key: str) -> str | None:
        await self._answer()
        return self.packs.get(key)

    @override
    async def keep(self, key: str, pack: str, ttl_ms: int) -> None:
        await self._answer()
        self.packs[key] = pack
        self.claims.discard(key)

    async def _answer(self) -> None:
        await asyncio.sleep(self.delay)
        if self.broken:
            raise StoreUnavailable("fake", "broken")


@dataclass(slots=True)
class Builder:
    """Builds a pack in `seconds`, and counts how often."""

    seconds: float = 0.0
    begun: int = 0
    ended: int = 0

    async def build(self) -> Built:
        self.begun += 1
        await asyncio.sleep(self.seconds)
        self.ended += 1
        return Built("built", 60_000)


async def asked(
    cache: FakeCache, builder: Builder, memory: PackMemory | None = None
) -> tuple[str, Provenance]:
    memory = memory or PackMemory(lambda: 0.0)
    built, provenance = await kept_or_built("k", builder.build, cache, memory, patience=PATIENCE)
    return built.pack, provenance


async def test_a_pack_that_is_kept_is_not_built() -> None:
    builder = Builder()
    assert await asked(FakeCache({"k": "\nkept"}), builder) == ("kept", "hit")
    assert builder.begun == 0


async def test_a_pack_that_is_not_kept_is_built_and_kept_here_and_for_all() -> None:
    cache, builder, memory = FakeCache(), Builder(), PackMemory(lambda: 0.0)
    assert await asked(cache, builder, memory) == ("built", "miss")
    assert cache.packs == {"k": "\nbuilt"}
    cache.packs.clear()
    assert await asked(cache, builder, memory) == ("built", "hit")
    assert builder.begun == 1


async def test_many_who_ask_at_once_have_it_built_once() -> None:
    cache, builder = FakeCache(), Builder(seconds=0.1)
    answers = await asyncio.gather(*(asked(cache, builder) for _ in range(10)))
    assert sorted(answers) == [("built", "hit")] * 9 + [("built", "miss")]
    assert builder.begun == 1


async def test_a_slow_cache_is_not_waited_for() -> None:
    builder = Builder()
    assert await asked(FakeCache(delay=3600), builder) == ("built", "miss")


async def test_a_slow_cache_that_answers_before_the_pack_is_built_ends_the_building() -> None:
    builder = Builder(seconds=3600)
    assert await asked(FakeCache({"k": "\nkept"}, delay=0.05), builder) == ("kept", "hit")
    assert (builder.begun, builder.ended) == (1, 0)


async def test_a_slow_cache_that_leaves_the_building_to_us_does_not_end_it() -> None:
    builder = Builder(seconds=0.2)
    assert await asked(FakeCache(delay=0.05), builder) == ("built", "miss")
    assert (builder.begun, builder.ended) == (1, 1)


async def test_a_broken_cache_is_done_without() -> None:
    assert await asked(FakeCache(broken=True), Builder()) == ("built", "miss")


async def test_who_waits_in_vain_for_another_builds_the_pack() -> None:
    cache, builder, memory = FakeCache(claims={"k"}), Builder(), PackMemory(lambda: 0.0)
    built, provenance = await kept_or_built("k", builder.build, cache, memory, patience=0.1)
    assert (built.pack, provenance) == ("built", "miss")


def test_a_process_keeps_a_hundred_packs_for_their_time() -> None:
    now = 0.0
    memory = PackMemory(lambda: now)
    for number in range(MOST_PACKS):
        memory.keep(str(number), Built(f"pack {number}", 1_000))
    assert memory.get("0") == "\npack 0"
    memory.keep("one more", Built("pack", 1_000))
    assert (memory.get("0"), memory.get("1")) == ("\npack 0", None)
    now = 1.0
    assert memory.get("0") is None


def test_a_kept_pack_says_what_it_lacks() -> None:
    built = Built('{"a": "\\n"}', degraded=("slackRecent", "cmdbHits"))
    assert Built.of(built.kept()) == built
