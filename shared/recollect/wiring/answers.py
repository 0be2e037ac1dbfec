"""The answers that are kept for idempotency keys."""

from functools import cache

from recollect.adapters.upstash_redis_answers import RedisAnswers
from recollect.wiring.stores import stores


@cache
def answers() -> RedisAnswers:
    """The kept answers of this process."""
    return RedisAnswers(stores().redis)
