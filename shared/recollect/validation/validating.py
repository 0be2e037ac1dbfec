"""Validation as it is asked for: an answer is checked, counted, and somebody told if need be."""

import asyncio
import hashlib
from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.core.concurrency import every
from recollect.core.errors import StoreError
from recollect.core.measures import Measure, Note
from recollect.core.timestamps import iso
from recollect.validation.alerts import Alerts, ResponseValidationAlert
from recollect.validation.checking import validate
from recollect.validation.counters import Counters
from recollect.validation.counting import ResponseMetrics, counts_of, measures_of, metrics, note_of
from recollect.validation.request import ValidateRequest
from recollect.validation.result import ValidationResult

_PATIENCE: Final = {"metrics": 1.0, "alert": 4.0}
"""Seconds that an answer waits for being counted, and an alert, which is rare, for being told."""


@dataclass(frozen=True, slots=True)
class Validated:
    """The result; in `degraded` stand `metrics` and `alert` if they were not told of it."""

    result: ValidationResult
    degraded: tuple[str, ...]
    measures: tuple[Measure, ...]
    note: Note


async def validate_response(
    request: ValidateRequest,
    *,
    now: datetime,
    operation: str,
    counters: Counters,
    alerts: Alerts | None,
) -> Validated:
    """Validate an answer, count it on its day in UTC, and publish its alert if there is one.

    A store that fails or is slow never fails the answer. `operation` is empty where nobody
    repeats it.
    """
    result = validate(request)
    day = now.astimezone(UTC).date()
    works = {"metrics": counters.add(day, counts_of(result), operation)}
    if result.alert and alerts is not None:
        alert = _alert(result, operation or _id_of(request, now))
        works["alert"] = alerts.publish(alert, now)
    done = await every(_is_done(work, _PATIENCE[name]) for name, work in works.items())
    degraded = tuple(name for name, is_done in zip(works, done, strict=True) if not is_done)
    return Validated(result, degraded, measures_of(result), note_of(result))


async def read_metrics(days: int, *, now: datetime, counters: Counters) -> ResponseMetrics:
    """The metrics of so many days in UTC, today included. Raises StoreError."""
    today = now.astimezone(UTC).date()
    asked = [today - timedelta(days=back) for back in reversed(range(days))]
    return metrics(asked, await counters.of_days(asked))


async def _is_done(work: Awaitable[None], seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await work
    except (StoreError, TimeoutError):
        return False
    return True


def _alert(result: ValidationResult, validation_id: str) -> ResponseValidationAlert:
    return ResponseValidationAlert(
        validationId=validation_id,
        responseType=result.responseType,
        responseLength=result.responseLength,
        missingElements=result.missingElements,
        toolsWithUnusedSummaries=result.toolsWithUnusedSummaries,
    )


def _id_of(request: ValidateRequest, now: datetime) -> str:
    identity = f"{iso(now)}\n{request.model_dump_json()}"
    return hashlib.sha256(identity.encode()).hexdigest()[:32]
