"""Alerts about answers, put on the event bus (Amazon EventBridge)."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Protocol

from recollect.adapters.aws.clients import in_thread, new_client
from recollect.core.errors import StoreRefused
from recollect.validation.models import ResponseValidationAlert

STORE = "eventbridge"
SOURCE = "recollect.validation"


class _Events(Protocol):
    """What we use of boto3's client, which has no types."""

    def put_events(self, *, Entries: list[dict[str, object]]) -> Mapping[str, object]: ...  # noqa: N803  # AWS's name


class EventBridgeAlerts:
    """The port `AlertPublisher` of `recollect.validation`. `timeout` is in seconds.

    A publication is tried once: who did not hear of it may read the metrics.
    """

    def __init__(self, bus_name: str, timeout: float) -> None:
        self._bus_name = bus_name
        self._timeout = timeout

    async def publish(self, alert: ResponseValidationAlert, at: datetime) -> None:
        """Tell whoever listens. `at` is an aware moment."""
        entry: dict[str, object] = {
            "Source": SOURCE,
            "DetailType": type(alert).__name__,
            "Detail": alert.model_dump_json(),
            "Time": at,
            "EventBusName": self._bus_name,
        }
        answer = await in_thread(
            STORE, self._timeout, lambda: self._client.put_events(Entries=[entry])
        )
        if answer.get("FailedEntryCount") != 0:
            raise StoreRefused(STORE, "did not take the alert")

    @cached_property
    def _client(self) -> _Events:
        client: _Events = new_client("events", self._timeout)
        return client
