"""Claims that all processes respect, in Upstash Redis."""

from uuid import uuid4

from recollect.adapters.upstash.redis import RedisClient, Script


class RedisClaims:
    """The port `Claims` of `recollect.tools`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def take(self, name: str, milliseconds: int) -> str | None:
        """A token for `name`, unless somebody else holds one; it ends by itself."""
        token = uuid4().hex
        script = Script("hold_claim", (_claim_key(name),), (token, milliseconds))
        # Who is told its own token holds the claim: also when the first answer was lost.
        holder = await self._redis.run(script, repeatable=True)
        return token if holder == token else None

    async def release(self, name: str, token: str) -> None:
        """Give a token back; that of somebody else stays."""
        await self._redis.run(
            Script("release_claim", (_claim_key(name),), (token,)), repeatable=True
        )


def _claim_key(name: str) -> str:
    return f"once:claim:{name}"
