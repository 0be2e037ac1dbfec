"""The REST API of Upstash Vector over HTTP.

Every operation runs in a worker thread, with its JSON: an upsert of a thousand texts takes half a
second that the event loop, which also serves the API, must not lose. The hop costs a query less
than 0.3 ms of the 5 that it takes at 10,000 records.
"""

import json
from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.endpoints import ENDPOINTS, RESET_ALL, Endpoint
from infra.local.emulators.vector.errors import (
    MalformedRequestError,
    NamespaceNotFoundError,
    TooLargeError,
    UnprocessableError,
)
from infra.local.emulators.vector.filters import FilterError
from infra.local.emulators.vector.index import VectorIndex
from infra.local.emulators.vector.payloads import read_json

_STATUS: Mapping[type[Exception], int] = {
    MalformedRequestError: 400,
    FilterError: 400,
    NamespaceNotFoundError: 404,
    TooLargeError: 413,
    UnprocessableError: 422,
}
# The SDK only ever posts; Upstash takes what else its documentation shows.
_METHODS = ["GET", "POST", "PUT", "DELETE"]


def create_vector_app(index: VectorIndex, tokens: StoreTokens) -> Starlette:
    """Make the application. The caller keeps the index and closes it."""
    app = Starlette(
        routes=[
            Route(path, _operation, methods=_METHODS)
            for path in ("/{operation}", "/{operation}/{namespace:path}")
        ],
        exception_handlers={HTTPException: _failed, Exception: _failed},
    )
    app.state.index = index
    app.state.tokens = tokens
    return app


async def _operation(request: Request) -> Response:
    name = request.path_params["operation"]
    endpoint = ENDPOINTS.get(name)
    if endpoint is None:
        raise HTTPException(404, f"The emulator has no operation {name}.")
    if name == "reset" and "all" in request.query_params:
        endpoint = RESET_ALL
    _authorize(request, endpoint)
    namespace = request.path_params.get("namespace", "")
    return await run_in_threadpool(
        _run, request.app.state.index, endpoint, namespace, await request.body()
    )


def _authorize(request: Request, endpoint: Endpoint) -> None:
    tokens: StoreTokens = request.app.state.tokens
    access = tokens.access(request.headers.get("authorization"))
    if access is None:
        raise HTTPException(401, "Unauthorized: Invalid auth token")
    if access == "read-only" and not endpoint.reads_only:
        raise HTTPException(403, "Forbidden: the token may only read")


def _run(index: VectorIndex, endpoint: Endpoint, namespace: str, raw: bytes) -> Response:
    try:
        return _json({"result": endpoint.run(index, namespace, read_json(raw))}, 200)
    except tuple(_STATUS) as error:
        return _error(str(error), _STATUS[type(error)])
    except RecursionError:
        return _error("The body is nested too deeply.", 400)


def _failed(_request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return _error(error.detail, error.status_code)
    return _error("Internal error", 500)


def _error(message: str, status: int) -> Response:
    return _json({"error": message, "status": status}, status)


def _json(value: object, status: int) -> Response:
    encoded = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(encoded.encode(), status, media_type="application/json")
