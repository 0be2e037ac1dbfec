"""The section `policyAlerts`: what whoever works on the case must know before acting.

- `sla_breach` (critical), `sla_approaching` (warning): a case of priority 1, 2, 3, 4 is due 4, 8,
  24, 72 hours after it was opened, and approaches that in the last quarter. Where SLAs run on the
  case, they count and the table does not. Closed cases have neither.
- `maintenance_window` (warning): changes for the case's customer that are under way now
- `high_risk`, `vip` (warning): as the case is marked
- `after_hours` (info): outside the business hours of the case's customer, where these are known
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.core.timestamps import iso
from recollect.discovery.schema import ChangeWindow, PolicyAlert, PolicyType, Severity
from recollect.discovery.working_hours import WorkingHours
from recollect.language.texts import shortened
from recollect.servicedesk.tickets import Change, TaskSla, Ticket

HOURS_BY_PRIORITY: Final[Mapping[int, int]] = {1: 4, 2: 8, 3: 24, 4: 72}
MOST_CHANGES: Final = 10
_MOST_SLAS, _MOST_NAMED, _LONGEST = 5, 3, 120
_RANK: Final[Mapping[Severity, int]] = {"critical": 0, "warning": 1, "info": 2}
# A quarter of the shortest time there is, for an SLA of which only the end is known.
_SHORT_NOTICE: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Concern:
    """What alerts are made of: a case, and what is known of it and its customer.

    Where no case is known it is a customer alone. `hours` are None where they are not known.
    """

    case: Ticket | None
    slas: Sequence[TaskSla] = ()
    changes: Sequence[Change] = ()
    hours: WorkingHours | None = None


def policy_alerts(concerns: Sequence[Concern], now: datetime) -> tuple[PolicyAlert, ...]:
    """What there is to know at `now`, at most one alert of a type and case: the severest first.

    An alert about a case has its number in `details.caseNumber`. Within a severity alerts are
    sorted by type, then stand in the order of the cases. Empty when there is nothing to know.
    """
    found = [alert for each in concerns for alert in _of(each, now)]
    return tuple(sorted(found, key=lambda alert: (_RANK[alert.severity], alert.type)))


def _of(concern: Concern, now: datetime) -> Iterator[PolicyAlert]:
    case, slas = concern.case, concern.slas
    of_customer = (*_of_changes(concern.changes, now), *_of_hours(concern.hours, now))
    if case is None:
        yield from of_customer
        return
    of_time = _of_slas(case, slas, now) if slas else _of_priority(case, now)
    for alert in (*of_customer, *of_time, *_of_marks(case, now)):
        details = {"caseNumber": case.number, **(alert.details or {})}
        yield alert.model_copy(update={"details": details})


def _alert(
    kind: PolicyType,
    severity: Severity,
    message: str,
    now: datetime,
    details: dict[str, object] | None = None,
) -> PolicyAlert:
    return PolicyAlert(
        type=kind, severity=severity, message=message, details=details, detected_at=iso(now)
    )


def _of_priority(case: Ticket, now: datetime) -> list[PolicyAlert]:
    hours = HOURS_BY_PRIORITY.get(case.priority_level or 0)
    if hours is None or case.opened_at is None or case.closed_at is not None:
        return []
    target = timedelta(hours=hours)
    due = case.opened_at + target
    details: dict[str, object] = {
        "priority": case.priority_level,
        "targetHours": hours,
        "dueAt": iso(due),
    }
    of = f"the {hours} hours of priority {case.priority_level}"
    if now >= due:
        message = f"SLA breached: {of} ended {_span(now - due)} ago"
        return [_alert("sla_breach", "critical", message, now, details)]
    if now >= due - target / 4:
        message = f"SLA approaching: {of} end in {_span(due - now)}"
        return [_alert("sla_approaching", "warning", message, now, details)]
    return []


def _of_slas(case: Ticket, slas: Sequence[TaskSla], now: datetime) -> list[PolicyAlert]:
    if case.closed_at is not None:
        return []
    late = [each for each in slas if _is_breached(each, now)]
    soon = [each for each in slas if each not in late and _is_near(each, case, now)]
    alerts = []
    if late:
        message = f"SLA breached: {_names(_by_time(late))}{_since(late, now)}"
        alerts.append(_alert("sla_breach", "critical", message, now, _sla_details(late)))
    if soon:
        first = _by_time(soon)[0].breach_at or now
        message = f"SLA approaching: {_names(_by_time(soon))} in {_span(first - now)}"
        alerts.append(_alert("sla_approaching", "warning", message, now, _sla_details(soon)))
    return alerts


def _is_breached(sla: TaskSla, now: datetime) -> bool:
    return sla.has_breached or (sla.breach_at is not None and sla.breach_at <= now)


def _is_near(sla: TaskSla, case: Ticket, now: datetime) -> bool:
    if sla.breach_at is None:
        return False
    is_known = case.opened_at is not None and case.opened_at < sla.breach_at
    notice = (sla.breach_at - case.opened_at) / 4 if is_known and case.opened_at else _SHORT_NOTICE
    return now >= sla.breach_at - notice


def _by_time(slas: Sequence[TaskSla]) -> list[TaskSla]:
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(slas, key=lambda each: (each.breach_at or never, each.name))


def _names(slas: Sequence[TaskSla]) -> str:
    return _listed([shortened(each.name, _LONGEST) or "SLA" for each in slas])


def _since(breached: Sequence[TaskSla], now: datetime) -> str:
    """Since when the first of them is, as far as that is known; packs are kept for a while."""
    first = _by_time(breached)[0].breach_at
    return f" since {_clock(first, now)} UTC" if first and first <= now else ""


def _sla_details(slas: Sequence[TaskSla]) -> dict[str, object]:
    listed = []
    for each in _by_time(slas)[:_MOST_SLAS]:
        at = {} if each.breach_at is None else {"breachAt": iso(each.breach_at)}
        listed.append({"name": shortened(each.name, _LONGEST), **at})
    return {"slas": listed}


def _of_hours(hours: WorkingHours | None, now: datetime) -> list[PolicyAlert]:
    if hours is None or hours.are_now(now) is not False:
        return []
    span = f"{hours.start:%H:%M} to {hours.end:%H:%M}"
    message = f"Outside business hours ({span}, {hours.time_zone})"
    return [_alert("after_hours", "info", message, now)]


def _of_marks(case: Ticket, now: datetime) -> list[PolicyAlert]:
    alerts = []
    if case.is_high_risk:
        message = f"Case {case.number} is marked as high risk"
        alerts.append(_alert("high_risk", "warning", message, now))
    if case.is_vip:
        message = f"Case {case.number} concerns a VIP"
        alerts.append(_alert("vip", "warning", message, now))
    return alerts


def _of_changes(changes: Sequence[Change], now: datetime) -> list[PolicyAlert]:
    active = {each.number: each for each in changes if each.start <= now < each.end}
    ordered = sorted(active.values(), key=lambda each: (each.start, each.number))
    if not ordered:
        return []
    end = max(each.end for each in ordered)
    noun = "change" if len(ordered) == 1 else "changes"
    numbers = _listed([shortened(each.number, _LONGEST) for each in ordered])
    message = f"Active {noun} {numbers} running through {_clock(end, now)} UTC"
    windows = [_window(each).model_dump() for each in ordered[:MOST_CHANGES]]
    return [_alert("maintenance_window", "warning", message, now, {"changes": windows})]


def _window(change: Change) -> ChangeWindow:
    return ChangeWindow(
        number=shortened(change.number, _LONGEST),
        state=shortened(change.state, _LONGEST),
        start=iso(change.start),
        end=iso(change.end),
    )


def _listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _clock(moment: datetime, now: datetime) -> str:
    """The hour, with its date where that is not today's."""
    utc = moment.astimezone(UTC)
    is_today = utc.date() == now.astimezone(UTC).date()
    return utc.strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M")


def _span(length: timedelta) -> str:
    minutes = int(length.total_seconds() // 60)
    hours, rest = divmod(minutes, 60)
    if hours and rest:
        return f"{hours} h {rest} min"
    return f"{hours} h" if hours else f"{rest} min"
