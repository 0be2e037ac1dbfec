"""The event bus over real HTTP: rules, delivery, retries, dead letters."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from infra.local.dead_letters import DeadLetters
from infra.local.emulators.sqs import Queue, QueuedMessage
from infra.local.event_api import event_routes
from infra.local.event_bus import EventBus
from infra.local.workers import Workers
from infra.routes import EventRule, Function, Schedule
from tests.infra.local import sample_functions
from tests.infra.local.serving import serving

FUNCTIONS = (Function("fail_times", timeout=10), Function("crash", timeout=10))
RULES = (
    EventRule("sample", "Happened", "fail_times"),
    EventRule("sample", "Crashed", "crash"),
)
RETRY_DELAYS = (0.01, 0.01, 0.01, 0.01)


def new_workers() -> Workers:
    return Workers(FUNCTIONS, lambda _: os.environ, handlers=sample_functions.__name__, size=2)


@pytest.fixture(scope="module")
def queue() -> Queue:
    return Queue("dead-letters")


@pytest.fixture(scope="module")
def client(queue: Queue) -> Iterator[httpx.Client]:
    workers = new_workers()
    bus = EventBus(workers, DeadLetters(queue), rules=RULES, retry_delays=RETRY_DELAYS)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await bus.aclose()
        await workers.aclose()

    app = Starlette(routes=event_routes(bus), lifespan=lifespan)
    with serving(app) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


@pytest.fixture(autouse=True)
def no_dead_letters(client: httpx.Client) -> None:
    client.delete("/_events/dead-letters").raise_for_status()


def entry(attempts: Path, failures: int = 0, **more: object) -> dict[str, object]:
    detail = {"attempts": str(attempts), "failures": failures}
    return {
        "Source": "sample",
        "DetailType": "Happened",
        "Detail": json.dumps(detail),
        **more,
    }


# What the bus answers is JSON.
def put(client: httpx.Client, *entries: dict[str, object]) -> list[dict[str, Any]]:
    response = client.post("/_events", json={"Entries": entries})
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


def test_an_event_reaches_its_function_in_the_shape_of_eventbridge(
    client: httpx.Client, tmp_path: Path
) -> None:
    attempts = tmp_path / "attempts"
    sent = entry(attempts, Time="2026-01-02T03:04:05.678+01:00", Resources=["arn:a"], Id="e-1")

    assert put(client, sent) == [{"EventId": "e-1"}]
    wait_until_idle(client)

    assert events_in(attempts) == [
        {
            "version": "0",
            "id": "e-1",
            "detail-type": "Happened",
            "source": "sample",
            "account": "000000000000",
            "time": "2026-01-02T02:04:05Z",
            "region": "us-east-1",
            "resources": ["arn:a"],
            "detail": {"attempts": str(attempts), "failures": 0},
        }
    ]
    assert dead_letters(client) == []


def test_an_event_without_id_and_time_gets_both(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"

    (answer,) = put(client, entry(attempts))
    wait_until_idle(client)

    (event,) = events_in(attempts)
    assert event["id"] == answer["EventId"]
    assert event["time"].endswith("Z")


def test_a_time_in_epoch_seconds_is_understood(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"

    put(client, entry(attempts, Time=1_700_000_000.5))
    wait_until_idle(client)

    assert events_in(attempts)[0]["time"] == "2023-11-14T22:13:20Z"


def test_the_same_event_put_twice_is_delivered_twice(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"

    put(client, entry(attempts, Id="e-2"), entry(attempts, Id="e-2"))
    wait_until_idle(client)

    assert [event["id"] for event in events_in(attempts)] == ["e-2", "e-2"]


def test_a_delivery_that_fails_is_tried_again(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"

    put(client, entry(attempts, failures=4, Id="e-3"))
    wait_until_idle(client)

    assert [event["id"] for event in events_in(attempts)] == ["e-3"] * 5
    assert dead_letters(client) == []


def test_an_event_that_always_fails_becomes_a_dead_letter(
    client: httpx.Client, tmp_path: Path
) -> None:
    attempts = tmp_path / "attempts"

    put(client, entry(attempts, failures=5))
    wait_until_idle(client)

    (letter,) = dead_letters(client)
    assert letter.pop("at").endswith("Z")
    assert letter == {
        "event": events_in(attempts)[0],
        "reason": "LookupError: attempt 5 fails",
        "function": "fail_times",
        "attempts": 5,
    }


def test_a_function_that_dies_makes_a_dead_letter_too(client: httpx.Client) -> None:
    put(client, {"Source": "sample", "DetailType": "Crashed", "Detail": '{"way": "exit"}'})
    wait_until_idle(client)

    (letter,) = dead_letters(client)
    assert letter["reason"] == "Runtime.ExitError: Runtime exited with status 3"


def test_dead_letters_can_be_redriven(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"
    put(client, entry(attempts, failures=6, Id="e-4"))
    wait_until_idle(client)
    assert len(dead_letters(client)) == 1

    response = client.post("/_events/dead-letters/redrive")
    wait_until_idle(client)

    assert response.json() == {"redriven": 1}
    assert [event["id"] for event in events_in(attempts)] == ["e-4"] * 7
    assert dead_letters(client) == []


def test_dead_letters_can_be_cleared(client: httpx.Client, tmp_path: Path) -> None:
    put(client, entry(tmp_path / "attempts", failures=9))
    wait_until_idle(client)

    assert client.delete("/_events/dead-letters").status_code == 204

    assert dead_letters(client) == []


def test_what_functions_gave_up_themselves_is_among_the_dead_letters(
    client: httpx.Client, queue: Queue, tmp_path: Path
) -> None:
    attempts = tmp_path / "attempts"
    event = {"time": "2026-01-02T03:04:05Z", "detail": {"attempts": str(attempts)}}
    refused = {"event": event, "reason": "unknown memory", "function": "fail_times"}
    for body in (json.dumps(refused), "no letter at all"):
        queue.messages.append(QueuedMessage(body))

    assert dead_letters(client) == [
        {
            "event": "no letter at all",
            "reason": "the message is not a dead letter",
            "function": "",
            "at": "",
            "attempts": 1,
        },
        {**refused, "at": "2026-01-02T03:04:05Z", "attempts": 1},
    ]
    client.post("/_events/dead-letters/redrive")
    wait_until_idle(client)

    assert events_in(attempts) == [event]
    assert queue.messages == []
    (letter,) = dead_letters(client)
    assert letter["event"] == "no letter at all"
    assert letter["reason"] == "ResourceNotFoundException: Function not found: "


def test_an_event_that_no_rule_wants_is_accepted_and_dropped(
    client: httpx.Client, tmp_path: Path
) -> None:
    attempts = tmp_path / "attempts"
    entries = [
        entry(attempts, DetailType="Unheard"),
        entry(attempts, Source="elsewhere"),
        entry(attempts, EventBusName="another-bus"),
    ]

    answers = put(client, *entries)
    wait_until_idle(client)

    assert all("EventId" in answer for answer in answers)
    assert not attempts.exists()


def test_a_bus_can_be_named_by_name_or_arn(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"
    arn = "arn:aws:events:us-east-1:000000000000:event-bus/recollect"

    put(client, *(entry(attempts, EventBusName=name) for name in ("recollect", arn)))
    wait_until_idle(client)

    assert len(events_in(attempts)) == 2


def test_an_entry_that_cannot_be_an_event_fails_alone(client: httpx.Client, tmp_path: Path) -> None:
    good = entry(tmp_path / "attempts")

    answers = put(
        client,
        good,
        {"Source": "sample", "DetailType": "Happened"},
        good | {"Source": ""},
        good | {"Detail": "not json"},
        good | {"Detail": "[1]"},
        good | {"Time": "yesterday"},
    )

    assert [answer.get("ErrorCode") for answer in answers] == [
        None,
        "InvalidArgument",
        "InvalidArgument",
        "MalformedDetail",
        "MalformedDetail",
        "InvalidArgument",
    ]


@pytest.mark.parametrize(
    "body",
    [
        b"not json",
        b"[]",
        b"{}",
        b'{"Entries": []}',
        b'{"Entries": [1]}',
        json.dumps({"Entries": [{}] * 11}).encode(),
        json.dumps({"Entries": [{"Detail": "x" * 256 * 1024, "Source": "y"}]}).encode(),
    ],
    ids=["garbage", "list", "none", "empty", "number", "eleven", "too-large"],
)
def test_a_request_that_eventbridge_would_refuse_is_refused(
    client: httpx.Client, body: bytes
) -> None:
    response = client.post("/_events", content=body)

    assert response.status_code == 400
    assert response.json()["__type"] == "ValidationException"


async def test_schedules_invoke_their_function_again_and_again() -> None:
    workers = new_workers()
    bus = EventBus(workers, DeadLetters(Queue("dead-letters")), rules=(), retry_delays=())
    schedule = Schedule("Tick", "fail_times", minutes=1, task="prune")

    clock = asyncio.create_task(bus.run([schedule], minute=0.01))
    async with asyncio.timeout(20):
        while len(bus.dead_letters.all()) < 2:  # noqa: ASYNC110 - the bus gives no event
            await asyncio.sleep(0.01)
    clock.cancel()
    await bus.aclose()
    await workers.aclose()

    event = bus.dead_letters.all()[0].event
    assert isinstance(event, dict)
    assert event["source"] == "recollect.schedule"
    assert event["detail-type"] == "Tick"
    assert event["detail"] == {"task": "prune"}
