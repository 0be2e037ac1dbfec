"""Discovery packs that are kept for all processes, in Upstash Redis."""

from recollect.adapters.upstash_redis import Command, RedisClient, Script, reading_answers
from recollect.discovery.caching import Claimed

# Longer than building takes, so that nobody else begins; short, if a builder dies.
_CLAIM_MS = 1_500


class RedisPacks:
    """The port `PackCache` of `recollect.discovery`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def claim(self, key: str) -> Claimed:
        """The kept pack, else the right to build it; after a lost answer, a wait for it."""
        script = Script("claim_pack", (_pack(key), _claim(key)), (_CLAIM_MS,))
        answer = await self._redis.run(script, repeatable=True)
        with reading_answers():
            pack, granted = answer
            return Claimed(str(pack) or None, granted=str(granted) == "1")

    async def get(self, key: str) -> str | None:
        """The kept pack."""
        return await self._redis.get(_pack(key))

    async def keep(self, key: str, pack: str, ttl_ms: int) -> None:
        """Keep a pack, and give the right to build it back."""
        commands: list[Command] = [["SET", _pack(key), pack, "PX", ttl_ms], ["DEL", _claim(key)]]
        await self._redis.pipeline(commands, repeatable=True)


def _pack(key: str) -> str:
    return f"pack:{key}"


def _claim(key: str) -> str:
    return f"pack:{key}:claim"
