"""Discovery packs that are kept for all processes, in Upstash Redis."""

from uuid import uuid4

from recollect.adapters.upstash.redis import Command, RedisClient, Script, reading_answers
from recollect.discovery.caching import Claimed


class RedisPacks:
    """The port `PackCache` of `recollect.discovery`.

    `claim_ms` is longer than building takes, so that nobody else begins; short, if a builder dies.
    """

    def __init__(self, redis: RedisClient, claim_ms: int) -> None:
        self._redis, self._claim_ms = redis, claim_ms

    async def claim(self, key: str) -> Claimed:
        """The kept pack, else the right to build it."""
        # A repeat after a lost answer finds its own claim.
        arguments = (self._claim_ms, uuid4().hex)
        script = Script("claim_pack", (_pack(key), _claim(key)), arguments)
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
