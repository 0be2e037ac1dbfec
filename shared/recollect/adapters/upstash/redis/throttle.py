"""Limits how fast each caller may send requests, in Upstash Redis."""

from collections.abc import Callable
from datetime import datetime

from recollect.adapters.upstash.redis.client import RedisClient, Script, translated_errors
from recollect.adapters.upstash.redis.keys import throttle_key
from recollect.core.timestamps import epoch_ms

_MINUTE_MS = 60_000


class RedisThrottle:
    """The port `Throttle` of `recollect.serving`.

    It lets `per_minute` requests of a caller in on average, and `burst` requests at once.
    """

    def __init__(
        self, redis: RedisClient, per_minute: float, burst: int, clock: Callable[[], datetime]
    ) -> None:
        self._redis = redis
        self._ms_per_request = _MINUTE_MS / per_minute
        self._ms_ahead = self._ms_per_request * (burst - 1)
        self._clock = clock

    async def wait(self, subject: str, app_slug: str) -> float:
        """Count a request that may go on (0), or the seconds after which it may come again."""
        paces = (f"{self._ms_per_request:.3f}", f"{self._ms_ahead:.3f}")
        arguments = (epoch_ms(self._clock()), *paces)
        script = Script("throttle", (throttle_key(subject, app_slug),), arguments)
        answer = await self._redis.run(script, repeatable=False)
        with translated_errors():
            return int(answer) / 1000
