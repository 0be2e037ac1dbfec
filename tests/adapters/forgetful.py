"""A Redis whose first answer is lost after it has done what it was asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from infra.local.emulators.redis.app import create_redis_app
from infra.local.emulators.redis.stores import InProcessRedis
from infra.local.emulators.tokens import StoreTokens
from recollect.adapters.http.transport import bearer
from recollect.adapters.upstash.redis.client import STORE, RedisClient
from tests.adapters.services import service
from tests.infra.local.serving import serving


@dataclass(slots=True)
class Forgetful:
    """Answers the first request with 503 after it has taken effect; counts the requests."""

    app: ASGIApp
    requests: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] == "http"
        self.requests += is_request

        async def lost(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["status"] = 503
            await send(message)

        await self.app(scope, receive, lost if is_request and self.requests == 1 else send)


@asynccontextmanager
async def forgetful_redis(
    client: httpx.AsyncClient,
) -> AsyncIterator[tuple[RedisClient, Forgetful]]:
    """A client of a Redis of its own that loses its first answer."""
    store, tokens = InProcessRedis(), StoreTokens()
    app = Forgetful(create_redis_app(store, tokens))
    with serving(app) as url:
        yield RedisClient(service(client, STORE, url, bearer(tokens.full))), app
    store.close()
