"""Errors are problem details (RFC 9457), which reveal nothing internal."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.functions.calling import DECISION, SITUATION, App, assert_problem, read
from tests.functions.evidence import Project
from tests.functions.stores import Stores

BODY = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
CANARY = "canary-5f1d"
INTERNALS = (
    CANARY, "local-full", "local-read", "Traceback", "upstash_", "httpx", "pydantic", "127.0.0.1",
    "/_emulators", ".py", str(Path.cwd()), "EVAL", "mem:",
)  # fmt: skip


async def test_400_says_that_the_body_is_not_json(app: App) -> None:
    answer = await app.client.post(app.path("memories"), content=f"{CANARY}".encode())

    assert CANARY not in json.dumps(assert_problem(answer, 400))


async def test_404_is_for_paths_that_have_no_route(api: httpx.AsyncClient, app: App) -> None:
    assert_problem(await api.get("/nowhere"), 404)
    assert_problem(await app.send("GET", "memories/mem_x/nothing"), 404)
    assert_problem(await app.send("GET", ""), 404)


async def test_405_names_the_allowed_methods(app: App) -> None:
    answer = await app.send("PATCH", "memories/mem_x")

    assert_problem(answer, 405)
    assert answer.headers["allow"] == "DELETE, GET"


async def test_422_names_each_field_without_repeating_what_was_sent(app: App) -> None:
    sent = BODY | {"stage": CANARY, "trust": CANARY, "tags": [7, CANARY * 9]}
    problem = assert_problem(await app.send("POST", "memories", sent), 422)

    fields = {error["field"] for error in problem["errors"]}
    assert fields == {"stage", "trust", "tags.0", "tags.1"}
    assert CANARY not in json.dumps(problem)
    for error in problem["errors"]:
        assert f"{error['field']}: {error['message']}" in problem["detail"]


@pytest.mark.parametrize("route", ["memories/{}", "conversations/cnv_1"])
async def test_an_unknown_query_parameter_keeps_a_route_from_doing_anything(
    app: App, route: str
) -> None:
    stored = read(await app.send("POST", "memories", {**BODY, "conversation_id": "cnv_1"}), 201)
    path = app.path(route.format(stored["id"]))

    problem = assert_problem(await app.client.delete(path, params={"dry_run": "true"}), 422)

    assert [error["field"] for error in problem["errors"]] == ["dry_run"]
    read(await app.send("GET", f"memories/{stored['id']}"))


async def test_health_and_documents_take_any_query(api: httpx.AsyncClient) -> None:
    assert (await api.get("/health", params={"t": "1"})).status_code == 200


async def test_422_of_knowledge_routes_does_not_repeat_what_was_sent_either(
    project: Project,
) -> None:
    sent = {"type": CANARY, "text": 7, "filters": {"since": CANARY, "a": {CANARY: CANARY}}}
    asked = await project.ask(None, query=sent, limit=CANARY, sender={"securityLevel": CANARY})
    item = {"content": [CANARY], "trust": CANARY, "created_at": CANARY, "caused_by": [f"{CANARY}'"]}

    fields = {error["field"] for error in assert_problem(asked, 422)["errors"]}
    assert fields >= {"payload.query.type", "payload.query.text", "payload.limit",
                      "meta.from.securityLevel"}  # fmt: skip
    told = assert_problem(await project.send(item), 422)
    assert {error["field"] for error in told["errors"]} >= {"items.0.trust", "items.0.created_at"}
    assert CANARY not in json.dumps(told)
    assert asked.text.count(CANARY) == 0


@pytest.mark.parametrize("status", [200, 404, 422])
async def test_every_answer_carries_the_id_of_its_request(app: App, status: int) -> None:
    sent = {200: BODY, 404: None, 422: {}}[status]
    read(await app.store(), 201)
    given = f"trace-{uuid4().hex}"
    method, rest = ("GET", "memories/mem_x") if status == 404 else ("POST", "memories")
    answer = await app.send(method, rest, sent, X_Request_Id=given)

    assert answer.status_code == status
    assert answer.headers["x-request-id"] == given
    if status != 200:
        assert answer.json()["requestId"] == given


def assert_fails_for(store: str, answer: httpx.Response, status: int, kind: str) -> None:
    """Assert that an answer says which store failed, how, and when to retry, and nothing else."""
    problem = assert_problem(answer, status)
    assert problem["type"] == f"urn:recollect:problem:{kind}"
    assert problem["detail"].endswith(f": upstash-{store}")
    assert set(problem) == {"type", "title", "status", "detail", "requestId"}
    assert 1 <= int(answer.headers["retry-after"]) <= 60


@pytest.mark.parametrize("store", ["vector", "redis"])
@pytest.mark.parametrize(
    ("mode", "status", "kind"),
    [("garbage", 502, "store-refused"), ("reset", 503, "store-unavailable")],
)
async def test_a_store_failure_names_the_store_and_when_to_retry_and_nothing_else(
    app: App, project: Project, stores: Stores, store: str, mode: str, status: int, kind: str
) -> None:
    item = {"content": CANARY, "thread": CANARY, "further": CANARY}
    await stores.fault(store, mode)
    memory = await app.store(f"{SITUATION} {CANARY}", tags=[CANARY], conversation_id=CANARY)
    evidence = await project.send(item)
    await stores.heal()
    for answer in (memory, evidence):
        assert_fails_for(store, answer, status, kind)
        told = answer.text + json.dumps(dict(answer.headers))
        assert [each for each in (*INTERNALS, "evidence:", "turns:") if each in told] == []


@pytest.fixture
async def breaking(app: App, stores: Stores) -> AsyncIterator[Stores]:
    """The stores, cleared of the app's broken records after the test: others read all apps."""
    yield stores
    for key in await stores.redis("KEYS", f"mem:{app.collection}:*"):
        await stores.redis("DEL", key)
    await stores.vector(f"delete/{app.collection}", {"ids": ["mem_foreign"]})


async def test_a_record_that_is_not_a_memory_is_answered_as_a_store_failure(
    app: App, breaking: Stores
) -> None:
    metadata = {"a": CANARY, "state": "active"}
    record = {"id": "mem_foreign", "data": f"{CANARY} of somebody else", "metadata": metadata}
    await breaking.vector(f"upsert-data/{app.collection}", [record])

    for answer in (
        await app.send("GET", "memories/mem_foreign"),
        await app.find("somebody else", threshold=0),
    ):
        assert_problem(answer, 502)
        assert CANARY not in answer.text
