"""Every route and event reaches the same function with the same payload, here and on AWS."""

import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import jwt
import pytest
from starlette.applications import Starlette

from infra.local.dead_letters import FailedDeliveries
from infra.local.emulators.sqs import Queue
from infra.local.event_api import event_routes
from infra.local.event_bus import EventBus
from infra.local.gateway import Gateway
from infra.local.tokens import AUDIENCE, ISSUER
from infra.local.workers import Workers
from infra.routes import EVENTS, FUNCTIONS, ROUTES, EventRule, Route
from tests.cases import each_case
from tests.infra.aws.arrivals import PACKAGE, VARIABLE, make_handlers
from tests.infra.aws.stages import ROOT, Described, Json, sources, target
from tests.infra.local.buses import put, wait_until_idle
from tests.infra.local.serving import serving

SECRET = "a-secret-of-thirty-two-bytes-or-more"

# Fields that depend on where a request arrives, on its connection, and on the clock.
VARYING_FIELDS = {
    "headers": {
        "authorization",
        "connection",
        "host",
        "x-amzn-trace-id",
        "x-forwarded-for",
        "x-forwarded-port",
        "x-forwarded-proto",
    },
    "requestContext": {
        "accountId",
        "apiId",
        "domainName",
        "domainPrefix",
        "requestId",
        "time",
        "timeEpoch",
    },
    "http": {"sourceIp"},
    "claims": {"exp", "iat", "iss"},
}


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample event: its function and its content."""

    function: str
    name: str
    event: Json


def samples() -> list[Sample]:
    files = sorted(
        path for each in FUNCTIONS for path in (ROOT / "events" / each.name).glob("*.json")
    )
    return [Sample(file.parent.name, file.stem, json.loads(file.read_text())) for file in files]


def label(sample: Sample) -> str:
    return f"{sample.function}/{sample.name}"


SAMPLES = samples()
AUTHORIZER_SAMPLES = [each for each in SAMPLES if "identitySource" in each.event]
REQUESTS = [each for each in SAMPLES if "routeKey" in each.event and each not in AUTHORIZER_SAMPLES]
EVENT_SAMPLES = [each for each in SAMPLES if "detail-type" in each.event]


@dataclass(frozen=True, slots=True)
class Local:
    """The local gateway and bus, in front of functions that note what arrives in a file."""

    client: httpx.Client
    notes: Path


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    folder = tmp_path_factory.mktemp("local")
    notes = folder / "notes"
    path = os.pathsep.join((str(make_handlers(folder)), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, VARIABLE: str(notes)}
    workers = Workers(FUNCTIONS, lambda _: environment, handlers=PACKAGE, size=1)
    bus = EventBus(workers, FailedDeliveries(Queue("dead-letters")), retry_delays=())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await bus.aclose()
        await workers.aclose()

    app = Starlette(routes=event_routes(bus), lifespan=lifespan)
    app.router.default = Gateway(workers, secret=SECRET)
    with serving(app) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield Local(client, notes)


@each_case("route", ROUTES)
def test_a_route_leads_to_the_code_of_its_function(route: Route, stage: Described) -> None:
    start, integration = stage.route(route)["Target"]["Fn::Join"][1]
    assert start == "integrations/"
    found = stage.of_type("ApiGatewayV2::Integration")[target(integration)]
    assert found["PayloadFormatVersion"] == "2.0"
    function_id = stage.behind(target(found["IntegrationUri"]))
    assert sources(stage.code(function_id)) == sources(ROOT / "functions" / route.function)


@each_case("rule", EVENTS)
def test_a_rule_leads_to_the_code_of_its_function(rule: EventRule, stage: Described) -> None:
    (delivery,) = stage.rule(rule)[1]["Targets"]
    code = stage.code(stage.behind(target(delivery["Arn"])))
    assert sources(code) == sources(ROOT / "functions" / rule.function)


def test_no_two_functions_have_the_same_code() -> None:
    handlers = {(ROOT / "functions" / each.name / "handler.py").read_text() for each in FUNCTIONS}
    assert len(handlers) == len(FUNCTIONS)


@each_case("sample", REQUESTS)
def test_a_request_reaches_its_function_here_as_on_aws(sample: Sample, local: Local) -> None:
    response = local.client.send(request_of(sample.event, local.client))
    assert response.status_code == 200, response.text
    arrived = response.json()
    assert arrived["function"] == sample.function
    event = arrived["event"]
    assert without_varying_fields(event) == without_varying_fields(sample.event)
    assert shape(event) == shape(sample.event)


@each_case("sample", AUTHORIZER_SAMPLES)
def test_an_authorizer_receives_a_request_here_as_on_aws(sample: Sample, local: Local) -> None:
    local.notes.write_text("")
    # The answer of the stand-in lets nobody in.
    request = request_of(sample.event, local.client)
    request.headers["authorization"] = sample.event["headers"]["authorization"]
    assert local.client.send(request).status_code == 500
    (arrived,) = map(json.loads, local.notes.read_text().splitlines())
    assert arrived["function"] == sample.function
    event = {**arrived["event"], "routeArn": sample.event["routeArn"]}
    assert without_varying_fields(event) == without_varying_fields(sample.event)
    assert shape(arrived["event"]) == shape(sample.event)


def request_of(event: Json, client: httpx.Client) -> httpx.Request:
    """The HTTP request that a sample came from, as its caller would send it here."""
    headers = {
        name: value
        for name, value in event["headers"].items()
        if name not in VARYING_FIELDS["headers"]
    }
    if "authorizer" in event["requestContext"]:
        headers["authorization"] = f"Bearer {token_of(event)}"
    return client.build_request(
        event["requestContext"]["http"]["method"],
        httpx.URL(quote(event["rawPath"]), query=event["rawQueryString"].encode() or None),
        headers=headers,
        content=event["body"].encode() if "body" in event else None,
    )


def token_of(event: Json) -> str:
    """The sample's own token, signed as the local platform expects it."""
    unsigned, _, _ = event["headers"]["authorization"].rpartition(" ")[2].rpartition(".")
    claims = jwt.decode(f"{unsigned}.", options={"verify_signature": False})
    now = datetime.now(UTC)
    here = {"iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + timedelta(hours=1)}
    return jwt.encode(claims | here, SECRET, algorithm="HS256")


def without_varying_fields(event: object, place: str = "") -> object:
    """An event without the fields that depend on the place, the connection and the clock."""
    if not isinstance(event, dict):
        return event
    return {
        name: without_varying_fields(value, name)
        for name, value in event.items()
        if name not in VARYING_FIELDS.get(place, ())
    }


def shape(value: Any, place: str = "") -> object:
    """The names and types in an event; of its headers, only the types of their values."""
    if place == "headers":
        return {type(each) for each in value.values()}
    if isinstance(value, dict):
        return {name: shape(each, name) for name, each in value.items()}
    return type(value)


@each_case("sample", EVENT_SAMPLES)
def test_an_event_reaches_its_function_here_as_on_aws(sample: Sample, local: Local) -> None:
    local.notes.write_text("")
    (answer,) = put(local.client, entry_of(sample.event))
    wait_until_idle(local.client)
    (arrived,) = map(json.loads, local.notes.read_text().splitlines())
    assert arrived["function"] == sample.function
    assert answer == {"EventId": sample.event["id"]}
    # Only the account differs.
    here = {"account": arrived["event"]["account"]}
    assert arrived["event"] == {**sample.event, **here}
    assert shape(arrived["event"]) == shape(sample.event)


def entry_of(event: Json) -> dict[str, object]:
    """The entry that becomes this event on the bus."""
    return {
        "Id": event["id"],
        "Source": event["source"],
        "DetailType": event["detail-type"],
        "Time": event["time"],
        "Resources": event["resources"],
        "Detail": json.dumps(event["detail"]),
    }
