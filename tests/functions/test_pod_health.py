"""POST /tools/oc_diagnostic_pod_health with memories, without them, and without enrichment."""

import json
import re
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json
from tests.functions.enrichment import ENABLED, TOOL, Domain, enriched
from tests.functions.platforms import own_client
from tests.functions.stores import Stores
from tests.functions.tools import ask, tool_answer

# Without a bus no execution is remembered by itself: only what a test stores is remembered.
UNHURRIED = {"CONTEXT_TIMEOUT_MS": "5000", "TOOLS_DEADLINE_MS": "20000", "EVENT_BUS_NAME": ""}
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


async def test_arguments_enriched_by_the_endpoint_work_like_those_enriched_by_the_hook(
    on: httpx.AsyncClient, off: httpx.AsyncClient
) -> None:
    await Domain(on, "openshift").add_execution(result={"rootCause": FOUND})
    arguments = (await enriched(on, {"namespace": "payments"}))["arguments"]

    elsewhere = await tool_answer(off, TOOL, **arguments)
    assert elsewhere == await diagnosed(on)
    assert len(elsewhere["hints"]) == 1


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
