"""POST /tools/{toolName}/executions, /conversations, /incidents: storing memories for tools."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, assert_problem
from tests.functions.enrichment import (
    ENABLED,
    HIDDEN,
    LOG_LINE,
    RESULT,
    SECRETS,
    TEXT_WITH_SECRETS,
    TOOL,
    Domain,
    raw,
)
from tests.functions.platforms import own_client

EXECUTIONS = f"/tools/{TOOL}/executions"
EXECUTION: Json = {"arguments": {"namespace": "payments"}, "result": RESULT, "sessionId": "s-1"}


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform on which enrichment is switched on."""
    async with own_client(ENABLED) as client:
        yield client


async def test_an_execution_has_the_documented_tags(domain: Domain) -> None:
    kept = await domain.add_execution(
        environment="production",
        severity="high",
        enrichment={"count": 2, "latencyMs": 31},
        tags=["Night run"],
    )

    assert kept["id"].startswith("exec_")
    assert kept["tags"] == [
        f"tool:{TOOL}", f"domain:{domain.slug}", "environment:production", "severity:high",
        "mem_ctx:used", "mem_ctx:count:2", "mem_ctx:latency:50",
        "kind:tool_exec", "resource:pod", "namespace:payments", "Night run",
    ]  # fmt: skip
    (record,) = await domain.records()
    assert record["id"] == kept["id"]
    assert record["metadata"]["tags"] == kept["tags"]


async def test_secrets_and_log_lines_are_neither_kept_nor_given(domain: Domain) -> None:
    await domain.add_execution(
        arguments={
            "password": HIDDEN[-2],
            "log": LOG_LINE,
            "note": TEXT_WITH_SECRETS,
            "keys": SECRETS,
        },
        result={
            "told": TEXT_WITH_SECRETS,
            "config": {"db_password": HIDDEN[-2]},
            "log": [LOG_LINE],
        },
        sessionId=f"of {SECRETS[-1]}",
        tags=[*SECRETS[:2], SECRETS[-1]],
    )
    await domain.add_conversation(f"key {SECRETS[0]}", TEXT_WITH_SECRETS, tags=[SECRETS[-1]])
    await domain.add_incident(
        symptoms=[TEXT_WITH_SECRETS, "All of it in payments."],
        rootCause=TEXT_WITH_SECRETS,
        affectedResources=SECRETS[:2],
    )

    kept, given = (
        await domain.records(),
        await domain.enriched(f"key {SECRETS[0]}", note="the worker was restarted by hand"),
    )
    context = given["arguments"]["memoryContext"]
    assert (len(kept), len(context["items"])) == (3, 2)
    assert [each for each in HIDDEN if each in raw(kept)] == []
    assert [each for each in HIDDEN if each in raw(context)] == []
    assert raw(kept).count("The worker was restarted by hand.") >= 3
    assert all("The worker was restarted by hand." in each["snippet"] for each in context["items"])


async def test_a_result_over_the_limit_is_refused(domain: Domain) -> None:
    body = {**EXECUTION, "result": "x" * 300_000, "domain": domain.slug}

    assert_problem(await domain.client.post(EXECUTIONS, json=body), 413)
    assert await domain.records() == []


async def test_json_of_any_depth_gets_an_answer_of_the_api(domain: Domain) -> None:
    for depth in (300, 100_000):
        deep = b"[" * depth + b"]" * depth
        body = b'{"sessionId": "s", "arguments": {}, "result": ' + deep + b"}"
        assert_problem(await domain.client.post(EXECUTIONS, content=body), 400)
