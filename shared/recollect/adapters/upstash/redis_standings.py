"""The standings of memories in Upstash Redis: all that a search needs of it."""

from collections.abc import Sequence

from recollect.adapters.upstash.redis import RedisClient, paired, reading_answers
from recollect.adapters.upstash.redis_keys import memory_key
from recollect.core.ids import Key
from recollect.memories.record import Standing, standing_of


class RedisStandings:
    """The port `Standings` of `recollect.memories`."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        """The standing of each memory, in one round trip."""
        answers = await self._redis.pipeline(
            [["HGETALL", memory_key(key)] for key in keys], repeatable=True
        )
        return tuple(standing_from(answer) for answer in answers)


def standing_from(flat: Sequence[str]) -> Standing:
    """The standing behind the fields and values of a memory's hash."""
    with reading_answers():
        return standing_of(dict(paired(flat)))
