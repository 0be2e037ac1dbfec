"""Which requests get the same pack, and when it is built."""

from dataclasses import dataclass

from recollect.discovery.building import DiscoveryPackBuilder
from recollect.discovery.discovering import Discovery, key_of
from tests.cases import each_case
from tests.discovery.fakes import RULES, Sources
from tests.discovery.samples import NOW, request
from tests.discovery.test_caching import FakeCache

ASKED = {"caseNumbers": ["SCS0001234"], "channelId": "C1", "threadTs": "1.5", "companyName": "A"}


@dataclass(slots=True)
class Process:
    """Discovery in one process."""

    cache: FakeCache
    sources: Sources
    ttl_ms: int = 60_000

    async def ask(self, **more: object) -> str:
        """Ask for a pack: "hit" if it came from the cache, "miss" if it was built."""
        builder = DiscoveryPackBuilder(self.sources.all, RULES, 5.0, self.ttl_ms, lambda: 0.0)
        discovery = Discovery(builder, self.cache, "settings")
        built, provenance = await discovery.pack(request(**ASKED, **more), NOW, "all")
        assert built.pack.startswith('{"schemaVersion"')
        return provenance


async def test_a_pack_is_kept_for_all_processes_and_built_anew_on_demand() -> None:
    here = Process(FakeCache(), Sources())
    there = Process(here.cache, here.sources)

    assert [await here.ask(), await here.ask(), await there.ask()] == ["miss", "hit", "hit"]
    assert await there.ask(refresh=True) == "miss"
    assert await there.ask() == "hit"


async def test_a_pack_of_an_unknown_customer_is_kept_until_the_directory_has_it() -> None:
    cache = FakeCache()
    before, down = Process(cache, Sources(by_request=None)), Sources(fail={"look_up"})

    assert [await before.ask(), await before.ask()] == ["miss", "hit"]
    cache.customers = ("A",)
    assert await before.ask() == "hit"  # the caller may not know of this customer
    assert await Process(cache, down).ask() == "hit"
    after = Process(cache, Sources())
    assert [await after.ask(), await after.ask()] == ["miss", "hit"]


async def test_without_a_time_to_live_the_cache_is_not_asked() -> None:
    cache = FakeCache()
    process = Process(cache, Sources(), ttl_ms=0)

    assert [await process.ask(), await process.ask()] == ["miss", "miss"]
    assert cache.asked == []


@each_case(
    "change",
    [
        {"caseNumbers": ["SCS0001235"]},
        {"caseNumbers": []},
        {"channelId": "C2"},
        {"channelId": None},
        {"threadTs": "1.6"},
        {"companyName": "B"},
        {"messages": [{"role": "user", "text": "x"}]},
        {"journalText": "x"},
    ],
)
def test_a_different_request_has_a_different_key(change: dict[str, object]) -> None:
    assert key_of(request(**ASKED | change), "s", "all") != key_of(request(**ASKED), "s", "all")


def test_the_same_request_has_the_same_key_and_other_settings_a_different_one() -> None:
    first = key_of(request(**ASKED), "s", "all")

    assert first == key_of(request(**dict(reversed(ASKED.items()))), "s", "all")
    assert first == key_of(request(**ASKED, refresh=True, messages=[]), "s", "all")
    assert first == key_of(
        request(**ASKED | {"caseNumbers": ["scs0001234", "SCS0001234"]}), "s", "all"
    )
    assert first != key_of(request(**ASKED), "t", "all")
    assert first != key_of(request(**ASKED), "s", "some")
    assert first.isalnum()
