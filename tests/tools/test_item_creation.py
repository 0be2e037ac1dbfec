"""An item is created once, whatever happens while it is created."""

import asyncio
from typing import Any

import pytest

from recollect.core.errors import (
    StoreError,
    StoreRefused,
    StoreTimeout,
    StoreUnavailable,
    ToolFailed,
    ToolTimedOut,
)
from recollect.servicedesk.items import NewItem
from recollect.tools.tool import Output
from tests.cases import each_case
from tests.tools.fakes import HeldClaims, Items, World
from tests.tools.samples import NEW, PARENT_ID, down

TOOL = "createConfigurationItem"
UNDER_PARENT = {**NEW, "parentSysId": PARENT_ID}
LATE = StoreTimeout("servicenow", "no answer within 2 s")
REFUSED = StoreRefused("servicenow", "answered 403")


def named(world: World, name: str = "ALTUS-WEB01") -> list[str]:
    """The sys_ids of all items of this name."""
    return [each.sys_id for each in world.cmdb.known if each.name == name]


def as_json(output: Output) -> dict[str, Any]:
    return output.result.model_dump(mode="json")


async def test_an_item_is_created_and_confirmed() -> None:
    world = World()
    output = await world.call(TOOL, **NEW)
    made = as_json(output)
    assert named(world) == [made["ci"]["sys_id"]]
    assert (made["created"], made["relationshipLinked"], output.degraded) == (True, False, ())
    assert "The item was created." in made["summary"]
    assert "• ALTUS-WEB01" in made["summary"]
    assert made["ci"]["sys_id"] not in made["summary"]
    assert world.claims.held == {}


async def test_a_class_and_a_name_are_enough_to_create_an_item() -> None:
    world = World()
    made = as_json(await world.call(TOOL, className=NEW["className"], name=NEW["name"]))
    assert named(world) == [made["ci"]["sys_id"]]


async def test_all_fields_of_a_new_item_are_stored() -> None:
    world = World()
    await world.call(
        TOOL,
        **NEW,
        environment="Production",
        ipAddress="10.52.0.9",
        fqdn="web01.altus.example.com",
        description="Serves the shop.",
    )
    new = NewItem(
        class_name="cmdb_ci_linux_server",
        name="ALTUS-WEB01",
        environment="Production",
        ip_address="10.52.0.9",
        fqdn="web01.altus.example.com",
        short_description="Serves the shop.",
    )
    assert world.cmdb.of("create") == [[new]]


async def test_an_existing_item_is_returned_and_not_created_again() -> None:
    world = World()
    again = await world.call_as_json(
        TOOL, **{**NEW, "className": "cmdb_ci_win_server", "name": "altus-db01"}
    )
    assert again["created"] is False
    assert again["ci"]["name"] == "ALTUS-DB01"
    assert "The item was already there." in again["summary"]
    assert world.cmdb.of("create") == []


async def test_a_second_call_returns_the_first_item() -> None:
    world = World()
    first, second = [await world.call_as_json(TOOL, **UNDER_PARENT) for _ in range(2)]
    assert first["ci"]["sys_id"] == second["ci"]["sys_id"]
    assert (first["created"], second["created"]) == (True, False)
    assert second["relationshipLinked"] is True
    assert (len(named(world)), len(world.cmdb.related)) == (1, 1)


async def test_twenty_concurrent_calls_create_one_item_and_one_relation() -> None:
    world = World()
    made = await asyncio.gather(*(world.call_as_json(TOOL, **UNDER_PARENT) for _ in range(20)))
    assert {each["ci"]["sys_id"] for each in made} == set(named(world))
    assert (len(named(world)), len(world.cmdb.related)) == (1, 1)
    assert [each["created"] for each in made].count(True) == 1
    assert all(each["relationshipLinked"] for each in made)
    assert world.claims.held == {}


async def test_names_that_differ_only_in_case_create_one_item() -> None:
    world = World()
    await asyncio.gather(
        *(world.call(TOOL, **{**NEW, "name": name}) for name in ("ALTUS-WEB01", "altus-web01"))
    )
    assert len(world.cmdb.of("create")) == 1


