"""POST /context and POST /evidence: hostile and careless requests, each with a clear answer."""

import json
from typing import Any

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import Project

TEXT = "login test failures"
CONTROLS = "".join(map(chr, range(1, 32))) + "\x7f\x80\x9f\xa0\u200b\u2028\u2029\ufeff\ufffe"


def changed(body: Json, path: str, value: object) -> Json:
    """The body with one place changed; a path of names and places, joined by dots."""
    copy: Json = json.loads(json.dumps(body))
    *way, last = path.split(".")
    place: Any = copy
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("more", 1, "more"),
        ("meta.more", 1, "meta.more"),
        ("meta.from.more", 1, "meta.from.more"),
        ("payload.more", 1, "payload.more"),
        ("payload.query.more", 1, "payload.query.more"),
        ("payload.query.__class__", 1, "payload.query.__class__"),
        ("meta.type", "ContextResult", "meta.type"),
        ("meta.type", None, "meta.type"),
        ("meta.from", None, "meta.from"),
        ("meta.from.type", "", "meta.from.type"),
        ("meta.from.id", "a\0b", "meta.from.id"),
        ("meta.from.securityLevel", "top secret", "meta.from.securityLevel"),
        ("meta.from.authorizedGroups", "all", "meta.from.authorizedGroups"),
        ("meta.tenant", "Default", "meta.tenant"),
        ("meta.tenant", "a:b", "meta.tenant"),
        ("meta.project", "../other", "meta.project"),
        ("meta.project", "x" * 65, "meta.project"),
        ("meta.message_id", "has space", "meta.message_id"),
        ("meta.trace_id", "x" * 129, "meta.trace_id"),
        ("meta.timestamp", "2026-01-15T09:30:00", "meta.timestamp"),
        ("payload.query.type", "fuzzy", "payload.query.type"),
        ("payload.query.type", None, "payload.query.type"),
        ("payload.query.text", "", "payload.query.text"),
        ("payload.query.text", " \n\t ", "payload.query.text"),
        ("payload.query.text", None, "payload.query"),
        ("payload.query.text", "a\0b", "payload.query.text"),
        ("payload.query.text", ["a"], "payload.query.text"),
        ("payload.query.text", "é" * 4_097, "payload.query.text"),
        ("payload.query.graph_params", {"start_node": "a"}, "payload.query"),
        ("payload.limit", 0, "payload.limit"),
        ("payload.limit", 101, "payload.limit"),
        ("payload.limit", 1.5, "payload.limit"),
        ("payload.limit", "ten", "payload.limit"),
        ("payload.include_scores", "perhaps", "payload.include_scores"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "",
)
async def test_a_field_of_a_request_that_makes_no_sense_is_named(
    project: Project, path: str, value: object, named: str
) -> None:
    body = changed(project.envelope(TEXT), path, value)
    problem = assert_problem(await project.request(body), 422)

    assert [error["field"] for error in problem["errors"]] == [named]
    assert problem["errors"][0]["message"]


@pytest.mark.parametrize(
    ("params", "named"),
    [
        (None, "payload.query"),
        ({}, "payload.query.graph_params.start_node"),
        ({"max_depth": 3}, "payload.query.graph_params.start_node"),
        ({"start_node": ""}, "payload.query.graph_params.start_node"),
        ({"start_node": "it's"}, "payload.query.graph_params.start_node"),
        ({"start_node": 'say "x"'}, "payload.query.graph_params.start_node"),
        ({"start_node": "a\\b"}, "payload.query.graph_params.start_node"),
        ({"start_node": "x" * 257}, "payload.query.graph_params.start_node"),
        ({"start_node": "a", "max_depth": 0}, "payload.query.graph_params.max_depth"),
        ({"start_node": "a", "max_depth": 11}, "payload.query.graph_params.max_depth"),
        ({"start_node": "a", "relationship_types": []},
         "payload.query.graph_params.relationship_types"),
        ({"start_node": "a", "relationship_types": ["a b"]},
         "payload.query.graph_params.relationship_types.0"),
        ({"start_node": "a", "relationship_types": ["x = 1 OR y"]},
         "payload.query.graph_params.relationship_types.0"),
        ({"start_node": "a", "relationship_types": [f"t{n}" for n in range(11)]},
         "payload.query.graph_params.relationship_types"),
        ({"start_node": "a", "more": 1}, "payload.query.graph_params.more"),
    ],
    ids=str,
)  # fmt: skip
async def test_a_traversal_that_makes_no_sense_is_told_why(
    project: Project, params: object, named: str
) -> None:
    query = {"type": "graph_traversal", "graph_params": params}
    problem = assert_problem(await project.ask(None, query=query), 422)

    assert problem["errors"][0]["field"] == named


