"""A gateway over real HTTP, in front of functions in real processes."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx
from starlette.applications import Starlette

from infra.local.gateway import Gateway
from infra.local.workers import Workers
from infra.routes import Function, Route
from tests.infra.local import sample_functions
from tests.infra.local.serving import serving

FUNCTIONS = (
    Function("echo", timeout=10),
    Function("sleep", timeout=1),
    Function("crash", timeout=10),
    Function("http", timeout=10),
)
ROUTES = (
    Route("GET", "/open", "echo", None),
    Route("GET", "/things/{thing_id}", "echo", "memory:read"),
    Route("GET", "/things/best", "http", "memory:read"),
    Route("PUT", "/things/{thing_id}/parts/{part_id}", "echo", "memory:write"),
    Route("POST", "/things", "echo", "memory:write"),
    Route("GET", "/sleep", "sleep", None),
    Route("GET", "/crash", "crash", None),
)


@contextmanager
def gateway(secret: str | None = None) -> Iterator[str]:
    workers = Workers(FUNCTIONS, lambda _: os.environ, handlers=sample_functions.__name__)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await workers.aclose()

    app = Gateway(workers, routes=ROUTES, secret=secret)
    served = Starlette(lifespan=lifespan)
    served.router.default = app
    with serving(served) as url:
        yield url


def event_of(response: httpx.Response) -> dict[str, Any]:
    assert response.status_code == 200
    event = response.json()["event"]
    assert isinstance(event, dict)
    return event


def assert_problem(response: httpx.Response, status: int, title: str) -> None:
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem.pop("detail")
    assert problem == {
        "type": "about:blank",
        "title": title,
        "status": status,
        "requestId": response.headers["x-request-id"],
    }
