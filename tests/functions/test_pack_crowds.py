"""POST /packs/discovery by many at once: a pack is built once for all of them."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from tests.functions.packs import SCENARIO, ask, count, degraded, fed
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

CROWD = 8
CALL_MS = 400


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that can serve all of a crowd at once, and is warm."""
    async with own_client({"DISCOVERY_DEADLINE_MS": "5000"}, workers=CROWD) as client:
        await fed(client)
        for _ in range(2):
            texts = [uuid4().hex for _ in range(CROWD)]
            await asyncio.gather(*(ask(client, **SCENARIO, journalText=text) for text in texts))
        yield client


async def crowd(client: httpx.AsyncClient) -> list[httpx.Response]:
    """Many who ask for the same, which nobody has asked for before."""
    fresh = uuid4().hex
    return await asyncio.gather(*(ask(client, **SCENARIO, journalText=fresh) for _ in range(CROWD)))


async def test_a_pack_is_built_once_for_all_who_ask_at_once(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    await count(api, "servicenow", delay_ms=CALL_MS)
    answers = await crowd(api)
    await stores.heal()

    assert {each.status_code for each in answers} == {200}
    assert Counter(each.headers["x-cache"] for each in answers) == {"miss": 1, "hit": CROWD - 1}
    assert len({each.content for each in answers}) == 1


async def test_a_pack_that_lacks_something_is_built_once_too(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    await count(api, "servicenow", delay_ms=CALL_MS)
    fault = {"target": "slack", "mode": "status", "status": 500}
    await api.post("/_emulators/faults", json=fault)
    answers = await crowd(api)
    await stores.heal()

    assert Counter(each.headers["x-cache"] for each in answers)["miss"] == 1
    assert {frozenset(degraded(each)) for each in answers} == {frozenset({"slackRecent"})}
