"""Section headings: of answers, marked as such; of summaries, as plain lines."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from recollect.tools.contract import SECTIONS

_SECTIONS: Final = {name.casefold(): name for name in SECTIONS}
_LONGEST: Final = max(map(len, SECTIONS))
_MARKS: Final = "#*_: \t"
_SHAPE = re.compile(
    r"(?:(#{1,6})\s+)?(\*{0,3}|_{0,3})[^*_#:]+(:?)\s*(\*{0,3}|_{0,3})\s*(:?)(?:\s+#+)?"
)


def headers(text: str) -> frozenset[str]:
    """The sections that an answer has headers of, each once.

    A header stands on a line of its own as `*Summary*`, `**Summary**`, `## Summary` or `Summary:`.
    """
    return frozenset(_found(text, _header))


def headings(text: str) -> frozenset[str]:
    """The sections that a summary has, which tools write as plain lines."""
    return frozenset(_found(text, heading))


def heading(line: str) -> str | None:
    """The section whose name a line is, marked as a header or not."""
    return _section(line, marked=False)


def _header(line: str) -> str | None:
    return _section(line, marked=True)


def _found(text: str, name_in: Callable[[str], str | None]) -> Iterator[str]:
    names = map(name_in, text.splitlines())
    return (name for name in names if name is not None)


def _section(line: str, *, marked: bool) -> str | None:
    bare = line.strip(_MARKS)
    name = _SECTIONS.get(bare.casefold()) if len(bare) <= _LONGEST else None
    if name is None or not (found := _SHAPE.fullmatch(line.strip())):
        return None
    hashes, opening, inside, closing, outside = found.groups()
    is_marked = hashes or opening or inside or outside
    return name if opening == closing and (is_marked or not marked) else None
