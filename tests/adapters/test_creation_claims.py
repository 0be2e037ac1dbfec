"""Claims in Redis: one holder at a time, for a limited time, and only the holder releases it."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from recollect.adapters.upstash.redis.claims import RedisClaims
from recollect.wiring.stores import Stores
from tests.adapters.forgetful import Forgetful, forgetful_redis

MILLISECONDS = 60_000


@pytest.fixture
def claims(emulated: Stores) -> RedisClaims:
    return RedisClaims(emulated.redis)


@pytest.fixture
def name() -> str:
    return f"cmdb_ci_server:{uuid4().hex}:ü 名"


@pytest.fixture
async def forgetful(http_client: httpx.AsyncClient) -> AsyncIterator[tuple[RedisClaims, Forgetful]]:
    async with forgetful_redis(http_client) as (redis, app):
        yield RedisClaims(redis), app


async def test_exactly_one_of_twenty_simultaneous_claims_wins(
    claims: RedisClaims, name: str
) -> None:
    tokens = await asyncio.gather(*(claims.take(name, MILLISECONDS) for _ in range(20)))
    assert len([token for token in tokens if token is not None]) == 1


async def test_different_names_are_claimed_independently(claims: RedisClaims, name: str) -> None:
    first = await claims.take(name, MILLISECONDS)
    other = await claims.take(f"{name}:2", MILLISECONDS)
    assert None not in (first, other)
    assert first != other


async def test_a_released_claim_can_be_taken_again(claims: RedisClaims, name: str) -> None:
    token = await claims.take(name, MILLISECONDS)
    assert token is not None
    assert await claims.take(name, MILLISECONDS) is None
    await claims.release(name, token)
    again = await claims.take(name, MILLISECONDS)
    assert again not in (None, token)


async def test_releasing_with_a_wrong_token_or_name_releases_nothing(
    claims: RedisClaims, name: str
) -> None:
    token = await claims.take(name, MILLISECONDS)
    assert token is not None
    await claims.release(name, "somebody else's")
    await claims.release(f"{name}:2", token)
    assert await claims.take(name, MILLISECONDS) is None


async def test_a_holder_whose_claim_expired_cannot_release_the_next_one(
    claims: RedisClaims, name: str
) -> None:
    late = await claims.take(name, 200)
    assert late is not None
    await asyncio.sleep(0.25)
    assert await claims.take(name, MILLISECONDS) is not None
    await claims.release(name, late)
    assert await claims.take(name, MILLISECONDS) is None


async def test_a_claim_expires_by_itself_and_other_attempts_do_not_prolong_it(
    emulated: Stores, claims: RedisClaims, name: str
) -> None:
    key = f"once:claim:{name}"
    await claims.take(name, MILLISECONDS)
    assert 0 < await emulated.redis.pttl(key) <= MILLISECONDS
    await emulated.redis.pexpire(key, MILLISECONDS // 2)
    assert await claims.take(name, MILLISECONDS) is None
    assert 0 < await emulated.redis.pttl(key) <= MILLISECONDS // 2


async def test_taking_a_claim_is_one_script_and_reads_nothing_from_a_replica(
    emulator_environment: dict[str, str],
    http_client: httpx.AsyncClient,
    claims: RedisClaims,
    name: str,
) -> None:
    async def spent() -> dict[str, int]:
        told = await http_client.get(f"{emulator_environment['UPSTASH_REDIS_REST_URL']}/bill")
        commands: dict[str, int] = told.json()["commands"]
        return commands

    before = await spent()
    await claims.take(name, MILLISECONDS)
    after = await spent()
    assert {each: after[each] - before.get(each, 0) for each in after} == {
        **dict.fromkeys(after, 0),
        "EVAL": 1,
    }


async def test_a_caller_that_missed_the_answer_asks_again_and_holds_the_claim(
    forgetful: tuple[RedisClaims, Forgetful],
) -> None:
    claims, app = forgetful
    token = await claims.take("a", MILLISECONDS)
    assert app.requests == 2
    assert token is not None
    assert await claims.take("a", MILLISECONDS) is None


async def test_releasing_a_claim_is_safely_repeated(
    forgetful: tuple[RedisClaims, Forgetful],
) -> None:
    claims, app = forgetful
    await claims.release("a", "a token")
    assert app.requests == 2
    assert await claims.take("a", MILLISECONDS) is not None
