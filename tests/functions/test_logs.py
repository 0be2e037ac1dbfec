"""What the functions log on stderr: counts and timings as JSON, never the content of a request."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.tokens import load_secret
from tests.cases import each_case
from tests.functions.calling import Bus, Json, calling, new_app
from tests.functions.everything import (
    SECRETS,
    events,
    given_up,
    knowledge_requests,
    pack_requests,
    requests,
    tool_requests,
)
from tests.functions.evidence import new_project
from tests.functions.guarded import Issue
from tests.functions.platforms import own_platform
from tests.functions.stores import Stores

# Seed 001, "Monitoring".
METRICS = {
    "h4r.retrieval.duration_ms": "Milliseconds",
    "h4r.candidates.count": "Count",
    "scs.slicing.duration_ms": "Milliseconds",
    "scs.opa.cache.hit_rate": "Percent",
    "scs.budget.utilization_pct": "Percent",
    "context_pack.assembly.duration_ms": "Milliseconds",
    "context_pack.affordances.generated": "Count",
}

ROUTES = (
    "/apps/{app_slug}/",
    "/context",
    "/evidence",
    "/cases",
    "/erasures",
    "/prepare",
    "/business-contexts/{entity_name}",
    "/packs/discovery",
    "/exemplars",
    "/tools/",
    "/mcp",
    "/a2a",
    "/conversations",
    "/incidents",
    "/responses/validate",
)


@dataclass(frozen=True, slots=True)
class Logged:
    """All log lines, the ids of the requests, and the dead letters by the ids of their events."""

    stderr: str
    request_ids: list[str]
    dead_letters: dict[str, Json]

    @property
    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.stderr.splitlines() if line.startswith("{")]

    def messages(self, message: str) -> list[Json]:
        return [line for line in self.lines if line.get("message") == message]


@pytest.fixture(scope="module")
async def logged(tmp_path_factory: pytest.TempPathFactory) -> Logged:
    """The log of a platform on which everything was done."""
    place = tmp_path_factory.mktemp("platform")
    options = PlatformOptions(
        auth=True,
        data_dir=place,
        workers=2,
        extra_environment={
            "STORE_TIMEOUT_MS": "400",
            # The faults end well before the last attempt, so that one slow moment is not the end.
            "EVENT_MAX_AGE_MS": "2000",
            "SCS_OPA_TIMEOUT_MS": "100",
            "DISCOVERY_DEADLINE_MS": "200",
            "MUSCLE_MEMORY_RETRIEVAL_ENABLED": "true",
            "TOOLS_DEADLINE_MS": "300",
            "ENABLE_ORCH_CONTEXT": "true",
        },
    )
    with own_platform(options, place / "stderr") as platform:
        ids, letters = await everything(platform, place)
    return Logged((place / "stderr").read_text(), ids, letters)


async def everything(platform: RunningPlatform, place: Path) -> tuple[list[str], dict[str, Json]]:
    """Send requests and events of every kind, including failing ones."""
    caller = Issue(load_secret(place))(
        "*", subject="ford.prefect@example.com", tenants=["default"], groups=[SECRETS["group"]]
    )
    async with calling(platform) as client:
        client.headers.update(caller)
        app, bus, stores = new_app(client), Bus(client), Stores(client)
        project = new_project(client)
        ids = await requests(app) + await knowledge_requests(project)
        ids += await pack_requests(client) + await tool_requests(client)
        # Answers stand without the counts, so that the other failing stores are asked, too.
        for failing in (("vector",), ("redis", "opa", "servicenow", "slack")):
            for mode, fields in (("status", {"status": 500}), ("hang", {}), ("garbage", {})):
                for store in failing:
                    await stores.fault(store, mode, **fields)
                ids += await requests(app) + await knowledge_requests(project)
                ids += await pack_requests(client) + await tool_requests(client)
                await stores.heal()
        memory_id = (await app.found_ids("Zaphod", threshold=0))[0]
        await events(app, bus, stores, memory_id)
        broken = ("HSET", f"mem:{app.collection}:{memory_id}", "outcome", SECRETS["correction"])
        await stores.redis(*broken)
        await events(app, bus, stores, memory_id)
        await stores.redis(*broken)
        ids += await requests(app)
        return ids, await given_up(app, bus)


async def test_every_request_leaves_a_line_with_its_counts_and_timings(logged: Logged) -> None:
    lines = {line.get("requestId"): line for line in logged.messages("request")}

    assert len(set(logged.request_ids)) > 100
    for request_id in logged.request_ids:
        line = lines[request_id]
        assert line["level"] == "INFO"
        assert line["route"].split()[1].startswith(ROUTES)
        assert 200 <= line["status"] < 600
        assert line["totalMs"] >= line["storeMs"] >= 0
        assert line["storeCalls"] >= 0
        assert ("app" in line) == ("{app_slug}" in line["route"])
    # The caller is a hash, in which no name can be read.
    assert len({lines[each]["caller"] for each in logged.request_ids}) == 1
    assert all(len(lines[each]["caller"]) == 16 for each in logged.request_ids)
    assert {lines[each]["status"] for each in logged.request_ids} >= {
        200,
        201,
        400,
        404,
        422,
        502,
        503,
        504,
    }


async def test_a_line_names_what_its_answer_lacked_and_which_store_failed_and_how(
    logged: Logged,
) -> None:
    lines = logged.messages("request")
    assert "reputation" in {line.get("degraded") for line in lines}
    failures = {line["storeFailures"] for line in lines if "storeFailures" in line}
    assert failures >= {"upstash-redis: status 500", "upstash-redis: given up"}
    healthy = [line for line in lines if line.get("status") == 201]
    assert not any("degraded" in line for line in healthy)


async def test_events_and_failures_leave_lines_too(logged: Logged) -> None:
    verdicts = {line["verdict"] for line in logged.lines if "verdict" in line}
    assert verdicts == {"applied", "dead-lettered"}
    failures = logged.messages("failure")
    assert {line["reason"] for line in failures} >= {"timeout", "unavailable", "refused"}
    for line in failures:
        assert line["level"] == "ERROR"
        assert line["place"]
    counted = {
        name for line in logged.lines if "_aws" in line for name in line if name[0].isupper()
    }
    assert counted >= {"Requests", "Duration", "ColdStarts", "Failures", "Degraded"}
    lifts = [line["EvidenceMarksLifted"] for line in logged.lines if "EvidenceMarksLifted" in line]
    assert lifts == [[1.0]]  # a repeat with the same idempotency key lifts nothing


async def test_the_metrics_of_the_seed_are_counted(logged: Logged) -> None:
    units: dict[str, set[str]] = {}
    values: dict[str, list[float]] = {}
    for line in logged.lines:
        for block in line.get("_aws", {}).get("CloudWatchMetrics", ()):
            assert block["Namespace"] == "Recollect"
            for metric in block["Metrics"]:
                units.setdefault(metric["Name"], set()).add(metric["Unit"])
                values.setdefault(metric["Name"], []).extend(line[metric["Name"]])

    for name, unit in METRICS.items():
        assert units[name] == {unit}
        assert min(values[name]) >= 0
        assert max(values[name]) <= (100 if unit == "Percent" else 60_000)
    dimensions = [
        (line.get("source"), line.get("limit")) for line in logged.lines if "_aws" in line
    ]
    assert {source for source, _ in dimensions} >= {"upstash-vector", "cache"}
    assert {limit for _, limit in dimensions} >= {"bytes", "tokens", "items"}


async def test_a_failure_names_the_request_that_it_happened_in(logged: Logged) -> None:
    failed = {line["requestId"] for line in logged.messages("failure")}
    answered = [line for line in logged.messages("request") if "requestId" in line]
    answered_badly = {line["requestId"] for line in answered if line["status"] >= 500}

    assert answered_badly
    assert answered_badly <= failed
    assert not failed & {line["requestId"] for line in answered if line["status"] < 500}


async def test_an_event_for_an_unknown_run_is_given_up_after_logged_failures(
    logged: Logged,
) -> None:
    ((event_id, letter),) = logged.dead_letters.items()
    failures = [line for line in logged.messages("failure") if line["requestId"] == event_id]

    assert letter["function"] == "apply_outcomes"
    assert failures
    # The event was old by then, so the function gave it up by itself.
    assert letter["attempts"] == 1
    assert SECRETS["run"] in letter["reason"]
    assert letter["event"]["detail"]["run_id"] == SECRETS["run"]
    # A store may have been slow before, after which the event was tried again.
    assert failures[-1]["kind"] == "NotFound"


@each_case("what", [*SECRETS, "token", "caller", "store token"])
async def test_no_content_of_the_requests_is_in_the_log(logged: Logged, what: str) -> None:
    secret = SECRETS | {"token": "Bearer", "caller": "ford.prefect", "store token": "local-full"}
    found = [line for line in logged.stderr.splitlines() if secret[what].lower() in line.lower()]

    assert found == []
