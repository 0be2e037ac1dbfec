"""The REST API of Upstash Redis: `POST /`, `/pipeline`, `/multi-exec`, and `/set/key/value`."""

import itertools
from collections.abc import Sequence

import redis
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from infra.local.emulators.redis.commands import Command, refusal
from infra.local.emulators.redis.stores import RedisStore
from infra.local.emulators.redis.wire import (
    Json,
    MalformedRequestError,
    Reply,
    answer,
    command_of_body,
    command_of_path,
    commands_of_body,
)
from infra.local.emulators.tokens import Access, StoreTokens


def create_redis_app(store: RedisStore, tokens: StoreTokens | None = None) -> Starlette:
    """Serve `store` as Upstash would. Whoever made the store closes it."""
    api = _RestApi(store, tokens or StoreTokens())
    writing = ["POST", "PUT"]
    return Starlette(
        routes=[
            # The SDK joins its URL and "/pipeline" as they are: a URL that ends in a slash, as
            # the one of a mounted app must, gives two.
            *(Route(f"{s}/pipeline", api.pipeline, methods=writing) for s in ("", "/")),
            *(Route(f"{s}/multi-exec", api.transaction, methods=writing) for s in ("", "/")),
            Route("/{command:path}", api.command, methods=["GET", *writing]),
        ],
        exception_handlers={
            HTTPException: _http_error,
            MalformedRequestError: _malformed,
            redis.ConnectionError: _unreachable,
            redis.TimeoutError: _unreachable,
        },
    )


class _RestApi:
    """Authenticates a request, runs its commands in a thread and shapes the answer."""

    def __init__(self, store: RedisStore, tokens: StoreTokens) -> None:
        self._store = store
        self._tokens = tokens
        self._moments = itertools.count(1)

    async def command(self, request: Request) -> Response:
        access = self._access(request)
        command = await _command(request)
        reply: Reply = await run_in_threadpool(self._run, command, access)
        return self._answer(request, reply)

    async def pipeline(self, request: Request) -> Response:
        access = self._access(request)
        commands = commands_of_body(await request.body())
        # One hop for all; others may come in between, as between the commands of a pipeline.
        replies = await run_in_threadpool(lambda: [self._run(one, access) for one in commands])
        return self._answers(request, replies)

    async def transaction(self, request: Request) -> Response:
        access = self._access(request)
        commands = commands_of_body(await request.body())
        reply = await run_in_threadpool(self._transact, commands, access)
        if isinstance(reply, list):
            return self._answers(request, reply)
        return self._answer(request, reply)

    def _access(self, request: Request) -> Access:
        access = self._tokens.access(request.headers.get("authorization"))
        if access is None:
            raise HTTPException(401, "WRONGPASS invalid or missing auth token")
        return access

    def _run(self, command: Command, access: Access) -> Reply:
        refused = refusal(command, access)
        return redis.ResponseError(refused) if refused else self._store.run(command)

    def _transact(self, commands: Sequence[Command], access: Access) -> Reply:
        for command in commands:
            if refused := refusal(command, access):
                return redis.ResponseError(f"EXECABORT Transaction discarded because of: {refused}")
        return self._store.transact(commands)

    def _answer(self, request: Request, reply: Reply) -> Response:
        content = answer(reply, encoded=_encoded(request))
        return self._json(content, 400 if "error" in content else 200)

    def _answers(self, request: Request, replies: Sequence[Reply]) -> Response:
        return self._json([answer(reply, encoded=_encoded(request)) for reply in replies], 200)

    def _json(self, content: Json, status: int) -> Response:
        # There is one copy of the data and every read sees every write, so the token that a
        # client sends needs no waiting for; the one it gets only has to move on.
        return JSONResponse(content, status, {"Upstash-Sync-Token": f"1={next(self._moments)}"})


async def _command(request: Request) -> Command:
    body = await request.body()
    raw_path: bytes = request.scope["raw_path"]
    # Still percent-encoded, so that a key may hold a slash; the root path is where we are mounted.
    path = raw_path[len(request.scope.get("root_path", "")) :]
    if path in {b"", b"/"} and request.method in {"POST", "PUT"}:
        return command_of_body(body)
    return command_of_path(path, body, request.scope["query_string"])


def _encoded(request: Request) -> bool:
    return request.headers.get("upstash-encoding") == "base64"


def _malformed(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 400)


def _http_error(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):  # Starlette types handlers for any exception
        raise error
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


def _unreachable(_: Request, error: Exception) -> Response:
    """Answer for a real Redis that is not there; fakeredis always is."""
    return JSONResponse({"error": f"ERR the Redis behind this emulator: {error}"}, 503)
