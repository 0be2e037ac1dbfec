"""PutEvents over real HTTP: what is accepted and what is refused, as EventBridge would."""

import json
from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette

from infra.local.dead_letters import FailedDeliveries
from infra.local.emulators.sqs import Queue
from infra.local.event_api import event_routes
from infra.local.event_bus import EventBus
from infra.local.workers import Workers
from infra.routes import EventRule
from tests.infra.local.buses import put, wait_until_idle
from tests.infra.local.serving import serving

ENTRY: dict[str, object] = {"Source": "sample", "DetailType": "Happened", "Detail": "{}"}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    """A bus whose only rule names a function that does not exist."""
    rules = (EventRule("sample", "Lost", "nowhere"),)
    bus = EventBus(
        Workers((), lambda _: {}), FailedDeliveries(Queue("letters")), rules=rules, retry_delays=()
    )
    with (
        serving(Starlette(routes=event_routes(bus))) as url,
        httpx.Client(base_url=url, timeout=30) as client,
    ):
        yield client


def test_an_invalid_entry_fails_alone(client: httpx.Client) -> None:
    good = ENTRY

    answers = put(
        client,
        good,
        {"Source": "sample", "DetailType": "Happened"},
        good | {"Source": ""},
        good | {"Detail": "not json"},
        good | {"Detail": "[1]"},
        good | {"Detail": "[" * 100_000},
        good | {"Time": "yesterday"},
    )

    assert [answer.get("ErrorCode") for answer in answers] == [
        None,
        "InvalidArgument",
        "InvalidArgument",
        "MalformedDetail",
        "MalformedDetail",
        "MalformedDetail",
        "InvalidArgument",
    ]


NOT_REQUESTS = (
    b"not json",
    b"[]",
    b"{}",
    b"[" * 100_000,
    b'{"Entries":' * 50_000,
    b'{"Entries": []}',
    b'{"Entries": [1]}',
    json.dumps({"Entries": [{}] * 11}).encode(),
    json.dumps({"Entries": [{"Detail": "x" * 256 * 1024, "Source": "y"}]}).encode(),
)


def test_a_request_that_eventbridge_would_refuse_is_refused(client: httpx.Client) -> None:
    for body in NOT_REQUESTS:
        response = client.post("/_events", content=body)

        assert response.status_code == 400, body[:80]
        assert response.json()["__type"] == "ValidationException"


@pytest.mark.parametrize("text", ["\ud800", "\udfff x", "\0", "\u2028"])
def test_any_text_in_an_event_comes_back_in_its_dead_letter(
    client: httpx.Client, text: str
) -> None:
    detail = json.dumps({"text": text})
    lost = ENTRY | {"DetailType": "Lost", "Detail": detail, "Id": f"id {text}"}
    assert put(client, lost) == [{"EventId": f"id {text}"}]
    wait_until_idle(client)
    (letter,) = client.get("/_events/dead-letters").json()["deadLetters"]
    client.delete("/_events/dead-letters").raise_for_status()

    assert letter["event"]["id"] == f"id {text}"
    assert letter["event"]["detail"] == {"text": text}


@pytest.mark.parametrize("depth", [100, 900, 40_000])
def test_a_deeply_nested_detail_is_delivered_or_refused(client: httpx.Client, depth: int) -> None:
    client.delete("/_events/published").raise_for_status()
    detail = '{"a":' * depth + "1" + "}" * depth
    (answer,) = put(client, ENTRY | {"DetailType": "Lost", "Detail": detail})
    wait_until_idle(client)
    letters = client.get("/_events/dead-letters")
    client.delete("/_events/dead-letters").raise_for_status()
    published = client.get("/_events/published")
    client.delete("/_events/published").raise_for_status()

    assert letters.status_code == 200
    assert len(published.json()["events"]) == ("EventId" in answer)
    assert len(letters.json()["deadLetters"]) == ("EventId" in answer)
