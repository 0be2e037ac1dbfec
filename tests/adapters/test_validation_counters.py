"""Counts of validations in Redis: none is lost, and none is counted twice."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date, timedelta
from uuid import uuid4

import httpx
import pytest

from recollect.adapters.upstash.redis.client import STORE, RedisClient
from recollect.adapters.upstash.redis.validation import RedisValidationCounters
from recollect.core.errors import StoreRefused
from recollect.wiring.stores import Stores
from tests.adapters.forgetful import forgetful_redis
from tests.adapters.misbehaving import Server, misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case

COUNTS = {"type:overview": 1, "missing:Current State": 2}
KEPT_SECONDS = 100 * 86_400


@pytest.fixture
def counters(emulated: Stores) -> RedisValidationCounters:
    return RedisValidationCounters(emulated.redis)


@pytest.fixture
async def day(emulated: Stores) -> AsyncIterator[date]:
    """A day that, like the day after it, no other test uses."""
    own = date(2001, 1, 1) + timedelta(days=2 * (uuid4().int % 100_000))
    yield own
    await emulated.redis.delete(key_of(own), key_of(own + timedelta(days=1)))


@pytest.fixture
async def scripted(http_client: httpx.AsyncClient) -> AsyncIterator[tuple[RedisClient, Server]]:
    """A Redis whose answers the test prescribes."""
    async with misbehaving([]) as server:
        yield RedisClient(service(http_client, STORE, server.url)), server


def key_of(day: date) -> str:
    return f"validation:{day:%Y-%m-%d}"


async def test_a_day_without_validations_has_no_counts(
    counters: RedisValidationCounters, day: date
) -> None:
    assert list(await counters.of_days([day])) == [{}]
    assert list(await counters.of_days([])) == []


async def test_counts_of_a_day_add_up(counters: RedisValidationCounters, day: date) -> None:
    await counters.add(day, COUNTS, "")
    await counters.add(day, {"type:overview": 3, "unused:ツール": 1}, "")

    (counts,) = await counters.of_days([day])
    assert counts == {"type:overview": 4, "missing:Current State": 2, "unused:ツール": 1}


async def test_days_are_counted_separately_and_come_in_the_order_asked_for(
    counters: RedisValidationCounters, day: date
) -> None:
    following = day + timedelta(days=1)
    await counters.add(day, {"type:overview": 1}, "")
    await counters.add(following, {"type:unknown": 2}, "")

    answers = await counters.of_days([following, day, following])
    assert list(answers) == [{"type:unknown": 2}, {"type:overview": 1}, {"type:unknown": 2}]


async def test_an_operation_counts_once_even_if_repeated_on_the_next_day(
    counters: RedisValidationCounters, day: date
) -> None:
    operation, following = uuid4().hex, day + timedelta(days=1)
    await asyncio.gather(*(counters.add(day, COUNTS, operation) for _ in range(10)))
    await counters.add(following, COUNTS, operation)
    assert list(await counters.of_days([day, following])) == [COUNTS, {}]

    await counters.add(day, COUNTS, uuid4().hex)
    assert list(await counters.of_days([day])) == [{name: 2 * n for name, n in COUNTS.items()}]


async def test_fifty_simultaneous_validations_count_as_fifty(
    counters: RedisValidationCounters, day: date
) -> None:
    await asyncio.gather(*(counters.add(day, COUNTS, "") for _ in range(50)))

    (counts,) = await counters.of_days([day])
    assert counts == {name: 50 * count for name, count in COUNTS.items()}


async def test_a_day_is_kept_for_a_hundred_days_after_its_last_count(
    emulated: Stores, counters: RedisValidationCounters, day: date
) -> None:
    await counters.add(day, COUNTS, "")
    await emulated.redis.expire(key_of(day), 60)
    await counters.add(day, COUNTS, "")
    assert KEPT_SECONDS - 600 < await emulated.redis.ttl(key_of(day)) <= KEPT_SECONDS


async def test_a_count_that_is_no_number_is_refused(
    emulated: Stores, counters: RedisValidationCounters, day: date
) -> None:
    await emulated.redis.hset(key_of(day), "type:overview", "many")
    with pytest.raises(StoreRefused):
        await counters.of_days([day])


@each_case("result", [7, "a!", {"a": 1}, ["a"], [[]], ["a", None], None])
async def test_counts_of_another_type_are_refused(
    scripted: tuple[RedisClient, Server], result: object
) -> None:
    redis, server = scripted
    server.behaviours = [reply(200, [{"result": result}])]
    with pytest.raises(StoreRefused):
        await RedisValidationCounters(redis).of_days([date(2025, 1, 1)])


@each_case("operation", ["", "op"])
async def test_a_count_whose_answer_was_lost_is_repeated_and_counts_once(
    http_client: httpx.AsyncClient, operation: str
) -> None:
    day = date(2025, 1, 1)
    async with forgetful_redis(http_client) as (redis, app):
        counters = RedisValidationCounters(redis)
        await counters.add(day, COUNTS, operation)
        assert app.requests == 2
        assert list(await counters.of_days([day])) == [COUNTS]
