"""A cache for discovery packs, in Upstash Redis."""

from recollect.adapters.upstash.redis.client import RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.keys import alias_key, business_key
from recollect.knowledge.folded_names import folded_name


class RedisPacks(RedisAdapter):
    """The port `PackCache` of `recollect.discovery`."""

    async def get(self, key: str, customer: str) -> tuple[str | None, bool]:
        """The text under this key, or None, and whether the directory has the customer's name."""
        name = folded_name(customer)
        if not name:
            return await self._redis.get(f"pack:{key}"), False
        script = Script("kept_pack", (f"pack:{key}", business_key(name), alias_key(name)), ())
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            text, listed = answer
            return (None if text is None else str(text)), bool(listed)

    async def keep(self, key: str, text: str, ttl_ms: int) -> None:
        """Keep a text under this key for `ttl_ms`, in place of the one that is there."""
        await self._redis.set(f"pack:{key}", text, px=ttl_ms)
