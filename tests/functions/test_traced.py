"""A platform that exports its traces to a collector."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from tests.adapters.test_otlp import attributes, spans_of
from tests.functions.calling import new_app, read
from tests.functions.platforms import own_client
from tests.infra.local.serving import serving

EXPORTS: list[dict[str, Any]] = []


async def receive(request: Request) -> JSONResponse:
    EXPORTS.append(await request.json())
    return JSONResponse({})


@pytest.fixture(scope="module")
def collector() -> Iterator[str]:
    with serving(Starlette(routes=[Route("/v1/traces", receive, methods=["POST"])])) as url:
        yield url


@pytest.fixture(scope="module")
async def client(collector: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that exports its traces, with long timeouts."""
    told = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector,
        "OTEL_EXPORTER_OTLP_TIMEOUT": "10000",
        "STORE_TIMEOUT_MS": "5000",
    }
    async with own_client(told) as client:
        yield client


async def test_a_search_is_a_span_and_each_store_call_is_a_child_of_it(
    client: httpx.AsyncClient,
) -> None:
    caller, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
    app = new_app(client)
    await app.stored()
    EXPORTS.clear()

    read(
        await app.send(
            "POST", "memories/search", {"query": "refund"}, traceparent=f"00-{caller}-{parent}-01"
        )
    )

    (told,) = EXPORTS
    search, *calls = spans_of(told)
    assert (search["traceId"], search["parentSpanId"]) == (caller, parent)
    assert search["name"] == "POST /apps/{app_slug}/memories/search"
    assert attributes(search)["gen_ai.memory.store.id"] == app.collection
    assert {each["name"] for each in calls} == {"upstash-vector", "upstash-redis"}
    assert {each["parentSpanId"] for each in calls} == {search["spanId"]}
    assert {attributes(each)["http.response.status_code"] for each in calls} == {"200"}
    assert "refund" not in json.dumps(told)
