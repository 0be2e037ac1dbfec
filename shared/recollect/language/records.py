"""Records in a text as lines of `name: value`: a list in YAML, or blocks between empty lines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

_FIELD: Final = re.compile(r"( *(?:- +)?)([^\W\d_][\w .-]{0,39}?): +(\S.*)")
_MIN_COUNT: Final = 2
_MAX_LINE_CHARS: Final = 4_000

Record = Sequence[tuple[str, str]]
"""The names and values of a record, in order."""


def records_in(text: str) -> Sequence[Record]:
    """The records of a text, if at least two begin with the same name; else none.

    Fields nested in a record are left out.
    """
    if text.count(": ") < _MIN_COUNT * _MIN_COUNT:
        return ()  # fewer fields than two records have
    blocks = [each for each in _blocks(text.splitlines()) if len(each) >= _MIN_COUNT]
    begins = Counter(each[0][0] for each in blocks).most_common(1)
    if not begins or begins[0][1] < _MIN_COUNT:
        return ()
    return [each for each in blocks if each[0][0] == begins[0][0]]


def _blocks(lines: Sequence[str]) -> Iterator[Record]:
    """Runs of lines with fields in the same column; each ends where another record begins."""
    fields: list[tuple[str, str]] = []
    column = 0
    for line in lines:
        found = _FIELD.fullmatch(line.rstrip()) if len(line) <= _MAX_LINE_CHARS else None
        if fields and (not line.strip() or _begins_entry(line, column)):
            yield fields
            fields = []
        if found is not None and (not fields or len(found[1]) == column):
            column = len(found[1])
            fields.append((found[2].strip(), found[3].strip().strip("\"'")))
    if fields:
        yield fields


def _begins_entry(line: str, column: int) -> bool:
    """Whether a line begins an entry of the list that contains a record in this column."""
    entry = line.lstrip(" ")
    return entry.startswith("- ") and len(line) - len(entry) < column
