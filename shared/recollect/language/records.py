"""Records in a text, as lines of `name: value`: a list of YAML, or blocks between empty lines."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

_FIELD: Final = re.compile(r"( *(?:- +)?)([^\W\d_][\w .-]{0,39}?): +(\S.*)")
_FEWEST: Final = 2
_LONGEST_LINE: Final = 4_000

Record = Sequence[tuple[str, str]]
"""The names and values of a record, in their order."""


def records_in(text: str) -> Sequence[Record]:
    """The records of a text, of which two at least begin with the same name; else none.

    What is nested in a record is left out.
    """
    blocks = [each for each in _blocks(text.splitlines()) if len(each) >= _FEWEST]
    begins = Counter(each[0][0] for each in blocks).most_common(1)
    if not begins or begins[0][1] < _FEWEST:
        return ()
    return [each for each in blocks if each[0][0] == begins[0][0]]


def _blocks(lines: Sequence[str]) -> Iterator[Record]:
    """Lines that follow each other with a field in the same column, until another record begins."""
    fields: list[tuple[str, str]] = []
    column = 0
    for line in lines:
        found = _FIELD.fullmatch(line.rstrip()) if len(line) <= _LONGEST_LINE else None
        if fields and (not line.strip() or _begins_entry(line, column)):
            yield fields
            fields = []
        if found is not None and (not fields or len(found[1]) == column):
            column = len(found[1])
            fields.append((found[2].strip(), found[3].strip().strip("\"'")))
    if fields:
        yield fields


def _begins_entry(line: str, column: int) -> bool:
    """Whether a line begins an entry of the list that a record in this column is of."""
    entry = line.lstrip(" ")
    return entry.startswith("- ") and len(line) - len(entry) < column
