"""The trace of one request: a span for the request, and one for each call of an outside system.

There is a trace only if traces are collected; else nothing is recorded. Spans hold names, times and
counts, and never any content.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

Attribute = str | int
SpanKind = Literal["server", "client"]


# Plain classes, since a dataclass costs every cold start half a millisecond, and most installations
# trace nothing.
class Span:
    """A piece of work that was timed: `started` and `ended` are nanoseconds since 1970.

    `parent` is the id of the span that it is part of, or "".
    """

    def __init__(
        self, span_id: str, name: str, kind: SpanKind, started: int, parent: str = ""
    ) -> None:
        self.id, self.name, self.kind, self.parent = span_id, name, kind, parent
        self.started, self.ended = started, 0
        self.attributes: dict[str, Attribute] = {}
        self.failed = False


class Trace:
    """All spans of one request to a route; the first is that of the request itself.

    `now` answers nanoseconds since 1970, `new_id` 32 hexadecimal digits that are unique.
    """

    def __init__(
        self,
        route: str,
        now: Callable[[], int],
        new_id: Callable[[], str],
        trace_id: str = "",
        parent: str = "",
    ) -> None:
        self._now, self._new_id = now, new_id
        self.id = trace_id or new_id()
        self.spans: list[Span] = []
        self.request = self.begin(route, "server", parent)

    def begin(self, name: str, kind: SpanKind, parent: str) -> Span:
        """Begin a span now."""
        span = Span(self._new_id()[:16], name, kind, self._now(), parent)
        self.spans.append(span)
        return span

    def finish(self, span: Span) -> None:
        """End a span now."""
        span.ended = self._now()

    def end(self, attributes: Mapping[str, Attribute], *, failed: bool) -> None:
        """End the span of the request, with these further attributes."""
        self.finish(self.request)
        self.request.failed = failed
        self.request.attributes |= attributes


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def traced(trace: Trace | None) -> Iterator[None]:
    """Record the outside calls that are made inside the block as spans of `trace`."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def outside_span(system: str) -> Iterator[Span | None]:
    """Record a call of an outside system as a span; yields None if the request is not traced."""
    trace = _current.get()
    if trace is None:
        yield None
        return
    span = trace.begin(system, "client", trace.request.id)
    span.attributes["peer.service"] = system
    try:
        yield span
    except BaseException:
        span.failed = True
        raise
    finally:
        trace.finish(span)


def traceparent(span: Span) -> str:
    """The header `traceparent` (W3C Trace Context), by which the other side joins the trace."""
    trace = _current.get()
    return f"00-{trace.id}-{span.id}-01" if trace else ""
