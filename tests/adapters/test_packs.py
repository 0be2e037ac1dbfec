"""The cache of packs in a Redis that loses an answer."""

import httpx

from recollect.adapters.upstash.redis.packs import RedisPacks
from tests.adapters.forgetful import forgetful_redis


async def test_a_lost_answer_of_the_cache_is_asked_for_again(
    http_client: httpx.AsyncClient,
) -> None:
    for customer in ("", "Altus"):
        async with forgetful_redis(http_client) as (redis, app):
            assert await RedisPacks(redis).get("key", customer) == (None, False)
            assert app.requests == 2
