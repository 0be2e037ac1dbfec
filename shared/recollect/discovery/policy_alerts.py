"""The section `policyAlerts`: what anyone who works on the case must know before acting.

- `sla_breach` (critical), `sla_approaching` (warning): a case of priority 1, 2, 3, 4 is due 4, 8,
  24, 72 hours after it was opened, and approaches that in the last quarter. Where SLAs run on the
  case, they count and the table does not. Closed cases have neither.
- `maintenance_window` (warning): changes for the case's customer that are under way now
- `high_risk`, `vip` (warning): the case is marked so
- `after_hours` (info): now is outside the business hours of the case's customer, if known
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from recollect.core.timestamps import iso
from recollect.discovery.schema import ChangeWindow, PolicyAlert, PolicyType, Severity
from recollect.knowledge.business_contexts import BusinessHours
from recollect.language.texts import shortened
from recollect.servicedesk.tickets import Change, TaskSla, Ticket

HOURS_BY_PRIORITY: Final[Mapping[int, int]] = {1: 4, 2: 8, 3: 24, 4: 72}
MAX_CHANGES: Final = 10
_MAX_SLAS, _MAX_NAMES, _MAX_NAME_CHARS = 5, 3, 120
_RANK: Final[Mapping[Severity, int]] = {"critical": 0, "warning": 1, "info": 2}
# A quarter of the shortest target (4 hours), for an SLA of which only the end is known.
_SHORT_NOTICE: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Concern:
    """A case to check for alerts, with its SLAs, and its customer's changes and business hours.

    `case` is None if only the customer is known; `hours` are None if they are not known.
    """

    case: Ticket | None
    slas: Sequence[TaskSla] = ()
    changes: Sequence[Change] = ()
    hours: BusinessHours | None = None


def policy_alerts(concerns: Sequence[Concern], now: datetime) -> tuple[PolicyAlert, ...]:
    """The alerts at `now`, at most one of each type per case, the most severe first.

    An alert about a case has its number in `details.caseNumber`. Alerts of one severity are sorted
    by type, then by the order of the cases.
    """
    found = [alert for each in concerns for alert in _alerts_about(each, now)]
    return tuple(sorted(found, key=lambda alert: (_RANK[alert.severity], alert.type)))


def _alerts_about(concern: Concern, now: datetime) -> Iterator[PolicyAlert]:
    case, slas = concern.case, concern.slas
    customer_alerts = (*_change_alerts(concern.changes, now), *_hours_alerts(concern.hours, now))
    if case is None:
        yield from customer_alerts
        return
    due_alerts = _sla_alerts(case, slas, now) if slas else _priority_alerts(case, now)
    for alert in (*customer_alerts, *due_alerts, *_mark_alerts(case, now)):
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


def _priority_alerts(case: Ticket, now: datetime) -> list[PolicyAlert]:
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
    allowance = f"the {hours} hours of priority {case.priority_level}"
    if now >= due:
        message = f"SLA breached: {allowance} ended at {_clock(due, now)} UTC"
        return [_alert("sla_breach", "critical", message, now, details)]
    if now >= due - target / 4:
        message = f"SLA approaching: {allowance} end at {_clock(due, now)} UTC"
        return [_alert("sla_approaching", "warning", message, now, details)]
    return []


def _sla_alerts(case: Ticket, slas: Sequence[TaskSla], now: datetime) -> list[PolicyAlert]:
    if case.closed_at is not None:
        return []
    late = [each for each in slas if _is_breached(each, now)]
    soon = [each for each in slas if each not in late and _is_near(each, case, now)]
    alerts = []
    if late:
        message = f"SLA breached: {_sla_names(_by_time(late))}{_since(late, now)}"
        alerts.append(_alert("sla_breach", "critical", message, now, _sla_details(late)))
    if soon:
        first = _by_time(soon)[0].breach_at or now
        names = _sla_names(_by_time(soon))
        message = f"SLA approaching: {names}, due at {_clock(first, now)} UTC"
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


def _sla_names(slas: Sequence[TaskSla]) -> str:
    return _joined([shortened(each.name, _MAX_NAME_CHARS) or "SLA" for each in slas])


def _since(breached: Sequence[TaskSla], now: datetime) -> str:
    """The words ` since …` with the earliest time of a breach, if it is known, else ""."""
    first = _by_time(breached)[0].breach_at
    return f" since {_clock(first, now)} UTC" if first and first <= now else ""


def _sla_details(slas: Sequence[TaskSla]) -> dict[str, object]:
    listed = []
    for each in _by_time(slas)[:_MAX_SLAS]:
        at = {} if each.breach_at is None else {"breachAt": iso(each.breach_at)}
        listed.append({"name": shortened(each.name, _MAX_NAME_CHARS), **at})
    return {"slas": listed}


def _hours_alerts(hours: BusinessHours | None, now: datetime) -> list[PolicyAlert]:
    if hours is None or hours.are_now(now):
        return []
    message = f"Outside business hours ({hours.start} to {hours.end}, {hours.time_zone})"
    return [_alert("after_hours", "info", message, now)]


def _mark_alerts(case: Ticket, now: datetime) -> list[PolicyAlert]:
    alerts = []
    if case.is_high_risk:
        message = f"Case {case.number} is marked as high risk"
        alerts.append(_alert("high_risk", "warning", message, now))
    if case.is_vip:
        message = f"Case {case.number} concerns a VIP"
        alerts.append(_alert("vip", "warning", message, now))
    return alerts


def _change_alerts(changes: Sequence[Change], now: datetime) -> list[PolicyAlert]:
    active = {each.number: each for each in changes if each.start <= now < each.end}
    ordered = sorted(active.values(), key=lambda each: (each.start, each.number))
    if not ordered:
        return []
    end = max(each.end for each in ordered)
    noun = "change" if len(ordered) == 1 else "changes"
    numbers = _joined([shortened(each.number, _MAX_NAME_CHARS) for each in ordered])
    message = f"Active {noun} {numbers} running through {_clock(end, now)} UTC"
    windows = [_window(each).model_dump(by_alias=True) for each in ordered[:MAX_CHANGES]]
    return [_alert("maintenance_window", "warning", message, now, {"changes": windows})]


def _window(change: Change) -> ChangeWindow:
    return ChangeWindow(
        number=shortened(change.number, _MAX_NAME_CHARS),
        state=shortened(change.state, _MAX_NAME_CHARS),
        start=iso(change.start),
        end=iso(change.end),
        short_description=shortened(change.short_description.strip(), _MAX_NAME_CHARS) or None,
    )


def _joined(names: Sequence[str]) -> str:
    """The first names, and the number of the others."""
    more = len(names) - _MAX_NAMES
    return ", ".join(names[:_MAX_NAMES]) + (f" and {more} more" if more > 0 else "")


def _clock(moment: datetime, now: datetime) -> str:
    """The time in UTC, with its date unless that is today.

    Messages have times, not durations, because a pack is cached for a while.
    """
    utc = moment.astimezone(UTC)
    is_today = utc.date() == now.astimezone(UTC).date()
    return utc.strftime("%H:%M" if is_today else "%Y-%m-%d %H:%M")
