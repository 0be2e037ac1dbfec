"""POST /context and POST /evidence: hostile and careless requests get clear answers."""

import json

import httpx

from tests.cases import each_case
from tests.functions.calling import assert_problem, read
from tests.functions.evidence import Project

TEXT = "login test failures"
CONTROLS = "".join(map(chr, range(1, 32))) + "\x7f\x80\x9f\xa0\u200b\u2028\u2029\ufeff\ufffe"


async def test_an_invalid_question_is_refused(project: Project) -> None:
    problem = assert_problem(await project.ask(TEXT, limit=101), 422)

    assert [error["field"] for error in problem["errors"]] == ["payload.limit"]
    assert problem["errors"][0]["message"]


async def test_an_invalid_item_is_named_and_nothing_is_stored(
    project: Project,
) -> None:
    wrong = {"content": "x", "trust": 1.01}
    problem = assert_problem(await project.send({"id": "fine", "content": TEXT}, wrong), 422)

    assert [error["field"] for error in problem["errors"]] == ["items.1.trust"]
    assert await project.found(TEXT) == []


async def test_all_missing_fields_are_named_at_once(api: httpx.AsyncClient) -> None:
    problem = assert_problem(await api.post("/context", json={"meta": {}, "payload": {}}), 422)

    named = {error["field"] for error in problem["errors"]}
    assert named == {"meta.type", "meta.from", "payload.query"}


@each_case("text", ["é" * 4_096, "a-1 " * 1_024, "'" * 4_095 + "b", "(" * 4_096])
async def test_a_query_of_4096_characters_is_answered(project: Project, text: str) -> None:
    await project.stored({"id": "a", "content": TEXT})

    assert (await project.payload(text))["total_count"] <= 1


@each_case(("depth", "limit"), [(1, 1), (10, 100)])
async def test_the_bounds_of_depth_and_limit_are_inclusive(
    project: Project, depth: int, limit: int
) -> None:
    await project.stored({"id": "a", "content": TEXT})

    assert (await project.walked("a", max_depth=depth, limit=limit))["total_count"] == 1


@each_case("path", ["/context", "/evidence"])
async def test_a_body_of_two_megabytes_is_too_large(api: httpx.AsyncClient, path: str) -> None:
    body = {"items": [{"content": "x" * 2 * 1024 * 1024}]}

    assert_problem(await api.post(path, json=body), 413)


@each_case(
    "content",
    [
        f"{TEXT} {CONTROLS} end",
        {"title": TEXT, "control": CONTROLS, CONTROLS: [CONTROLS, {"deep": None}]},
        f"{TEXT} {'x ' * 100_000}",
        {"title": TEXT, "number": 10**300, "float": 1.7976931348623157e308, "false": False},
    ],
)
async def test_any_accepted_content_comes_back_unchanged(project: Project, content: object) -> None:
    await project.stored({"id": "a", "content": content})
    payload = await project.payload(TEXT)

    if "x " * 100_000 in str(content):
        assert [each["stage"] for each in payload["explainability"]["ledger"]] == ["budget"]
    else:
        without_width = dict.fromkeys(map(ord, "\u200b\ufeff"))
        told = json.dumps([each["content"] for each in payload["results"]], ensure_ascii=False)
        sent = json.dumps([content], ensure_ascii=False)
        assert told.translate(without_width) == sent.translate(without_width)


async def test_ids_of_any_characters_are_accepted_and_can_be_traversed_from(
    project: Project,
) -> None:
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
