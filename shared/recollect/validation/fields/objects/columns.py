"""The columns of the lists of objects, indexed by their values: whose a value is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import Layout, ResultRow
from recollect.validation.grammar.folding import PIECE

_MAX_ALIKE: Final = 2
Part = str | float | tuple[int, int]
"""A word or piece of a text, a number, or a (month, day)."""


class Columns:
    """The fields of objects (`rows`) and their values, by the name of the list and of the field."""

    def __init__(self, rows: Sequence[ResultRow]) -> None:
        self._rows = rows

    @lazy
    def rows_by_term(self) -> Mapping[str, Sequence[ResultRow]]:
        """The objects by the terms and the units of their number and date fields."""
        return grouped((each, row) for row in self._rows for each in _terms_of(row))

    @lazy
    def few_rows_by_term(self) -> Mapping[str, Sequence[ResultRow]]:
        """`rows_by_term`, with at most two of the rows of a list that differ only in their values.

        A value beside a term is as ambiguous between two such rows as between hundreds, and trying
        hundreds for each value of an answer takes seconds. The entry of the empty unit is left out:
        a value without a unit is found by its other words.
        """
        layout_numbers: dict[Layout, int] = {}
        alike: dict[ResultRow, int] = {}
        for row in dict.fromkeys(chain.from_iterable(self.rows_by_term.values())):
            alike[row] = layout_numbers.setdefault(row.layout, len(layout_numbers))
        by_term = self.rows_by_term.items()
        return {each: _at_most_two(rows, alike) for each, rows in by_term if each}

    @lazy
    def by_value(self) -> Mapping[tuple[str, Part], Sequence[Cell]]:
        """The fields of lists with two or more objects, by their list and a part of their value.

        Names are left out.
        """
        sizes = Counter(row.table for row in self._rows)
        return grouped(
            ((row.table, each), cell)
            for row in self._rows
            if sizes[row.table] > 1
            for cell in row.cells
            if not row.is_called(cell)
            for each in _value_parts(cell)
        )

    def matching(self, table: str, path: tuple[str, ...], parts: Iterable[Part]) -> Iterator[Cell]:
        """The fields at `path` in a list whose value equals one of `parts`, or begins with it."""
        known = self._by_part.get((table, path), {})
        return (cell for each in parts for cell in known.get(each, ()))

    @lazy
    def _by_part(self) -> Mapping[tuple[str, tuple[str, ...]], Mapping[Part, Sequence[Cell]]]:
        """The fields with different values by list and path, and by how their values begin."""
        values: dict[tuple[str, tuple[str, ...]], dict[str, Cell]] = {}
        for row in self._rows:
            for cell in row.cells:
                values.setdefault((row.table, cell.path), {}).setdefault(cell.fold, cell)
        return {
            field: grouped((each, cell) for cell in cells.values() for each in _beginnings(cell))
            for field, cells in values.items()
        }


def _terms_of(row: ResultRow) -> frozenset[str]:
    cells = [cell for cell in row.cells if cell.form in {"number", "date"}]
    return frozenset(chain(*(cell.name for cell in cells), (cell.unit for cell in cells)))


def _at_most_two(rows: Iterable[ResultRow], alike: Mapping[ResultRow, int]) -> Sequence[ResultRow]:
    """The first two objects of each layout; `alike` has the number of the layout of each."""
    counts: Counter[int] = Counter()
    found = []
    for row in rows:
        counts[alike[row]] += 1
        if counts[alike[row]] <= _MAX_ALIKE:
            found.append(row)
    return found


def _beginnings(cell: Cell) -> Iterable[Part]:
    """The first term or all of a text, its number, or its days."""
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
