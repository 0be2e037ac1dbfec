"""What functions need that change memories."""

from dataclasses import dataclass
from functools import cache

import httpx

from recollect.adapters.upstash.redis import RedisClient
from recollect.adapters.upstash.redis_memories import RedisMemories
from recollect.adapters.upstash.vector_memories import VectorMemories
from recollect.relevance.fusion import Fusion
from recollect.settings.stores import StoreSettings
from recollect.wiring.stores import Stores, build_stores, stores


@dataclass(frozen=True, slots=True)
class Services:
    """Everything there is for memories."""

    settings: StoreSettings
    records: VectorMemories
    redis: RedisClient
    counts: RedisMemories
    fusion: Fusion


def build_services(settings: StoreSettings, client: httpx.AsyncClient | None = None) -> Services:
    """Put services together over stores of their own; see `build_stores` for `client`."""
    return _services(build_stores(settings, client))


@cache
def services() -> Services:
    """The services of this process."""
    return _services(stores())


def _services(connected: Stores) -> Services:
    settings, redis = connected.settings, connected.redis
    return Services(
        settings=settings,
        records=VectorMemories(connected.vector),
        redis=redis,
        counts=RedisMemories(redis),
        fusion=connected.fusion,
    )
