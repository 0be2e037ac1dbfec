"""Summaries of a case or an incident, in the five sections that an answer uses (seed 002)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from recollect.language.texts import SHOWN, collapsed
from recollect.servicedesk.tickets import JournalEntry, TaskSla, Ticket
from recollect.tools.contract import (
    CONTEXT,
    CURRENT_STATE,
    LATEST_ACTIVITY,
    REFERENCES,
    SUMMARY,
    TICKET_LABELS,
)
from recollect.tools.plain import carries_sys_id
from recollect.tools.summaries.journal import activity
from recollect.tools.summaries.phrases import (
    DASH,
    as_sentence,
    brief,
    compared,
    joined,
    label,
    line,
    lines,
    outlined,
    sentences,
)

_STATUS, _PRIORITY, _ASSIGNED, _SLA = TICKET_LABELS
_MAX_ACTIONS = 3
_MAX_OTHERS = 4
_MAX_SIMILAR = 5
_MAX_NAME_LENGTH = 120
_MIN_IN_DAYS = timedelta(days=2)
"""Shorter times are shown in hours: for one day and a half, `1 day` would be too inexact."""


def ticket_summary(
    ticket: Ticket,
    *,
    slas: Sequence[TaskSla] = (),
    journal: Sequence[JournalEntry] = (),
    similar: Sequence[str] = (),
    others: Sequence[Ticket] = (),
    now: datetime,
) -> str:
    """The sections that have any content; Summary always has.

    `similar` are the numbers of similar cases, `others` further tickets that a search found.
    """
    summary = _description(ticket)
    return outlined(
        [
            (SUMMARY, summary),
            (CURRENT_STATE, _state(ticket, slas, now)),
            (LATEST_ACTIVITY, "\n".join(activity(journal, _MAX_ACTIONS))),
            (CONTEXT, _context(ticket, summary, similar, others)),
            (REFERENCES, _reference(ticket.url)),
        ]
    )


def one_line(ticket: Ticket) -> str:
    """The ticket's number and its short description, in one line."""
    about = brief(ticket.short_description, _MAX_NAME_LENGTH) or joined(
        sentences(ticket.description, _MAX_NAME_LENGTH), _MAX_NAME_LENGTH
    )
    number = brief(ticket.number, _MAX_NAME_LENGTH)
    return f"{number} {DASH} {about}" if about else number


def _description(ticket: Ticket) -> str:
    return (
        as_sentence(brief(ticket.short_description))
        or joined(sentences(ticket.description, SHOWN))
        or f"{brief(ticket.number, _MAX_NAME_LENGTH)} (no description)"
    )


def _state(ticket: Ticket, slas: Sequence[TaskSla], now: datetime) -> str:
    return lines(
        line(_STATUS, label(ticket.state)),
        line(_PRIORITY, label(ticket.priority)),
        line(_ASSIGNED, _assignee(ticket)),
        line(_SLA, _remaining(slas, now)),
    )


def _assignee(ticket: Ticket) -> str:
    person, group = (
        brief(ticket.assigned_to, _MAX_NAME_LENGTH),
        brief(ticket.assignment_group, _MAX_NAME_LENGTH),
    )
    return f"{person} ({group})" if person and group else person or group


def _remaining(slas: Sequence[TaskSla], now: datetime) -> str:
    """The worst of all SLAs: the time since the first breach, else until the next one."""
    past = [sla.breach_at for sla in slas if sla.breach_at is not None and sla.breach_at <= now]
    if past:
        return f"breached {_duration(now - min(past))} ago"
    if any(sla.has_breached for sla in slas):
        return "breached"
    ahead = [sla.breach_at for sla in slas if sla.breach_at is not None]
    return f"{_duration(min(ahead) - now)} remaining" if ahead else ""


def _duration(time: timedelta) -> str:
    minutes = max(time // timedelta(minutes=1), 1)
    if time < timedelta(hours=1):
        return _counted(minutes, "minute")
    if time < _MIN_IN_DAYS:
        return _counted(time // timedelta(hours=1), "hour")
    return _counted(time.days, "day")


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _context(ticket: Ticket, summary: str, similar: Sequence[str], others: Sequence[Ticket]) -> str:
    further = [each for each in others if each.number != ticket.number][:_MAX_OTHERS]
    background = " ".join(filter(None, (_background(ticket, summary), _similar(ticket, similar))))
    return lines(
        background,
        line("Resolution", _resolution(ticket)),
        line("Configuration item", brief(ticket.configuration_item, _MAX_NAME_LENGTH)),
        line("Customer", brief(ticket.account, _MAX_NAME_LENGTH)),
        *(line("Also found", _other(each)) for each in further),
    )


def _background(ticket: Ticket, summary: str) -> str:
    """The sentences of the description that are not in the summary."""
    known = compared(summary)
    described = sentences(ticket.description, SHOWN)
    return joined(each for each in described if compared(each) not in known)


def _similar(ticket: Ticket, numbers: Sequence[str]) -> str:
    shown = dict.fromkeys(
        brief(number, _MAX_NAME_LENGTH) for number in numbers if number != ticket.number
    )
    named = list(filter(None, shown))[:_MAX_SIMILAR]
    return f"Similar cases: {', '.join(named)}." if named else ""


def _resolution(ticket: Ticket) -> str:
    if ticket.active and ticket.closed_at is None:
        return ""
    notes, cause = joined(sentences(ticket.close_notes, SHOWN)), label(ticket.cause)
    if not notes or compared(cause) in compared(notes):
        return notes or cause
    return f"{notes} (cause: {cause})"


def _other(ticket: Ticket) -> str:
    state = label(ticket.state)
    return one_line(ticket) + (f" ({state})" if state else "")


def _reference(url: str) -> str:
    shown = collapsed(url)
    return f"• {shown}" if shown and not carries_sys_id(shown) else ""
