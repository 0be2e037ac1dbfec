"""Tokens that a mail program or a terminal broke into two lines."""

import re
from collections.abc import Callable, Iterable, Iterator

from recollect.detection.readings import replaced
from recollect.detection.rules import Finding

# A line break within a token: both the end of the line and the start of the next look like parts.
_BREAK = re.compile(
    r"(?<=[A-Za-z0-9_+/=.-]{6})[ \t]?\\?\r?\n[ \t>|]{0,8}"
    r"(?=(?=[A-Za-z_+/.-]{0,40}\d)(?=[\d_+/.-]{0,40}[A-Za-z])[A-Za-z0-9_+/.-]{5,}={0,2"
    "}(?![A-Za-z0-9:]))"
)


def wrapped_in(text: str, find: Callable[[str], Iterable[Finding]]) -> Iterator[Finding]:
    """The findings of `find` that extend over a line break, if such lines are joined."""
    joined = replaced(text, _BREAK, lambda _break: "") if "\n" in text else None
    for each in find(joined.text) if joined else ():
        if joined and joined.is_across(each.start, each.end):
            yield Finding(each.kind, *joined.original_span(each.start, each.end))
