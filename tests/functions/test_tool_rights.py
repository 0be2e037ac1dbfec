"""Tools: which of them a caller sees, and who may create an item."""

from uuid import uuid4

import httpx

from infra.local.platform import RunningPlatform
from tests.functions.calling import assert_problem, calling, read
from tests.functions.guarded import Issue
from tests.functions.tools import TOOLS, items_named, listed

CREATING_TOOL = "createConfigurationItem"


async def test_a_caller_without_tool_write_cannot_create_an_item(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    name = f"RIGHT-{uuid4().hex[:8]}"
    asked = {"className": "cmdb_ci_win_server", "name": name, "confirmed": True}

    async def make(*scopes: str) -> httpx.Response:
        return await door.post(
            f"/tools/{CREATING_TOOL}",
            json={"arguments": asked},
            headers=issue(scopes=scopes, customers=("*",)),
        )

    assert "tool:write" in assert_problem(await make("tool:call"), 403)["detail"]
    assert await items_named(door, name) == []
    assert read(await make("tool:call", "tool:write"))["created"] is True
    assert_problem(await make("tool:write"), 403)


async def test_the_list_has_only_the_tools_that_the_caller_may_run(
    guarded: RunningPlatform, issue: Issue
) -> None:
    async with calling(guarded) as client:
        client.headers.update(issue(scopes=("tool:call",), customers=("*",)))
        assert sorted(await listed(client)) == sorted(set(TOOLS) - {CREATING_TOOL})
        client.headers.update(issue(scopes=("tool:call", "tool:write"), customers=("*",)))
        assert sorted(await listed(client)) == sorted(TOOLS)
        client.headers.update(issue(scopes=("tool:call", "tool:write")))
        assert sorted(await listed(client)) == ["microsoftLearnSearch", "oc_diagnostic_pod_health"]


async def test_an_unknown_tool_is_not_found_even_without_rights_to_others(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    answer = await door.post("/tools/createItem", json={}, headers=issue(scopes=("tool:call",)))

    assert_problem(answer, 404)
