"""Traces of requests: which requests are traced, as part of which trace, and with which attributes.

The attributes are those of OpenTelemetry's semantic conventions for HTTP and, for operations on
memories, for generative AI (`gen_ai.operation.name`, `gen_ai.memory.store.id`), which are still in
development.
"""

import re
import time
from collections.abc import Mapping
from typing import Final, Protocol
from uuid import uuid4

from recollect.core.ids import collection_of
from recollect.core.tracing import Attribute, Trace
from recollect.serving.payload import Event, app_slug

PART: Final = "traces"
"""The part that is counted as missing if a trace could not be exported."""

_PARENT: Final = re.compile(r"^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$")
_SAMPLED: Final = 1
_MEMORIES: Final = "/apps/{app_slug}/memories"
_OPERATIONS: Final[Mapping[str, str]] = {
    f"POST {_MEMORIES}/search": "search_memory",
    f"POST {_MEMORIES}": "create_memory",
    f"POST {_MEMORIES}/batch": "create_memory",
    f"POST {_MEMORIES}/{{memory_id}}/votes": "update_memory",
    f"PUT {_MEMORIES}/{{memory_id}}/outcome": "update_memory",
    f"PUT {_MEMORIES}/{{memory_id}}/correction": "update_memory",
    f"POST {_MEMORIES}/{{memory_id}}/validation": "update_memory",
    f"DELETE {_MEMORIES}/{{memory_id}}": "delete_memory",
}


class TraceCollector(Protocol):
    """A collector of traces."""

    async def export(self, trace: Trace, function: str) -> None:
        """Send the trace of one request to `function`. Raises StoreError."""


def trace_of(event: Event) -> Trace | None:
    """A new trace for a request, as part of the caller's trace if the request names that.

    None if the caller's trace is not sampled.
    """
    route = str(event.get("routeKey", ""))
    headers = event.get("headers") or {}
    found = _PARENT.fullmatch(str(headers.get("traceparent", ""))[:100])
    if found is None:
        return Trace(route, time.time_ns, _new_id)
    trace_id, parent, flags = found.groups()
    is_sampled = int(flags, 16) & _SAMPLED
    return Trace(route, time.time_ns, _new_id, trace_id, parent) if is_sampled else None


def _new_id() -> str:
    return uuid4().hex


def attributes_of(event: Event, status: int) -> Mapping[str, Attribute]:
    """The attributes of the span of a request that was answered with this status."""
    route = str(event.get("routeKey", ""))
    method, _, path = route.partition(" ")
    attributes: dict[str, Attribute] = {
        "http.request.method": method,
        "http.route": path,
        "http.response.status_code": status,
    }
    if operation := _OPERATIONS.get(route):
        attributes["gen_ai.operation.name"] = operation
        attributes["gen_ai.memory.store.id"] = collection_of(app_slug(event))
    return attributes
