"""Summaries of the latest activity on a ticket, one line an entry."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import attrgetter

from recollect.servicedesk.tickets import JournalEntry
from recollect.tools.contract import LATEST_ACTIVITY
from recollect.tools.plain import plain
from recollect.tools.summaries.phrases import DASH, brief, outlined

_MAX_LINES = 10
_MAX_ACTION_LENGTH = 200
_MAX_USER_LENGTH = 60
_NOT_SHOWN = "(not shown: it gives orders to its reader)"
# Texts parsed for each line: most entries differ, so hundreds of equal ones are not worth parsing.
_MAX_PARSED_PER_LINE = 5
# Not strftime: its names of months are those of the locale.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def journal_summary(entries: Sequence[JournalEntry]) -> str:
    """The section Latest Activity with at most ten lines; "" if there is no activity."""
    return outlined([(LATEST_ACTIVITY, "\n".join(activity(entries, _MAX_LINES)))])


def nothing_noted(number: str) -> str:
    """The section Latest Activity of a ticket without any activity."""
    return outlined([(LATEST_ACTIVITY, f"Nothing has been noted on {number}.")])


def activity(entries: Sequence[JournalEntry], limit: int) -> list[str]:
    """At most `limit` lines, newest first, for entries in any order.

    A text that a user wrote twice in a row is shown once, and an entry without a text not at all.
    No more texts are parsed than the lines need, at most five for each line.
    """
    newest_first = sorted(entries, key=lambda entry: entry.sys_created_on, reverse=True)
    repeats = groupby(newest_first, attrgetter("sys_created_by", "value"))
    different = (next(same) for _, same in repeats)
    return list(islice(_lines(islice(different, limit * _MAX_PARSED_PER_LINE)), limit))


def _lines(entries: Iterable[JournalEntry]) -> Iterator[str]:
    last = ("", "")
    for entry in entries:
        current = (entry.sys_created_by, plain(entry.value))
        if current[1] and current != last:
            last = current
            yield _line(entry, current[1])


def _line(entry: JournalEntry, action: str) -> str:
    user = brief(entry.sys_created_by, _MAX_USER_LENGTH)
    when = _shown(entry.sys_created_on.astimezone(UTC))
    done = brief(action, _MAX_ACTION_LENGTH) or _NOT_SHOWN
    return f"• {when}{f' {DASH} {user}' if user else ''}: {done}"


def _shown(time: datetime) -> str:
    return f"{_MONTHS[time.month - 1]} {time.day}, {time:%H:%M}"
