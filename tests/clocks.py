"""Clocks that tests move on."""

from dataclasses import dataclass


@dataclass(slots=True)
class Clock:
    """Seconds that pass when a test says so."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now
