"""What objects of a list share, and what tells fields from each other; worked out once."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from recollect.core.grouping import grouped
from recollect.validation.fields.rows import Cell, Layout, ResultRow

_BOTH: Final = 2
_PIECE: Final = re.compile(r"\d+|[^\W\d_]+")


def rows_by_term(rows: Iterable[ResultRow]) -> Mapping[str, Sequence[ResultRow]]:
    """The objects by the terms and units of their numbers and dates."""
    return grouped((each, row) for row in rows for each in _terms_of(row))


def _terms_of(row: ResultRow) -> frozenset[str]:
    cells = [cell for cell in row.cells if cell.form in {"number", "date"}]
    return frozenset(chain(*(cell.name for cell in cells), (cell.unit for cell in cells)))


def few_by_term(
    by_term: Mapping[str, Sequence[ResultRow]],
) -> Mapping[str, Sequence[ResultRow]]:
    """The objects of each term, no more than two of those of a list with fields called the same.

    Beside no unit stands what is beside any other word, which tells more.
    """
    numbers: dict[Layout, int] = {}
    alike: dict[ResultRow, int] = {}
    for row in dict.fromkeys(row for rows in by_term.values() for row in rows):
        alike[row] = numbers.setdefault(row.layout, len(numbers))
    return {each: _at_most_two(rows, alike) for each, rows in by_term.items() if each}


def _at_most_two(rows: Iterable[ResultRow], alike: Mapping[ResultRow, int]) -> Sequence[ResultRow]:
    """The first two objects of each number."""
    counts: Counter[int] = Counter()
    found = []
    for row in rows:
        counts[alike[row]] += 1
        if counts[alike[row]] <= _BOTH:
            found.append(row)
    return found


Part = str | float | tuple[int, int]
"""A part of a text, a number, or a month and day."""

Values = Mapping[tuple[str, Part], Sequence[Cell]]
"""Fields by their list, and a part of what they have."""

ByPart = Mapping[tuple[str, tuple[str, ...]], Mapping[Part, Sequence[Cell]]]
"""The values of each field of a list, each once, by what begins them."""


def values_of(lists: Iterable[Sequence[ResultRow]]) -> Values:
    """The fields of lists of two objects and more, for finding whose a value is; names left out."""
    return grouped(
        ((row.table, each), cell)
        for rows in lists
        if len(rows) > 1
        for row in rows
        for cell in row.cells
        if not row.is_called(cell)
        for each in _parts(cell)
    )


def parts_of_fields(rows: Iterable[ResultRow]) -> ByPart:
    """The values of fields by the first term or the whole of a text, by numbers and by days."""
    values: dict[tuple[str, tuple[str, ...]], dict[str, Cell]] = {}
    for row in rows:
        for cell in row.cells:
            values.setdefault((row.table, cell.path), {}).setdefault(cell.fold, cell)
    return {
        field: grouped((each, cell) for cell in cells.values() for each in _beginnings(cell))
        for field, cells in values.items()
    }


def _beginnings(cell: Cell) -> Iterable[Part]:
    if cell.form == "number":
        return (abs(cell.figure),)
    if cell.form == "date":
        return cell.moment.days
    return {*cell.terms[:1], cell.fold} if cell.form == "text" else ()


def _parts(cell: Cell) -> Iterable[Part]:
    if cell.form == "number":
        return (cell.number,)
    if cell.form == "date":
        return cell.moment.days
    if cell.form != "text":
        return ()
    return {*_PIECE.findall(cell.fold), *cell.terms} if cell.is_code else cell.terms[:1]
