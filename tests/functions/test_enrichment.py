"""POST /tools/{toolName}/executions, /conversations, /incidents: storing memories for tools."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
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
QUOTED = "it's \"quoted\"' OR kind = 'tool_exec\n\\"
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


@pytest.mark.parametrize(
    ("used", "tags"),
    [
        (None, ["mem_ctx:not_used", "mem_ctx:count:0"]),
        ({"count": 0, "latencyMs": 24.9}, ["mem_ctx:not_used", "mem_ctx:count:0", "latency:0"]),
        ({"count": 1, "latencyMs": 25}, ["mem_ctx:used", "mem_ctx:count:1", "latency:50"]),
        ({"count": 3, "latencyMs": 374.9}, ["mem_ctx:used", "mem_ctx:count:3", "latency:350"]),
        ({"count": 3, "latencyMs": 400}, ["mem_ctx:used", "mem_ctx:count:3", "latency:400"]),
    ],
    ids=raw,
)
async def test_tags_record_whether_memories_were_used_in_an_execution(
    domain: Domain, used: Json | None, tags: list[str]
) -> None:
    kept = await domain.add_execution(enrichment=used, tags=["mem_ctx:used", "mem_ctx:count:9"])

    told = [each for each in kept["tags"] if each.startswith("mem_ctx:")]
    assert [each.replace("mem_ctx:latency", "latency") for each in told] == tags


async def test_the_domain_of_an_execution_follows_from_its_tool(api: httpx.AsyncClient) -> None:
    for tool, expected in ((TOOL, "openshift"), ("getCase", "servicenow"), ("restart", "general")):
        kept = read(await api.post(f"/tools/{tool}/executions", json=EXECUTION), 201)
        assert kept["tags"][:2] == [f"tool:{tool}", f"domain:{expected}"]


async def test_conversations_and_incidents_have_their_tags(domain: Domain) -> None:
    conversation = await domain.add_conversation("s-1", environment="production", tags=["import"])
    incident = await domain.add_incident(environment="production", severity="critical")

    own = [f"domain:{domain.slug}", "environment:production"]
    assert conversation["id"].startswith("conv_")
    assert conversation["tags"] == ["kind:conversation", *own, "import"]
    assert incident["id"].startswith("inc_")
    assert incident["tags"] == ["kind:operational", *own, "severity:critical"]


async def test_a_repeated_memory_replaces_itself_and_is_found_once(domain: Domain) -> None:
    kept = {
        (await each)["id"]
        for _ in range(3)
        for each in (domain.add_execution(), domain.add_conversation("s-1"), domain.add_incident())
    }

    assert {each["id"] for each in await domain.records()} == kept
    assert len(kept) == 3
    snippets = await domain.snippets()
    assert len(snippets) == len(set(snippets)) == 2


async def test_executions_that_differ_are_stored_separately(domain: Domain) -> None:
    ids = {
        (await each)["id"]
        for each in (
            domain.add_execution(),
            domain.add_execution(sessionId="s-2"),
            domain.add_execution(result="Something else was found."),
            domain.add_execution(arguments={"namespace": "checkout"}),
            domain.add_execution("restart"),
        )
    }

    assert len(ids) == len(await domain.records()) == 5


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


async def test_the_memories_given_to_a_tool_are_not_kept_with_its_execution(domain: Domain) -> None:
    reminded = {"namespace": "payments", "memoryContext": {"summary": "zebra", "items": []}}
    kept = await domain.add_execution(arguments=reminded)

    assert "zebra" not in raw(await domain.records())
    assert kept["id"] == (await domain.add_execution())["id"]


@pytest.mark.parametrize(
    "result",
    [
        "word " * 40_000,
        {"rows": [{"name": f"pod-{n}", "state": "is quite well"} for n in range(4_000)]},
        {f"name-{n}": "well" for n in range(10_000)},
        "ä€😀" * 20_000,
    ],
    ids=["text", "rows", "names", "unicode"],
)
async def test_a_result_of_two_hundred_kilobytes_is_kept_in_a_short_form(
    domain: Domain, result: object
) -> None:
    assert 170_000 < len(json.dumps(result, ensure_ascii=False).encode()) < 250_000
    body = raw({**EXECUTION, "result": result, "domain": domain.slug}).encode()
    read(await domain.client.post(EXECUTIONS, content=body), 201)

    (record,) = await domain.records()
    assert len(record["data"]) <= 6_000
    assert len(record["metadata"]["snippet"]) <= 1_000
    assert len(raw(record)) < 12_000


async def test_a_result_over_the_limit_is_refused(domain: Domain) -> None:
    body = {**EXECUTION, "result": "x" * 300_000, "domain": domain.slug}

    assert_problem(await domain.client.post(EXECUTIONS, json=body), 413)
    assert await domain.records() == []


@pytest.mark.parametrize("depth", [50, 150])
async def test_deep_results_and_arguments_are_kept(domain: Domain, depth: int) -> None:
    deep: object = "The innermost thing that was found."
    for _ in range(depth):
        deep = {"in": [deep]} if depth < 100 else [deep]
    await domain.add_execution(arguments={"namespace": "payments", "deep": deep}, result=deep)

    (record,) = await domain.records()
    assert "The innermost thing that was found." in record["metadata"]["snippet"]


async def test_json_of_any_depth_gets_an_answer_of_the_api(domain: Domain) -> None:
    for depth in (300, 100_000):
        deep = b"[" * depth + b"]" * depth
        body = b'{"sessionId": "s", "arguments": {}, "result": ' + deep + b"}"
        assert_problem(await domain.client.post(EXECUTIONS, content=body), 400)


async def test_a_session_may_have_quotes_and_breaks_in_its_name(domain: Domain) -> None:
    await domain.add_conversation(QUOTED, "What was said in the session with quotes.")
    await domain.add_conversation("another", "What was said in the other session.")
    await domain.add_execution(sessionId=QUOTED, tool="restart")

    assert await domain.snippets(QUOTED) == ["What was said in the session with quotes."]
