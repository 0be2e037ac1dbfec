"""POST /tools/oc_diagnostic_pod_health with memories, without them, and without enrichment."""

import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, read
from tests.functions.enrichment import ENABLED, TOOL, Domain, enriched
from tests.functions.platforms import own_client
from tests.functions.stores import Stores
from tests.functions.tools import ask, tool_answer

# Texts that differ between platforms and moments: times, how long ago, and addresses.
CHANGING = re.compile(
    r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d|[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d|\d+ \w+ ago"
    r"|http://127\.0\.0\.1:\d+"
)
# Without a bus no execution is remembered by itself: only what a test stores is remembered.
UNHURRIED = {
    "CONTEXT_TIMEOUT_MS": "5000",
    "TOOLS_DEADLINE_MS": "20000",
    "EVENT_BUS_NAME": "",
}
FOUND = "The worker was killed out of memory; its limit was raised."
ELSEWHERE = "The image pull failed, for the secret of the registry had expired."


@pytest.fixture(scope="module")
async def on() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform on which the tool is given its memories."""
    async with own_client({**ENABLED, **UNHURRIED}) as client:
        yield client


@pytest.fixture(scope="module")
async def off() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform on which enrichment is off."""
    async with own_client(UNHURRIED) as client:
        yield client


@pytest.fixture(autouse=True)
async def forgotten(on: httpx.AsyncClient, off: httpx.AsyncClient) -> None:
    """Remove the memories of other tests."""
    for client in (on, off):
        await Stores(client).vector("reset/tools:openshift", {})


async def diagnosed(client: httpx.AsyncClient, namespace: str = "payments") -> Json:
    """The tool's diagnosis of a namespace."""
    return await tool_answer(client, TOOL, namespace=namespace)


async def test_memories_that_name_the_same_causes_become_hints(on: httpx.AsyncClient) -> None:
    openshift = Domain(on, "openshift")
    await openshift.add_execution(result={"rootCause": FOUND})
    await openshift.add_execution(result={"rootCause": ELSEWHERE}, sessionId="s-2")

    (hint,) = (await diagnosed(on))["hints"]
    assert re.fullmatch(rf"Seen before \(score 0\.\d\d\): .*{re.escape(FOUND)}", hint)
    answer = await diagnosed(on)
    assert answer["summary"].endswith(f"\n{hint}")
    assert (await diagnosed(on, "quiet"))["hints"] == []


async def test_an_incident_is_a_hint_for_pods_with_the_same_trouble(on: httpx.AsyncClient) -> None:
    await Domain(on, "openshift").add_incident()

    (hint,) = (await diagnosed(on))["hints"]
    assert "payments-api in CrashLoopBackOff after the release" in hint


async def test_the_output_has_the_same_schema_with_memories_and_without(
    on: httpx.AsyncClient,
) -> None:
    without = await diagnosed(on)
    await Domain(on, "openshift").add_execution(result={"rootCause": FOUND})
    with_memories = await diagnosed(on)

    assert (len(without["hints"]), len(with_memories["hints"])) == (0, 1)
    assert list(without) == list(with_memories)
    hints, summary = with_memories.pop("hints"), with_memories.pop("summary")
    assert without.pop("hints") == []
    assert summary == f"{without.pop('summary')}\n{hints[0]}"
    assert json.dumps(with_memories) == json.dumps(without)


async def test_a_conversation_of_the_session_is_a_hint_if_nothing_else_is_known(
    on: httpx.AsyncClient,
) -> None:
    said = "The pod of the worker in payments was killed for want of memory: OOMKilled."
    await Domain(on, "openshift").add_conversation("mine", said)

    async def hints(session: str) -> list[str]:
        body = {"arguments": {"namespace": "payments"}, "sessionId": session}
        found: list[str] = read(await on.post(f"/tools/{TOOL}", json=body))["hints"]
        return found

    assert [said in each for each in await hints("mine")] == [True]
    assert await hints("another") == []


async def test_memories_sent_by_the_caller_reach_the_tool(on: httpx.AsyncClient) -> None:
    await Domain(on, "openshift").add_execution(result={"rootCause": FOUND})
    item = {"score": 0.9, "tags": [], "snippet": "A crash loop that the caller knows of."}
    brought = {"summary": "1 relevant memory", "items": [item]}

    (hint,) = (await tool_answer(on, TOOL, namespace="payments", memoryContext=brought))["hints"]
    assert hint == "Seen before (score 0.90): A crash loop that the caller knows of."


async def test_arguments_enriched_by_the_endpoint_work_like_those_enriched_by_the_hook(
    on: httpx.AsyncClient, off: httpx.AsyncClient
) -> None:
    await Domain(on, "openshift").add_execution(result={"rootCause": FOUND})
    arguments = (await enriched(on, {"namespace": "payments"}))["arguments"]

    elsewhere = await tool_answer(off, TOOL, **arguments)
    assert elsewhere == await diagnosed(on)
    assert len(elsewhere["hints"]) == 1


async def test_a_refusal_of_the_tool_is_the_same_with_memories(
    on: httpx.AsyncClient, off: httpx.AsyncClient
) -> None:
    await Domain(on, "openshift").add_execution(result={"rootCause": FOUND})
    for arguments in ({}, {"namespace": "No Name"}, {"namespace": "payments", "podName": "none"}):
        answers = [await ask(client, TOOL, **arguments) for client in (on, off)]
        problems = [each.json() for each in answers]
        assert [each.pop("requestId") for each in problems]
        assert answers[0].status_code == answers[1].status_code >= 400
        assert problems[0] == problems[1]


async def test_switched_off_the_tool_answers_the_same_bytes_whatever_is_remembered(
    on: httpx.AsyncClient, off: httpx.AsyncClient
) -> None:
    before, enabled = await ask(off, TOOL, namespace="payments"), await diagnosed(on)
    openshift = Domain(off, "openshift")
    await openshift.add_execution(result={"rootCause": FOUND})
    await openshift.add_conversation("s-1")
    await openshift.add_incident()
    after = await ask(off, TOOL, namespace="payments")

    assert before.content == after.content
    assert after.json()["hints"] == []
    assert json.dumps(enabled) == json.dumps(after.json())


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("getCase", {"caseNumber": "SCS0001234"}), ("searchCMDB", {"query": "server"})],
)
async def test_a_tool_that_is_not_listed_answers_as_without_enrichment(
    on: httpx.AsyncClient, off: httpx.AsyncClient, tool: str, arguments: Json
) -> None:
    servicenow = Domain(on, "servicenow")
    await servicenow.add_execution(tool, arguments=arguments)
    await servicenow.add_incident()
    bodies = [CHANGING.sub("…", (await ask(each, tool, **arguments)).text) for each in (on, off)]

    assert bodies[0] == bodies[1]
    assert "Status: O" in bodies[0]


async def test_the_list_of_tools_is_the_same_and_does_not_mention_memories(
    on: httpx.AsyncClient, off: httpx.AsyncClient
) -> None:
    lists = [await each.get("/tools") for each in (on, off)]

    assert lists[0].content == lists[1].content
    assert TOOL in lists[0].text
    assert "memoryContext" not in lists[0].text
