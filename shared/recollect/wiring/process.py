"""What `recollect.serving` needs of this process, built on first use.

Its modules are imported on first use, too, since most requests have no idempotency key, and most
events succeed.
"""

# ruff: noqa: PLC0415  # see above
from functools import cache
from typing import TYPE_CHECKING

from recollect.core.errors import ConfigurationError
from recollect.core.measures import LogNote
from recollect.settings.process import (
    AccessSettings,
    LogSettings,
    MetricsSettings,
    ThrottleSettings,
    TracesSettings,
)
from recollect.wiring.environment import load_secrets, own_settings, settings_from, take_notes

if TYPE_CHECKING:
    from recollect.adapters.aws.sqs_dead_letters import SqsDeadLetters
    from recollect.adapters.otlp.traces import OtlpTraces
    from recollect.adapters.upstash.redis.answers import RedisAnswers
    from recollect.adapters.upstash.redis.throttle import RedisThrottle


class _Process:
    """The port `Process` of `recollect.serving.process`."""

    async def load_secrets(self) -> None:
        # Raises ConfigurationError for a wrong level, so that the request is refused.
        self.log_level()
        await load_secrets()

    @staticmethod
    @cache
    def log_level() -> str:
        return own_settings(LogSettings).level

    @staticmethod
    @cache
    def metrics_namespace() -> str:
        return own_settings(MetricsSettings).namespace

    def take_notes(self) -> list[LogNote]:
        return take_notes()

    @staticmethod
    @cache
    def api_is_open() -> bool:
        return own_settings(AccessSettings).open_api

    def pseudonym(self, subject: str) -> str:
        from recollect.core.pseudonyms import pseudonym
        from recollect.wiring.stores import stores

        try:
            # The token that every function has, even one that may only read the index.
            return pseudonym(stores().settings.redis_token, subject)
        except ConfigurationError:  # for example in a function without stores
            return ""

    def throttle(self) -> "RedisThrottle | None":
        bounds = _throttle_settings()
        if not bounds.per_minute:
            return None
        from datetime import UTC, datetime

        from recollect.adapters.upstash.redis.throttle import RedisThrottle
        from recollect.wiring.stores import stores

        return RedisThrottle(
            stores().redis, bounds.per_minute, bounds.burst, lambda: datetime.now(UTC)
        )

    def traces(self) -> "OtlpTraces | None":
        return traces()

    def kept_answers(self) -> "RedisAnswers":
        from recollect.adapters.upstash.redis.answers import RedisAnswers
        from recollect.wiring.stores import stores

        return RedisAnswers(stores().redis)

    def event_max_age(self) -> float:
        from recollect.wiring.stores import stores

        return stores().settings.event_max_age

    def dead_letters(self) -> "SqsDeadLetters":
        from recollect.adapters.aws.sqs_dead_letters import SqsDeadLetters
        from recollect.wiring.stores import stores

        settings = stores().settings
        return SqsDeadLetters(settings.dead_letter_queue_url, settings.store_timeout)


@cache
def _throttle_settings() -> ThrottleSettings:
    return own_settings(ThrottleSettings)


@cache
def traces() -> "OtlpTraces | None":
    """The collector of this process's traces, or None. Raises ConfigurationError."""
    collector = settings_from(TracesSettings)
    if not collector.endpoint:
        return None
    from recollect import __version__
    from recollect.adapters.http.transport import HttpService, new_http_client
    from recollect.adapters.otlp.traces import STORE, OtlpTraces

    service = HttpService(new_http_client(), STORE, collector.endpoint, collector.timeout)
    # The headers are read each time, since the first request is traced before it has its secrets.
    return OtlpTraces(service, lambda: dict(settings_from(TracesSettings).headers), __version__)


process = _Process()
