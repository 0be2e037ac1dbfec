"""When a request is repeated, and after which pause.

The pause grows twofold from one attempt to the next and is drawn from all of it ("full jitter",
Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015), so that clients that were
turned away together do not come back together. A `Retry-After` is the least pause there is.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from recollect.client.errors import ClientError, ProblemError, UnreachableError
from recollect.core.errors import ConfigurationError

_WORTH_A_REPEAT: Final = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is sent, and how long the pauses between are, in seconds.

    Whoever asks for a pause over `longest` is not waited for: the error is raised at once.
    Raises ConfigurationError.
    """

    attempts: int = 4
    first: float = 0.2
    longest: float = 20.0

    def __post_init__(self) -> None:
        pauses_end = all(0.0 <= each < math.inf for each in (self.first, self.longest))
        if self.attempts < 1 or not pauses_end:
            raise ConfigurationError("retries need 1 attempt or more, and pauses of 0 s or more")

    def pause(self, error: ClientError, attempt: int, draw: float) -> float | None:
        """Seconds until the next attempt; None where this one, counted from 1, was the last.

        `draw` is from 0 to 1.
        """
        if attempt >= self.attempts or not is_worth_a_repeat(error):
            return None
        backoff = min(self.longest, self.first * 2.0 ** (attempt - 1))
        wanted = error.retry_after if isinstance(error, ProblemError) else None
        if wanted is None:
            return draw * backoff
        return wanted + draw * self.first if wanted <= self.longest else None


def is_worth_a_repeat(error: ClientError) -> bool:
    """Whether the same request may succeed in a while."""
    if isinstance(error, UnreachableError):
        return True
    if not isinstance(error, ProblemError) or error.status not in _WORTH_A_REPEAT:
        return False
    return error.problem.error is None or error.problem.error.retryable


def retry_after_seconds(header: str | None, now: datetime) -> float | None:
    """The seconds of a `Retry-After`, which has a number or a date (RFC 9110, 10.2.3)."""
    if header is None:
        return None
    if header.strip().isdecimal():
        return float(header[:12])
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    aware = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
