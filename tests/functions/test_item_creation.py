"""The tool createConfigurationItem creates an item and its relation once, or not at all."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.platforms import own_client
from tests.functions.stores import Stores
from tests.functions.tools import create, items_named, parent_of_all, rows, tool_answer

CROWD = 8
WORKERS = 4
CALL_MS = 50


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform with long timeouts, all of whose workers are warm."""
    patient = {"TOOLS_DEADLINE_MS": "20000", "STORE_TIMEOUT_MS": "1000"}
    async with own_client(patient, workers=WORKERS) as client:
        await asyncio.gather(*(client.get("/tools") for _ in range(2 * WORKERS)))
        yield client


@pytest.fixture
def name() -> str:
    """A name that no item has."""
    return f"NEW-{uuid4().hex[:8].upper()}"


async def children(client: httpx.AsyncClient, sys_id: str) -> list[Json]:
    """The relations in which an item is the child."""
    return await rows(client, "cmdb_rel_ci", f"child={sys_id}")


async def test_an_item_is_created_with_the_fields_that_were_asked_for(
    api: httpx.AsyncClient, name: str
) -> None:
    more = {"environment": "Production", "ipAddress": "10.52.0.99", "fqdn": "new.altus.example",
            "description": "Made by a test"}  # fmt: skip
    made = read(await create(api, name, **more))

    (row,) = await items_named(api, name)
    assert row["sys_class_name"] == "cmdb_ci_win_server"
    assert row["environment"] == "Production"
    assert row["ip_address"] == "10.52.0.99"
    assert row["fqdn"] == "new.altus.example"
    assert row["short_description"] == "Made by a test"
    assert (made["created"], made["relationshipLinked"]) == (True, False)
    assert made["ci"]["sys_id"] == row["sys_id"]
    assert "The item was created." in made["summary"]
    assert f"• {name} \u2013 Windows Server (Production)" in made["summary"]
    assert row["sys_id"] not in made["summary"]
    assert (await tool_answer(api, "getConfigurationItem", name=name))["ci"] == made["ci"]


async def test_eight_simultaneous_calls_create_one_item_and_one_relation(
    api: httpx.AsyncClient, stores: Stores, name: str
) -> None:
    parent = await parent_of_all(api)
    await stores.fault("servicenow", "slow", delay_ms=CALL_MS)
    answers = await asyncio.gather(*(create(api, name, parentSysId=parent) for _ in range(CROWD)))
    await stores.heal()

    made = [read(answer) for answer in answers]
    assert Counter(each["created"] for each in made) == {True: 1, False: CROWD - 1}
    assert {each["relationshipLinked"] for each in made} == {True}
    (row,) = await items_named(api, name)
    assert {each["ci"]["sys_id"] for each in made} == {row["sys_id"]}
    assert len(await children(api, row["sys_id"])) == 1


async def test_an_invalid_argument_creates_nothing(api: httpx.AsyncClient, name: str) -> None:
    problem = assert_problem(await create(api, name, className="cmdb_ci_teapot"), 422)
    assert [each["field"] for each in problem["errors"]] == ["arguments.className"]
    assert await items_named(api, name) == []
