"""Bodies that the API refuses when memories for tools are stored or asked for."""

import httpx
import pytest

from tests.functions.calling import Json, assert_problem
from tests.functions.enrichment import CONVERSATION_TEXT, INCIDENT, RESULT, TOOL, Domain, raw

CONTEXT = f"/tools/{TOOL}/memory-context"
EXECUTIONS = f"/tools/{TOOL}/executions"
EXECUTION: Json = {"arguments": {"namespace": "payments"}, "result": RESULT, "sessionId": "s-1"}
CONVERSATION: Json = {"sessionId": "s-1", "text": CONVERSATION_TEXT}
EACH_KIND = ((EXECUTIONS, EXECUTION), ("/conversations", CONVERSATION), ("/incidents", INCIDENT))
each_kind = pytest.mark.parametrize(
    ("path", "body"), EACH_KIND, ids=[path.rpartition("/")[2] for path, _ in EACH_KIND]
)


WRONG: list[Json] = [
    {"domain": "No Slug"},
    {"sessionId": "a\0b"},
    {"tags": ["a"] * 33},
    {"unknown": 1},
    {"arguments": []},
    {"text": " "},
    {"symptoms": []},
    {"enrichment": {"count": 1}},
]


@each_kind
async def test_a_body_with_an_invalid_field_is_refused(
    domain: Domain, path: str, body: Json
) -> None:
    for change in WRONG:
        # A field that a kind does not have is wrong for it, too.
        answer = await domain.client.post(path, json={**body, "domain": domain.slug, **change})

        problem = assert_problem(answer, 422)
        assert problem["errors"][0]["field"].split(".")[0] in change
    assert await domain.records() == []


@pytest.mark.parametrize("tool", ["two words", "x" * 129, "-x", "o'brien"])
async def test_a_tool_without_a_proper_name_is_refused(domain: Domain, tool: str) -> None:
    for path in ("executions", "memory-context"):
        assert_problem(await domain.client.post(f"/tools/{tool}/{path}", json=EXECUTION), 422)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "arguments"),
        ({"arguments": []}, "arguments"),
        ({"arguments": "text"}, "arguments"),
        ({"arguments": {}, "sessionId": "x" * 257}, "sessionId"),
        ({"arguments": {}, "sessionId": 1}, "sessionId"),
        ({"arguments": {}, "topK": 3}, "topK"),
    ],
    ids=lambda each: raw(each)[:40],
)
async def test_an_invalid_question_is_refused(
    api: httpx.AsyncClient, body: Json, field: str
) -> None:
    problem = assert_problem(await api.post(CONTEXT, json=body), 422)

    assert [each["field"] for each in problem["errors"]] == [field]


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "Infinity"])
async def test_a_number_that_could_not_be_returned_exactly_is_refused(
    api: httpx.AsyncClient, number: str
) -> None:
    body = f'{{"arguments": {{"namespace": "a", "deep": [{{"in": [1.5, {number}]}}]}}}}'
    problem = assert_problem(await api.post(CONTEXT, content=body.encode()), 422)

    assert [each["field"] for each in problem["errors"]] == ["arguments"]
