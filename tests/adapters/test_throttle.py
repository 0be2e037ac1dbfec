"""How fast a caller may send requests, by a clock of the test's own."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from recollect.adapters.upstash.redis.throttle import RedisThrottle
from recollect.wiring.stores import Stores

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def subject() -> str:
    return f"agent-{uuid4().hex}"


@pytest.fixture
def throttle(emulated: Stores, clock: Clock) -> RedisThrottle:
    """Thirty requests a minute, three at once."""
    return RedisThrottle(emulated.redis, 30, 3, clock)


async def test_a_burst_is_let_through_and_the_next_request_learns_how_long_to_wait(
    throttle: RedisThrottle, clock: Clock, subject: str
) -> None:
    assert [await throttle.wait(subject, "a") for _ in range(5)] == [0, 0, 0, 2, 2]
    clock.move(1.5)
    assert await throttle.wait(subject, "a") == 0.5
    clock.move(0.5)
    assert [await throttle.wait(subject, "a") for _ in range(2)] == [0, 2]


async def test_evenly_spaced_requests_never_wait_and_a_pause_allows_a_new_burst(
    throttle: RedisThrottle, clock: Clock, subject: str
) -> None:
    for _ in range(20):
        assert await throttle.wait(subject, "a") == 0
        clock.move(2)
    clock.move(3_600)
    assert [await throttle.wait(subject, "a") for _ in range(4)] == [0, 0, 0, 2]


async def test_another_caller_and_another_app_have_limits_of_their_own(
    throttle: RedisThrottle, subject: str
) -> None:
    assert [await throttle.wait(subject, "a") for _ in range(4)][-1] == 2
    assert await throttle.wait(subject, "b") == 0
    assert await throttle.wait(f"{subject}-2", "a") == 0


async def test_the_keys_of_a_throttle_expire_and_do_not_name_the_caller(
    emulated: Stores, throttle: RedisThrottle, subject: str
) -> None:
    for _ in range(3):
        await throttle.wait(subject, "a")
    (names,) = await emulated.redis.pipeline([["KEYS", "throttle:a:*"]], repeatable=True)
    left = await emulated.redis.pipeline([["PTTL", name] for name in names], repeatable=True)

    assert all(subject not in name for name in names)
    assert all(0 < milliseconds <= 6_000 for milliseconds in left)
