"""Who wrote which record of knowledge, and lists of the records by time, in Upstash Redis."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain

from recollect.adapters.upstash.redis.client import RedisAdapter, Script, translated_errors
from recollect.adapters.upstash.redis.keys import list_key, memory_key, one_part, sum_key
from recollect.core.timestamps import epoch_ms
from recollect.core.writer import Writer
from recollect.knowledge.ownership import NOTHING, Foreign


class RedisOwners(RedisAdapter):
    """The ports `Owners` and `ItemLists` of `recollect.knowledge`."""

    async def own(
        self,
        namespace: str,
        ids: Sequence[str],
        writer: Writer,
        supersedes: Mapping[str, Sequence[str]] = NOTHING,
    ) -> Foreign | None:
        """Make records the writer's, all or none, and note which records `supersedes` replaces."""
        places = {each: str(place) for place, each in enumerate(ids, 1)}
        notes = [(places[old], new) for new, superseded in supersedes.items() for old in superseded]
        arguments = (*writer_arguments(writer), str(len(ids)), *chain.from_iterable(notes))
        keys = _keys(namespace, ids)
        script = Script("own", keys, arguments, tuple(map(sum_key, keys)))
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            return Foreign(ids[int(answer[0]) - 1], str(answer[1])) if answer else None

    async def enlist(
        self, namespace: str, places: Mapping[str, str], writer: str, at: datetime | None = None
    ) -> None:
        """Put records on the namespace's list; a record that is on it moves to its new place."""
        if places:
            keys = _keys(namespace, places)
            script = Script(
                "enlist_items",
                (list_key(namespace), *keys),
                (writer, epoch_ms(at) if at else "", *places.values()),
                tuple(map(sum_key, keys)),
            )
            await self._redis.run(script, repeatable=True)

    async def strike(self, namespace: str, ids: Sequence[str]) -> int:
        """Remove records from the list, and the keys that belong to them; how many keys went."""
        keys = _keys(namespace, ids)
        listed = (list_key(namespace), *keys)
        script = Script("strike_items", listed, (len(keys),), tuple(map(sum_key, keys)))
        answer = await self._redis.run(script, repeatable=True)
        with translated_errors():
            return int(answer)

    async def listed(
        self, namespace: str, after: str, limit: int, *, least: str
    ) -> tuple[str, ...]:
        """Up to `limit` places on the list, newest first."""
        bounds = (f"({after}" if after else "+", f"[{least}" if least else "-")
        key = list_key(namespace)
        (answer,) = await self._redis.pipeline(
            [["ZRANGE", key, *bounds, "BYLEX", "REV", "LIMIT", 0, limit]], repeatable=True
        )
        with translated_errors():
            return tuple(map(str, answer))


def _keys(namespace: str, ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(memory_key((namespace, one_part(each))) for each in ids)


def writer_arguments(writer: Writer) -> tuple[str, str]:
    """The arguments for a writer: its subject, and "1" if it may take over others' records."""
    return writer.subject, "1" if writer.takes_over else ""
