"""API keys as Redis keeps them."""

from datetime import UTC, datetime, timedelta
from secrets import token_bytes

import pytest

from recollect.access.keys import RANDOM_BYTES, new_key
from recollect.adapters.upstash.redis.api_keys import RedisApiKeys
from recollect.core.errors import StoreRefused
from recollect.wiring.stores import Stores

NOON = datetime(2026, 3, 1, 12, 0, 0, 123_000, tzinfo=UTC)


async def test_a_key_comes_back_as_it_was_kept_and_the_newest_is_first(emulated: Stores) -> None:
    keys = RedisApiKeys(emulated.redis)
    older, _ = new_key(
        {"sub": "bot", "customers": ["Zoë, Inc."]},
        NOON,
        timedelta(days=1),
        token_bytes(RANDOM_BYTES),
    )
    newer, _ = new_key(
        {"sub": "bot"}, NOON + timedelta(hours=1), timedelta(days=1), token_bytes(RANDOM_BYTES)
    )
    for key in (older, newer):
        await keys.put(key)

    assert await keys.get(older.id) == older
    mine = [key for key in await keys.all() if key.id in {older.id, newer.id}]
    assert mine == [newer, older]


async def test_a_revoked_key_is_gone_and_is_not_revoked_twice(emulated: Stores) -> None:
    keys = RedisApiKeys(emulated.redis)
    key, _ = new_key({"sub": "bot"}, NOON, timedelta(days=1), token_bytes(RANDOM_BYTES))
    await keys.put(key)

    assert await keys.revoke(key.id)
    assert not await keys.revoke(key.id)
    assert await keys.get(key.id) is None


async def test_a_broken_record_of_a_key_is_refused(emulated: Stores) -> None:
    await emulated.redis.pipeline([["HSET", "api-keys", "broken", "{}"]], repeatable=True)
    try:
        with pytest.raises(StoreRefused):
            await RedisApiKeys(emulated.redis).get("broken")
    finally:
        await emulated.redis.pipeline([["HDEL", "api-keys", "broken"]], repeatable=True)
