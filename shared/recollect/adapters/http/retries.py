"""The deadline of a call to an outside system, and how often it is retried within that.

StoreUnavailable            the system was not reached, or cannot serve now (5xx)
└── NotActedUpon            it has certainly done nothing: a retry is safe whatever the call does
    ├── NotConnected        there was no connection
    └── TooManyRequests     it turned the call away (429)
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from recollect.core.errors import StoreTimeout, StoreUnavailable

_JITTER_SECONDS: Final = (0.02, 0.08)
# Random numbers of the operating system: processes that start from the same snapshot would all draw
# the same numbers from Python's own generator.
_RANDOM: Final = random.SystemRandom()


class NotActedUpon(StoreUnavailable):
    """The system has certainly done nothing: a retry is safe whatever the call does."""


class NotConnected(NotActedUpon):
    """There was no connection to send anything over."""


class TooManyRequests(NotActedUpon):
    """The system turned the call away, and will serve the next one after a while."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How many attempts a call has in all, and after which errors another attempt follows.

    `limited_pause` is the pause in seconds after a 429 whose response does not ask for one.
    """

    attempts: int = 2
    after: type[StoreUnavailable] = StoreUnavailable
    limited_pause: float = 0.0

    def pause(self, error: StoreUnavailable, attempt: int) -> float | None:
        """Seconds to wait before the next attempt, or None if there is no next one.

        `attempt` is the number of the attempt that failed, counted from 1.
        """
        if attempt >= self.attempts or not isinstance(error, self.after):
            return None
        wanted = error.retry_after
        if wanted is None:
            wanted = self.limited_pause if isinstance(error, TooManyRequests) else 0.0
        return wanted + _RANDOM.uniform(*_JITTER_SECONDS)


TWICE: Final = RetryPolicy()
"""For calls that are safe to repeat: a connection that was idle for a while may be dead."""


@asynccontextmanager
async def within(system: str, seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Cancel the block after so many seconds, and raise StoreTimeout."""
    try:
        async with asyncio.timeout(seconds) as limit:
            yield limit
    except TimeoutError as error:
        raise StoreTimeout(system, f"no answer within {seconds:.4g} s") from error
