"""Waiting for a condition or an answer, and failing if it does not come."""

import asyncio
import time
from collections.abc import Awaitable, Callable

_TIMEOUT_SECONDS = 30
_POLL_SECONDS = 0.25


def wait_until(condition: Callable[[], bool]) -> None:
    """Return as soon as `condition` holds."""
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


async def wait_for(expected: object, ask: Callable[[], Awaitable[object]], seconds: float) -> None:
    """Ask until the answer is `expected`, for `seconds` at most; fail if it never is."""
    left = seconds
    while (given := await ask()) != expected and left > 0:
        await asyncio.sleep(_POLL_SECONDS)
        left -= _POLL_SECONDS
    assert given == expected
