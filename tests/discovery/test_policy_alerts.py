from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.discovery.policy_alerts import HOURS_BY_PRIORITY, Concern, policy_alerts
from recollect.discovery.schema import PolicyAlert
from recollect.knowledge.business_contexts import BusinessHours
from recollect.servicedesk.tickets import Change, TaskSla, Ticket
from tests.cases import each_case
from tests.discovery.samples import NOW

CASE = Ticket(sys_id="sys", number="SCS0001234")
CHANGE = Change(
    "CHG004321",
    "Implement",
    "Firewall upgrade",
    datetime(2025, 1, 15, 3, tzinfo=UTC),
    datetime(2025, 1, 15, 5, tzinfo=UTC),
)
WEEKDAYS = BusinessHours(
    time_zone="America/Chicago",
    days=("mon", "tue", "wed", "thu", "fri"),
    start="08:00",
    end="18:00",
)
MINUTE = timedelta(minutes=1)


def opened(priority: int, ago: timedelta) -> Ticket:
    return CASE.model_copy(update={"priority_level": priority, "opened_at": NOW - ago})


def alerts(
    case: Ticket | None = CASE,
    slas: tuple[TaskSla, ...] = (),
    changes: tuple[Change, ...] = (),
    hours: BusinessHours | None = None,
) -> tuple[PolicyAlert, ...]:
    return policy_alerts([Concern(case, slas, changes, hours)], NOW)


def types(found: tuple[PolicyAlert, ...]) -> list[str]:
    return [each.type for each in found]


def test_no_case_or_a_quiet_case_gives_no_alerts() -> None:
    assert alerts(None) == ()
    assert alerts() == ()


def test_a_change_reads_as_in_the_seed() -> None:
    (alert,) = alerts(None, changes=(replace(CHANGE, short_description=" "),))
    assert alert.model_dump(mode="json") == {
        "type": "maintenance_window",
        "severity": "warning",
        "message": "Active change CHG004321 running through 05:00 UTC",
        "details": {
            "changes": [
                {
                    "number": "CHG004321",
                    "state": "Implement",
                    "start": "2025-01-15T03:00:00.000Z",
                    "end": "2025-01-15T05:00:00.000Z",
                }
            ]
        },
        "detectedAt": "2025-01-15T04:53:11.002Z",
    }


def test_several_changes_are_one_alert_until_the_last_of_them_ends() -> None:
    later = replace(CHANGE, number="CHG004400", start=CHANGE.start + MINUTE)
    (alert,) = alerts(changes=(replace(later, end=CHANGE.end + 60 * MINUTE), CHANGE))
    assert alert.message == "Active changes CHG004321, CHG004400 running through 06:00 UTC"
    (alert,) = alerts(changes=(replace(CHANGE, end=CHANGE.end + timedelta(days=1)),))
    assert alert.message == "Active change CHG004321 running through 2025-01-16 05:00 UTC"


def test_the_details_of_an_alert_say_what_each_change_is_about() -> None:
    second = replace(CHANGE, number="CHG5", short_description="New fonts " * 40)
    (alert,) = alerts(
        changes=(CHANGE, second, replace(CHANGE, number="CHG6", short_description=" "))
    )
    assert alert.details is not None
    first, long, unknown = cast("list[dict[str, str]]", alert.details["changes"])
    assert first["shortDescription"] == "Firewall upgrade"
    assert long["shortDescription"].startswith("New fonts New")
    assert len(long["shortDescription"]) <= 120
    assert "shortDescription" not in unknown


def test_an_alert_about_many_changes_names_only_the_first() -> None:
    many = tuple(replace(CHANGE, number=f"CHG{number:06}") for number in range(40))
    (alert,) = alerts(changes=many)
    assert alert.message == (
        "Active changes CHG000000, CHG000001, CHG000002 and 37 more running through 05:00 UTC"
    )
    assert "CHG000003" not in alert.message
    assert alert.details is not None
    assert len(str(alert.details["changes"]).split("CHG")) == 11


def test_changes_that_are_not_under_way_do_not_count() -> None:
    past = replace(CHANGE, end=NOW)
    future = replace(CHANGE, start=NOW + MINUTE)
    assert alerts(changes=(past, future)) == ()


@each_case(("priority", "hours"), HOURS_BY_PRIORITY.items())
def test_an_sla_approaches_in_its_last_quarter_and_is_breached_at_its_end(
    priority: int, hours: int
) -> None:
    target = timedelta(hours=hours)
    assert alerts(opened(priority, target * 3 / 4 - MINUTE)) == ()
    assert types(alerts(opened(priority, target * 3 / 4))) == ["sla_approaching"]
    assert types(alerts(opened(priority, target - MINUTE))) == ["sla_approaching"]
    (breached,) = alerts(opened(priority, target))
    assert (breached.type, breached.severity) == ("sla_breach", "critical")


def test_each_of_several_cases_has_its_own_alerts_the_severest_first() -> None:
    second = opened(1, timedelta(hours=3, minutes=20)).model_copy(update={"number": "SCS2"})
    third = opened(2, timedelta(hours=10)).model_copy(update={"number": "SCS3", "is_vip": True})
    concerns = (
        Concern(CASE),
        Concern(second, changes=(CHANGE,), hours=WEEKDAYS),
        Concern(third, changes=(CHANGE, replace(CHANGE, number="CHG2"))),
    )
    found = policy_alerts(concerns, NOW)

    assert [(each.type, (each.details or {}).get("caseNumber")) for each in found] == [
        ("sla_breach", "SCS3"),
        ("maintenance_window", "SCS2"),
        ("maintenance_window", "SCS3"),
        ("sla_approaching", "SCS2"),
        ("vip", "SCS3"),
        ("after_hours", "SCS2"),
    ]


