"""How fast one caller may come: so many requests a minute on an app, and some at once.

A caller that comes faster is turned away with the time after which it may come again. Where that
cannot be asked, everybody is let in: a throttle must take no service down.
"""

import math
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from recollect.core.degradation import Degradation
from recollect.core.errors import Throttled
from recollect.serving.idempotency import Answer

PART: Final = "throttle"
"""What an answer says that it did without where nobody could be turned away."""

TIMEOUT_SECONDS: Final = 0.1
"""How long the throttle is waited for: less than anything that a request has to be done in."""


class Throttle(Protocol):
    """Counts requests of callers."""

    async def wait(self, subject: str, app_slug: str) -> float:
        """Count a request; the seconds after which it may come, 0 for now. Raises StoreError.

        A request that has to wait is not counted.
        """


async def throttled(
    throttle: Throttle | None, subject: str, app_slug: str, serve: Callable[[], Awaitable[Answer]]
) -> Answer:
    """Serve a caller that does not come too fast. Raises Throttled for one that does."""
    if throttle is None:
        return await serve()
    degradation = Degradation()
    wait = await degradation.survive(PART, 0.0, throttle.wait(subject, app_slug), TIMEOUT_SECONDS)
    if wait > 0:
        raise Throttled("you come too often", math.ceil(wait))
    answer = await serve()
    return answer.model_copy(update={"degraded": (*answer.degraded, *degradation.parts)})
