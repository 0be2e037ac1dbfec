"""Puts events on a bus of Amazon EventBridge: alerts about answers, and executions of tools."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Final, Protocol

from pydantic import BaseModel

from recollect.adapters.aws.clients import in_thread, new_client
from recollect.core.errors import StoreRefused

STORE: Final = "eventbridge"
# The `Source` of an event: the capability that publishes it.
ALERTS: Final = "recollect.validation"
EXECUTIONS: Final = "recollect.tools"


class _Events(Protocol):
    """The one method that is used of boto3's client, which has no types."""

    def put_events(self, *, Entries: list[dict[str, object]]) -> Mapping[str, object]: ...  # noqa: N803  # AWS's name


class EventBridgePublisher:
    """The ports `AlertPublisher` of `recollect.validation` and `ExecutionPublisher` of enrichment.

    An event is sent once, without retries. `timeout` is in seconds.
    """

    def __init__(self, bus_name: str, source: str, timeout: float) -> None:
        self._bus_name = bus_name
        self._source = source
        self._timeout = timeout

    async def publish(self, event: BaseModel, at: datetime) -> None:
        """Publish an event, with the name of its model as detail-type.

        `at` is the event's time, an aware moment. Raises StoreError.
        """
        entry: dict[str, object] = {
            "Source": self._source,
            "DetailType": type(event).__name__,
            "Detail": event.model_dump_json(),
            "Time": at,
            "EventBusName": self._bus_name,
        }
        answer = await in_thread(
            STORE, self._timeout, lambda: self._client.put_events(Entries=[entry])
        )
        if answer.get("FailedEntryCount") != 0:
            raise StoreRefused(STORE, "did not take the event")

    @cached_property
    def _client(self) -> _Events:
        client: _Events = new_client("events", self._timeout)
        return client
