"""Bodies that the API refuses when memories for tools are stored or asked for."""

import httpx
import pytest

from tests.functions.calling import Json, assert_problem
from tests.functions.enrichment import CONVERSATION_TEXT, INCIDENT, RESULT, TOOL, Domain

CONTEXT = f"/tools/{TOOL}/memory-context"
EXECUTIONS = f"/tools/{TOOL}/executions"
EXECUTION: Json = {"arguments": {"namespace": "payments"}, "result": RESULT, "sessionId": "s-1"}
CONVERSATION: Json = {"sessionId": "s-1", "text": CONVERSATION_TEXT}
EACH_KIND = ((EXECUTIONS, EXECUTION), ("/conversations", CONVERSATION), ("/incidents", INCIDENT))
each_kind = pytest.mark.parametrize(
    ("path", "body"), EACH_KIND, ids=[path.rpartition("/")[2] for path, _ in EACH_KIND]
)


@each_kind
async def test_a_body_with_an_invalid_field_is_refused(
    domain: Domain, path: str, body: Json
) -> None:
    answer = await domain.client.post(path, json={**body, "domain": domain.slug, "unknown": 1})

    (error,) = assert_problem(answer, 422)["errors"]
    assert error["field"] == "unknown"
    assert await domain.records() == []


@pytest.mark.parametrize("tool", ["two words", "x" * 129, "-x", "o'brien"])
async def test_a_tool_without_a_proper_name_is_refused(domain: Domain, tool: str) -> None:
    for path in ("executions", "memory-context"):
        assert_problem(await domain.client.post(f"/tools/{tool}/{path}", json=EXECUTION), 422)


async def test_an_invalid_question_is_refused(api: httpx.AsyncClient) -> None:
    (error,) = assert_problem(await api.post(CONTEXT, json={"arguments": []}), 422)["errors"]

    assert error["field"] == "arguments"


async def test_a_number_that_could_not_be_returned_exactly_is_refused(
    api: httpx.AsyncClient,
) -> None:
    problem = assert_problem(await api.post(CONTEXT, content=b'{"arguments": {"a": 1e400}}'), 422)

    assert [each["field"] for each in problem["errors"]] == ["arguments"]
