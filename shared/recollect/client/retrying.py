"""When a request is repeated, and after which pause.

The longest pause doubles from one attempt to the next, and the actual pause is drawn at random
between 0 and it ("full jitter", Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog
2015), so that clients that were rejected together do not come back together. No pause is shorter
than a `Retry-After`.
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from recollect.client.errors import ClientError, ProblemError, UnreachableError
from recollect.core.errors import ConfigurationError

_RETRYABLE_STATUSES: Final = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is sent at most, and the pauses between its attempts, in seconds.

    Without a `Retry-After`, the first pause is at most `first`, any other at most `longest`. An
    answer whose `Retry-After` exceeds `longest` is not waited for: its error is raised at once.
    Raises ConfigurationError for less than one attempt, or pauses that are negative or infinite.
    """

    attempts: int = 4
    first: float = 0.2
    longest: float = 20.0

    def __post_init__(self) -> None:
        pauses_end = all(0.0 <= each < math.inf for each in (self.first, self.longest))
        if self.attempts < 1 or not pauses_end:
            raise ConfigurationError("retries need 1 attempt or more, and pauses of 0 s or more")

    def pause(self, error: ClientError, attempt: int, draw: float) -> float | None:
        """Seconds until the next attempt, or None if this attempt is the last.

        `attempt` counts from 1; `draw` is a random number from 0 to 1.
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
    if not isinstance(error, ProblemError) or error.status not in _RETRYABLE_STATUSES:
        return False
    return error.problem.error is None or error.problem.error.retryable


def retry_after_seconds(header: str | None, now: datetime) -> float | None:
    """The seconds that a `Retry-After` header asks for, as a number or a date (RFC 9110, 10.2.3).

    None if there is no header, or it is neither.
    """
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