async def test_what_is_missing_is_named_altogether(api: httpx.AsyncClient) -> None:
    problem = assert_problem(await api.post("/context", json={"meta": {}, "payload": {}}), 422)

    named = {error["field"] for error in problem["errors"]}
    assert named == {"meta.type", "meta.from", "payload.query"}


@pytest.mark.parametrize("text", ["é" * 4_096, "a-1 " * 1_024, "'" * 4_095 + "b", "(" * 4_096])
async def test_a_query_of_4096_characters_is_answered(project: Project, text: str) -> None:
    await project.stored({"id": "a", "content": TEXT})

    assert (await project.told(text))["total_count"] <= 1


@pytest.mark.parametrize(("depth", "limit"), [(1, 1), (10, 100)])
async def test_bounds_are_inside(project: Project, depth: int, limit: int) -> None:
    await project.stored({"id": "a", "content": TEXT})

    assert (await project.walked("a", max_depth=depth, limit=limit))["total_count"] == 1


@pytest.mark.parametrize("path", ["/context", "/evidence"])
@pytest.mark.parametrize("content", [b"", b"nope", b"{", b"\xff\xfe{}", b"[" * 100_000])
async def test_what_is_not_json_is_told_so(
    api: httpx.AsyncClient, path: str, content: bytes
) -> None:
    assert_problem(await api.post(path, content=content), 400)


@pytest.mark.parametrize("path", ["/context", "/evidence"])
@pytest.mark.parametrize("body", [b"null", b"[]", b'"text"', b"7", b"{}"])
async def test_json_that_is_no_request_is_not_valid(
    api: httpx.AsyncClient, path: str, body: bytes
) -> None:
    assert_problem(await api.post(path, content=body), 422)


@pytest.mark.parametrize("path", ["/context", "/evidence"])
async def test_a_body_of_two_megabytes_is_too_large(api: httpx.AsyncClient, path: str) -> None:
    body = {"items": [{"content": "x" * 2 * 1024 * 1024}]}

    assert_problem(await api.post(path, json=body), 413)


