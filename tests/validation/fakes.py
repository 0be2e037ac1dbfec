"""Counters and alerts in memory, which may be broken or slow."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.validation.metrics import Counts
from recollect.validation.models import ResponseValidationAlert
from recollect.validation.validating import AlertPublisher, ValidationCounters


@dataclass(slots=True)
class FakeCounters(ValidationCounters):
    """The counts of days; `delay` is in seconds."""

    days: dict[date, dict[str, int]] = field(default_factory=dict)
    operations: set[str] = field(default_factory=set)
    delay: float = 0.0
    broken: bool = False

    @override
    async def add(self, day: date, counts: Counts, operation: str) -> None:
        await self._answer()
        if operation in self.operations:
            return
        if operation:
            self.operations.add(operation)
        kept = self.days.setdefault(day, {})
        for name, count in counts.items():
            kept[name] = kept.get(name, 0) + count

    @override
    async def of_days(self, days: Sequence[date]) -> Sequence[Counts]:
        await self._answer()
        return [self.days.get(day, {}) for day in days]

    async def _answer(self) -> None:
        await asyncio.sleep(self.delay)
        if self.broken:
            raise StoreUnavailable("fake", "broken")


@dataclass(slots=True)
class FakeAlerts(AlertPublisher):
    """What was published, and when; `delay` is in seconds."""

    published: list[tuple[ResponseValidationAlert, datetime]] = field(default_factory=list)
    delay: float = 0.0
    broken: bool = False

    @override
    async def publish(self, alert: ResponseValidationAlert, at: datetime) -> None:
        await asyncio.sleep(self.delay)
        if self.broken:
            raise StoreUnavailable("fake", "broken")
        self.published.append((alert, at))
