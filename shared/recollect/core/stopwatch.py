"""Measures how long a request waits for outside systems, and how long our own work takes."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

from recollect.core.tracing import Span, outside_span

Clock = Callable[[], float]
"""A clock in seconds from an arbitrary start: only differences between its times mean something."""


@dataclass(slots=True)
class Stopwatch:
    """Measures one request, in seconds: its time so far, and the time waited for outside systems.

    `earlier` is how long the caller had waited before, while a new process started. `waited` is the
    time in which at least one outside call was open, so overlapping calls count once. `failures`
    has the first failure of each outside system: a type of error, a status, or that the call was
    given up. Nothing else about a failure may be logged.
    """

    clock: Clock
    earlier: float = 0.0
    waited: float = 0.0
    calls: int = 0
    failures: dict[str, str] = field(default_factory=dict)
    _open_calls: int = 0
    _waiting_since: float = 0.0
    _started: float = field(init=False)

    def __post_init__(self) -> None:
        self._started = self.clock()

    @property
    def elapsed(self) -> float:
        """Seconds since the stopwatch was made."""
        return self.clock() - self._started

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Measure an outside call; the time of overlapping calls counts once."""
        self.calls += 1
        if self._open_calls == 0:
            self._waiting_since = self.clock()
        self._open_calls += 1
        try:
            yield
        finally:
            self._open_calls -= 1
            if self._open_calls == 0:
                self.waited += self.clock() - self._waiting_since


_current: ContextVar[Stopwatch | None] = ContextVar("stopwatch", default=None)


@contextmanager
def running(stopwatch: Stopwatch) -> Iterator[None]:
    """Count the outside calls that are made inside the block with `stopwatch`."""
    token = _current.set(stopwatch)
    try:
        yield
    finally:
        _current.reset(token)


def spent() -> float:
    """Seconds that the caller of the current request has waited so far; 0 without a request."""
    stopwatch = _current.get()
    return 0.0 if stopwatch is None else stopwatch.earlier + stopwatch.elapsed


@contextmanager
def outside_call(system: str) -> Iterator[Span | None]:
    """Count a call of an outside system with the current request's stopwatch, if there is one.

    Yields the span of the call, or None if the request is not traced.
    """
    stopwatch = _current.get()
    with stopwatch.waiting() if stopwatch else nullcontext(), outside_span(system) as span:
        try:
            yield span
        except asyncio.CancelledError:
            note_failure(system, "given up")
            raise
        except Exception as error:
            note_failure(system, type(error).__name__)
            raise


def note_failure(system: str, how: str) -> None:
    """Note how an outside system has failed, if there is a current request."""
    stopwatch = _current.get()
    if stopwatch is not None:
        stopwatch.failures.setdefault(system, how)
