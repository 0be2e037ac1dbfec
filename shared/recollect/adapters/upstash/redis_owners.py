"""Who wrote what, in Upstash Redis."""

from collections.abc import Mapping, Sequence
from itertools import chain

from recollect.adapters.upstash.redis import RedisClient, Script, reading_answers
from recollect.adapters.upstash.redis_keys import memory_key, one_part
from recollect.core.writer import Writer
from recollect.knowledge.ownership import NOTHING, Foreign


class RedisOwners:
    """The port `Owners` of `recollect.knowledge`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def own(
        self,
        namespace: str,
        ids: Sequence[str],
        writer: Writer,
        supersedes: Mapping[str, Sequence[str]] = NOTHING,
    ) -> Foreign | None:
        """Make records the writer's, all or none; the first that is somebody else's, if one is."""
        keys = tuple(memory_key((namespace, one_part(each))) for each in ids)
        places = {each: str(place) for place, each in enumerate(ids, 1)}
        notes = [(places[old], new) for new, superseded in supersedes.items() for old in superseded]
        script = Script("own", keys, (*writer_arguments(writer), *chain.from_iterable(notes)))
        answer = await self._redis.run(script, repeatable=True)
        with reading_answers():
            return Foreign(ids[int(answer[0]) - 1], str(answer[1])) if answer else None


def writer_arguments(writer: Writer) -> tuple[str, str]:
    """Who writes, and whether it may take over, as the scripts read it."""
    return writer.subject, "1" if writer.takes_over else ""
