"""Packs are kept for their time to live, and a cache in trouble is not waited for."""

import asyncio
from dataclasses import dataclass, field, replace

from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.discovery.caching import BuiltPack, CaseInBrief, PackCache, cache_pack, cached_pack

CASE = CaseInBrief(
    number="SCS1",
    short_description="Loss;\nof packets",
    description="<p>Use &lt;br&gt; in &amp;amp;</p>",
    state="Open",
    priority="",
    assigned_to="",
    assignment_group="",
    updated_at=None,
    url="",
)
BUILT = BuiltPack(
    '{"a": "\\n"}',
    60_000,
    ("slackRecent", "cmdbHits"),
    ("SCS9999999", "CS1000"),
    (CASE,),
    "Call Ann; she\nwakes the manager",
    (("slackRecent", 0.5),),
)


@dataclass(slots=True)
class FakeCache(PackCache):
    """A cache in a dictionary: each call takes `delay` seconds, or fails if it is `broken`."""

    packs: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    broken: bool = False
    customers: tuple[str, ...] = ()
    asked: list[str] = field(default_factory=list)

    @override
    async def get(self, key: str, customer: str) -> tuple[str | None, bool]:
        await self._answer("get")
        return self.packs.get(key), customer in self.customers

    @override
    async def keep(self, key: str, text: str, ttl_ms: int) -> None:
        await self._answer(f"keep for {ttl_ms}")
        self.packs[key] = text

    async def _answer(self, method: str) -> None:
        self.asked.append(method)
        await asyncio.sleep(self.delay)
        if self.broken:
            raise StoreUnavailable("fake", "broken")


async def test_a_kept_pack_comes_back_as_it_was_and_says_what_it_lacks() -> None:
    cache = FakeCache()
    assert await cached_pack("k", cache) == (None, False)
    await cache_pack("k", BUILT, cache)
    assert await cached_pack("k", cache) == (replace(BUILT, ttl_ms=0, seconds=()), False)
    assert cache.asked == ["get", "keep for 60000", "get"]


async def test_a_kept_pack_that_cannot_be_read_is_ignored() -> None:
    assert await cached_pack("k", FakeCache({"k": ";;[{}]\n{}"})) == (None, False)


async def test_a_slow_or_broken_cache_is_ignored() -> None:
    for cache in (FakeCache({"k": "\nkept"}, delay=3600), FakeCache({"k": "\nkept"}, broken=True)):
        async with asyncio.timeout(5):
            assert await cached_pack("k", cache) == (None, False)
            await cache_pack("k", BUILT, cache)
        assert cache.packs == {"k": "\nkept"}


async def test_a_pack_without_a_time_to_live_is_not_kept() -> None:
    cache = FakeCache()
    await cache_pack("k", BuiltPack("{}"), cache)
    assert cache.asked == []
