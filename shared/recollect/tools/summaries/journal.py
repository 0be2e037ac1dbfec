"""What was last done on a ticket, as lines."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice

from recollect.servicedesk.tickets import JournalEntry
from recollect.tools.contract import LATEST_ACTIVITY
from recollect.tools.plain import plain
from recollect.tools.summaries.outline import outlined
from recollect.tools.summaries.phrases import DASH, brief

_MOST_LINES = 10
_LONGEST_ACTION = 200
_LONGEST_USER = 60
_NOT_SHOWN = "(not shown: it gives orders to its reader)"
# Texts that are read for a line: most differ, and hundreds that only look so are not worth it.
_MOST_PARSED = 5
# Not strftime: its names of months are those of the locale.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def journal_summary(entries: Sequence[JournalEntry]) -> str:
    """The section Latest Activity with at most ten lines; "" where nothing was done."""
    return outlined([(LATEST_ACTIVITY, "\n".join(activity(entries, _MOST_LINES)))])


def nothing_noted(number: str) -> str:
    """The same for a ticket on which nobody has said anything."""
    return outlined([(LATEST_ACTIVITY, f"Nothing has been noted on {number}.")])


def activity(entries: Sequence[JournalEntry], limit: int) -> list[str]:
    """At most `limit` lines, newest first, of entries in any order.

    What a user says twice in a row is shown once, and without a text there is no line. No more
    texts are parsed than are needed for the lines, nor more than five for each.
    """
    newest_first = sorted(entries, key=lambda entry: entry.sys_created_on, reverse=True)
    different = (next(same) for _, same in groupby(newest_first, _written))
    return list(islice(_lines(islice(different, limit * _MOST_PARSED)), limit))


def _lines(entries: Iterable[JournalEntry]) -> Iterator[str]:
    last = ("", "")
    for entry in entries:
        current = (entry.sys_created_by, plain(entry.value))
        if current[1] and current != last:
            last = current
            yield _line(entry, current[1])


def _written(entry: JournalEntry) -> tuple[str, str]:
    return entry.sys_created_by, entry.value


def _line(entry: JournalEntry, action: str) -> str:
    user = brief(entry.sys_created_by, _LONGEST_USER)
    when = _shown(entry.sys_created_on.astimezone(UTC))
    done = brief(action, _LONGEST_ACTION) or _NOT_SHOWN
    return f"• {when}{f' {DASH} {user}' if user else ''}: {done}"


def _shown(time: datetime) -> str:
    return f"{_MONTHS[time.month - 1]} {time.day}, {time:%H:%M}"
