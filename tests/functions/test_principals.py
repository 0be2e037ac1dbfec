"""Rights: tokens, scopes, apps, and the global collection, which needs a right of its own."""

import base64
import json
from datetime import timedelta
from typing import Any

import httpx
import pytest

from infra.local.tokens import SCOPES
from tests.functions.calling import DECISION, SITUATION, App, assert_problem, new_app, read
from tests.functions.enrichment import INCIDENT, TOOL
from tests.functions.guarded import Issue
from tests.functions.packs import EXEMPLAR

ALL = ("memory:read", "memory:write", "memory:judge", "memory:validate", "memory:admin")
STORE = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
SEARCH = {"query": SITUATION, "threshold": 0}

# Every route with the scope that it needs.
ROUTES = [
    ("POST", "memories", STORE, "memory:write"),
    ("GET", "memories", None, "memory:read"),
    ("POST", "memories/batch", {"memories": [STORE]}, "memory:write"),
    ("POST", "memories/search", SEARCH, "memory:read"),
    ("GET", "memories/mem_x", None, "memory:read"),
    ("GET", "memories/mem_x/history", None, "memory:read"),
    ("DELETE", "memories/mem_x", None, "memory:admin"),
    ("DELETE", "conversations/cnv_1", None, "memory:admin"),
    ("PUT", "memories/mem_x/correction", {"correction": "x"}, "memory:judge"),
    ("PUT", "memories/mem_x/outcome", {"outcome": "failed"}, "memory:judge"),
    ("POST", "memories/mem_x/validation", None, "memory:validate"),
    ("POST", "memories/mem_x/votes", {"vote": "upvote"}, "memory:judge"),
    ("POST", "memories/mem_x/restore", None, "memory:validate"),
    ("POST", "memories/mem_x/retract", None, "memory:judge"),
    ("POST", "citations", {"run_id": "r", "memory_ids": ["mem_x"]}, "memory:write"),
    ("PUT", "citations/r/outcome", {"outcome": "success"}, "memory:judge"),
    ("GET", "stats", None, "memory:read"),
    ("POST", "memories/prune", {}, "memory:admin"),
]


# Every route about the knowledge of a tenant, with the scope that it needs.
ENVELOPE = {
    "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "healer"}},
    "payload": {"query": {"type": "hybrid", "text": SITUATION}},
}
TENANT_ROUTES = [
    ("/context", ENVELOPE, "context:read"),
    ("/evidence", {"items": [{"content": SITUATION}]}, "knowledge:write"),
]
# Every route about shared knowledge, with the scope that it needs.
ENTITY = "/business-contexts/principals"
SHARED_ROUTES = [
    ("POST", "/cases", {"cases": [{"case_number": "PRIN-1", "content": "x"}]}, "knowledge:write"),
    ("PUT", ENTITY, {"entityType": "CLIENT"}, "knowledge:write"),
    ("GET", ENTITY, None, "pack:read"),
    ("GET", "/cases", None, "pack:read"),
    ("GET", "/cases/PRIN-0", None, "pack:read"),
    ("DELETE", "/cases/PRIN-0", None, "knowledge:write"),
    ("POST", "/packs/discovery", {"caseNumbers": ["SCS0001234"]}, "pack:read"),
    ("POST", "/exemplars", EXEMPLAR | {"qualitySignals": {}}, "knowledge:write"),
]

EXECUTION = {"arguments": {}, "result": "Nothing was found.", "sessionId": "s-1"}
# Every route of the tools and of validation, with the scope that it needs.
TOOL_ROUTES: list[tuple[str, str, object, str]] = [
    ("GET", "/tools", None, "tool:call"),
    ("POST", f"/tools/{TOOL}", {"arguments": {"namespace": "payments"}}, "tool:call"),
    ("POST", f"/tools/{TOOL}/memory-context", {"arguments": {}}, "tool:call"),
    ("POST", f"/tools/{TOOL}/executions", EXECUTION, "tool:call"),
    ("POST", "/conversations", {"sessionId": "s-1", "text": "Nothing was said."}, "tool:call"),
    ("POST", "/incidents", INCIDENT, "tool:call"),
    ("POST", "/responses/validate", {"response": "OK"}, "response:validate"),
    ("GET", "/responses/metrics", None, "response:validate"),
]


