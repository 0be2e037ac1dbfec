"""Sends traces to a collector: OTLP over HTTP with JSON (OpenTelemetry protocol 1.x, `/v1/traces`).

The request is written by hand: the SDK and its exporter would take longer to import than a handler
does, for one kind of message.
"""

from collections.abc import Callable, Mapping
from typing import Final

import httpx

from recollect.adapters.http.retries import RetryPolicy
from recollect.adapters.http.transport import HttpService, json_bytes
from recollect.core.errors import StoreRefused
from recollect.core.tracing import Attribute, Span, SpanKind, Trace

STORE: Final = "otlp"
_ONCE: Final = RetryPolicy(attempts=1)
_KINDS: Final[Mapping[SpanKind, int]] = {"server": 2, "client": 3}
_FAILED: Final = {"code": 2}


class OtlpTraces:
    """The port `TraceCollector` of `recollect.serving`.

    `headers` answers the headers to send with a request; `version` is that of Recollect.
    """

    def __init__(
        self, service: HttpService, headers: Callable[[], Mapping[str, str]], version: str
    ) -> None:
        self._service = service
        self._headers = headers
        self._version = version

    async def export(self, trace: Trace, function: str) -> None:
        """Send the trace of one request to the Lambda `function`. Raises StoreError."""
        request = request_of(trace, function, self._version)
        await self._service.send(
            "POST",
            "/v1/traces",
            _require_success,
            content=json_bytes(STORE, request),
            headers=self._headers(),
            retry=_ONCE,
        )


def _require_success(response: httpx.Response) -> None:
    if not response.is_success:
        raise StoreRefused(STORE, f"answered {response.status_code}")


def request_of(trace: Trace, function: str, version: str) -> Mapping[str, object]:
    """The body of an export request: the function as the resource, with the spans of the trace."""
    resource: dict[str, Attribute] = {
        "service.name": function,
        "service.namespace": "recollect",
        "service.version": version,
    }
    spans = [_span(trace.id, span) for span in trace.spans]
    scope = {"name": "recollect", "version": version}
    scope_spans = {"scope": scope, "spans": spans}
    resource_spans = {
        "resource": {"attributes": _attributes(resource)},
        "scopeSpans": [scope_spans],
    }
    return {"resourceSpans": [resource_spans]}


def _span(trace_id: str, span: Span) -> Mapping[str, object]:
    return {
        "traceId": trace_id,
        "spanId": span.id,
        **({"parentSpanId": span.parent} if span.parent else {}),
        "name": span.name,
        "kind": _KINDS[span.kind],
        # OTLP writes 64-bit integers as strings in JSON.
        "startTimeUnixNano": str(span.started),
        "endTimeUnixNano": str(max(span.ended, span.started)),
        "attributes": _attributes(span.attributes),
        "status": _FAILED if span.failed else {},
    }


def _attributes(attributes: Mapping[str, Attribute]) -> list[Mapping[str, object]]:
    return [
        {
            "key": name,
            "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value},
        }
        for name, value in attributes.items()
    ]