@pytest.mark.parametrize(
    ("item", "named"),
    [
        ({}, "items.0.content"),
        ({"content": None}, "items.0.content"),
        ({"content": 7}, "items.0.content"),
        ({"content": ["a", "list"]}, "items.0.content"),
        ({"content": ""}, "items.0.content"),
        ({"content": " \n"}, "items.0.content"),
        ({"content": {}}, "items.0.content"),
        ({"content": {"a": None}}, "items.0.content"),
        ({"content": "a\0b"}, "items.0.content"),
        ({"content": {"a": ["b\0"]}}, "items.0.content"),
        ({"content": {"a\0": "b"}}, "items.0.content"),
        ({"content": "x", "further": {"a": "\0"}}, "items.0"),
        ({"content": {"a": "x" * 40_001}}, "items.0"),
        ({"content": "x", "further": "x" * 40_001}, "items.0"),
        ({"content": "x", "text": "of ours"}, "items.0"),
        ({"content": "x", "created_at_ms": 1}, "items.0"),
        ({"content": "x", "id": "it's"}, "items.0.id"),
        ({"content": "x", "id": "a b"}, "items.0.id"),
        ({"content": "x", "id": ""}, "items.0.id"),
        ({"content": "x", "caused_by": ['say"x"']}, "items.0.caused_by.0"),
        ({"content": "x", "caused_by": "a"}, "items.0.caused_by"),
        ({"content": "x", "created_at": "2026-01-15T09:30:00"}, "items.0.created_at"),
        ({"content": "x", "created_at": "soon"}, "items.0.created_at"),
        ({"content": "x", "trust": 1.01}, "items.0.trust"),
        ({"content": "x", "importance": "much"}, "items.0.importance"),
        ({"content": "x", "sensitivity": None}, "items.0.sensitivity"),
        ({"content": "x", "source": "robot"}, "items.0.source"),
        ({"content": "x", "tags": ["x"] * 33}, "items.0.tags"),
        ({"content": "x", "restrictedToGroups": "ops"}, "items.0.restrictedToGroups"),
        ({"content": "x", "hasCredentials": "perhaps"}, "items.0.hasCredentials"),
        ({"content": "x", "thread": ""}, "items.0.thread"),
    ],
    ids=lambda value: "" if isinstance(value, str) else repr(value)[:40],
)
async def test_an_item_that_makes_no_sense_is_named_and_nothing_is_stored(
    project: Project, item: Json, named: str
) -> None:
    problem = assert_problem(await project.send({"id": "fine", "content": TEXT}, item), 422)

    wrong = named.replace("items.0", "items.1")
    assert any(error["field"].startswith(wrong) for error in problem["errors"])
    assert await project.found(TEXT) == []


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"items": []}, "items"),
        ({"items": [{"content": "x"}] * 101}, "items"),
        ({"more": 1}, "more"),
        ({"tenant": "A"}, "tenant"),
        ({"project": "a:turns"}, "project"),
    ],
    ids=["none", "too many", "unknown", "tenant", "project"],
)
async def test_a_batch_that_makes_no_sense_is_told_why(
    api: httpx.AsyncClient, fields: Json, named: str
) -> None:
    body = {"items": [{"content": "x"}]} | fields
    problem = assert_problem(await api.post("/evidence", json=body), 422)

    assert [error["field"] for error in problem["errors"]] == [named]


@pytest.mark.parametrize(
    "content",
    [
        f"{TEXT} {CONTROLS} end",
        {"title": TEXT, "control": CONTROLS, CONTROLS: [CONTROLS, {"deep": None}]},
        f"{TEXT} {'x ' * 100_000}",
        {"title": TEXT, "number": 10**300, "float": 1.7976931348623157e308, "false": False},
    ],
    ids=["a text", "an object", "a long text", "numbers"],
)
async def test_whatever_content_is_taken_comes_back_as_it_was(
    project: Project, content: object
) -> None:
    await project.stored({"id": "a", "content": content})
    payload = await project.told(TEXT)

    if "x " * 100_000 in str(content):
        assert [each["stage"] for each in payload["explainability"]["ledger"]] == ["budget"]
    else:
        assert [each["content"] for each in payload["results"]] == [content]


async def test_ids_of_any_letters_are_taken_and_lead_back(project: Project) -> None:
    ids = ["ünï:cödé/日本#?&%20", "a" * 256, "-", "*", "mem_x:gone", "(or)1=1--"]
    await project.stored(
        *({"id": each, "content": f"{TEXT} {n}"} for n, each in enumerate(ids)),
        {"id": "effect", "content": "It hung.", "caused_by": ids},
    )

    assert set(await project.found(TEXT)) >= set(ids)
    for each in ids:
        reached = read(await project.ask(None, query={
            "type": "graph_traversal", "graph_params": {"start_node": each, "max_depth": 1}
        }))["payload"]["results"]  # fmt: skip
        assert {result["id"] for result in reached} == {each, "effect"}


async def test_one_id_twice_in_a_batch_is_refused(project: Project) -> None:
    answer = await project.send({"id": "a", "content": "One"}, {"id": "a", "content": "Two"})

    assert assert_problem(answer, 422)["errors"][0]["field"] == "items.1.id"
