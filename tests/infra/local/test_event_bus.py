"""The event bus: rules, delivery, retries and schedules."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from infra.local.dead_letters import FailedDeliveries
from infra.local.emulators.sqs import Queue
from infra.local.event_bus import EventBus
from infra.routes import EventRule, Schedule
from tests.infra.local.buses import (
    dead_letters,
    entry,
    events_in,
    new_workers,
    put,
    served_bus,
    wait_until_idle,
)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with served_bus(Queue("dead-letters")) as client:
        yield client


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


def test_a_failed_delivery_is_retried(client: httpx.Client, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"

    put(client, entry(attempts, failures=4, Id="e-3"))
    wait_until_idle(client)

    assert [event["id"] for event in events_in(attempts)] == ["e-3"] * 5
    assert dead_letters(client) == []


def test_an_event_that_matches_no_rule_is_accepted_and_dropped(
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


async def run_schedule(bus: EventBus, schedule: Schedule, times: int) -> None:
    """Run a schedule until it has put this many events on the bus."""
    clock = asyncio.create_task(bus.run([schedule], minute=0.01))
    async with asyncio.timeout(20):
        while len(bus.published) < times:  # noqa: ASYNC110 - the bus gives no event
            await asyncio.sleep(0.01)
    clock.cancel()


async def test_a_schedule_puts_its_event_on_the_bus_again_and_again() -> None:
    workers = new_workers()
    bus = EventBus(workers, FailedDeliveries(Queue("dead-letters")), rules=())

    await run_schedule(bus, Schedule("Tick", "fail_times", minutes=1, task="prune"), times=2)

    first, second = list(bus.published)[:2]
    assert first["source"] == "recollect.schedule"
    assert first["detail-type"] == "Tick"
    assert first["detail"] == {"task": "prune"}
    assert first["id"] != second["id"]
    assert bus.pending == 0
    await workers.aclose()


async def test_an_event_of_a_schedule_goes_where_its_rule_says() -> None:
    workers = new_workers()
    rule = EventRule("recollect.schedule", "Tick", "fail_times")
    letters = FailedDeliveries(Queue("dead-letters"))
    bus = EventBus(workers, letters, rules=[rule], retry_delays=())

    await run_schedule(bus, Schedule("Tick", "crash", minutes=1, task="prune"), times=1)
    async with asyncio.timeout(20):
        while not letters.all():  # noqa: ASYNC110 - the bus gives no event
            await asyncio.sleep(0.01)
    await bus.aclose()
    await workers.aclose()

    letter = letters.all()[0]
    assert letter["function"] == "fail_times"
    assert letter["event"] in bus.published  # the clock may have put a second one meanwhile
