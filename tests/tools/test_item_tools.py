from dataclasses import replace

import pytest
from pydantic import JsonValue

from recollect.core.errors import NotFound
from recollect.servicedesk.items import ItemSearch
from tests.cases import each_case
from tests.tools.fakes import Items, World
from tests.tools.samples import PARENT, PARENT_ID, RELATION, SERVER, SYS_ID, down

BY_NAME: dict[str, JsonValue] = {"name": "ALTUS-DB01"}
CONTAINED = replace(RELATION, type="Contains::Contained by")
TOOLS = ("searchCMDB", "getConfigurationItem")


def with_relations() -> World:
    return World(cmdb=Items(related=[CONTAINED]))


@each_case("name", TOOLS)
async def test_items_are_returned_with_their_relations(name: str) -> None:
    answer = await with_relations().call_as_json(name, **BY_NAME)
    assert answer["relations"] == [
        {
            "parent": PARENT_ID,
            "parent_name": PARENT.name,
            "child": SYS_ID,
            "child_name": SERVER.name,
            "type": "Contains::Contained by",
        }
    ]
    assert answer["formattedItems"] == (
        "Infrastructure\n\n• ALTUS-DB01 \u2013 Server\n  Dependencies: ALTUS-RACK-7"
    )


@each_case("name", TOOLS)
async def test_items_are_returned_as_degraded_when_relations_fail(name: str) -> None:
    world = with_relations()
    world.cmdb.fail["relations"] = down()
    output = await world.call(name, **BY_NAME)
    answer = output.result.model_dump()
    assert output.degraded == ("dependencies",)
    assert answer["relations"] == ()
    assert answer["formattedItems"] == "Infrastructure\n\n• ALTUS-DB01 \u2013 Server"


async def test_all_arguments_of_a_search_reach_the_cmdb() -> None:
    world = World()
    await world.call(
        "searchCMDB",
        query="database of 10.52.0.4",
        name="ALTUS-DB01",
        ipAddress="10.52.0.4",
        fqdn="db01.altus.example.com",
        className="cmdb_ci_win_server",
        environment="Production",
        limit=3,
    )
    search = ItemSearch(
        words=("10.52.0.4", "database"),
        name="ALTUS-DB01",
        ip_address="10.52.0.4",
        fqdn="db01.altus.example.com",
        class_name="cmdb_ci_win_server",
        environment="Production",
        limit=3,
    )
    assert world.cmdb.of("items") == [[search]]


async def test_without_items_no_relations_are_requested() -> None:
    world = World(cmdb=Items(known=[]))
    answer = await world.call_as_json("searchCMDB", query="database")
    summary = "Search Results\n\nNo configuration items match database."
    assert answer == {"items": [], "relations": [], "formattedItems": summary}
    assert world.cmdb.of("relations") == []


async def test_the_relations_of_all_items_are_requested_in_one_call() -> None:
    world = World()
    await world.call("searchCMDB", query="altus")
    assert world.cmdb.of("relations") == [[(PARENT_ID, SYS_ID), 100]]


@each_case("asked", [{"sysId": SYS_ID}, {"sysId": SYS_ID.upper()}, {"name": "altus-db01"}])
async def test_an_item_is_found_by_its_sys_id_or_its_name(asked: dict[str, JsonValue]) -> None:
    answer = await World().call_as_json("getConfigurationItem", **asked)
    assert answer["ci"] == SERVER.model_dump()
    assert PARENT.name not in answer["formattedItems"]


@each_case(
    ("asked", "message"),
    [
        ({"name": "ALTUS-DB99"}, "there is no configuration item ALTUS-DB99"),
        ({"sysId": "9" * 32}, "there is no configuration item of this sysId"),
    ],
)
async def test_a_missing_item_is_not_found(asked: dict[str, JsonValue], message: str) -> None:
    with pytest.raises(NotFound, match=f"^{message}$"):
        await World().call("getConfigurationItem", **asked)
