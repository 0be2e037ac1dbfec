"""Enrichment while the store fails; its metrics and logs; invalid settings."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.enrichment import ENABLED, TOOL, Domain, enriched, raw
from tests.functions.faults import each_fault
from tests.functions.platforms import own_client
from tests.functions.stores import Stores
from tests.functions.test_validation_faults import Logged
from tests.functions.tools import ask

FOUND = "The worker was killed out of memory; zebra batches were made smaller."
ARGUMENTS: Json = {"namespace": "payments", "podName": None, "limit": 50}
UNHURRIED = {**ENABLED, "CONTEXT_TIMEOUT_MS": "5000", "TOOLS_DEADLINE_MS": "20000"}
# Long enough for a healthy store to answer even while both cores are busy.
DEADLINE_MS = 600


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform whose store remembers one execution of the tool."""
    hurried = {"CONTEXT_TIMEOUT_MS": str(DEADLINE_MS), "TOOLS_DEADLINE_MS": "20000"}
    async with own_client({**ENABLED, **hurried}) as client:
        await Domain(client, "openshift").add_execution(result={"rootCause": FOUND})
        yield client


@each_fault
async def test_the_endpoint_returns_the_arguments_unchanged_if_the_store_fails(
    stores: Stores, mode: str, fields: Json
) -> None:
    await stores.fault("vector", mode, **fields)
    answer = await enriched(stores.client, ARGUMENTS, "s-1")
    (fault,) = await stores.faults()
    await stores.heal()

    assert fault["hits"] >= 1
    assert raw(answer["arguments"]) == raw(ARGUMENTS)
    expected = {"timeout"} if mode == "hang" else {"timeout", "error"}
    assert answer["enrichment"]["status"] in expected
    assert answer["enrichment"]["count"] == 0
    assert (await enriched(stores.client, ARGUMENTS))["enrichment"]["status"] == "used"


@each_fault
async def test_a_tool_answers_as_without_memories_if_the_store_fails(
    stores: Stores, mode: str, fields: Json
) -> None:
    with_memories = read(await ask(stores.client, TOOL, **ARGUMENTS))
    await stores.fault("vector", mode, **fields)
    answer = await ask(stores.client, TOOL, **ARGUMENTS)
    (fault,) = await stores.faults()
    await stores.heal()

    assert fault["hits"] >= 1
    assert "x-degraded" not in answer.headers
    (hint,) = with_memories.pop("hints")
    without = read(answer)
    assert without.pop("hints") == []
    assert f"{without.pop('summary')}\n{hint}" == with_memories.pop("summary")
    assert without == with_memories
    assert len(read(await ask(stores.client, TOOL, **ARGUMENTS))["hints"]) == 1


@each_fault
async def test_a_memory_that_cannot_be_stored_is_reported(
    stores: Stores, mode: str, fields: Json
) -> None:
    domain = Domain(stores.client)
    await stores.fault("vector", mode, **fields)
    body = {"sessionId": "s-1", "text": FOUND, "domain": domain.slug}
    answer = await stores.client.post("/conversations", json=body)
    await stores.heal()

    assert_problem(answer, answer.status_code)
    assert answer.status_code in {502, 503, 504}
    assert "zebra" not in answer.text
    await domain.add_conversation("s-1", FOUND)
    assert len(await domain.records()) == 1


