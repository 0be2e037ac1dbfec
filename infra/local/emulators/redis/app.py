"""The part of Upstash Redis' REST API that Recollect uses: `POST /` and `POST /pipeline`.

Transactions and commands in paths are refused. `GET /bill`, which Upstash does not have, shows what
Upstash would bill.
"""

import itertools
from typing import Final

import redis
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.redis.bill import Bill
from infra.local.emulators.redis.commands import Command, refusal
from infra.local.emulators.redis.stores import RedisStore
from infra.local.emulators.redis.wire import (
    Json,
    MalformedCommandError,
    Reply,
    answer,
    command_of_body,
    commands_of_body,
)
from infra.local.emulators.tokens import Access, StoreTokens

# The errors of redis-py mean that a real Redis cannot be reached; fakeredis always can.
_FAILURES = (HTTPException, MalformedCommandError, redis.ConnectionError, redis.TimeoutError)
_MAX_BYTES: Final = 10 * 2**20


def create_redis_app(store: RedisStore, tokens: StoreTokens | None = None) -> Starlette:
    """Serve `store` as Upstash would. Whoever made the store closes it."""
    api = _RestApi(store, tokens or StoreTokens())
    return Starlette(
        routes=[
            Route("/", api.command, methods=["POST"]),
            # The SDK appends "/pipeline" to its URL. The URL of a mounted app must end in a slash,
            # so there are two slashes then.
            *(Route(path, api.pipeline, methods=["POST"]) for path in ("/pipeline", "//pipeline")),
            Route("/bill", api.bill, methods=["GET"]),
        ],
        exception_handlers=dict.fromkeys(_FAILURES, _failed),
    )


class _RestApi:
    """Authenticates a request, runs its commands in a thread and shapes the answer."""

    def __init__(self, store: RedisStore, tokens: StoreTokens) -> None:
        self._store = store
        self._tokens = tokens
        self._moments = itertools.count(1)
        self._bill = Bill()

    async def command(self, request: Request) -> Response:
        access = self._access(request)
        command = command_of_body(await _body(request))
        reply: Reply = await run_in_threadpool(self._run, command, access)
        content = answer(reply, encoded=_encoded(request))
        return self._json(content, 400 if "error" in content else 200)

    async def pipeline(self, request: Request) -> Response:
        access = self._access(request)
        commands = commands_of_body(await _body(request))
        # One thread hop for all. Commands of others may run in between, as in a real pipeline.
        replies = await run_in_threadpool(lambda: [self._run(one, access) for one in commands])
        encoded = _encoded(request)
        return self._json([answer(reply, encoded=encoded) for reply in replies], 200)

    async def bill(self, _: Request) -> Response:
        return JSONResponse(self._bill.totals())

    def _access(self, request: Request) -> Access:
        access = self._tokens.access(request.headers.get("authorization"))
        if access is None:
            raise HTTPException(401, "WRONGPASS invalid or missing auth token")
        return access

    def _run(self, command: Command, access: Access) -> Reply:
        self._bill.count(command)
        refused = refusal(command, access)
        return redis.ResponseError(refused) if refused else self._store.run(command)

    def _json(self, content: Json, status: int) -> Response:
        # There is one copy of the data, and every read sees every write. So a sync token that a
        # client sends can be ignored, and the token it gets only has to change.
        return JSONResponse(content, status, {"Upstash-Sync-Token": f"1={next(self._moments)}"})


async def _body(request: Request) -> bytes:
    body = await request.body()
    if len(body) > _MAX_BYTES:
        sizes = f"Limit: {_MAX_BYTES} bytes, Actual: {len(body)} bytes"
        raise HTTPException(400, f"ERR max request size exceeded. {sizes}")
    return body


def _encoded(request: Request) -> bool:
    return request.headers.get("upstash-encoding") == "base64"


def _failed(_: Request, error: Exception) -> Response:
    match error:
        case HTTPException(status_code=404 | 405):
            status, message = error.status_code, "ERR only POST / and POST /pipeline are emulated"
        case HTTPException():
            status, message = error.status_code, error.detail
        case MalformedCommandError():
            status, message = 400, str(error)
        case _:
            status, message = 503, f"ERR the Redis behind this emulator: {error}"
    headers = error.headers if isinstance(error, HTTPException) else None
    return JSONResponse({"error": message}, status, headers)
