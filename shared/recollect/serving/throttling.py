"""Limits how many requests a minute one caller may send for an app, and how many at once.

A caller that sends more is refused, with the time after which it may come again. If the throttle
does not answer, every caller is let in, since a throttle must not take the service down.
"""

import math
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from recollect.core.degradation import Degradation
from recollect.core.errors import Throttled
from recollect.serving.idempotency import Answer

PART: Final = "throttle"
"""The part that an answer lacks if the throttle did not answer."""

TIMEOUT_SECONDS: Final = 0.1
"""How long a request waits for the throttle: less than any deadline that it has."""


class Throttle(Protocol):
    """Counts the requests of callers."""

    async def wait(self, subject: str, app_slug: str) -> float:
        """Count a request that may go on now (0), or the seconds after which it may come again.

        A request that has to wait is not counted. Raises StoreError.
        """


async def throttled(
    throttle: Throttle | None, subject: str, app_slug: str, serve: Callable[[], Awaitable[Answer]]
) -> Answer:
    """Serve the caller's request. Raises Throttled if the caller sends too many."""
    if throttle is None:
        return await serve()
    degradation = Degradation()
    wait = await degradation.result_or(PART, 0.0, throttle.wait(subject, app_slug), TIMEOUT_SECONDS)
    if wait > 0:
        raise Throttled("too many requests", math.ceil(wait))
    answer = await serve()
    return answer.model_copy(update={"degraded": (*answer.degraded, *degradation.parts)})
