"""What the functions say on stderr: counts and timings as JSON, and never what a request holds."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from infra.local.tokens import issue_token, load_secret
from tests.functions.calling import App, Bus, Json, calling, entry, new_app
from tests.functions.platforms import own_platform
from tests.functions.stores import Stores

SECRETS = {
    "situation": "Zaphod Beeblebrox of 42 Heart of Gold",
    "decision": "wire 1234567890 to IBAN-GB33BUKB20201555555555",
    "correction": "call +49-151-2345-6789 instead",
    "category": "divorce",
    "tag": "hiv-positive",
    "voter": "trillian@example.com",
    "query": "Beeblebrox bankruptcy",
    "unknown": "social-security-078051120",
    "key": "idempotent-trillian-7781",
    "run": "run-of-the-dentrassis-0815",
}


@dataclass(frozen=True, slots=True)
class Said:
    """All that was said, the ids of the requests, and of the events nobody could apply."""

    stderr: str
    request_ids: list[str]
    dead_letters: dict[str, Json]

    @property
    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.stderr.splitlines() if line.startswith("{")]

    def messages(self, message: str) -> list[Json]:
        return [line for line in self.lines if line.get("message") == message]


@pytest.fixture(scope="module")
async def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """What was said while everything happened."""
    place = tmp_path_factory.mktemp("platform")
    options = PlatformOptions(
        auth=True,
        data_dir=place,
        workers=2,
        extra_environment={"STORE_TIMEOUT_SECONDS": "0.2"},
    )
    with own_platform(options, place / "stderr") as platform:
        ids, letters = await everything(platform, place)
    return Said((place / "stderr").read_text(), ids, letters)


async def everything(platform: RunningPlatform, place: Path) -> tuple[list[str], dict[str, Json]]:
    """Do all that there is to do, also what fails."""
    token = issue_token(
        load_secret(place),
        subject="ford.prefect@example.com",
        apps=["*"],
        scopes=["memory:read", "memory:write", "memory:admin"],
    )
    async with calling(platform) as client:
        client.headers["Authorization"] = f"Bearer {token}"
        app, bus, stores = new_app(client), Bus(client), Stores(client)
        ids = await requests(app)
        for store in ("vector", "redis"):
            for mode, fields in (("status", {"status": 500}), ("hang", {}), ("garbage", {})):
                await stores.fault(store, mode, **fields)
                ids += await requests(app)
                await stores.heal()
        await events(app, bus, stores)
        memory_id = (await app.found("Zaphod", threshold=0))["results"][0]["memory"]["id"]
        broken = ("HSET", f"mem:{app.collection}:{memory_id}", "outcome", SECRETS["correction"])
        await stores.redis(*broken)
        await events(app, bus, stores)
        await stores.redis(*broken)
        ids += await requests(app)
        return ids, await given_up(app, bus)


async def requests(app: App) -> list[str]:
    """One request of every kind; the answers do not matter."""
    body = {
        "situation": SECRETS["situation"],
        "decision": SECRETS["decision"],
        "stage": "draft",
        "correction": SECRETS["correction"],
        "category": SECRETS["category"],
        "tags": [SECRETS["tag"]],
        "conversation_id": "cnv_1",
    }
    key = {"Idempotency_Key": SECRETS["key"]}
    stored = await app.send("POST", "memories", body, **key)
    memory_id = stored.json().get("id", "mem_x")
    memory = f"memories/{memory_id}"
    plan: list[tuple[str, str, Any]] = [
        ("POST", "memories", body | {"decision": f"{SECRETS['decision']} please"}),
        ("POST", "memories", body | {SECRETS["unknown"]: SECRETS["unknown"]}),
        ("POST", "memories", body | {"stage": SECRETS["category"], "trust": SECRETS["tag"]}),
        ("POST", "memories/search", {"query": SECRETS["query"], "tags": [SECRETS["tag"]]}),
        ("POST", "memories/search", {"query": SECRETS["query"], "category": "\\" + SECRETS["tag"]}),
        ("PUT", f"{memory}/correction", {"correction": SECRETS["correction"]}),
        ("PUT", f"{memory}/outcome", {"outcome": "failed", "correction": SECRETS["correction"]}),
        ("POST", f"{memory}/votes", {"vote": "upvote", "voter_id": SECRETS["voter"]}),
        ("POST", f"{memory}/validation", None),
        ("POST", "citations", {"run_id": SECRETS["voter"], "memory_ids": [memory_id]}),
        ("PUT", f"citations/{SECRETS['voter']}/outcome", {"outcome": "success"}),
        ("GET", memory, None),
        ("GET", f"{memory}/history", None),
        ("GET", f"memories/{SECRETS['voter']}", None),
        ("DELETE", f"conversations/{SECRETS['voter']}", None),
        ("GET", f"stats?cursor={SECRETS['unknown']}", None),
        ("POST", "memories/prune", {"dry_run": True}),
    ]
    answers = [stored, *await asyncio.gather(*(app.send(*each) for each in plan))]
    answers.append(await app.client.post(app.path("memories"), content=SECRETS["unknown"].encode()))
    return [answer.headers["x-request-id"] for answer in answers]


async def events(app: App, bus: Bus, stores: Stores) -> None:
    """Events that work, that are hopeless, and that fail for a while."""
    memory_id = (await app.found("Zaphod", threshold=0))["results"][0]["memory"]["id"]
    detail = {"app_slug": app.slug, "outcome": "corrected", "correction": SECRETS["correction"]}
    good = [
        entry("MemoryOutcomeRecorded", detail | {"memory_id": memory_id}),
        entry("ConversationResolved", detail | {"conversation_id": "cnv_1"}),
    ]
    hopeless = [
        entry("MemoryOutcomeRecorded", detail | {"memory_id": SECRETS["voter"]}),
        entry("MemoryOutcomeRecorded", detail | {SECRETS["unknown"]: SECRETS["unknown"]}),
        entry("ConversationResolved", detail | {"conversation_id": "cnv_unknown"}),
        entry("CitationOutcomeRecorded", detail | {"run_id": SECRETS["voter"]}),
    ]
    await bus.deliver(*good, *hopeless)
    for store in ("vector", "redis"):
        await stores.fault(store, "garbage", count=4)
        await bus.deliver(*good)
        await stores.heal()


async def given_up(app: App, bus: Bus) -> dict[str, Json]:
    """The dead letter of an event for a run that nobody knows."""
    detail = {"app_slug": app.slug, "outcome": "success", "run_id": SECRETS["run"]}
    event = entry("CitationOutcomeRecorded", detail)
    await bus.deliver(event)
    return await bus.dead_letters([event["Id"]])


async def test_every_request_leaves_a_line_with_its_counts_and_timings(said: Said) -> None:
    lines = {line.get("requestId"): line for line in said.messages("request")}

    assert len(set(said.request_ids)) > 100
    for request_id in said.request_ids:
        line = lines[request_id]
        assert line["level"] == "INFO"
        assert line["route"].split()[1].startswith("/apps/{app_slug}/")
        assert 200 <= line["status"] < 600
        assert line["totalMs"] >= line["storeMs"] >= 0
        assert line["storeCalls"] >= 0
    assert {lines[each]["status"] for each in said.request_ids} >= {
        200,
        201,
        400,
        404,
        422,
        502,
        503,
        504,
    }


async def test_events_and_failures_leave_lines_too(said: Said) -> None:
    verdicts = {line["verdict"] for line in said.lines if "verdict" in line}
    assert verdicts == {"applied", "dead-lettered"}
    failures = said.messages("failure")
    assert {line["reason"] for line in failures} >= {"timeout", "unavailable", "refused"}
    for line in failures:
        assert line["level"] == "ERROR"
        assert line["place"]
    counted = {name for line in said.lines if "_aws" in line for name in line if name[0].isupper()}
    assert counted >= {"Requests", "Duration", "ColdStarts", "Failures", "Degraded"}


async def test_a_failure_names_the_request_that_met_it(said: Said) -> None:
    failed = {line["requestId"] for line in said.messages("failure")}
    answered = [line for line in said.messages("request") if "requestId" in line]
    answered_badly = {line["requestId"] for line in answered if line["status"] >= 500}

    assert answered_badly
    assert answered_badly <= failed
    assert not failed & {line["requestId"] for line in answered if line["status"] < 500}


async def test_an_event_for_an_unknown_run_is_given_up_after_failures_in_its_name(
    said: Said,
) -> None:
    ((event_id, letter),) = said.dead_letters.items()
    failures = [line for line in said.messages("failure") if line["requestId"] == event_id]

    assert letter["function"] == "apply_outcomes"
    assert letter["attempts"] == len(failures) == 5
    assert letter["event"]["detail"]["run_id"] == SECRETS["run"]
    assert {line["kind"] for line in failures} == {"NotFound"}


@pytest.mark.parametrize("what", [*SECRETS, "token", "caller", "store token"])
async def test_nothing_of_the_requests_is_in_the_log(said: Said, what: str) -> None:
    secret = SECRETS | {"token": "Bearer", "caller": "ford.prefect", "store token": "local-full"}
    found = [line for line in said.stderr.splitlines() if secret[what].lower() in line.lower()]

    assert found == []
