"""Enrichment: who may ask for what is remembered of tools, and have things remembered."""

import httpx

from infra.local.tokens import SCOPES
from tests.cases import each_case
from tests.functions.calling import assert_problem, read
from tests.functions.enrichment import INCIDENT, TOOL
from tests.functions.guarded import Issue

SCOPE = "tool:call"
EXECUTION = {"arguments": {}, "result": "Nothing was found.", "sessionId": "s-1"}
ROUTES: list[tuple[str, object, int]] = [
    (f"/tools/{TOOL}/memory-context", {"arguments": {}}, 200),
    (f"/tools/{TOOL}/executions", EXECUTION, 201),
    ("/conversations", {"sessionId": "s-1", "text": "Nothing was said."}, 201),
    ("/incidents", INCIDENT, 201),
]
IDS = [path.rpartition("/")[2] for path, _, _ in ROUTES]
each_route = each_case(("path", "body"), [(path, body) for path, body, _ in ROUTES])


@each_route
async def test_who_shows_nothing_is_nobody(
    door: httpx.AsyncClient, path: str, body: object
) -> None:
    assert_problem(await door.post(path, json=body), 401)


@each_route
async def test_all_other_scopes_do_not_open_a_route(
    door: httpx.AsyncClient, issue: Issue, path: str, body: object
) -> None:
    others = issue("*", scopes=[each for each in SCOPES if each != SCOPE])

    problem = assert_problem(await door.post(path, json=body, headers=others), 403)
    assert SCOPE in problem["detail"]


@each_case(("path", "body", "status"), ROUTES)
async def test_the_scope_for_tools_opens_a_route(
    door: httpx.AsyncClient, issue: Issue, path: str, body: object, status: int
) -> None:
    read(await door.post(path, json=body, headers=issue(scopes=(SCOPE,))), status)
