"""Discovery packs that are kept for a while, in Upstash Redis."""

from recollect.adapters.upstash.redis import Command, RedisClient


class RedisPacks:
    """The port `PackCache` of `recollect.discovery`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def get(self, key: str) -> str | None:
        """The kept text, if there is one."""
        return await self._redis.get(f"pack:{key}")

    async def keep(self, key: str, text: str, ttl_ms: int) -> None:
        """Keep a text in place of the one that is there."""
        command: Command = ["SET", f"pack:{key}", text, "PX", ttl_ms]
        await self._redis.pipeline([command], repeatable=True)
