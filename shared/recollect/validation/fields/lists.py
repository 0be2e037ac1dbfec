"""What objects of a list share, and what tells fields from each other; worked out once."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.fields.rows import Cell, ResultRow

_FEWEST: Final = 2
_MOST_ROWS: Final = 100
_PIECE: Final = re.compile(r"\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Shared:
    """A value, or a flag that is set, that some of a list have: the first field, and how many."""

    rows: Sequence[ResultRow]
    cell: Cell
    count: int


def shared_values(lists: Iterable[Sequence[ResultRow]]) -> Mapping[str, Sequence[Shared]]:
    """The values that tell a few kinds of objects apart, by their first terms."""
    found: dict[str, list[Shared]] = defaultdict(list)
    for rows in _countable(lists):
        for cell, same in _columns(rows):
            if cell.form == "text" and _is_of_kind(cell, same):
                count = sum(own.fold == cell.fold for own in same)
                found[cell.terms[0]].append(Shared(rows, cell, count))
    return found


def shared_flags(lists: Iterable[Sequence[ResultRow]]) -> Sequence[Shared]:
    """The fields of lists that are true or false."""
    return [
        Shared(rows, cell, sum(own.value is True for own in same))
        for rows in _countable(lists)
        for cell, same in _columns(rows)
        if cell.form == "flag"
    ]


def shared_states(
    lists: Iterable[Sequence[ResultRow]],
) -> Sequence[tuple[Sequence[ResultRow], Sequence[Cell]]]:
    """The lists whose objects have a state each, with those."""
    found = []
    for rows in _countable(lists):
        cells = [cell for row in rows for cell in row.cells if cell.is_state and not cell.is_inner]
        if len(cells) == len(rows):
            found.append((rows, cells))
    return found


def rows_by_term(rows: Iterable[ResultRow]) -> Mapping[str, Sequence[ResultRow]]:
    """The objects by the terms and units of their numbers and dates."""
    found: dict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        cells = [cell for cell in row.cells if cell.form in {"number", "date"}]
        for each in {*(name for cell in cells for name in cell.name), *(c.unit for c in cells)}:
            found[each].append(row)
    return found


Values = Mapping[tuple[str, str | float | tuple[int, int]], Sequence[Cell]]
"""Fields by their list, and a part of a text, a number, or a month and day that they have."""


def values_of(lists: Iterable[Sequence[ResultRow]]) -> Values:
    """The fields of lists of two objects and more, for finding whose a value is; names left out."""
    found: dict[tuple[str, str | float | tuple[int, int]], list[Cell]] = defaultdict(list)
    for rows in lists:
        for row in rows if len(rows) > 1 else ():
            for cell in row.cells:
                for each in _parts(cell):
                    found[row.table, each].append(cell)
    return found


def _parts(cell: Cell) -> Iterable[str | float | tuple[int, int]]:
    if cell.form == "number":
        return (cell.number,)
    if cell.form == "date":
        return cell.moment.days
    if cell.form != "text" or cell.names_object:
        return ()
    return {*_PIECE.findall(cell.fold), *cell.terms} if cell.is_code else cell.terms[:1]


def _countable(lists: Iterable[Sequence[ResultRow]]) -> Iterator[Sequence[ResultRow]]:
    return (rows for rows in lists if _FEWEST <= len(rows) <= _MOST_ROWS)


def _columns(rows: Sequence[ResultRow]) -> Iterator[tuple[Cell, Sequence[Cell]]]:
    """Each value of each field once, with that field of all objects."""
    seen: set[tuple[tuple[str, ...], str]] = set()
    for row in rows:
        for cell in row.cells:
            key = (cell.path, "" if cell.form == "flag" else cell.fold)
            if key not in seen and not cell.is_state:
                seen.add(key)
                yield cell, [each.by_path[cell.path] for each in rows if cell.path in each.by_path]


def _is_of_kind(cell: Cell, same: Sequence[Cell]) -> bool:
    """Whether a value is one of a few that objects share, and tells none from the others."""
    if cell.names_object or cell.is_code or not 0 < len(cell.terms) <= _FEWEST:
        return False
    return len({own.fold for own in same}) < len(same)
