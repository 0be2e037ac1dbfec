"""Where validations are counted, by day."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

Counts = Mapping[str, int]
"""How often: by names such as `type:overview`, see `recollect.validation.counting`."""


class Counters(Protocol):
    """Counts of days. Each method is one round trip, and raises StoreError."""

    async def add(self, day: date, counts: Counts, operation: str) -> None:
        """Add to a day; an operation that has an id, once."""

    async def of_days(self, days: Sequence[date]) -> Sequence[Counts]:
        """The counts of each day, in order; empty for one without any."""
