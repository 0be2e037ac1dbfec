"""How long a request waited for others, so that our own share can be told from theirs."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

from recollect.core.tracing import Span, outside_span

Clock = Callable[[], float]
"""Seconds from some moment on; only differences mean something."""


@dataclass(slots=True)
class Stopwatch:
    """Measures a request: time since it was made, and time waited for outside systems, in seconds.

    `earlier` is what the caller had already waited: a new process takes time to start. `waited`
    counts calls that overlap once. `failures` has the first failure of each outside system: a type
    of error, a status, or that it was given up. Nothing else of a failure may be logged.
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
        """Seconds since the start."""
        return self.clock() - self._started

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """An outside call; calls that overlap count once."""
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
    """Let outside calls made inside be counted by `stopwatch`."""
    token = _current.set(stopwatch)
    try:
        yield
    finally:
        _current.reset(token)


def spent() -> float:
    """Seconds that the caller of the request that is under way has waited; 0 where none is."""
    stopwatch = _current.get()
    return 0.0 if stopwatch is None else stopwatch.earlier + stopwatch.elapsed


@contextmanager
def outside_call(system: str) -> Iterator[Span | None]:
    """A call of an outside system, counted by the stopwatch that is running, if one is.

    Yields its span where the request that makes it is traced.
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
    """Note how an outside system has failed, for the request that is under way, if one is."""
    stopwatch = _current.get()
    if stopwatch is not None:
        stopwatch.failures.setdefault(system, how)
