"""The directory of business contexts in Upstash Redis."""

from recollect.adapters.upstash.redis import RedisClient, Script, reading_answers
from recollect.adapters.upstash.redis_keys import alias_key, business_key, channel_key
from recollect.knowledge.business_contexts import BusinessContext, DirectoryEntry
from recollect.knowledge.names import folded


class RedisDirectory:
    """The port `BusinessContextRepository` of `recollect.knowledge`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def put(self, entry: DirectoryEntry) -> None:
        """Keep an entry in place of the former, and all that leads to it."""
        pointers = [*map(alias_key, entry.aliases), *map(channel_key, entry.channels)]
        keys = (business_key(entry.entity), *pointers)
        script = Script("put_business", keys, (entry.context.model_dump_json(),))
        await self._redis.run(script, repeatable=True)

    async def get(self, entity: str) -> BusinessContext | None:
        """The context of an entity, by its own folded name only."""
        return _read(await self._redis.hget(business_key(entity), "context"))

    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        """By the Slack channel, else by the company's name, else by an alias: one round trip."""
        name = folded(company or "")
        keys = (
            channel_key(channel_id) if channel_id else "",
            business_key(name) if name else "",
            alias_key(name) if name else "",
        )
        if not any(keys):
            return None
        return _read(await self._redis.run(Script("find_business", keys, ()), repeatable=True))


def _read(kept: object) -> BusinessContext | None:
    if kept is None:
        return None
    with reading_answers():
        return BusinessContext.model_validate_json(str(kept))
