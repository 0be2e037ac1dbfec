"""A validation is counted and may raise an alert; failing stores never fail the answer."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from recollect.core.errors import StoreError
from recollect.core.measures import Measure
from recollect.validation.checking import validate
from recollect.validation.models import ValidateRequest
from recollect.validation.validating import Validated, read_metrics, validate_response
from tests.validation.examples import CASE, GOOD_OVERVIEW, NARRATIVE
from tests.validation.fakes import FakeAlerts, FakeCounters
from tests.virtual_time import virtually

# Already the next day in UTC.
NOW = datetime(2025, 10, 28, 23, 30, tzinfo=timezone(-timedelta(hours=5)))
TODAY = date(2025, 10, 29)
FOREVER = 3_600.0


@dataclass(slots=True)
class Desk:
    """The counters and alerts with which answers are validated."""

    counters: FakeCounters = field(default_factory=FakeCounters)
    alerts: FakeAlerts = field(default_factory=FakeAlerts)

    async def validated(
        self, response: str, *, operation: str = "", tells: bool = True, dry_run: bool = False
    ) -> Validated:
        return await validate_response(
            ValidateRequest(response=response, tool_calls=(CASE,), dry_run=dry_run),
            now=NOW,
            operation=operation,
            counters=self.counters,
            alerts=self.alerts if tells else None,
        )


async def test_an_invalid_overview_is_counted_and_raises_an_alert() -> None:
    desk = Desk()
    done = await desk.validated(NARRATIVE, operation="op-1")
    assert not done.result.valid
    assert done.degraded == ()
    assert desk.counters.days == {
        TODAY: {"type:overview": 1, "alerts": 1, "missing:Summary": 1, "missing:Current State": 1}
    }
    ((alert, at),) = desk.alerts.published
    assert at == NOW
    assert alert.model_dump() == {
        "validationId": "op-1",
        "responseType": "overview",
        "responseLength": len(NARRATIVE),
        "missingElements": ("Summary", "Current State"),
        "toolsWithUnusedSummaries": (),
        "contradictions": (),
    }
    assert done.measures == (
        Measure("Validations", 1, "Count", ("responseType", "overview")),
        Measure("InvalidResponses", 1, "Count", ("responseType", "overview")),
        Measure("MissingElements", 1, "Count", ("element", "Summary")),
        Measure("MissingElements", 1, "Count", ("element", "Current State")),
        Measure("ValidationAlerts", 1, "Count"),
    )


async def test_a_dry_run_answers_the_same_counts_nothing_and_raises_no_alert() -> None:
    desk = Desk()
    done = await desk.validated(NARRATIVE, operation="op-1", dry_run=True)
    assert done.result == (await Desk().validated(NARRATIVE)).result
    assert (done.measures, done.degraded) == ((), ())
    assert (desk.counters.days, desk.alerts.published) == ({}, [])


async def test_an_unused_summary_in_a_field_query_is_counted_without_an_alert() -> None:
    desk = Desk()
    done = await desk.validated("OK")
    assert desk.counters.days == {TODAY: {"type:field_query": 1, "unused:getCase": 1}}
    assert desk.alerts.published == []
    assert Measure("UnusedSummaries", 1, "Count", ("tool", "getCase")) in done.measures


async def test_a_valid_overview_is_counted_as_valid() -> None:
    desk = Desk()
    done = await desk.validated(GOOD_OVERVIEW)
    assert desk.counters.days == {TODAY: {"type:overview": 1, "valid:overview": 1}}
    assert desk.alerts.published == []
    assert done.measures == (Measure("Validations", 1, "Count", ("responseType", "overview")),)


async def test_a_repeated_operation_is_counted_once() -> None:
    desk = Desk()
    await desk.validated("OK", operation="op-1")
    await desk.validated("OK", operation="op-1")
    assert desk.counters.days[TODAY]["type:field_query"] == 1


async def test_alerts_without_an_operation_have_unique_ids() -> None:
    desk = Desk()
    await desk.validated(NARRATIVE)
    await desk.validated(NARRATIVE + " Indeed.")
    ids = [alert.validation_id for alert, _ in desk.alerts.published]
    assert len(set(ids)) == 2
    assert all(ids)


async def test_the_answer_says_alert_even_if_none_is_published() -> None:
    desk = Desk()
    done = await desk.validated(NARRATIVE, tells=False)
    assert done.result.alert
    assert desk.alerts.published == []


def test_a_store_that_fails_or_is_slow_degrades_the_answer() -> None:
    cases: list[tuple[FakeCounters, FakeAlerts, tuple[str, ...]]] = [
        (FakeCounters(broken=True), FakeAlerts(), ("metrics",)),
        (FakeCounters(), FakeAlerts(broken=True), ("alert",)),
        (FakeCounters(broken=True), FakeAlerts(broken=True), ("metrics", "alert")),
        (FakeCounters(delay=FOREVER), FakeAlerts(), ("metrics",)),
        (FakeCounters(broken=True), FakeAlerts(delay=FOREVER), ("metrics", "alert")),
    ]
    for counters, alerts, degraded in cases:
        done = virtually(Desk(counters, alerts).validated(NARRATIVE))
        assert done.result.missing_elements == ("Summary", "Current State")
        assert done.degraded == degraded
        assert bool(alerts.published) == ("alert" not in degraded)


async def test_metrics_cover_utc_days_that_end_today() -> None:
    counters = FakeCounters(
        {
            TODAY: {"type:overview": 3, "valid:overview": 1},
            TODAY - timedelta(days=6): {"type:overview": 1},
            TODAY - timedelta(days=7): {"type:overview": 100},
            TODAY + timedelta(days=1): {"type:overview": 100},
        }
    )
    read = await read_metrics(7, now=NOW, counters=counters)
    assert (read.days, read.since, read.to) == (7, date(2025, 10, 23), TODAY)
    assert (read.total, read.success_rate) == (4, 0.25)


async def test_metrics_that_cannot_be_read_are_an_error() -> None:
    with pytest.raises(StoreError):
        await read_metrics(1, now=datetime.now(UTC), counters=FakeCounters(broken=True))


def test_in_strict_mode_an_unsupported_fact_makes_an_answer_invalid() -> None:
    asked = ValidateRequest(response="It is open; see SCS0999999.", tool_calls=(CASE,))
    assert validate(asked).valid
    assert not validate(asked.model_copy(update={"strict": True})).valid
