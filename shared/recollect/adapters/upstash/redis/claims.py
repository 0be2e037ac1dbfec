"""Claims (locks that expire by themselves) that all processes respect, in Upstash Redis."""

from uuid import uuid4

from recollect.adapters.upstash.redis.client import RedisAdapter, Script


class RedisClaims(RedisAdapter):
    """The port `CreationClaims` of `recollect.tools`."""

    async def take(self, name: str, milliseconds: int) -> str | None:
        """Take the claim on `name`: its token, or None if somebody else holds the claim.

        The claim expires after so many milliseconds.
        """
        token = uuid4().hex
        script = Script("hold_claim", (_claim_key(name),), (token, milliseconds))
        # The script answers the holder's token, so the answer is right even to a repeat.
        holder = await self._redis.run(script, repeatable=True)
        return token if holder == token else None

    async def release(self, name: str, token: str) -> None:
        """Give the claim back, if `token` still holds it."""
        await self._redis.run(
            Script("release_claim", (_claim_key(name),), (token,)), repeatable=True
        )


def _claim_key(name: str) -> str:
    return f"once:claim:{name}"