def test_an_sla_alert_states_a_time_which_stays_true_while_the_pack_is_cached() -> None:
    (near,) = alerts(opened(1, timedelta(hours=3, minutes=20)))
    assert near.message == "SLA approaching: the 4 hours of priority 1 end at 05:33 UTC"
    (late,) = alerts(opened(2, timedelta(hours=10, minutes=5)))
    assert late.message == "SLA breached: the 8 hours of priority 2 ended at 02:48 UTC"
    assert late.details == {
        "caseNumber": "SCS0001234",
        "priority": 2,
        "targetHours": 8,
        "dueAt": "2025-01-15T02:48:11.002Z",
    }


def test_a_case_that_is_closed_or_of_no_known_priority_has_no_sla() -> None:
    late = opened(1, timedelta(days=3))
    assert alerts(late.model_copy(update={"closed_at": NOW})) == ()
    assert alerts(late.model_copy(update={"priority_level": None})) == ()
    assert alerts(late.model_copy(update={"priority_level": 5})) == ()
    assert alerts(late.model_copy(update={"opened_at": None})) == ()
    assert (
        alerts(
            late.model_copy(update={"closed_at": NOW}),
            slas=(TaskSla(name="P1", has_breached=True, breach_at=None),),
        )
        == ()
    )


def test_slas_that_run_on_the_case_beat_the_table() -> None:
    late = opened(1, timedelta(days=3))
    fine = TaskSla(name="Response", has_breached=False, breach_at=NOW + timedelta(days=9))
    assert alerts(late, slas=(fine,)) == ()
    assert alerts(late, slas=(TaskSla(name="Paused", has_breached=False, breach_at=None),)) == ()


def test_slas_are_breached_by_their_mark_or_by_their_time() -> None:
    marked, past = (
        TaskSla(name="Marked", has_breached=True, breach_at=None),
        TaskSla(name="Past", has_breached=False, breach_at=NOW),
    )
    near = TaskSla(name="Resolution", has_breached=False, breach_at=NOW + 30 * MINUTE)
    breach, soon = alerts(opened(4, timedelta(hours=2)), slas=(marked, near, past))
    assert breach.message == "SLA breached: Past, Marked since 04:53 UTC"
    assert breach.details == {
        "caseNumber": "SCS0001234",
        "slas": [{"name": "Past", "breachAt": "2025-01-15T04:53:11.002Z"}, {"name": "Marked"}],
    }
    assert soon.message == "SLA approaching: Resolution, due at 05:23 UTC"
    (unknown,) = alerts(slas=(marked,))
    assert unknown.message == "SLA breached: Marked"
    (older,) = alerts(slas=(past.model_copy(update={"breach_at": NOW - timedelta(days=1)}),))
    assert older.message == "SLA breached: Past since 2025-01-14 04:53 UTC"
    assert types(alerts(slas=(near,))) == ["sla_approaching"]
    assert alerts(slas=(near.model_copy(update={"breach_at": NOW + 61 * MINUTE}),)) == ()


NIGHTS: dict[str, JsonValue] = {"start": "20:00", "end": "06:00"}
ALWAYS: dict[str, JsonValue] = {"start": "00:00", "end": "00:00"}


@each_case(
    ("changes", "is_after"),
    [
        ({}, True),  # Tuesday 22:53 in Amarillo
        ({"end": "23:00"}, False),
        ({"end": "22:53"}, True),
        ({"time_zone": "UTC", "start": "04:00"}, False),
        ({"days": ["tue"]} | NIGHTS, False),
        ({"time_zone": "UTC", "days": ["tue"]} | NIGHTS, False),
        ({"time_zone": "UTC", "days": ["wed"]} | NIGHTS, True),
        (ALWAYS, False),
        ({"days": ["sat", "sun"]} | ALWAYS, True),
    ],
)
def test_after_hours_is_by_the_clock_and_the_calendar_of_the_customer(
    changes: dict[str, JsonValue], is_after: bool
) -> None:
    hours = BusinessHours.model_validate(WEEKDAYS.model_dump(by_alias=False) | changes)
    assert types(alerts(None, hours=hours)) == (["after_hours"] if is_after else [])


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_week_of_nights_is_open_until_the_morning_after_its_last(now: datetime) -> None:
    sunday = BusinessHours(time_zone="UTC", days=("sun",), start="20:00", end="06:00")
    begun = (now.weekday(), now.hour >= 20) == (6, True)
    assert sunday.are_now(now) is (begun or (now.weekday() == 0 and now.hour < 6))


def test_alerts_are_sorted_by_severity_then_by_type() -> None:
    case = opened(1, timedelta(hours=9)).model_copy(update={"is_vip": True, "is_high_risk": True})
    found = alerts(case, changes=(CHANGE,), hours=WEEKDAYS)
    assert [(each.severity, each.type) for each in found] == [
        ("critical", "sla_breach"),
        ("warning", "high_risk"),
        ("warning", "maintenance_window"),
        ("warning", "vip"),
        ("info", "after_hours"),
    ]
    assert {each.detected_at for each in found} == {"2025-01-15T04:53:11.002Z"}
    assert found[-1].message == "Outside business hours (08:00 to 18:00, America/Chicago)"
