"""Tools and validation: who may list, call, make, validate and read the metrics."""

from uuid import uuid4

import httpx
import pytest

from infra.local.platform import RunningPlatform
from infra.local.tokens import SCOPES
from tests.functions.calling import assert_problem, calling, read
from tests.functions.guarded import Issue
from tests.functions.tools import TOOLS, listed, named

MAKES = "createConfigurationItem"
# Every route of the tools and of validation, with what it takes and the scope that it needs.
ROUTES = [
    ("GET", "/tools", None, "tool:call"),
    ("POST", "/tools/getCase", {"arguments": {"caseNumber": "SCS0001234"}}, "tool:call"),
    ("POST", "/responses/validate", {"response": "OK"}, "response:validate"),
    ("GET", "/responses/metrics", None, "response:validate"),
]
each_route = pytest.mark.parametrize(
    ("method", "path", "body", "scope"), ROUTES, ids=[path for _, path, _, _ in ROUTES]
)


@each_route
async def test_who_shows_nothing_is_nobody(
    door: httpx.AsyncClient, method: str, path: str, body: object, scope: str
) -> None:
    assert scope in SCOPES
    assert_problem(await door.request(method, path, json=body), 401)


@each_route
async def test_all_other_scopes_do_not_open_a_route(
    door: httpx.AsyncClient, issue: Issue, method: str, path: str, body: object, scope: str
) -> None:
    others = issue(scopes=[each for each in SCOPES if each != scope])
    problem = assert_problem(await door.request(method, path, json=body, headers=others), 403)

    assert scope in problem["detail"]


@each_route
async def test_its_scope_opens_a_route(
    door: httpx.AsyncClient, issue: Issue, method: str, path: str, body: object, scope: str
) -> None:
    header = issue(scopes=(scope,), customers=("*",))
    read(await door.request(method, path, json=body, headers=header))


async def test_who_may_not_make_anything_is_not_told_of_it_and_makes_nothing(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    name = f"RIGHT-{uuid4().hex[:8]}"
    asked = {"className": "cmdb_ci_win_server", "name": name, "confirmed": True}

    async def make(*scopes: str) -> httpx.Response:
        return await door.post(
            f"/tools/{MAKES}",
            json={"arguments": asked},
            headers=issue(scopes=scopes, customers=("*",)),
        )

    assert "tool:write" in assert_problem(await make("tool:call"), 403)["detail"]
    assert await named(door, name) == []
    assert read(await make("tool:call", "tool:write"))["created"] is True
    assert_problem(await make("tool:write"), 403)


async def test_the_list_is_of_the_tools_that_the_caller_may_run(
    guarded: RunningPlatform, issue: Issue
) -> None:
    async with calling(guarded) as client:
        client.headers.update(issue(scopes=("tool:call",), customers=("*",)))
        assert sorted(await listed(client)) == sorted(set(TOOLS) - {MAKES})
        client.headers.update(issue(scopes=("tool:call", "tool:write"), customers=("*",)))
        assert sorted(await listed(client)) == sorted(TOOLS)
        client.headers.update(issue(scopes=("tool:call", "tool:write")))
        assert sorted(await listed(client)) == ["microsoftLearnSearch", "oc_diagnostic_pod_health"]


async def test_a_tool_that_there_is_not_is_not_found_without_rights_to_others(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    answer = await door.post("/tools/createItem", json={}, headers=issue(scopes=("tool:call",)))

    assert_problem(answer, 404)
