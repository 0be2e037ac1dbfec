"""The REST API of Upstash Vector over HTTP.

Every operation runs in a worker thread, including its JSON: an upsert of a thousand texts takes
half a second, for which the event loop, which also serves the API, must not be blocked. The thread
costs a query less than 0.3 ms of the 5 ms that it takes at 10,000 records.
"""

import json

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from infra.local.emulators.tokens import StoreTokens
from infra.local.emulators.vector.errors import VectorRequestError
from infra.local.emulators.vector.index import EmulatedIndex
from infra.local.emulators.vector.operations import OPERATIONS, READS, Operation, reset_all
from infra.local.emulators.vector.payloads import read_json

# The SDK only uses POST; the other methods are in Upstash's documentation.
_METHODS = ["GET", "POST", "PUT", "DELETE"]


def create_vector_app(index: EmulatedIndex, tokens: StoreTokens) -> Starlette:
    """Make the application. The caller owns the index and closes it."""

    async def answer(request: Request) -> Response:
        name = request.path_params["operation"]
        operation = OPERATIONS.get(name)
        if operation is None:
            raise HTTPException(404, f"The emulator has no operation {name}.")
        if name == "reset" and "all" in request.query_params:
            operation = reset_all
        _authorize(tokens, request, name)
        namespace = request.path_params.get("namespace", "")
        return await run_in_threadpool(_run, index, operation, namespace, await request.body())

    paths = ("/{operation}", "/{operation}/{namespace:path}")
    handled = (HTTPException, VectorRequestError, RecursionError, Exception)
    return Starlette(
        routes=[Route(path, answer, methods=_METHODS) for path in paths],
        exception_handlers=dict.fromkeys(handled, _failed),
    )


def _authorize(tokens: StoreTokens, request: Request, operation: str) -> None:
    access = tokens.access(request.headers.get("authorization"))
    if access is None:
        raise HTTPException(401, "Unauthorized: Invalid auth token")
    if access == "read-only" and operation not in READS:
        raise HTTPException(403, "Forbidden: the token may only read")


def _run(index: EmulatedIndex, operation: Operation, namespace: str, raw: bytes) -> Response:
    return _json({"result": operation(index, namespace, read_json(raw))}, 200)


def _failed(_request: Request, error: Exception) -> Response:
    match error:
        case HTTPException():
            return _error(error.detail, error.status_code)
        case VectorRequestError():
            return _error(str(error), error.status)
        case RecursionError():
            return _error("The body is nested too deeply.", 400)
        case _:
            return _error("Internal error", 500)


def _error(message: str, status: int) -> Response:
    return _json({"error": message, "status": status}, status)


def _json(value: object, status: int) -> Response:
    encoded = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(encoded.encode(), status, media_type="application/json")
