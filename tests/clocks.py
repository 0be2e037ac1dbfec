"""A clock that tests move forward."""

from dataclasses import dataclass


@dataclass(slots=True)
class Clock:
    """A clock in seconds that moves only when a test sets `now`."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now
