"""Tokens that a mail program or a terminal broke into two lines."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from recollect.detection.rules import Finding

# The end of a token at the end of a line, and more of it at the beginning of the next one.
_BREAK = re.compile(
    r"(?<=[A-Za-z0-9_+/=.-]{6})[ \t]?\\?\r?\n[ \t>|]{0,8}"
    r"(?=(?=[A-Za-z_+/-]{0,40}\d)(?=[\d_+/-]{0,40}[A-Za-z])[A-Za-z0-9_+/.-]{5,}={0,2}(?![A-Za-z0-9:]))"
)


def wrapped_in(text: str, find: Callable[[str], Iterable[Finding]]) -> Iterator[Finding]:
    """What `find` finds over a line's end only, once lines are joined that seem to go on."""
    if "\n" not in text:
        return
    breaks = [each.span() for each in _BREAK.finditer(text)]
    if not breaks:
        return
    starts, pieces, removed, end = [0], [], [0], 0
    for start, after in breaks:
        pieces.append(text[end:start])
        removed.append(removed[-1] + after - start)
        starts.append(after - removed[-1])
        end = after
    joined = "".join((*pieces, text[end:]))
    for each in find(joined):
        first = bisect_right(starts, each.start) - 1
        last = bisect_right(starts, each.end - 1) - 1
        if first != last:
            yield Finding(each.kind, each.start + removed[first], each.end + removed[last])
