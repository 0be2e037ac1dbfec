"""POST /tools/{toolName} with inputs that it must refuse, or take literally."""

import httpx
import pytest

from tests.functions.calling import Json, assert_problem
from tests.functions.tools import ask

CASE: Json = {"caseNumber": "SCS0001234"}


async def test_an_unknown_record_is_not_found(api: httpx.AsyncClient) -> None:
    problem = assert_problem(await ask(api, "getCase", caseNumber="SCS9999999"), 404)

    assert problem["detail"].startswith("there is no case SCS9999999")


async def test_an_unknown_tool_is_not_found_and_the_closest_names_are_given(
    api: httpx.AsyncClient,
) -> None:
    problem = assert_problem(await ask(api, "getcase"), 404)

    assert problem["detail"].startswith("there is no tool getcase; the closest are getCase")


async def test_invalid_arguments_are_named(api: httpx.AsyncClient) -> None:
    answer = await ask(api, "searchCases", query="vpn", limit=51, active="maybe")

    fields = [each["field"] for each in assert_problem(answer, 422)["errors"]]
    assert fields == ["arguments.active", "arguments.limit"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b'{"arguments": "caseNumber"}', 422),
        (b'{"arguments": {"caseNumber": "SCS0001234"}, "session": "x"}', 422),
        (b'{"arguments": {%s}}' % b", ".join(b'"a%d": 1' % n for n in range(101)), 422),
        (b'{"arguments": {"caseNumber": "%s"}}' % (b"x" * 200_000), 422),
        (b'{"arguments": {"%s": 1}}' % (b"x" * 200_000), 422),
        (b'{"arguments": {"caseNumber": "%s"}}' % (b"x" * 300_000), 413),
        (b'{"arguments": {"caseNumber": %s}}' % (b"[" * 50_000 + b"]" * 50_000), 400),
    ],
    ids=lambda each: repr(each)[:32],
)
async def test_an_invalid_body_is_refused_in_few_words(
    api: httpx.AsyncClient, body: bytes, status: int
) -> None:
    answer = await api.post(
        "/tools/getCase", content=body, headers={"Content-Type": "application/json"}
    )

    assert_problem(answer, status)
    assert len(answer.content) < 8_000


async def test_misplaced_arguments_are_refused_with_where_they_belong(
    api: httpx.AsyncClient,
) -> None:
    problem = assert_problem(await api.post("/tools/getCase", json=CASE), 422)
    assert problem["detail"] == 'what the tool takes stands in "arguments"'
