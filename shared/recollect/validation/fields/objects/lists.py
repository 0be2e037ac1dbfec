"""Indexes over the objects of lists, built once per validation."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from recollect.core.grouping import grouped
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import Layout, ResultRow
from recollect.validation.grammar.folding import PIECE

_MAX_ALIKE: Final = 2


def rows_by_term(rows: Iterable[ResultRow]) -> Mapping[str, Sequence[ResultRow]]:
    """The objects by the terms and the units of their number and date fields."""
    return grouped((each, row) for row in rows for each in _terms_of(row))


def _terms_of(row: ResultRow) -> frozenset[str]:
    cells = [cell for cell in row.cells if cell.form in {"number", "date"}]
    return frozenset(chain(*(cell.name for cell in cells), (cell.unit for cell in cells)))


def few_by_term(
    by_term: Mapping[str, Sequence[ResultRow]],
) -> Mapping[str, Sequence[ResultRow]]:
    """The objects of each term, at most two of each `ResultRow.layout`.

    The entry of the empty unit is left out: a value without a unit is found by its other words.
    """
    layout_numbers: dict[Layout, int] = {}
    alike: dict[ResultRow, int] = {}
    for row in dict.fromkeys(row for rows in by_term.values() for row in rows):
        alike[row] = layout_numbers.setdefault(row.layout, len(layout_numbers))
    return {each: _at_most_two(rows, alike) for each, rows in by_term.items() if each}


def _at_most_two(rows: Iterable[ResultRow], alike: Mapping[ResultRow, int]) -> Sequence[ResultRow]:
    """The first two objects of each layout; `alike` has the number of the layout of each."""
    counts: Counter[int] = Counter()
    found = []
    for row in rows:
        counts[alike[row]] += 1
        if counts[alike[row]] <= _MAX_ALIKE:
            found.append(row)
    return found


Part = str | float | tuple[int, int]
"""A word or piece of a text, a number, or a (month, day)."""

Values = Mapping[tuple[str, Part], Sequence[Cell]]
"""Fields by their list and a part of their value."""

ByPart = Mapping[tuple[str, tuple[str, ...]], Mapping[Part, Sequence[Cell]]]
"""For each list and path, the fields with different values, by the beginning of the value."""


def values_of(lists: Iterable[Sequence[ResultRow]]) -> Values:
    """The fields of lists with two or more objects, except names, to find whose a value is."""
    return grouped(
        ((row.table, each), cell)
        for rows in lists
        if len(rows) > 1
        for row in rows
        for cell in row.cells
        if not row.is_called(cell)
        for each in _value_parts(cell)
    )


def parts_of_fields(rows: Iterable[ResultRow]) -> ByPart:
    """The fields by the first term or all of their text, by their number, or by their day."""
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


def _value_parts(cell: Cell) -> Iterable[Part]:
    if cell.form == "number":
        return (cell.number,)
    if cell.form == "date":
        return cell.moment.days
    if cell.form != "text":
        return ()
    return {*PIECE.findall(cell.fold), *cell.terms} if cell.is_code else cell.terms[:1]
