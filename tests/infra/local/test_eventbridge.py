"""The emulator of EventBridge as boto3 speaks to it, and what was published."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol

import boto3
import httpx
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from infra.local.environment import environment
from infra.local.event_bus import PUBLISHED_LIMIT
from infra.local.platform import PlatformOptions, Tables, running_platform
from infra.routes import EventRule, Function
from tests.infra.local.buses import wait_until_idle

RULES = (EventRule("sample", "Lost", "nowhere"),)
OPTIONS = PlatformOptions(tables=Tables(functions=(), routes=(), events=RULES, schedules=()))
HAPPENED = {"Source": "sample", "DetailType": "Happened", "Detail": '{"n": 1}'}


class EventsClient(Protocol):
    """What these tests use of boto3's client, which has no types."""

    def put_events(self, **given: object) -> Mapping[str, Any]: ...
    def list_rules(self) -> object: ...


@pytest.fixture(scope="module")
def platform() -> Iterator[httpx.Client]:
    with (
        running_platform(OPTIONS) as running,
        httpx.Client(base_url=running.url, timeout=30) as client,
    ):
        yield client


@pytest.fixture
def events(platform: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> EventsClient:
    """A client that knows nothing but the environment of a function; nothing is published yet."""
    platform.delete("/_events/published").raise_for_status()
    url = str(platform.base_url).rstrip("/")
    given = environment(Function("validate_response", timeout=10), url, OPTIONS)
    for name, value in given.items():
        if name.startswith("AWS_"):
            monkeypatch.setenv(name, value)
    once = Config(retries={"total_max_attempts": 1})
    client: EventsClient = boto3.session.Session().client("events", config=once)
    return client


def published(platform: httpx.Client) -> list[dict[str, Any]]:
    answer = platform.get("/_events/published").raise_for_status()
    events: list[dict[str, Any]] = answer.json()["events"]
    return events


def test_an_event_that_matches_no_rule_is_listed_as_published(
    platform: httpx.Client, events: EventsClient
) -> None:
    moment = datetime(2025, 1, 15, 5, tzinfo=UTC)
    answer = events.put_events(Entries=[{**HAPPENED, "Time": moment, "EventBusName": "recollect"}])
    (event,) = published(platform)
    assert answer["FailedEntryCount"] == 0
    assert event["id"] == answer["Entries"][0]["EventId"]
    assert (event["source"], event["detail-type"]) == ("sample", "Happened")
    assert event["detail"] == {"n": 1}
    assert datetime.fromisoformat(event["time"]) == moment


def test_an_event_goes_to_the_rules_of_the_same_bus(
    platform: httpx.Client, events: EventsClient
) -> None:
    events.put_events(Entries=[{**HAPPENED, "DetailType": "Lost"}])
    (event,) = published(platform)
    wait_until_idle(platform)
    (letter,) = platform.get("/_events/dead-letters").json()["deadLetters"]
    assert letter["event"]["id"] == event["id"]


def test_an_event_of_another_bus_is_not_published_on_this_one(
    platform: httpx.Client, events: EventsClient
) -> None:
    answer = events.put_events(Entries=[{**HAPPENED, "EventBusName": "another"}])
    assert answer["FailedEntryCount"] == 0
    assert published(platform) == []


@pytest.mark.usefixtures("events")
def test_only_the_last_events_are_kept_and_the_oldest_comes_first(platform: httpx.Client) -> None:
    put = PUBLISHED_LIMIT + 20
    for start in range(0, put, 10):
        entries = [{**HAPPENED, "Detail": json.dumps({"n": start + n})} for n in range(10)]
        platform.post("/_events", json={"Entries": entries}).raise_for_status()
    kept = [event["detail"]["n"] for event in published(platform)]
    assert kept == list(range(20, put))
    platform.delete("/_events/published").raise_for_status()
    assert published(platform) == []


def test_a_refusal_is_an_error_in_the_words_of_aws(events: EventsClient) -> None:
    with pytest.raises(ClientError) as unknown:
        events.list_rules()
    assert unknown.value.response["Error"]["Code"] == "UnknownOperationException"
    assert unknown.value.response["ResponseMetadata"]["HTTPStatusCode"] == 400
    with pytest.raises(ClientError) as large:
        events.put_events(Entries=[{**HAPPENED, "Detail": "x" * 300_000}])
    assert large.value.response["Error"]["Code"] == "ValidationException"


def test_a_fault_hits_boto3_and_not_requests_to_the_local_bus(
    platform: httpx.Client, events: EventsClient
) -> None:
    fault = {"target": "eventbridge", "mode": "status", "status": 503, "count": 1}
    platform.post("/_emulators/faults", json=fault).raise_for_status()
    assert platform.post("/_events", json={"Entries": [HAPPENED]}).status_code == 200
    with pytest.raises(ClientError):
        events.put_events(Entries=[HAPPENED])
    events.put_events(Entries=[HAPPENED])
    assert len(published(platform)) == 2


def test_the_environment_of_a_function_names_its_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENT_BUS_NAME", "of a real account")
    given = environment(Function("validate_response", timeout=10), "http://127.0.0.1:1", OPTIONS)
    assert given["EVENT_BUS_NAME"] == "recollect"
    assert given["AWS_ENDPOINT_URL_EVENTBRIDGE"] == "http://127.0.0.1:1/_emulators/eventbridge/"
