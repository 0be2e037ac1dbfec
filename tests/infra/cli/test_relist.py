"""`recollect relist`: what Redis has lost is on the lists again, and found by all its parts."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pydantic import JsonValue

from infra.local.emulators.tokens import StoreTokens
from infra.local.platform import PlatformOptions, running_platform
from tests.infra.cli.commands import recollect

PROJECT = "evidence:default:default"
ITEMS: list[JsonValue] = [
    {"id": "page", "content": f"{'All about printers. ' * 150}The toner of Ulm is CF297X."},
    {"id": "ask", "content": "Which router?", "thread": "t", "created_at": "2026-01-15T09:00:00Z"},
    {"id": "say", "content": "The zyxel.", "thread": "t", "created_at": "2026-01-15T09:01:00Z"},
    {"id": "old", "content": "Visitors park behind the hall."},
    {"id": "new", "content": "Visitors park in Ring Street.", "supersedes": ["old"]},
]
CASE: JsonValue = {"case_number": "CS0001234", "content": "The gate jammed. Greasing it helped."}
MEMORIES: list[JsonValue] = [
    {"situation": "The gate jams", "decision": "Grease it", "stage": "draft"},
    {"situation": "The safe jams", "decision": "Drill it", "stage": "draft"},
]


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with (
        running_platform(PlatformOptions(workers=1)) as platform,
        httpx.Client(base_url=platform.url, timeout=30) as client,
    ):
        yield client


def listed(client: httpx.Client) -> list[list[str]]:
    """The ids of memories, of evidence and of cases, as they are listed."""
    answers = {
        "memories": client.get("/apps/gates/memories"),
        "items": client.get("/evidence"),
        "cases": client.get("/cases"),
    }
    return [
        [each.get("id") or each["case_number"] for each in answer.json()[name]]
        for name, answer in answers.items()
    ]


def redis(client: httpx.Client, *command: str) -> Any:
    headers = {"Authorization": f"Bearer {StoreTokens().full}"}
    return client.post("/_emulators/upstash-redis/", headers=headers, json=command).json()["result"]


def known(client: httpx.Client) -> tuple[list[str], list[str], str]:
    """Which keys are about the project, what it has, and what supersedes the old item."""
    return (
        sorted(redis(client, "KEYS", f"*{PROJECT}*")),
        sorted(redis(client, "HKEYS", f"knowledge:{PROJECT}")),
        redis(client, "HGET", f"mem:{PROJECT}:old", "superseded_by:new"),
    )


def test_a_stage_whose_redis_was_emptied_lists_and_knows_everything_again(
    client: httpx.Client,
) -> None:
    client.post("/evidence", json={"items": ITEMS}).raise_for_status()
    client.post("/cases", json={"cases": [CASE]}).raise_for_status()
    client.post("/apps/gates/memories/batch", json={"memories": MEMORIES}).raise_for_status()
    before = listed(client), known(client)
    redis(client, "FLUSHALL")
    assert listed(client) == [[], [], []]

    done = recollect("relist", "--url", str(client.base_url))
    assert done.stderr.splitlines()[-3:] == [
        "cases 1 listed",
        "evidence:default:default 5 listed",
        "support:gates 2 listed",
    ]
    assert (listed(client), known(client)) == before
    assert known(client)[1] == ["has_passages", "has_turns", "version"]
