"""The trace of one request: a span for it, and one for each call of an outside system.

A trace is there only where somebody collects it; else nothing is noted. Spans bear names, times and
counts, never any content.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal
from uuid import uuid4

Attribute = str | int
SpanKind = Literal["server", "client"]


# Plain classes: a dataclass costs every cold start half a millisecond, and most trace nothing.
class Span:
    """Something that took its time: `started` and `ended` in nanoseconds since 1970.

    `parent` is the id of the span that it is part of, "" of none.
    """

    def __init__(self, name: str, kind: SpanKind, parent: str = "") -> None:
        self.name, self.kind, self.parent = name, kind, parent
        self.id = uuid4().hex[:16]
        self.started, self.ended = time.time_ns(), 0
        self.attributes: dict[str, Attribute] = {}
        self.failed = False

    def end(self) -> None:
        """It is over."""
        self.ended = time.time_ns()


class Trace:
    """All spans of one request, the first of which is the request itself."""

    def __init__(self, name: str, kind: SpanKind, trace_id: str = "", parent: str = "") -> None:
        self.id = trace_id or uuid4().hex
        self.request = Span(name, kind, parent)
        self.spans = [self.request]

    def end(self, attributes: Mapping[str, Attribute], *, failed: bool) -> None:
        """The request is answered."""
        self.request.end()
        self.request.failed = failed
        self.request.attributes |= attributes


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def traced(trace: Trace | None) -> Iterator[None]:
    """Let outside calls made inside be spans of `trace`."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def outside_span(system: str) -> Iterator[Span | None]:
    """A call of an outside system, if the request that makes it is traced."""
    trace = _current.get()
    if trace is None:
        yield None
        return
    span = Span(system, "client", trace.request.id)
    span.attributes["peer.service"] = system
    trace.spans.append(span)
    try:
        yield span
    except BaseException:
        span.failed = True
        raise
    finally:
        span.end()


def traceparent(span: Span) -> str:
    """What tells the other side whose part its work is (W3C Trace Context)."""
    trace = _current.get()
    return f"00-{trace.id}-{span.id}-01" if trace else ""
