"""An event bus over real HTTP, and helpers to use it in tests."""

import json
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from infra.local.dead_letters import FailedDeliveries
from infra.local.emulators.sqs import Queue
from infra.local.event_api import event_routes
from infra.local.event_bus import EventBus
from infra.local.workers import Workers
from infra.routes import EventRule, Function
from tests.infra.local import sample_functions
from tests.infra.local.serving import serving

FUNCTIONS = (Function("fail_times", timeout=10), Function("crash", timeout=10))
RULES = (EventRule("sample", "Happened", "fail_times"), EventRule("sample", "Crashed", "crash"))
RETRY_DELAYS = (0.01, 0.01, 0.01, 0.01)


def new_workers() -> Workers:
    return Workers(FUNCTIONS, lambda _: os.environ, handlers=sample_functions.__name__, size=2)


@contextmanager
def served_bus(queue: Queue) -> Iterator[httpx.Client]:
    """A client of a bus whose functions put their dead letters on `queue`."""
    workers = new_workers()
    bus = EventBus(workers, FailedDeliveries(queue), rules=RULES, retry_delays=RETRY_DELAYS)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await bus.aclose()
        await workers.aclose()

    app = Starlette(routes=event_routes(bus), lifespan=lifespan)
    with serving(app) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


def entry(attempts: Path, failures: int = 0, **more: object) -> dict[str, object]:
    detail = {"attempts": str(attempts), "failures": failures}
    return {"Source": "sample", "DetailType": "Happened", "Detail": json.dumps(detail), **more}


# What the bus answers is JSON.
def put(client: httpx.Client, *entries: dict[str, object]) -> list[dict[str, Any]]:
    response = client.post("/_events", content=json.dumps({"Entries": entries}).encode())
    assert response.status_code == 200
    answers: list[dict[str, Any]] = response.json()["Entries"]
    assert response.json()["FailedEntryCount"] == sum("ErrorCode" in each for each in answers)
    return answers


def wait_until_idle(client: httpx.Client) -> None:
    while client.get("/_events/pending").json()["pending"]:
        time.sleep(0.01)


def dead_letters(client: httpx.Client) -> list[dict[str, Any]]:
    letters: list[dict[str, Any]] = client.get("/_events/dead-letters").json()["deadLetters"]
    return letters


def events_in(attempts: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in attempts.read_text().splitlines()]
