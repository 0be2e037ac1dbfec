"""Summaries of searches: a line for each ticket that was found, and how they were resolved."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from recollect.servicedesk.tickets import Ticket
from recollect.tools.contract import SEARCH_RESULTS
from recollect.tools.summaries.phrases import brief, compared, label, outlined, sentences
from recollect.tools.summaries.tickets import one_line

_MAX_LINES = 10
_MAX_LENGTH = 120
_MIN_CASES = 2
_QUOTES = str.maketrans(dict.fromkeys('"“”„', "'"))


def search_summary(tickets: Sequence[Ticket], total: int | None, query: str) -> str:
    """The first ten of the cases that were found, and the cause that at least two of them share.

    `tickets` must not be empty. `total` counts all cases; if it is None there may be more than
    these.
    """
    number = len(tickets) if total is None else total
    found = _found(number, query, " or more" if total is None else "")
    bullets = [f"• {_line(ticket)}" for ticket in tickets[:_MAX_LINES]]
    if number > len(bullets):
        bullets.append(f"• … and {number - len(bullets)} more")
    parts = (f"{found}:", "\n".join(bullets), _pattern(tickets))
    return outlined([(SEARCH_RESULTS, "\n\n".join(filter(None, parts)))])


def nothing_found(what: str, active: bool | None, filters: Iterable[str | None]) -> str:
    """A sentence for a search without results: "No open cases match customer altus."."""
    state = "" if active is None else ("open " if active else "closed ")
    asked = brief(", ".join(filter(None, filters)), _MAX_LENGTH).translate(_QUOTES)
    sentence = f"No {state}{what} match {asked}." if asked else f"There are no {state}{what}."
    return outlined([(SEARCH_RESULTS, sentence)])


def _found(number: int, query: str, further: str) -> str:
    asked = brief(query, _MAX_LENGTH).translate(_QUOTES)
    cases = f"Found {number}{further} case{'' if number == 1 and not further else 's'}"
    return f'{cases} for "{asked}"' if asked else cases


def _line(ticket: Ticket) -> str:
    priority = label(ticket.priority)
    known = filter(None, (label(ticket.state), priority and f"Priority: {priority}"))
    state = ", ".join(known)
    return one_line(ticket) + (f" ({state})" if state else "")


def _pattern(tickets: Sequence[Ticket]) -> str:
    shared = _shared(tickets, _cause) or _shared(tickets, _resolution)
    return f"Pattern: {shared}" if shared else ""


def _shared(tickets: Sequence[Ticket], text_of: Callable[[Ticket], str]) -> str:
    """The most frequent text of the tickets, and how many have it; "" if all differ."""
    texts = list(filter(compared, map(text_of, tickets)))
    for key, count in Counter(map(compared, texts)).most_common(1):
        if count >= _MIN_CASES:
            text = next(text for text in texts if compared(text) == key)
            return f"{text} ({count} of {len(tickets)} cases)"
    return ""


def _cause(ticket: Ticket) -> str:
    return label(ticket.cause).rstrip(".")


def _resolution(ticket: Ticket) -> str:
    return brief(next(sentences(ticket.close_notes, 0), ""), _MAX_LENGTH).rstrip(".")
