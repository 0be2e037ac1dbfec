"""Alerts as boto3 sends them to EventBridge, and what EventBridge may answer."""

import socket
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from time import perf_counter

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from recollect.adapters.aws.eventbridge import ALERTS, EventBridgePublisher
from recollect.core.errors import StoreError, StoreRefused, StoreTimeout, StoreUnavailable
from recollect.core.stopwatch import Stopwatch, running
from recollect.validation.models import ResponseValidationAlert
from tests.adapters.alerts import ALERT
from tests.adapters.misbehaving import Behaviour, Server, misbehaving, reply
from tests.infra.local.serving import serving

AT = datetime(2025, 10, 28, 14, 23, 5, 999_000, tzinfo=UTC)
TAKEN = {"FailedEntryCount": 0, "Entries": [{"EventId": "e-1"}]}
THROTTLED = {"FailedEntryCount": 1, "Entries": [{"ErrorCode": "ThrottlingException"}]}
LONG, SHORT = 20.0, 1.0
pytestmark = pytest.mark.usefixtures("anyone_at_aws")


class Bus:
    """Accepts everything that it is sent."""

    def __init__(self) -> None:
        self.targets: list[str] = []
        self.bodies: list[dict[str, list[dict[str, object]]]] = []

    async def take(self, request: Request) -> JSONResponse:
        self.targets.append(request.headers["X-Amz-Target"])
        self.bodies.append(await request.json())
        return JSONResponse(TAKEN)

    def app(self) -> Starlette:
        return Starlette(routes=[Route("/", self.take, methods=["POST"])])


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    taking = Bus()
    with serving(taking.app()) as url:
        monkeypatch.setenv("AWS_ENDPOINT_URL_EVENTBRIDGE", url)
        yield taking


async def failure(monkeypatch: pytest.MonkeyPatch, url: str, seconds: float = LONG) -> StoreError:
    monkeypatch.setenv("AWS_ENDPOINT_URL_EVENTBRIDGE", url)
    with pytest.raises(StoreError) as caught:
        await EventBridgePublisher("support", ALERTS, seconds).publish(ALERT, AT)
    assert caught.value.store == "eventbridge"
    return caught.value


async def failures_in_a_row(
    monkeypatch: pytest.MonkeyPatch, server: Server, count: int
) -> list[tuple[type[StoreError], int]]:
    """The error of each of `count` alerts, and the number of requests to the bus until then."""
    monkeypatch.setenv("AWS_ENDPOINT_URL_EVENTBRIDGE", server.url)
    alerts, failures = (
        EventBridgePublisher("support", ALERTS, LONG),
        list[tuple[type[StoreError], int]](),
    )
    for _ in range(count):
        with pytest.raises(StoreError) as caught:
            await alerts.publish(ALERT, AT)
        assert caught.value.store == "eventbridge"
        failures.append((type(caught.value), server.requests))
    return failures


async def test_an_alert_arrives_on_its_bus_with_all_its_fields(bus: Bus) -> None:
    await EventBridgePublisher("support", ALERTS, LONG).publish(ALERT, AT)

    assert bus.targets == ["AWSEvents.PutEvents"]
    (body,) = bus.bodies
    (entry,) = body["Entries"]
    assert ResponseValidationAlert.model_validate_json(str(entry.pop("Detail"))) == ALERT
    assert entry == {
        "Source": "recollect.validation",
        "DetailType": "ResponseValidationAlert",
        "Time": 1761661385.999,
        "EventBusName": "support",
    }


@pytest.mark.usefixtures("bus")
async def test_waiting_for_the_bus_does_not_count_as_our_own_time() -> None:
    stopwatch = Stopwatch(perf_counter)
    with running(stopwatch):
        await EventBridgePublisher("support", ALERTS, LONG).publish(ALERT, AT)
    assert (stopwatch.calls, stopwatch.waited > 0) == (1, True)


# Answers of a bus that did not accept an alert, or perhaps did not.
_NOT_TAKEN: Sequence[object] = (
    THROTTLED,
    {},
    {"FailedEntryCount": "no"},
    {"FailedEntryCount": 0, "Entries": 4},
    [],
    "text",
    7,
    None,
    b"<html>",
    b"\xff\xfe",
)
_ERRORS: Sequence[bytes | Behaviour] = (
    reply(500, {"__type": "InternalException"}),
    reply(503, b"<html>"),
    reply(429, {"__type": "ThrottlingException"}),
    reply(400, {"__type": "ResourceNotFoundException"}),
    reply(302, b"", headers="Location: /elsewhere\r\n"),
    Behaviour.HANG_UP,
    b"SMTP ready\r\n",
)


async def test_an_alert_that_was_perhaps_not_accepted_is_refused_and_not_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with misbehaving([reply(200, body) for body in _NOT_TAKEN]) as server:
        failures = await failures_in_a_row(monkeypatch, server, len(_NOT_TAKEN))
    assert failures == [(StoreRefused, n) for n, _ in enumerate(_NOT_TAKEN, start=1)]


async def test_an_alert_is_not_sent_again_after_an_error_of_the_bus(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with misbehaving(_ERRORS) as server:
        failures = await failures_in_a_row(monkeypatch, server, len(_ERRORS))
    assert failures == [(StoreUnavailable, n) for n, _ in enumerate(_ERRORS, start=1)]


async def test_a_bus_that_does_not_answer_ends_in_a_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with misbehaving([Behaviour.HANG, reply(200, TAKEN)]) as server:
        error = await failure(monkeypatch, server.url, SHORT)
        assert (type(error), server.requests) == (StoreTimeout, 1)


async def test_a_bus_that_is_not_there_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        assert type(await failure(monkeypatch, url)) is StoreUnavailable


async def test_without_a_region_there_is_no_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_DEFAULT_REGION")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    assert type(await failure(monkeypatch, "http://127.0.0.1:9")) is StoreUnavailable


async def test_an_error_reveals_nothing_about_the_alert(monkeypatch: pytest.MonkeyPatch) -> None:
    async with misbehaving([reply(400, {"__type": "E", "message": "getCase"})]) as server:
        assert "getCase" not in str(await failure(monkeypatch, server.url))
