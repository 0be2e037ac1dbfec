"""Which requests the throttle lets in, and which it refuses with a time to retry."""

import asyncio

import pytest

from recollect.core.errors import StoreUnavailable, Throttled
from recollect.serving.idempotency import Answer
from recollect.serving.problems import problem_of
from recollect.serving.throttling import Throttle, throttled

ANSWER = Answer(status=200, body="{}", degraded=("reputation",))


class Waits:
    """A throttle that gives every caller the same wait, or fails."""

    def __init__(self, seconds: float, error: Exception | None = None) -> None:
        self.seconds, self.error = seconds, error

    async def wait(self, *_: str) -> float:
        if self.error:
            raise self.error
        return self.seconds


class Hangs:
    """A throttle that never answers."""

    async def wait(self, *_: str) -> float:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")


async def answered(throttle: Throttle | None) -> Answer:
    async def serve() -> Answer:
        return ANSWER

    return await throttled(throttle, "ada", "a", serve)


async def test_a_caller_within_its_rate_is_served() -> None:
    assert await answered(None) == ANSWER
    assert await answered(Waits(0)) == ANSWER


async def test_a_caller_over_its_rate_gets_retry_after_in_whole_seconds() -> None:
    with pytest.raises(Throttled) as told:
        await answered(Waits(1.2))

    problem = problem_of(told.value, "r")
    assert (problem.status, problem.retry_after) == (429, 2)


@pytest.mark.parametrize("throttle", [Waits(9, StoreUnavailable("redis", "is down")), Hangs()])
async def test_a_throttle_that_fails_or_hangs_serves_everybody_and_is_named_as_degraded(
    throttle: Throttle,
) -> None:
    assert (await answered(throttle)).degraded == ("reputation", "throttle")
