"""POST /responses/validate and GET /responses/metrics: verdicts, refusals, counts."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import httpx
import pytest

from tests.functions.calling import Json, assert_problem
from tests.functions.platforms import own_client
from tests.functions.responses import NOISE, PATH, ask, metrics, published, validated
from tests.validation.examples import GOOD_OVERVIEW, NARRATIVE

CROWD = 10
FIELDS = {
    "valid", "warnings", "missingElements", "toolsWithUnusedSummaries", "responseType",
    "responseLength", "checks", "alert", "recommendedElements", "facts", "contradictions",
    "unsupported",
}  # fmt: skip


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a developer's platform, to whose metrics no other test adds."""
    patient = {"TOOLS_DEADLINE_MS": "20000", "STAGE": ""}
    async with own_client(patient, workers=4) as client:
        yield client


@pytest.mark.parametrize(
    ("response", "kind"),
    [("John Smith (IT Support team)", "field_query"), (GOOD_OVERVIEW, "overview")],
)
async def test_the_good_examples_of_the_seed_are_valid(
    api: httpx.AsyncClient, response: str, kind: str
) -> None:
    result = await validated(api, response)

    assert result.keys() == FIELDS
    assert (result["valid"], result["responseType"], result["alert"]) == (True, kind, False)
    assert result["warnings"] == result["missingElements"] == []
    assert result["toolsWithUnusedSummaries"] == []
    assert result["responseLength"] == len(response)
    (check,) = result["checks"]
    assert (check["toolName"], check["summaryField"]) == ("getCase", "caseSummary")
    assert set(check["matched"]) <= set(check["keywords"])
    assert check["ratio"] == len(check["matched"]) / len(check["keywords"])
    assert check["threshold"] == (0.2 if kind == "overview" else 0.1)
    assert check["used"] is True


async def test_an_answer_that_contradicts_a_tool_is_invalid(api: httpx.AsyncClient) -> None:
    result = await validated(api, "The case is closed; John Smith has it.")

    assert result["valid"] is False
    (said,) = result["contradictions"]
    assert said == 'Response says status "closed", but getCase returned "Open"'
    assert said in result["warnings"]
    facts = {fact["kind"]: fact for fact in result["facts"]}
    assert facts["status"] == {
        "text": "closed", "start": 12, "end": 18, "kind": "status", "verdict": "contradicted",
        "expected": "Open", "tool": "getCase", "path": "caseSummary",
    }  # fmt: skip
    assert facts["assignee"]["verdict"] == "supported"


async def test_an_answer_of_two_hundred_thousand_characters_is_validated(
    api: httpx.AsyncClient,
) -> None:
    longest = (GOOD_OVERVIEW + " The server is watched." * 10_000)[:200_000]

    result = await validated(api, longest)
    assert (result["valid"], result["responseLength"]) == (True, 200_000)
    (error,) = assert_problem(await ask(api, longest + "x"), 422)["errors"]
    assert error["field"] == "response"
    assert_problem(await ask(api, "x" * 300_000), 413)


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        (b"", 400, None),
        (b"{", 400, None),
        (b'{"response": "OK", "tools": []}', 422, "tools"),
        (b'{"response": "OK", "toolCalls": [{"toolName": "x", "result": %s}]}'
         % (b"[" * 50_000 + b"]" * 50_000), 400, None),
    ],
    ids=lambda each: repr(each)[:40],
)  # fmt: skip
async def test_an_invalid_body_is_refused(
    api: httpx.AsyncClient, body: bytes, status: int, field: str | None
) -> None:
    headers = {"Content-Type": "application/json"}
    problem = assert_problem(await api.post(PATH, content=body, headers=headers), status)

    assert [each["field"] for each in problem.get("errors", [])] == (
        [] if field is None else [field]
    )


async def test_ten_simultaneous_validations_are_counted_exactly(api: httpx.AsyncClient) -> None:
    before = _counts(await metrics(api))
    kinds = ["John Smith", "OK", GOOD_OVERVIEW, NOISE, NARRATIVE]
    answers = await asyncio.gather(*(ask(api, kinds[n % 5]) for n in range(CROWD)))
    after = _counts(await metrics(api))

    assert [answer.status_code for answer in answers] == [200] * CROWD
    each = CROWD // 5
    assert after - before == Counter(
        {
            "total": 5 * each,
            "alerts": 2 * each,
            "field_query": 2 * each,
            "field_query valid": each,
            "overview": 3 * each,
            "overview valid": each,
            "Summary": 2 * each,
            "Current State": 2 * each,
            "getCase": 2 * each,
        }
    )


def _counts(told: Json) -> Counter[str]:
    counts = Counter({"total": told["total"], "alerts": told["alerts"]})
    for kind, counted in told["byType"].items():
        counts[kind], counts[f"{kind} valid"] = counted["total"], counted["successful"]
    counts.update({each["element"]: each["count"] for each in told["missingElements"]})
    counts.update({each["toolName"]: each["count"] for each in told["unusedTools"]})
    return counts


async def test_simultaneous_validations_under_one_key_count_once(api: httpx.AsyncClient) -> None:
    before, key = await metrics(api), uuid4().hex
    answers = await asyncio.gather(*(ask(api, "OK", key=key) for _ in range(10)))
    again = await ask(api, "OK", key=key)

    assert {answer.content for answer in answers} == {again.content}
    assert (await metrics(api))["total"] == before["total"] + 1
    assert_problem(await ask(api, "John Smith", key=key), 409)


async def test_metrics_cover_a_week_and_rates_follow_from_counts(api: httpx.AsyncClient) -> None:
    await validated(api, "John Smith")
    week, quarter = await metrics(api), await metrics(api, days=90)

    assert (week["days"], quarter["days"]) == (7, 90)
    to = date.fromisoformat(week["to"])
    assert to - date.fromisoformat(week["from"]) == timedelta(days=6)
    assert datetime.now(UTC).date() - to <= timedelta(days=1)
    successful = sum(each["successful"] for each in week["byType"].values())
    assert week["successRate"] == successful / week["total"]
    assert {**quarter, "days": 7, "from": week["from"]} == week


@pytest.mark.parametrize("query", ["days=0", "days=91", "days=x", "days=", "days=1.5", "day=7"])
async def test_an_invalid_number_of_days_is_refused(api: httpx.AsyncClient, query: str) -> None:
    problem = assert_problem(await api.get(f"/responses/metrics?{query}"), 422)

    assert [each["field"] for each in problem["errors"]] == [query.partition("=")[0]]


async def test_a_developer_gets_alerts_only_in_the_answer(api: httpx.AsyncClient) -> None:
    assert (await validated(api, NOISE))["alert"] is True
    assert "ResponseValidationAlert" not in {each["detail-type"] for each in await published(api)}
