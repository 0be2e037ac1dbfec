"""The relation of a new item to its parent."""

import pytest

from recollect.core.errors import InvalidRequest, StoreError, StoreRefused, StoreTimeout
from tests.cases import each_case
from tests.tools.fakes import World
from tests.tools.samples import NEW, PARENT, PARENT_ID, down

TOOL = "createConfigurationItem"
UNDER_PARENT = {**NEW, "parentSysId": PARENT_ID}
LATE = StoreTimeout("servicenow", "no answer within 2 s")
REFUSED = StoreRefused("servicenow", "answered 403")


async def test_a_new_item_is_related_to_its_parent() -> None:
    world = World()
    made = await world.call_as_json(TOOL, **UNDER_PARENT)
    (link,) = world.cmdb.related
    assert (link.parent.sys_id, link.child.sys_id) == (PARENT_ID, made["ci"]["sys_id"])
    assert link.type == "Contains::Contained by"
    assert made["relationshipLinked"] is True
    assert "Parent: ALTUS-RACK-7" in made["summary"]


async def test_a_relation_may_have_another_type() -> None:
    world = World()
    await world.call(TOOL, **UNDER_PARENT, relationshipType="Runs on::Runs")
    assert [link.type for link in world.cmdb.related] == ["Runs on::Runs"]


async def test_with_an_unknown_parent_no_item_is_created() -> None:
    world = World()
    with pytest.raises(InvalidRequest) as raised:
        await world.call(TOOL, **{**NEW, "parentSysId": "9" * 32})
    assert [error.field for error in raised.value.errors] == ["arguments.parentSysId"]
    assert world.cmdb.of("create") == []
    assert world.claims.asked == []


async def test_an_item_cannot_be_its_own_parent() -> None:
    world = World()
    itself = {**UNDER_PARENT, "className": PARENT.class_name, "name": PARENT.name}
    with pytest.raises(InvalidRequest) as raised:
        await world.call(TOOL, **itself)
    assert [error.field for error in raised.value.errors] == ["arguments.parentSysId"]
    assert world.cmdb.related == []


async def unlinked(world: World) -> str:
    """The sys_id of an item that was created, but not related to its parent."""
    output = await world.call(TOOL, **UNDER_PARENT)
    made = output.result.model_dump()
    assert (made["created"], made["relationshipLinked"]) == (True, False)
    assert output.degraded == ("relationship",)
    assert "but is not linked to ALTUS-RACK-7" in made["summary"]
    return str(made["ci"]["sys_id"])


async def linked_again(world: World, sys_id: str) -> None:
    """Repeat the call, which relates the existing item to its parent."""
    world.cmdb.fail.clear()
    again = await world.call_as_json(TOOL, **UNDER_PARENT)
    assert (again["created"], again["relationshipLinked"]) == (False, True)
    assert again["ci"]["sys_id"] == sys_id
    assert len(world.cmdb.related) == 1


@each_case(
    ("method", "error"),
    [("relate", REFUSED), ("relations", REFUSED), ("relations", LATE), ("relations", down())],
)
async def test_a_missing_relation_is_reported_and_created_by_a_repeat(
    method: str, error: StoreError
) -> None:
    world = World()
    world.cmdb.fail[method] = error
    await linked_again(world, await unlinked(world))


@each_case("error", [LATE, down()])
async def test_a_relation_in_doubt_is_reported_and_created_after_its_claim_ended(
    error: StoreError,
) -> None:
    world = World()
    world.cmdb.fail["relate"] = error
    sys_id = await unlinked(world)
    world.claims.held.clear()
    await linked_again(world, sys_id)
