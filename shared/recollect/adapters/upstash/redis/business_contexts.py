"""Business contexts in Upstash Redis."""

from recollect.adapters.upstash.redis.client import RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.keys import alias_key, business_key, channel_key
from recollect.adapters.upstash.redis.owners import writer_arguments
from recollect.core.writer import Writer
from recollect.knowledge.business_contexts import (
    BusinessContext,
    BusinessContextEntry,
    ForeignEntry,
)
from recollect.knowledge.folded_names import folded_name


class RedisBusinessContexts(RedisAdapter):
    """The port `BusinessContextRepository` of `recollect.knowledge`."""

    async def put(self, entry: BusinessContextEntry, writer: Writer) -> ForeignEntry | None:
        """Store an entry in place of the former one, with its aliases and channels.

        Returns None, or the entry of another writer that is in the way; then nothing was done.
        """
        pointers = [*map(alias_key, entry.aliases), *map(channel_key, entry.channels)]
        keys = (business_key(entry.entity), alias_key(entry.entity), *pointers)
        arguments = (entry.context.model_dump_json(), *writer_arguments(writer))
        answer = await self._redis.run(
            Script("put_business", keys, arguments, touches=None), repeatable=True
        )
        with translated_errors():
            if not answer:
                return None
            place, foreign, context = answer
            names = (entry.entity, entry.entity, *entry.aliases, *entry.channels)
            read = BusinessContext.model_validate_json(str(context))
            return ForeignEntry(names[int(place) - 1], str(foreign), read)

    async def get(self, entity: str) -> BusinessContext | None:
        """The context of an entity, by its own folded name and by no alias."""
        return _read(await self._redis.hget(business_key(entity), "context"))

    async def look_up(self, channel_id: str | None, company: str | None) -> BusinessContext | None:
        """The context for a Slack channel, else for the company's name, else for it as an alias.

        All in one round trip. None if nothing leads to a context.
        """
        name = folded_name(company or "")
        keys = (
            channel_key(channel_id) if channel_id else "",
            business_key(name) if name else "",
            alias_key(name) if name else "",
        )
        if not any(keys):
            return None
        return _read(
            await self._redis.run(Script("find_business", keys, (), touches=None), repeatable=True)
        )


def _read(kept: object) -> BusinessContext | None:
    if kept is None:
        return None
    with translated_errors():
        return BusinessContext.model_validate_json(str(kept))