@pytest.fixture(scope="module")
def api(door: httpx.AsyncClient) -> httpx.AsyncClient:
    """The apps of these tests are on the guarded platform."""
    return door


def unsigned(header: dict[str, str]) -> dict[str, str]:
    """The same claims under `alg: none`."""
    claims = header["Authorization"].split(".")[1]
    none = base64.urlsafe_b64encode(json.dumps({"alg": "none", "typ": "JWT"}).encode()).decode()
    return {"Authorization": f"Bearer {none.rstrip('=')}.{claims}."}


@pytest.mark.parametrize(("method", "rest", "body", "scope"), ROUTES)
async def test_every_route_of_an_app_needs_a_token_its_scope_and_the_app(
    app: App, issue: Issue, method: str, rest: str, body: object, scope: str
) -> None:
    nobody = await app.send(method, rest, body)
    assert_problem(nobody, 401)
    assert nobody.headers["www-authenticate"].startswith("Bearer")

    others = tuple(each for each in ALL if each != scope)
    assert_problem(await app.send(method, rest, body, **issue(app.slug, scopes=others)), 403)

    problem = assert_problem(await app.send(method, rest, body, **issue("other-app")), 403)
    assert app.slug in problem["detail"]

    welcome = await app.send(method, rest, body, **issue(app.slug, scopes=(scope,)))
    assert welcome.status_code in {200, 201, 404}


@pytest.mark.parametrize(("path", "body", "scope"), TENANT_ROUTES)
async def test_every_knowledge_route_needs_a_token_its_scope_and_the_tenant(
    api: httpx.AsyncClient, issue: Issue, path: str, body: object, scope: str
) -> None:
    nobody = await api.post(path, json=body)
    assert_problem(nobody, 401)
    assert nobody.headers["www-authenticate"].startswith("Bearer")

    others = (*ALL, *(each for _, _, each in TENANT_ROUTES if each != scope))
    header = issue("*", scopes=others, tenants=("*",))
    assert_problem(await api.post(path, json=body, headers=header), 403)

    for refused in ((), ("other",), ("defaul",), ("default-b",)):
        header = issue("*", scopes=(scope,), tenants=refused)
        problem = assert_problem(await api.post(path, json=body, headers=header), 403)
        assert "default" in problem["detail"]

    for granted in (("default",), ("other", "default"), ("*",)):
        header = issue(scopes=(scope,), tenants=granted)
        read(await api.post(path, json=body, headers=header))


@pytest.mark.parametrize(("method", "path", "body", "scope"), SHARED_ROUTES)
async def test_every_route_to_shared_knowledge_needs_a_token_its_scope_and_customers(
    api: httpx.AsyncClient, issue: Issue, method: str, path: str, body: Any, scope: str
) -> None:
    async def answer(headers: dict[str, str]) -> httpx.Response:
        return await api.request(method, path, json=body, headers=headers)

    assert_problem(await answer({}), 401)
    others = {*ALL, "context:read", "knowledge:write", "pack:read"} - {scope}
    assert_problem(await answer(issue("*", scopes=tuple(others), tenants=("*",))), 403)
    without = assert_problem(await answer(issue(scopes=(scope,))), 403)
    assert "claim customers" in without["detail"]
    allowed = await answer(issue(scopes=(scope,), customers=("*",)))
    assert allowed.status_code in {200, 404}, allowed.text


@pytest.mark.parametrize(("method", "path", "body", "scope"), TOOL_ROUTES)
async def test_tools_and_validation_need_a_token_and_its_scope(
    api: httpx.AsyncClient, issue: Issue, method: str, path: str, body: object, scope: str
) -> None:
    async def answer(headers: dict[str, str]) -> httpx.Response:
        return await api.request(method, path, json=body, headers=headers)

    assert_problem(await answer({}), 401)
    others = issue("*", scopes=[each for each in SCOPES if each != scope])
    assert scope in assert_problem(await answer(others), 403)["detail"]
    # These routes belong to no app.
    assert (await answer(issue(scopes=(scope,)))).status_code in {200, 201}


