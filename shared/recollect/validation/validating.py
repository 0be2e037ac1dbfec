"""The use cases of validation: check an answer, count it, and publish an alert."""

import asyncio
import hashlib
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, Protocol

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreError
from recollect.core.measures import LogNote, Measure
from recollect.core.timestamps import iso
from recollect.validation.checking import validate
from recollect.validation.metrics import (
    Counts,
    ResponseMetrics,
    contradicted_facts,
    counts_of,
    measures_of,
    metrics,
    note_of,
)
from recollect.validation.models import ResponseValidationAlert, ValidateRequest, ValidationResult

_TIMEOUTS: Final = {"metrics": 1.0, "alert": 4.0}
"""Seconds that a request waits for its counts to be stored, and for its alert (a rare event)."""


class ValidationCounters(Protocol):
    """The stored counts of each day. Each method is one round trip, and raises StoreError."""

    async def add(self, day: date, counts: Counts, operation: str) -> None:
        """Add `counts` to those of a day; only once for each `operation` id that is not empty."""

    async def of_days(self, days: Sequence[date]) -> Sequence[Counts]:
        """The counts of each day, in the order of `days`; empty for a day without any."""


class AlertPublisher(Protocol):
    """Publishes alerts. One round trip; raises StoreError."""

    async def publish(self, alert: ResponseValidationAlert, at: datetime, /) -> None:
        """Publish an alert as an event with the time `at`."""


@dataclass(frozen=True, slots=True)
class Validated:
    """The result; `degraded` names which of `metrics` and `alert` failed."""

    result: ValidationResult
    degraded: tuple[str, ...]
    measures: tuple[Measure, ...]
    note: LogNote


async def validate_response(
    request: ValidateRequest,
    *,
    now: datetime,
    operation: str,
    counters: ValidationCounters,
    alerts: AlertPublisher | None,
) -> Validated:
    """Validate an answer, count it on its day in UTC, and publish its alert if there is one.

    A dry run only validates. A store that fails or is slow never makes the request fail.
    `operation` identifies a request that the caller may repeat; it is empty for others.
    """
    result = validate(request)
    if request.dry_run:
        return Validated(result, (), (), note_of(result))
    day = now.astimezone(UTC).date()
    pending = {"metrics": counters.add(day, counts_of(result), operation)}
    if result.alert and alerts is not None:
        alert = _alert(result, operation or _id_of(request, now))
        pending["alert"] = alerts.publish(alert, now)
    succeeded = await gather_all(_succeeds(work, _TIMEOUTS[name]) for name, work in pending.items())
    degraded = tuple(
        name for name, has_succeeded in zip(pending, succeeded, strict=True) if not has_succeeded
    )
    return Validated(result, degraded, tuple(measures_of(result)), note_of(result))


async def read_metrics(
    days: int, *, now: datetime, counters: ValidationCounters
) -> ResponseMetrics:
    """The metrics of the last `days` days in UTC, today included. Raises StoreError."""
    today = now.astimezone(UTC).date()
    dates = [today - timedelta(days=back) for back in reversed(range(days))]
    return metrics(dates, await counters.of_days(dates))


async def _succeeds(work: Awaitable[None], seconds: float) -> bool:
    """Whether `work` succeeded in time."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except (StoreError, TimeoutError):
        return False
    return True


def _alert(result: ValidationResult, validation_id: str) -> ResponseValidationAlert:
    return ResponseValidationAlert(
        validation_id=validation_id,
        response_type=result.response_type,
        response_length=result.response_length,
        missing_elements=result.missing_elements,
        tools_with_unused_summaries=result.tools_with_unused_summaries,
        contradictions=contradicted_facts(result),
    )


def _id_of(request: ValidateRequest, now: datetime) -> str:
    identity = f"{iso(now)}\n{request.model_dump_json()}"
    return hashlib.sha256(identity.encode()).hexdigest()[:32]