@pytest.fixture(scope="module")
async def logged(tmp_path_factory: pytest.TempPathFactory) -> Logged:
    """The log of a platform that stored and gave memories, with and without faults."""
    log = tmp_path_factory.mktemp("logs") / "stderr"
    arguments = {**ARGUMENTS, "symptom": "giraffe"}
    async with own_client(UNHURRIED, logs=log) as client:
        stores, openshift = Stores(client), Domain(client, "openshift")
        await enriched(client, arguments)  # Empty
        await openshift.add_execution(result={"rootCause": FOUND}, arguments=arguments)
        await enriched(client, arguments, "okapi")  # Used
        await openshift.add_incident(symptoms=[f"{FOUND} OOMKilled, too."])
        await ask(client, TOOL, **ARGUMENTS)  # Used
        await enriched(client, {**arguments, "memoryContext": "lemur"})  # Present
        await enriched(client, arguments, tool="restart")  # nothing
        await openshift.add_conversation("okapi", FOUND)
        for status in (401, 401, 500):
            await stores.fault("vector", "status", status=status)
            await enriched(client, arguments)  # Errors
            await stores.heal()
        await stores.fault("vector", "hang")
        await enriched(
            client, arguments
        )  # Timeouts or Errors, for the store's own deadline is shorter
        await stores.heal()
    return Logged(log.read_text(), 0)


async def test_the_metrics_count_each_status_of_enrichment(logged: Logged) -> None:
    assert logged.sums("EnrichmentAttempts") == {"": 8}
    assert logged.sums("EnrichmentEmpty") == {"": 1}
    assert logged.sums("EnrichmentUsed") == {"": 2}
    assert logged.sums("EnrichmentPresent") == {"": 1}
    errors = logged.sums("EnrichmentErrors")
    assert (errors["refused"], errors["unavailable"]) == (2, 1)
    late = logged.sums("EnrichmentTimeouts").total() + errors["timeout"]
    assert (late, errors.total() + logged.sums("EnrichmentTimeouts").total()) == (1, 4)


async def test_metrics_have_the_latency_of_each_lookup_and_the_size_of_each_context(
    logged: Logged,
) -> None:
    timed = [line["EnrichmentLatency"] for line in logged.lines if "EnrichmentLatency" in line]
    sized = [line["EnrichmentBytes"] for line in logged.lines if "EnrichmentBytes" in line]

    assert len(timed) == 7
    assert all(each > 0 for (each,) in timed)
    assert len(sized) == 2
    assert all(100 < each <= 1_500 for (each,) in sized)
    units = {
        metric["Name"]: metric["Unit"]
        for line in logged.lines
        for metric in line.get("_aws", {}).get("CloudWatchMetrics", [{"Metrics": []}])[0]["Metrics"]
    }
    assert units["EnrichmentLatency"] == "Milliseconds"
    assert units["EnrichmentBytes"] == "Bytes"
    assert units["EnrichmentAttempts"] == "Count"


async def test_the_log_has_counts_and_no_content_of_memories_or_questions(logged: Logged) -> None:
    notes = [line["message"] for line in logged.lines if "relevant" in line.get("message", "")]

    assert notes == [
        "Found 0 relevant memories", "Found 1 relevant memories", "Found 2 relevant memories",
    ]  # fmt: skip
    for content in ("zebra", "giraffe", "okapi", "lemur", "payments", "killed", "s-1"):
        assert content not in logged.text.casefold(), content


async def test_an_invalid_setting_stops_only_what_needs_it_and_is_named_in_the_log(
    tmp_path: Path,
) -> None:
    log, name = tmp_path / "stderr", "CONTEXT_TOPK"
    async with own_client({**ENABLED, name: "zebra"}, logs=log) as client:
        body = {"arguments": ARGUMENTS}
        for path in (f"/tools/{TOOL}", "/tools/getCase", f"/tools/{TOOL}/memory-context"):
            problem = assert_problem(await client.post(path, json=body), 503)
            assert name not in json.dumps(problem)
        await Domain(client).add_conversation("s-1")

    failures = [
        line for line in Logged(log.read_text(), 0).lines if line.get("message") == "failure"
    ]
    services = [(each["service"], each["error"]) for each in failures]
    assert services == [
        (each, "ConfigurationError") for each in ("call_tool",) * 2 + ("enrich_tool",)
    ]
    settings = [each.get("setting", "") for each in failures]
    assert [name in each for each in settings] == [True, False, True]  # once a process
