"""What validation needs: counters, and a publisher for its alerts."""

from dataclasses import dataclass
from functools import cache

from recollect.adapters.upstash.redis.validation import RedisValidationCounters
from recollect.settings.validation import ValidationSettings
from recollect.validation.validating import AlertPublisher
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import Stores, stores


@dataclass(frozen=True, slots=True)
class ValidationServices:
    """The services of validation; if `alerts` is None, no alert is published."""

    counters: RedisValidationCounters
    alerts: AlertPublisher | None


@cache
def validation_services() -> ValidationServices:
    """The services of this process, by its settings."""
    return build_validation_services(settings_from(ValidationSettings), stores())


def build_validation_services(
    settings: ValidationSettings, connected: Stores
) -> ValidationServices:
    """Build the services over stores."""
    return ValidationServices(
        counters=RedisValidationCounters(connected.redis),
        alerts=_alerts(settings, connected) if settings.publishes_alerts else None,
    )


def _alerts(settings: ValidationSettings, connected: Stores) -> AlertPublisher:
    from recollect.adapters.aws.eventbridge import ALERTS, EventBridgePublisher  # noqa: PLC0415  # few have a bus

    return EventBridgePublisher(settings.event_bus, ALERTS, connected.settings.store_timeout)
