"""The stores of memories: Vector and Redis behind the ports of `recollect.memories`."""

from functools import cache

from recollect.adapters.upstash.coalescing import CoalescingRedis, CoalescingVector
from recollect.adapters.upstash.redis.memories import RedisMemories
from recollect.adapters.upstash.vector.memories import VectorMemories
from recollect.memories.stored.stores import MemoryStores
from recollect.wiring.stores import Stores, build_stores, stores


def build_memory_stores(connected: Stores) -> MemoryStores:
    """Build the stores of memories over these connections, with the settings for confidence."""
    return MemoryStores(
        VectorMemories(connected.vector),
        RedisMemories(connected.redis),
        connected.settings.confidence_settings,
    )


@cache
def memory_stores() -> MemoryStores:
    """The stores of memories of this process."""
    return build_memory_stores(stores())


@cache
def coalescing_memory_stores() -> MemoryStores:
    """The stores of memories for functions that store or judge many memories at once.

    They join concurrent requests.
    """
    connected = stores()
    return build_memory_stores(
        build_stores(connected.settings, connected.http, CoalescingVector, CoalescingRedis)
    )
