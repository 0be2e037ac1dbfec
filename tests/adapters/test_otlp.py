"""What is exported of a trace to a collector, and what happens when the collector fails."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time_ns
from typing import Any
from uuid import uuid4

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from recollect.adapters.http.transport import HttpService, new_http_client
from recollect.adapters.otlp.traces import STORE, OtlpTraces, request_of
from recollect.core.errors import StoreError
from recollect.core.tracing import Trace, outside_span, traced, traceparent
from tests.infra.local.serving import serving

Json = dict[str, Any]
CALLER, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


def spans_of(told: Any) -> list[Json]:
    """The spans of an export request."""
    (resource,) = told["resourceSpans"]
    (scope,) = resource["scopeSpans"]
    spans: list[Json] = scope["spans"]
    return spans


def new_id() -> str:
    return uuid4().hex


def attributes(of: Json) -> Json:
    """Attributes by name."""
    return {each["key"]: next(iter(each["value"].values())) for each in of["attributes"]}


def test_a_request_and_its_outside_calls_are_spans_of_the_caller_s_trace() -> None:
    trace = Trace("POST /context", time_ns, new_id, CALLER, PARENT)
    with traced(trace), outside_span("upstash-redis") as span:
        assert span is not None
        assert traceparent(span) == f"00-{CALLER}-{span.id}-01"
    with traced(trace), pytest.raises(TimeoutError), outside_span("upstash-vector"):
        raise TimeoutError
    trace.end({"http.response.status_code": 200}, failed=False)

    told = request_of(trace, "request_context", "1.0.0")
    request, redis, vector = spans_of(told)

    assert attributes(told["resourceSpans"][0]["resource"])["service.name"] == "request_context"  # type: ignore[index]  # JSON
    assert {each["traceId"] for each in (request, redis, vector)} == {CALLER}
    assert (request["parentSpanId"], request["kind"]) == (PARENT, 2)
    assert redis["parentSpanId"] == vector["parentSpanId"] == request["spanId"]
    assert (redis["name"], redis["kind"], redis["status"]) == ("upstash-redis", 3, {})
    assert vector["status"] == {"code": 2}
    assert attributes(request) == {"http.response.status_code": "200"}
    for each in (request, redis, vector):
        assert int(each["startTimeUnixNano"]) <= int(each["endTimeUnixNano"])
        assert re.fullmatch("[0-9a-f]{16}", each["spanId"])


def test_without_a_trace_no_span_is_recorded() -> None:
    with outside_span("upstash-redis") as span:
        assert span is None


@asynccontextmanager
async def collecting(status: int) -> AsyncIterator[tuple[OtlpTraces, list[Json]]]:
    """A collector that answers with `status`, and the export requests that it received."""
    heard: list[Json] = []

    async def hear(request: Request) -> JSONResponse:
        heard.append({"key": request.headers.get("api-key"), **await request.json()})
        return JSONResponse({}, status)

    with serving(Starlette(routes=[Route("/v1/traces", hear, methods=["POST"])])) as url:
        async with new_http_client() as client:
            service = HttpService(client, STORE, url, 20)
            yield OtlpTraces(service, lambda: {"api-key": "mine"}, "1"), heard


async def test_a_trace_goes_to_the_collector_with_its_key_and_once() -> None:
    async with collecting(200) as (traces, heard):
        await traces.export(Trace("GET /tools", time_ns, new_id), "call_tool")
    (told,) = heard
    assert told["key"] == "mine"
    assert [each["name"] for each in spans_of(told)] == ["GET /tools"]


@pytest.mark.parametrize("status", [401, 429, 503])
async def test_a_refusing_collector_is_an_error_and_gets_one_request(status: int) -> None:
    async with collecting(status) as (traces, heard):
        with pytest.raises(StoreError):
            await traces.export(Trace("GET /tools", time_ns, new_id), "call_tool")
    assert len(heard) == 1


async def test_an_outside_call_carries_the_trace_in_its_traceparent_header() -> None:
    async def tell(request: Request) -> JSONResponse:
        return JSONResponse({"traceparent": request.headers.get("traceparent")})

    trace = Trace("POST /context", time_ns, new_id, CALLER, PARENT)
    with serving(Starlette(routes=[Route("/", tell)])) as url:
        async with new_http_client() as client:
            service = HttpService(client, "opa", url, 20)
            with traced(trace):
                told = await service.get_json("/", {})
            assert await service.get_json("/", {}) == {"traceparent": None}
    _, span = trace.spans
    assert told == {"traceparent": f"00-{CALLER}-{span.id}-01"}
    assert (span.name, span.attributes["http.response.status_code"]) == ("opa", 200)
