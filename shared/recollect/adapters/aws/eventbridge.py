"""An event bus of Amazon EventBridge: what is put on it, one event at a time, tried once."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Final, Protocol

from pydantic import BaseModel

from recollect.adapters.aws.clients import in_thread, new_client
from recollect.core.errors import StoreRefused

STORE: Final = "eventbridge"


class _Events(Protocol):
    """What we use of boto3's client, which has no types."""

    def put_events(self, *, Entries: list[dict[str, object]]) -> Mapping[str, object]: ...  # noqa: N803  # AWS's name


class EventBridgeBus:
    """A bus by its name. `timeout` is in seconds."""

    def __init__(self, name: str, timeout: float) -> None:
        self._name = name
        self._timeout = timeout

    async def put(self, source: str, detail: BaseModel, at: datetime) -> None:
        """Put an event whose detail-type is the name of its model. `at` is an aware moment."""
        entry: dict[str, object] = {
            "Source": source,
            "DetailType": type(detail).__name__,
            "Detail": detail.model_dump_json(),
            "Time": at,
            "EventBusName": self._name,
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
