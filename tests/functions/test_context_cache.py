"""POST /context: candidates are cached for a short time, and reads are counted."""

import re

from tests.functions.calling import Json, read
from tests.functions.evidence import Project
from tests.functions.stores import Stores

TEXT = "The printer in accounting prints blank pages"


async def vector_calls(stores: Stores, project: Project, body: Json) -> int:
    """The number of calls that a request makes to Upstash Vector."""
    await stores.fault("vector", "slow", delay_ms=1)
    read(await project.request(body))
    (fault,) = await stores.faults()
    await stores.heal()
    return int(fault["hits"])


async def test_a_repeated_query_does_not_ask_the_index_again(
    project: Project, stores: Stores
) -> None:
    await project.stored({"id": "a", "content": TEXT})
    body = project.envelope(TEXT)

    assert await vector_calls(stores, project, body) == 1
    assert await vector_calls(stores, project, body) == 0
    assert (await project.payload(TEXT))["sources"] == ["upstash-vector"]


async def test_a_write_invalidates_the_cache_and_is_seen_at_once(project: Project) -> None:
    await project.stored({"id": "a", "content": TEXT})
    assert await project.found(TEXT) == ["a"]
    await project.stored({"id": "b", "content": TEXT.replace("accounting", "marketing")})

    assert set(await project.found(TEXT)) == {"a", "b"}
    await project.stored({"id": "a", "content": TEXT, "hasCredentials": True})
    assert await project.found(TEXT) == ["b"]


async def test_a_warm_request_makes_few_calls(project: Project) -> None:
    await project.stored({"id": "a", "content": TEXT})
    answers = [await project.ask(TEXT) for _ in range(10)]
    calls = [int(re.findall(r'desc="(\d+) calls"', each.headers["server-timing"])[0])
             for each in answers]  # fmt: skip

    # One call each for the kept candidates, their usage, and the count of this read.
    assert calls[-1] == 3
