"""Passwords in a column that is called so: of a table in a text, or of separated values."""

import re
from collections.abc import Iterator

from recollect.detection.plausible import is_plausible_password
from recollect.detection.prose_passwords import NAMED, NAMED_HINTS
from recollect.detection.rules import Finding

_SIGNS = "|\t;,"
_MOST_COLUMNS, _LONGEST_LINE = 40, 1_000
_COLUMN = rf"(?i:(?:[\w-]{{1,20}}[ _])?{NAMED})"


def columns_in(text: str) -> Iterator[Finding]:
    """The passwords below the head of a column for them, down to the end of the table."""
    lowered = text.lower() if "\n" in text and any(each in text for each in "|\t;,") else ""
    if not any(hint in lowered for hint in NAMED_HINTS):
        return
    sign, column, width = "", 0, 0
    start = 0
    for line in text.splitlines(keepends=True):
        cells = _cells(line, sign) if sign else []
        if sign and len(cells) == width:
            value, place = cells[column]
            if is_plausible_password(value, assigned=False):
                yield Finding("password", start + place, start + place + len(value))
        else:
            sign, column, width = _head(line)
        start += len(line)


def _head(line: str) -> tuple[str, int, int]:
    """What separates the columns, which one is for passwords, and how many there are."""
    if len(line) <= _LONGEST_LINE:
        for sign in _SIGNS:
            cells = _cells(line, sign)
            for column, (name, _place) in enumerate(cells if len(cells) > 1 else ()):
                if re.fullmatch(_COLUMN, name):
                    return sign, column, len(cells)
    return "", 0, 0


def _cells(line: str, sign: str) -> list[tuple[str, int]]:
    """What stands in the columns, and where."""
    cells: list[tuple[str, int]] = []
    place = 0
    for cell in line.split(sign, _MOST_COLUMNS):
        bare = cell.strip(" \t\r\n\"'`*")
        cells.append((bare, place + (cell.index(bare) if bare else 0)))
        place += len(cell) + 1
    return cells
