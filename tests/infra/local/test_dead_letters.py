"""Events that were given up: listed with their reason, redriven, cleared."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from infra.local.emulators.sqs import Queue, QueuedMessage
from tests.infra.local.buses import dead_letters, entry, events_in, put, served_bus, wait_until_idle


@pytest.fixture(scope="module")
def queue() -> Queue:
    return Queue("dead-letters")


@pytest.fixture(scope="module")
def client(queue: Queue) -> Iterator[httpx.Client]:
    with served_bus(queue) as client:
        yield client


@pytest.fixture(autouse=True)
def no_dead_letters(client: httpx.Client) -> None:
    client.delete("/_events/dead-letters").raise_for_status()


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


def test_an_event_whose_function_dies_becomes_a_dead_letter_too(client: httpx.Client) -> None:
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


def test_events_that_functions_gave_up_themselves_are_among_the_dead_letters(
    client: httpx.Client, queue: Queue, tmp_path: Path
) -> None:
    attempts = tmp_path / "attempts"
    event = {"time": "2026-01-02T03:04:05Z", "detail": {"attempts": str(attempts)}}
    refused = {"event": event, "reason": "unknown memory", "function": "fail_times"}
    for sent_at, body in ((1, json.dumps(refused)), (0, "no letter at all")):
        queue.messages.append(QueuedMessage(body, sent_at=sent_at))

    assert dead_letters(client) == [
        {
            "event": "no letter at all",
            "reason": "the message is not a dead letter",
            "function": "",
            "at": "1970-01-01T00:00:00Z",
            "attempts": 1,
        },
        {**refused, "at": "1970-01-01T00:00:01Z", "attempts": 1},
    ]
    client.post("/_events/dead-letters/redrive")
    wait_until_idle(client)

    assert events_in(attempts) == [event]
    assert queue.messages == []
    (letter,) = dead_letters(client)
    assert letter["event"] == "no letter at all"
    assert letter["reason"] == "ResourceNotFoundException: Function not found: "