async def test_the_same_name_in_another_class_is_another_item() -> None:
    world = World()
    first = await world.call_as_json(TOOL, **NEW)
    other = await world.call_as_json(TOOL, **{**NEW, "className": "cmdb_ci_win_server"})
    assert other["created"] is True
    assert other["ci"]["sys_id"] != first["ci"]["sys_id"]


async def test_an_item_created_by_a_failed_call_is_found_by_the_next() -> None:
    world = World(cmdb=Items(late=True))
    world.cmdb.fail["create"] = LATE
    with pytest.raises(ToolTimedOut):
        await world.call(TOOL, **NEW)
    assert len(world.claims.held) == 1
    again = await world.call_as_json(TOOL, **NEW)
    assert again["created"] is False
    assert named(world) == [again["ci"]["sys_id"]]


@each_case("error", [LATE, down()])
async def test_an_item_that_may_still_be_created_is_not_created_by_another_call(
    error: StoreError,
) -> None:
    world = World()
    world.cmdb.fail["create"] = error
    with pytest.raises(ToolFailed):
        await world.call(TOOL, **NEW)
    world.cmdb.fail.clear()
    world.deadline = 0.05
    with pytest.raises(ToolTimedOut):
        await world.call(TOOL, **NEW)
    assert len(world.cmdb.of("create")) == 1


async def test_a_waiting_call_returns_the_item_that_is_created_late() -> None:
    world = World()
    world.cmdb.fail["create"] = LATE
    with pytest.raises(ToolTimedOut):
        await world.call(TOOL, **NEW)
    waiting = asyncio.create_task(world.call_as_json(TOOL, **NEW))
    for _ in range(20):  # until it has looked, and waits for whoever holds the claim
        await asyncio.sleep(0)
    assert (len(world.claims.of("take")), waiting.done()) == (2, False)
    world.cmdb.fail.clear()
    late = await world.cmdb.create(NewItem("cmdb_ci_linux_server", "ALTUS-WEB01"))
    seen = await waiting
    assert (seen["ci"]["sys_id"], seen["created"]) == (late.sys_id, False)


async def test_an_item_that_was_never_created_is_created_after_the_claim_ended() -> None:
    world = World()
    world.cmdb.fail["create"] = LATE
    with pytest.raises(ToolTimedOut):
        await world.call(TOOL, **NEW)
    world.cmdb.fail.clear()
    world.claims.held.clear()
    assert (await world.call_as_json(TOOL, **NEW))["created"] is True


async def test_a_refusal_releases_the_claim_at_once() -> None:
    world = World()
    world.cmdb.fail["create"] = REFUSED
    with pytest.raises(ToolFailed) as raised:
        await world.call(TOOL, **NEW)
    assert raised.value.retryable is False
    assert world.claims.held == {}
    world.cmdb.fail.clear()
    assert (await world.call_as_json(TOOL, **NEW))["created"] is True


async def test_if_the_search_fails_nothing_is_created_and_the_claim_is_released() -> None:
    world = World()
    world.cmdb.fail["items"] = down()
    with pytest.raises(ToolFailed):
        await world.call(TOOL, **NEW)
    assert world.cmdb.of("create") == []
    assert world.claims.held == {}


async def test_without_claims_no_item_is_created() -> None:
    world = World()
    world.claims.fail["take"] = StoreUnavailable("upstash-redis", "internals")
    with pytest.raises(ToolFailed) as raised:
        await world.call(TOOL, **UNDER_PARENT)
    assert raised.value.retryable is True
    assert world.cmdb.of("create") == world.cmdb.of("relate") == []


async def test_a_claim_that_cannot_be_released_is_named_once() -> None:
    world = World(claims=HeldClaims())
    world.claims.fail["release"] = down("upstash-redis")
    output = await world.call(TOOL, **UNDER_PARENT)
    assert output.degraded == ("claim",)
    assert (as_json(output)["created"], as_json(output)["relationshipLinked"]) == (True, True)


async def test_a_refusal_is_reported_even_if_the_claim_cannot_be_released() -> None:
    world = World()
    world.cmdb.fail["create"] = REFUSED
    world.claims.fail["release"] = down("upstash-redis")
    with pytest.raises(ToolFailed, match=r"^ServiceNow answered what cannot be used"):
        await world.call(TOOL, **NEW)
