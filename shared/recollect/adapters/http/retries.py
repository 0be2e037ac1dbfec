"""One deadline around what an outside system is asked, and how often it is asked within it.

StoreUnavailable            it was not reached, or cannot serve now (5xx)
└── NotActedUpon            it has certainly done nothing: a repeat is safe whatever the call does
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
# The operating system's: processes that were restored from one snapshot share Python's own.
_CHANCE: Final = random.SystemRandom()


class NotActedUpon(StoreUnavailable):
    """The system has certainly done nothing: a repeat is safe whatever the call does."""


class NotConnected(NotActedUpon):
    """There was no connection to send anything over."""


class TooManyRequests(NotActedUpon):
    """The system turned the call away, and will serve the next one after a while."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Which failures of a call are met with another attempt, and how many attempts there are.

    `limited_pause` is the pause in seconds after a 429 that names none.
    """

    attempts: int = 2
    after: type[StoreUnavailable] = StoreUnavailable
    limited_pause: float = 0.0

    def pause(self, error: StoreUnavailable, attempt: int) -> float | None:
        """Seconds until the next attempt; None where this one, counted from 1, was the last."""
        if attempt >= self.attempts or not isinstance(error, self.after):
            return None
        wanted = error.retry_after
        if wanted is None:
            wanted = self.limited_pause if isinstance(error, TooManyRequests) else 0.0
        return wanted + _CHANCE.uniform(*_JITTER_SECONDS)


TWICE: Final = RetryPolicy()
"""For what may be repeated: a connection that was kept through a pause may be dead."""


@asynccontextmanager
async def within(system: str, seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Cancel the block after so many seconds. Raises StoreTimeout then."""
    try:
        async with asyncio.timeout(seconds) as limit:
            yield limit
    except TimeoutError as error:
        raise StoreTimeout(system, f"no answer within {seconds:.4g} s") from error
