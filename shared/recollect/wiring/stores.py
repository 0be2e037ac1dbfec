"""The connections to both stores, which all services of a process share."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import httpx
from pydantic import BaseModel

from recollect.adapters.http.transport import HttpService, RenewableToken, new_http_client
from recollect.adapters.upstash.redis.client import STORE as REDIS
from recollect.adapters.upstash.redis.client import RedisClient
from recollect.adapters.upstash.vector.client import STORE as VECTOR
from recollect.adapters.upstash.vector.client import VectorIndex
from recollect.core.cursors import Cursors
from recollect.settings.stores import StoreSettings
from recollect.wiring.environment import renew_secrets, settings_from

MAX_CUSTOMER_SETS: Final = 100
"""How many services of a kind are kept: one for each set of customers that callers have in common.
"""


@dataclass(frozen=True, slots=True)
class Stores:
    """Both stores, the HTTP client of all outside systems, and the settings of the stores."""

    settings: StoreSettings
    http: httpx.AsyncClient
    vector: VectorIndex
    redis: RedisClient


def build_stores(
    settings: StoreSettings,
    client: httpx.AsyncClient | None = None,
    vector_type: type[VectorIndex] = VectorIndex,
    redis_type: type[RedisClient] = RedisClient,
    renewed: Callable[[], Awaitable[StoreSettings]] | None = None,
) -> Stores:
    """Build the clients of the stores; this opens no connection yet.

    A caller that outlives its event loop passes its own `client`, and closes it. If tokens can be
    rotated while the process runs, `renewed` answers the current settings.
    """
    http, timeout = client or new_http_client(), settings.store_timeout

    def auth(token: Callable[[StoreSettings], str]) -> httpx.Auth:
        async def current_token() -> str:
            return token(await renewed() if renewed else settings)

        return RenewableToken(token(settings), current_token)

    vector_auth, redis_auth = auth(lambda of: of.vector_token), auth(lambda of: of.redis_token)
    vector = HttpService(http, VECTOR, settings.vector_url, timeout, vector_auth)
    redis = HttpService(http, REDIS, settings.redis_url, timeout, redis_auth)
    return Stores(settings, http, vector_type(vector), redis_type(redis))


@cache
def stores() -> Stores:
    """The stores of this process, by its settings."""
    return build_stores(settings_from(StoreSettings), renewed=_current_settings)


def list_cursors(name: str, asked: BaseModel) -> Cursors:
    """The cursors of the list with this name, as far as a request asks for it."""
    return Cursors.of_list(stores().settings.vector_token, name, asked)


async def _current_settings() -> StoreSettings:
    await renew_secrets()
    return settings_from(StoreSettings)
