"""POST /tools/{toolName}/memory-context: the memories for a tool that runs elsewhere."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import read
from tests.functions.enrichment import (
    CONVERSATION_TEXT,
    ENABLED,
    RESULT,
    TOOL,
    Domain,
    assert_as_it_came,
    enriched,
    raw,
    size,
)
from tests.functions.platforms import own_client

CONTEXT = f"/tools/{TOOL}/memory-context"


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform with enrichment switched on and long timeouts."""
    async with own_client({**ENABLED, "CONTEXT_TIMEOUT_MS": "5000"}) as client:
        yield client


async def test_a_tool_is_given_the_memories_of_its_executions(domain: Domain) -> None:
    await domain.add_execution(environment="production", enrichment={"count": 0, "latencyMs": 9})
    answer = await domain.enriched()

    assert answer.keys() == {"arguments", "enrichment"}
    assert answer["enrichment"].keys() == {"status", "count", "latencyMs"}
    assert (answer["enrichment"]["status"], answer["enrichment"]["count"]) == ("used", 1)
    context = answer["arguments"]["memoryContext"]
    assert context.keys() == {"summary", "items"}
    assert context["summary"].startswith("1 relevant memory: 1 execution of this tool")
    (item,) = context["items"]
    assert item.keys() == {"score", "at", "tags", "snippet"}
    assert 0 < item["score"] <= 1
    assert {f"tool:{TOOL}", "environment:production"} <= set(item["tags"])
    assert "mem_ctx" not in raw(context)
    assert RESULT["rootCause"] in item["snippet"]


async def test_arguments_keep_their_values_and_their_order(domain: Domain) -> None:
    await domain.add_execution()
    asked = {
        "zulu": "ä€😀 \u2028 \u0000 \\ \" '",
        "namespace": "payments",
        "domain": domain.slug,
        "numbers": [0, -1, 1.5, 1e300, 2**80, 0.1, -0.0, 1e-7],
        "nested": {"b": [None, True, {"": ""}], "a": {}},
        "memorycontext": "is none",
        "": None,
    }
    arguments = (await enriched(domain.client, asked))["arguments"]

    assert list(arguments) == [*asked, "memoryContext"]
    del arguments["memoryContext"]
    assert raw(arguments) == raw(asked)


async def test_large_arguments_come_back_whole(domain: Domain) -> None:
    await domain.add_execution()
    rows = [{"name": f"pod-{number}", "state": "OOMKilled, ä€😀"} for number in range(3_500)]
    asked = {"namespace": "payments", "domain": domain.slug, "log": "word " * 10_000, "rows": rows}
    body = raw({"arguments": asked}).encode()
    assert 200_000 < len(body) < 256 * 1024
    answer = read(await domain.client.post(CONTEXT, content=body))

    assert answer["enrichment"]["status"] == "used"
    assert size(answer["arguments"].pop("memoryContext")) <= 1_500
    assert answer["arguments"] == asked


@pytest.mark.parametrize(
    ("mode", "expected"), [("tool", [1, 1, 0]), ("conversation", [1, 0, 1]), ("hybrid", [1, 1, 1])]
)
async def test_the_mode_decides_which_memories_are_given(mode: str, expected: list[int]) -> None:
    async with own_client({**ENABLED, "ORCH_CONTEXT_MODE": mode}) as client:
        both, of_tool, of_session = (Domain(client) for _ in range(3))
        for each in (both, of_tool):
            await each.add_execution()
        for each in (both, of_session):
            await each.add_conversation("s-1")

        counts = [len(await each.snippets()) for each in (both, of_tool, of_session)]
        assert counts == expected
        told = await both.snippets() == [CONVERSATION_TEXT]
        assert told is (mode == "conversation")
        assert len(await both.snippets(None)) == (mode != "conversation")


async def test_switched_off_no_memory_is_given_even_to_a_listed_tool() -> None:
    async with own_client({"MEM_CTX_TOOLS": TOOL}) as client:
        domain = Domain(client)
        await domain.add_execution()
        asked = {"namespace": "payments", "domain": domain.slug}

        assert_as_it_came(await domain.enriched(), asked, "disabled")
        assert len(await domain.records()) == 1
