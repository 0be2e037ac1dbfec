"""The connections that everything shares."""

from dataclasses import dataclass
from functools import cache

import httpx

from recollect.adapters.http.transport import HttpService, bearer, new_http_client
from recollect.adapters.upstash.redis import STORE as REDIS
from recollect.adapters.upstash.redis import RedisClient
from recollect.adapters.upstash.vector import STORE as VECTOR
from recollect.adapters.upstash.vector import VectorIndex
from recollect.settings.stores import StoreSettings
from recollect.wiring.environment import settings_from


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
) -> Stores:
    """Put the stores together; opens no connection yet.

    A caller that outlives its event loop brings a `client`, and closes it.
    """
    http, timeout = client or new_http_client(), settings.store_timeout
    vector = HttpService(http, VECTOR, settings.vector_url, timeout, bearer(settings.vector_token))
    redis = HttpService(http, REDIS, settings.redis_url, timeout, bearer(settings.redis_token))
    return Stores(settings, http, vector_type(vector), redis_type(redis))


@cache
def stores() -> Stores:
    """The stores of this process, as its environment says."""
    return build_stores(settings_from(StoreSettings))
