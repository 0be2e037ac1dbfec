"""Simultaneous POST /packs/discovery: each gets a whole pack, and later ones the kept one."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from tests.functions.calling import Json, read
from tests.functions.packs import SCENARIO, ask, bring_in_samples, count, served
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

CROWD = 4
CALL_MS = 400


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that is warm and can serve the whole crowd at once."""
    async with own_client({"DISCOVERY_DEADLINE_MS": "5000"}, workers=CROWD) as client:
        await bring_in_samples(client)
        for _ in range(2):
            texts = [uuid4().hex for _ in range(CROWD)]
            await asyncio.gather(*(ask(client, **SCENARIO, journalText=text) for text in texts))
        yield client


async def crowd(client: httpx.AsyncClient, text: str) -> list[httpx.Response]:
    """The answers to many simultaneous requests for the same pack."""
    return await asyncio.gather(*(ask(client, **SCENARIO, journalText=text) for _ in range(CROWD)))


def without_times(answer: httpx.Response) -> Json:
    """The pack without the times of itself, its alerts and its thread."""
    told = read(answer) | {"generatedAt": "", "caseContext": {}}
    alerts = [each | {"detectedAt": "", "message": ""} for each in told["policyAlerts"]]
    return told | {"policyAlerts": alerts}


async def test_simultaneous_requests_get_the_same_pack_and_later_ones_the_kept_pack(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    await count(api, "servicenow", delay_ms=CALL_MS)
    fresh = uuid4().hex
    answers = await crowd(api, fresh)
    calls = await served(api, "servicenow")
    await stores.heal()

    assert {each.status_code for each in answers} == {200}
    assert {each.headers["x-cache"] for each in answers} <= {"hit", "miss"}
    # The packs differ only in the times of building.
    assert len({str(without_times(each)) for each in answers}) == 1
    # Two cases, each with its SLAs and journal; changes, items, relations.
    assert calls <= 9 * CROWD
    # A request waits only briefly for its pack to be kept, which may be too short in a crowd.
    calm, kept = [await ask(api, **SCENARIO, journalText=fresh) for _ in range(2)]
    assert kept.headers["x-cache"] == "hit"
    assert kept.content == calm.content
