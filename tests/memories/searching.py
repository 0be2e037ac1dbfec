"""Searches in in-memory stores, and the parts of results that tests look at."""

from recollect.memories.requests import Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.record import MemoryRecord
from tests.memories.acting import Actors

REFUND = "the customer wants a refund"


async def stores_with(*records: MemoryRecord) -> Actors:
    return await Actors().keep(*records)


async def find(stores: Actors, search: Search, *apps: str, threshold: float = 0) -> SearchResult:
    result, degraded = await stores.search(search, *apps, threshold=threshold)
    assert degraded == ()
    return result


def ids(result: SearchResult) -> list[str]:
    return [each.memory.id for each in result.results]


def reasons(result: SearchResult) -> dict[str, str]:
    return {each.id: each.reason for each in result.dropped or ()}
