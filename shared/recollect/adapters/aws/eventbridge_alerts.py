"""Alerts about answers, put on the event bus (Amazon EventBridge)."""

from datetime import datetime

from recollect.adapters.aws.eventbridge import EventBridgeBus
from recollect.validation.models import ResponseValidationAlert

SOURCE = "recollect.validation"


class EventBridgeAlerts:
    """The port `AlertPublisher` of `recollect.validation`. `timeout` is in seconds.

    A publication is tried once: who did not hear of it may read the metrics.
    """

    def __init__(self, bus_name: str, timeout: float) -> None:
        self._bus = EventBridgeBus(bus_name, timeout)

    async def publish(self, alert: ResponseValidationAlert, at: datetime) -> None:
        """Tell whoever listens. `at` is an aware moment."""
        await self._bus.put(SOURCE, alert, at)
