"""What the functions say on stderr: counts and timings as JSON, and never what a request holds."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from infra.local.platform import RunningPlatform
from infra.local.tokens import issue_token, load_secret
from tests.functions.calling import App, Bus, Json, calling, entry, new_app
from tests.functions.stores import Stores

# Runs a platform that wants tokens, and says where it is.
SERVE = """
import sys
from pathlib import Path
from infra.local.platform import PlatformOptions, serve
serve(
    PlatformOptions(
        auth=True, data_dir=Path(sys.argv[1]), extra_environment={"STORE_TIMEOUT_SECONDS": "0.25"}
    ),
    lambda url: print(url, flush=True),
)
"""
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
}


@pytest.fixture(scope="module")
async def said(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """All that was said while everything happened, and the ids of the requests."""
    place = tmp_path_factory.mktemp("platform")
    with (place / "stderr").open("w") as stderr:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVE, str(place)), stdout=subprocess.PIPE, stderr=stderr
        )
    assert process.stdout is not None
    try:
        url = (await process.stdout.readline()).decode().strip()
        ids = await everything(RunningPlatform(url), place)
    finally:
        process.terminate()
        await process.communicate()
    return (place / "stderr").read_text(), ids


async def everything(platform: RunningPlatform, place: Path) -> list[str]:
    """Do all that there is to do, also what fails; answer the ids of the requests."""
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
        return ids + await requests(app)


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
    entries = [
        entry("MemoryOutcomeRecorded", detail | {"memory_id": memory_id}),
        entry("MemoryOutcomeRecorded", detail | {"memory_id": SECRETS["voter"]}),
        entry("MemoryOutcomeRecorded", detail | {SECRETS["unknown"]: SECRETS["unknown"]}),
        entry("ConversationResolved", detail | {"conversation_id": "cnv_1"}),
        entry("ConversationResolved", detail | {"conversation_id": "cnv_unknown"}),
        entry("CitationOutcomeRecorded", detail | {"run_id": SECRETS["voter"]}),
    ]
    await bus.deliver(*entries)
    for store in ("vector", "redis"):
        await stores.fault(store, "garbage", count=4)
        await bus.deliver(*entries)
        await stores.heal()


def json_lines(stderr: str) -> list[Json]:
    return [json.loads(line) for line in stderr.splitlines() if line.startswith("{")]


async def test_every_request_leaves_a_line_with_its_counts_and_timings(
    said: tuple[str, list[str]],
) -> None:
    stderr, ids = said
    lines = {
        line["requestId"]: line for line in json_lines(stderr) if line.get("message") == "request"
        and "requestId" in line
    }  # fmt: skip

    assert len(set(ids)) > 100
    for request_id in ids:
        line = lines[request_id]
        assert line["level"] == "INFO"
        assert line["route"].split()[1].startswith("/apps/{app_slug}/")
        assert 200 <= line["status"] < 600
        assert line["totalMs"] >= line["storeMs"] >= 0
        assert line["storeCalls"] >= 0
    assert {line["status"] for line in lines.values()} >= {200, 201, 400, 404, 422, 502, 503, 504}


async def test_events_and_failures_leave_lines_too(said: tuple[str, list[str]]) -> None:
    lines = json_lines(said[0])

    verdicts = {line["verdict"] for line in lines if "verdict" in line}
    assert verdicts == {"applied", "dead-lettered"}
    failures = [line for line in lines if line.get("message") == "failure"]
    assert {line["reason"] for line in failures} >= {"timeout", "unavailable", "refused"}
    for line in failures:
        assert line["level"] == "ERROR"
        assert line["place"]
    counted = {name for line in lines if "_aws" in line for name in line if name[0].isupper()}
    assert counted >= {"Requests", "Duration", "ColdStarts", "Failures", "Degraded"}


@pytest.mark.parametrize("what", [*SECRETS, "token", "caller", "store token"])
async def test_nothing_of_the_requests_is_in_the_log(
    said: tuple[str, list[str]], what: str
) -> None:
    secret = SECRETS | {"token": "Bearer", "caller": "ford.prefect", "store token": "local-full"}
    found = [line for line in said[0].splitlines() if secret[what].lower() in line.lower()]

    assert found == []
