"""The tool createConfigurationItem creates an item and its relation once, or not at all."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.packs import degraded
from tests.functions.platforms import own_client
from tests.functions.stores import Stores
from tests.functions.tools import PARENT, create, items_named, parent_of_all, rows, tool_answer

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


async def test_a_relation_is_shown_on_the_parent_and_on_the_child(
    api: httpx.AsyncClient, name: str
) -> None:
    parent = await parent_of_all(api)
    made = read(await create(api, name, parentSysId=parent.upper()))

    assert made["relationshipLinked"] is True
    assert f"  Parent: {PARENT}" in made["summary"].splitlines()
    (relation,) = await children(api, made["ci"]["sys_id"])
    assert relation["parent"] == parent
    above = await tool_answer(api, "getConfigurationItem", sysId=parent)
    below = await tool_answer(api, "getConfigurationItem", name=name)
    (link,) = below["relations"]
    assert link in above["relations"]
    assert (link["parent_name"], link["child_name"]) == (PARENT, name)
    assert link["type"] == "Contains::Contained by"
    assert f"  Dependencies: {PARENT}" in below["formattedItems"].splitlines()


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


async def test_simultaneous_calls_with_different_names_create_an_item_each(
    api: httpx.AsyncClient, name: str
) -> None:
    names = [f"{name}-{number}" for number in range(CROWD)]
    answers = await asyncio.gather(*(create(api, each) for each in names))

    assert [read(answer)["created"] for answer in answers] == [True] * CROWD
    assert len(await rows(api, "cmdb_ci", f"nameSTARTSWITH{name}")) == CROWD


async def test_a_name_in_other_letter_case_is_the_existing_item(
    api: httpx.AsyncClient, name: str
) -> None:
    first = read(await create(api, name))
    second = read(await create(api, name.lower()))
    other = read(await create(api, name, className="cmdb_ci_linux_server"))

    assert (first["created"], second["created"], other["created"]) == (True, False, True)
    assert second["ci"] == first["ci"]
    assert "The item was already there." in second["summary"]


@pytest.mark.parametrize(
    ("mode", "asked"), [("reset", 3), ("garbage", 6)], ids=["item", "relation"]
)
async def test_a_lost_answer_creates_nothing_twice(
    api: httpx.AsyncClient, stores: Stores, name: str, mode: str, asked: int
) -> None:
    parent = await parent_of_all(api)
    # The calls: read the parent, look for the item, create it; look for a relation, read its type,
    # create the relation.
    await stores.let_through("servicenow", asked - 1)
    await stores.fault("servicenow", mode, after=True, count=1)
    lost = await create(api, name, parentSysId=parent)
    hits = [fault["hits"] for fault in await stores.faults()]
    await stores.heal()
    (row,) = await items_named(api, name)
    again = read(await create(api, name, parentSysId=parent))

    assert hits == [asked - 1, 1]
    assert lost.status_code == 502 or degraded(lost) == {"relationship"}
    assert (again["created"], again["relationshipLinked"]) == (False, True)
    assert again["ci"]["sys_id"] == row["sys_id"]
    assert len(await items_named(api, name)) == 1
    assert len(await children(api, row["sys_id"])) == 1


async def test_an_item_without_its_failed_relation_stands_and_a_repeat_relates_it(
    api: httpx.AsyncClient, stores: Stores, name: str
) -> None:
    parent = await parent_of_all(api)
    await stores.let_through("servicenow", 3)
    await stores.fault("servicenow", "status", status=403)
    answer = await create(api, name, parentSysId=parent)
    await stores.heal()
    again = read(await create(api, name, parentSysId=parent))

    made = read(answer)
    assert degraded(answer) == {"relationship"}
    assert (made["created"], made["relationshipLinked"]) == (True, False)
    assert f"is not linked to {PARENT}" in made["summary"]
    assert (again["created"], again["relationshipLinked"]) == (False, True)
    assert len(await children(api, made["ci"]["sys_id"])) == 1


async def test_a_repeat_under_the_same_key_gets_the_first_answer(
    api: httpx.AsyncClient, name: str
) -> None:
    asked = {"className": "cmdb_ci_win_server", "name": name, "confirmed": True}
    key = {"Idempotency-Key": uuid4().hex}

    async def ask(**more: str) -> httpx.Response:
        body = {"arguments": asked | more}
        return await api.post("/tools/createConfigurationItem", json=body, headers=key)

    answers = await asyncio.gather(*(ask() for _ in range(CROWD)))
    assert len({answer.content for answer in answers}) == 1
    assert read(answers[0])["ci"]["name"] == name
    assert_problem(await ask(environment="Test"), 409)
    assert len(await items_named(api, name)) == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"confirmed": False}, "confirmed"),
        ({"parentSysId": "0" * 32}, "parentSysId"),
        ({"parentSysId": "x"}, "parentSysId"),
        ({"className": "cmdb_ci_teapot"}, "className"),
    ],
    ids=str,
)
async def test_an_invalid_argument_creates_nothing(
    api: httpx.AsyncClient, name: str, change: Json, field: str
) -> None:
    problem = assert_problem(await create(api, name, **change), 422)

    assert [each["field"] for each in problem["errors"]] == [f"arguments.{field}"]
    assert await items_named(api, name) == []
