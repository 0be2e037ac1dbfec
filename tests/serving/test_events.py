"""An event is applied, raised for redelivery, or put on the dead-letter queue."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from infra.local.emulators.sqs import Queue, create_sqs_app
from recollect.serving.events import latest_moment
from tests.consuming import ERRORS
from tests.infra.local.serving import serving

REDELIVERED = [name for name in ERRORS if name not in {"InvalidRequest", "NotFound"}]


def event(error: str = "", **fields: object) -> dict[str, object]:
    envelope = {
        "id": f"event-{error or 'good'}",
        "source": "recollect.feedback",
        "detail-type": "Told",
        "time": "2026-03-01T12:00:00Z",
        "detail": {"error": error},
    }
    return envelope | fields


HOPELESS = {
    "InvalidRequest": event("InvalidRequest"),
    "NotFound": event("NotFound"),
    "unknown": event("unknown", **{"detail-type": "Whispered"}),
    "malformed detail": event("detail", detail={"error": 7}),
    "malformed envelope": event("envelope", time="yesterday"),
    "no envelope": {"id": "lonely"},
    "waited for": event("NotYet", id="event-waited-for"),
}
YOUNG = {"time": datetime.now(UTC).isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class Consumed:
    """What consuming events led to: exceptions, log lines and dead letters."""

    outcomes: dict[str, dict[str, str]]
    said: list[dict[str, Any]]
    letters: list[dict[str, Any]]


def consume(events: Sequence[object], queue: Queue, url: str) -> tuple[list[dict[str, str]], str]:
    environment = {
        "DEAD_LETTER_QUEUE_URL": f"{url}/queue/{queue.name}",
        "AWS_ENDPOINT_URL_SQS": f"{url}/",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_ACCESS_KEY_ID": "anyone",
        "AWS_SECRET_ACCESS_KEY": "anything",
        "STORE_TIMEOUT_MS": "20000",
        "EVENT_MAX_AGE_MS": "3600000",
    }
    for store in ("VECTOR", "REDIS"):
        environment |= {
            f"UPSTASH_{store}_REST_URL": "http://127.0.0.1:9",
            f"UPSTASH_{store}_REST_TOKEN": "token",
        }
    done = subprocess.run(  # our own program
        [sys.executable, "-m", "tests.consuming"],
        input=json.dumps(events),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    outcomes: list[dict[str, str]] = json.loads(done.stdout)
    return outcomes, done.stderr


@pytest.fixture(scope="module")
def consumed() -> Consumed:
    """All events, consumed by one process."""
    named = {"good": event()} | HOPELESS | {name: event(name, **YOUNG) for name in REDELIVERED}
    queue = Queue("dead-letters")
    with serving(Starlette(routes=[Mount("/sqs", create_sqs_app(queue))])) as url:
        outcomes, said = consume(list(named.values()), queue, f"{url}/sqs")
    return Consumed(
        dict(zip(named, outcomes, strict=True)),
        [json.loads(line) for line in said.splitlines()],
        [json.loads(message.body) for message in queue.messages],
    )


def test_a_good_event_is_applied(consumed: Consumed) -> None:
    assert consumed.outcomes["good"] == {}
    verdicts = [line["verdict"] for line in consumed.said if "verdict" in line]
    assert verdicts == ["applied", *["dead-lettered"] * len(HOPELESS)]


@pytest.mark.parametrize("name", HOPELESS)
def test_a_hopeless_event_is_put_on_the_dead_letter_queue_unchanged(
    consumed: Consumed, name: str
) -> None:
    assert consumed.outcomes[name] == {}
    (letter,) = (each for each in consumed.letters if each["event"] == HOPELESS[name])
    assert letter["function"] == "tester"
    assert letter["reason"]


def test_a_dead_letter_says_what_was_wrong(consumed: Consumed) -> None:
    reasons = [letter["reason"] for letter in consumed.letters]
    assert len(reasons) == len(HOPELESS)
    assert reasons[:2] == ["memory_ids: too many", "there is no memory mem_secret"]
    assert reasons[2] == "detail-type: tester does not know it"
    assert reasons[3].startswith("error: ")
    assert reasons[4].startswith("time: ")
    assert reasons[6] == "there is no run run_secret"


def test_an_event_happened_at_the_end_of_its_second_but_not_in_the_future() -> None:
    noon, second = datetime(2026, 3, 1, 12, tzinfo=UTC), timedelta(seconds=1)
    millisecond = timedelta(milliseconds=1)
    for time, now, expected in (
        (noon, noon + 9 * second, noon + second - millisecond),
        (noon, noon + 7 * millisecond, noon + 7 * millisecond),
        (noon + millisecond, noon + second, noon + millisecond),
        (noon + second, noon, noon),
        (datetime.max.replace(microsecond=0, tzinfo=UTC), noon, noon),
    ):
        assert latest_moment(time, now) == expected


@pytest.mark.parametrize("name", REDELIVERED)
def test_an_event_that_may_still_succeed_is_raised_for_redelivery(
    consumed: Consumed, name: str
) -> None:
    outcome = consumed.outcomes[name]
    assert outcome["raised"] == "Redelivery"
    kind = {"NotYet": "NotFound"}.get(name, name)
    assert outcome["text"].startswith(f"{kind}: ")


@pytest.mark.parametrize("name", REDELIVERED)
def test_lambdas_log_of_a_failure_holds_nothing_of_the_events_content(
    consumed: Consumed, name: str
) -> None:
    assert "secret" not in consumed.outcomes[name]["logged"].lower()
    assert str(ERRORS[name]) not in consumed.outcomes[name]["logged"]


def test_each_failure_is_logged_with_its_kind_its_event_and_its_place(consumed: Consumed) -> None:
    failures = [line for line in consumed.said if line.get("message") == "failure"]
    assert [line["requestId"] for line in failures] == [f"event-{name}" for name in REDELIVERED]
    assert {line["place"].partition(":")[0] for line in failures} == {"__main__"}
    told = json.dumps([line for line in failures if line["error"] != "ConfigurationError"])
    assert "secret" not in told.lower()
    assert [line.get("setting") for line in failures if "setting" in line] == [
        str(ERRORS["ConfigurationError"])
    ]
    reasons = [line["reason"] for line in failures]
    assert reasons == ["error", "unavailable", "timeout", "refused", "error", "error"]