async def test_an_invalid_token_is_refused(app: App, issue: Issue) -> None:
    good = issue(app.slug)
    token = good["Authorization"]
    for bad in (
        {"Authorization": "Bearer nonsense"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic dXNlcjpwYXNz"},
        {"Authorization": f"{token[:-4]}AAAA"},
        unsigned(good),
        issue(app.slug, ttl=timedelta(seconds=-1)),
    ):
        answer = await app.send("POST", "memories", STORE, **bad)
        assert_problem(answer, 401)
        assert token.split()[1] not in answer.text

    assert (await app.send("POST", "memories", STORE, **good)).status_code == 201


async def test_one_token_can_be_for_several_apps_or_for_all(
    app: App, other_app: App, issue: Issue
) -> None:
    both, everywhere = issue(app.slug, other_app.slug), issue("*")
    for each in (app, other_app):
        read(await each.send("POST", "memories", STORE, **both), 201)
        read(await each.send("POST", "memories", STORE, **everywhere), 200)


async def test_the_global_collection_needs_a_right_of_its_own(app: App, issue: Issue) -> None:
    everybody = App(app.client, "global")
    marker = STORE | {"situation": f"Pattern {app.slug}0001"}
    search = {"query": f"Pattern {app.slug}0001", "threshold": 0, "include_global": True}
    assert_problem(await everybody.send("POST", "memories", marker, **issue(app.slug)), 403)
    shared = read(await everybody.send("POST", "memories", marker, **issue("global")), 201)["id"]

    refused = await app.send("POST", "memories/search", search, **issue(app.slug))
    assert "global" in assert_problem(refused, 403)["detail"]
    allowed = await app.send("POST", "memories/search", search, **issue(app.slug, "global"))
    assert [each["memory"]["id"] for each in read(allowed)["results"]] == [shared]


async def test_the_history_names_who_did_each_thing(app: App, issue: Issue) -> None:
    stored = await app.send("POST", "memories", STORE, **issue(app.slug, subject="ann"))
    memory_id = read(stored, 201)["id"]
    bob = issue(app.slug, subject="bob")
    read(await app.send("POST", f"memories/{memory_id}/votes", {"vote": "upvote"}, **bob))
    events = read(await app.send("GET", f"memories/{memory_id}/history", **bob))["events"]

    assert [each["actor"] for each in events] == ["ann", "bob"]


async def test_an_idempotency_key_belongs_to_its_caller(app: App, issue: Issue) -> None:
    ann = issue(app.slug, subject="ann") | {"Idempotency_Key": app.slug}
    bob = issue(app.slug, subject="bob") | {"Idempotency_Key": app.slug}
    first = read(await app.send("POST", "memories", STORE, **ann), 201)
    second = read(await app.send("POST", "memories", STORE, **bob), 200)
    other = STORE | {"situation": "Another matter"}

    assert second["metadata"]["occurrences"] == first["metadata"]["occurrences"] + 1
    assert_problem(await app.send("POST", "memories", other, **bob), 409)


async def test_a_kept_answer_is_not_given_to_a_caller_that_has_lost_the_right(
    app: App, issue: Issue
) -> None:
    key = {"Idempotency_Key": app.slug}
    read(await app.send("POST", "memories", STORE, **issue(app.slug), **key), 201)

    assert_problem(await app.send("POST", "memories", STORE, **issue("other"), **key), 403)


async def test_the_description_and_the_health_of_the_api_need_no_token(
    api: httpx.AsyncClient,
) -> None:
    assert read(await api.get("/health"))["status"] == "ok"
    assert read(await api.get("/openapi.json"))["openapi"].startswith("3.")
    assert read(await api.get("/schemas/discovery-pack/1.1.0"))["type"] == "object"
    assert (await api.get("/docs")).headers["content-type"].startswith("text/html")


async def test_an_encoded_slash_does_not_lead_to_another_app(app: App, issue: Issue) -> None:
    theirs = new_app(app.client)
    read(await theirs.send("POST", "memories", STORE, **issue(theirs.slug)), 201)
    for path in (
        f"/apps/{app.slug}%2F..%2F{theirs.slug}/stats",
        f"/apps/{app.slug}%2Fmemories/stats",
        f"/apps/{theirs.slug}%2Fmemories%2Fsearch/memories",
        f"/apps/{app.slug}/memories/..%2F..%2F{theirs.slug}%2Fmemories",
    ):
        for method in ("GET", "POST"):
            answer = await app.client.request(method, path, headers=issue(app.slug), json={})
            assert answer.status_code in {403, 404, 405, 422}
