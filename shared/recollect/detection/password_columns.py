"""Passwords in the password column of a table, or of comma-, tab- or otherwise separated values."""

import re
from collections.abc import Iterator

from recollect.detection.plausible import is_plausible_password
from recollect.detection.prose_passwords import NAMED, NAMED_HINTS
from recollect.detection.rules import Finding

_SEPARATORS = "|\t;,"
_MAX_COLUMNS, _MAX_HEADING_CHARS = 40, 1_000
_COLUMN = rf"(?i:(?:[\w-]{{1,20}}[ _])?{NAMED})"


def password_columns_in(text: str) -> Iterator[Finding]:
    """The passwords below the heading of a password column, down to the end of the table."""
    lowered = text.lower() if "\n" in text and any(each in text for each in _SEPARATORS) else ""
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
    """The separator of the columns, the index of the password column, and the number of columns.

    Without a password column they are "", 0 and 0.
    """
    if len(line) <= _MAX_HEADING_CHARS:
        for sign in _SEPARATORS:
            cells = _cells(line, sign)
            for column, (name, _place) in enumerate(cells if len(cells) > 1 else ()):
                if re.fullmatch(_COLUMN, name):
                    return sign, column, len(cells)
    return "", 0, 0


def _cells(line: str, sign: str) -> list[tuple[str, int]]:
    """The texts of the cells of a line, and where in the line each begins."""
    cells: list[tuple[str, int]] = []
    place = 0
    for cell in line.split(sign, _MAX_COLUMNS):
        bare = cell.strip(" \t\r\n\"'`*")
        cells.append((bare, place + (cell.index(bare) if bare else 0)))
        place += len(cell) + 1
    return cells
