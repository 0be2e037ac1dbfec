"""Results as rows: each object with its fields, and beside it the others of its list."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final
from weakref import ref

from pydantic import JsonValue

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.fields.lists import (
    ByPart,
    Part,
    Values,
    few_by_term,
    parts_of_fields,
    rows_by_term,
    values_of,
)
from recollect.validation.fields.row_names import name_rows
from recollect.validation.fields.rows import Cell, FieldTexts, ResultRow
from recollect.validation.fields.sums import cells_by_number, derived_numbers
from recollect.validation.fields.terms import terms_of_name
from recollect.validation.grammar.field_names import parts_of_name
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import Moment, moments_in
from recollect.validation.known.field_kinds import is_ticket_like
from recollect.validation.known.records import ResultValue, Source
from recollect.validation.results import ReadResult

_MOST_CELLS: Final = 5_000
_LONGEST: Final = 200
_NONE: Final[frozenset[str]] = frozenset()
_FEWEST: Final = 2
_MOST_TELLING: Final = 5
"""Of more words one alone names nothing."""
_FLAGS: Final = {"true": True, "false": False}
"""Values that some tools write as texts."""

_PLACE: Final = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class RowsByName:
    """What rows are called, with those rows; and how long names are that begin with a word."""

    rows: Mapping[tuple[str, ...], Sequence[ResultRow]]
    sizes: Mapping[str, Sequence[int]]
    """The longest first."""


class ResultTables:
    """The rows of all results, and what tells them apart: of tickets, or of all that are none."""

    def __init__(self, results: Iterable[ReadResult], *, of_tickets: bool = False) -> None:
        self.rows: list[ResultRow] = []
        self._of_tickets = of_tickets
        self._room = _MOST_CELLS
        self.texts: list[str] = []
        for result in results:
            if result.text:
                self.texts.append(folded(result.text))
            self._read(dict(result.content), "", result.tool, None)
        self.siblings: Mapping[str, Sequence[ResultRow]] = grouped(
            (row.table, row) for row in self.rows
        )
        for rows in self.siblings.values():
            name_rows(rows)

    @lazy
    def cells(self) -> Sequence[Cell]:
        """All fields."""
        return [cell for row in self.rows for cell in row.cells]

    @lazy
    def owners(self) -> Mapping[Cell, ResultRow]:
        """The object that each field is of."""
        return {cell: row for row in reversed(self.rows) for cell in reversed(row.cells)}

    @lazy
    def states_of_lists(self) -> Mapping[tuple[str, tuple[str, ...]], Mapping[str, Cell]]:
        """The states that a field of a list has, folded, each with the first field that has it."""
        found: dict[tuple[str, tuple[str, ...]], dict[str, Cell]] = {}
        for row in self.rows:
            for cell in row.cells:
                if cell.is_state and cell.form == "text" and not cell.is_inner:
                    found.setdefault((row.table, cell.parts), {}).setdefault(cell.fold, cell)
        return found

    @lazy
    def texts_of_fields(self) -> FieldTexts:
        """The texts of fields by the names of these."""
        return FieldTexts(self.rows)

    def having(self, table: str, path: tuple[str, ...], said: Iterable[Part]) -> Iterator[Cell]:
        """The values of a field in a list that what is said may be, or begin."""
        known = self._by_part.get((table, path), {})
        return (cell for each in said for cell in known.get(each, ()))

    @lazy
    def _by_part(self) -> ByPart:
        return parts_of_fields(self.rows)

    @lazy
    def present(self) -> Mapping[float, Sequence[Cell]]:
        """The fields by the numbers that they have, one for each unit."""
        return cells_by_number(self.cells)

    @lazy
    def numbers(self) -> frozenset[float]:
        """The numbers of all fields, whatever their sign."""
        return frozenset(abs(cell.number) for cell in self.cells if cell.form == "number")

    @lazy
    def worked_out(self) -> Mapping[float, Cell]:
        """What follows from two fields of an object, or from a field over a list."""
        return derived_numbers(self.rows, self.siblings.values())

    @lazy
    def values(self) -> Values:
        """The fields of lists by what they have."""
        return values_of(self.siblings.values())

    @lazy
    def rows_by_term(self) -> Mapping[str, Sequence[ResultRow]]:
        """The objects by the terms and units of their numbers and dates."""
        return rows_by_term(self.rows)

    @lazy
    def few_rows_by_term(self) -> Mapping[str, Sequence[ResultRow]]:
        """The same, with two at most of those of a list that differ in their values alone.

        Of which of two a value is that is told beside a term, nobody knows any more than of which
        of hundreds; to try all of these for each value of an answer takes seconds.
        """
        return few_by_term(self.rows_by_term)

    @lazy
    def by_dates(self) -> Mapping[tuple[int, int], Sequence[tuple[Moment, ResultRow]]]:
        """The objects of lists that are known by nothing but the one date that each of them has.

        By its (month, day).
        """
        found: dict[tuple[int, int], list[tuple[Moment, ResultRow]]] = defaultdict(list)
        for rows in self.siblings.values():
            dates = [row.dates for row in rows]
            is_dated = len(rows) > 1 and all(len(each) == 1 for each in dates)
            if is_dated and not any(row.names for row in rows):
                for (date,), row in zip(dates, rows, strict=True):
                    for day in date.moment.days:
                        found[day].append((date.moment, row))
        return found

    @lazy
    def told(self) -> Sequence[str]:
        """All texts, folded: those of fields, and longer ones."""
        return [*self.texts, *(cell.fold for cell in self.cells if cell.form == "text")]

    @lazy
    def moments(self) -> Sequence[Moment]:
        """The dates and times that texts tell of, each once."""
        found = (each for text in self.told for _, _, each in moments_in(text))
        return list(dict.fromkeys(found))

    @lazy
    def distinct(self) -> Mapping[str, ResultRow]:
        """The rows by the words of their names that no other row has."""
        holders: Counter[str] = Counter()
        for rows in self.siblings.values():
            for row in rows:
                holders.update({each for cell in row.cells if cell.form == "text"
                                for each in cell.terms})  # fmt: skip
        said = frozenset(each for cell in self.cells for each in cell.name)
        for row in self.rows:
            holders.update(row.aliases)
        return {
            each: row
            for row in self.rows
            for name in (*row.names, tuple(row.aliases))
            if len(name) <= _MOST_TELLING
            for each in name
            if each.isalpha() and len(each) > _FEWEST and holders[each] == 1 and each not in said
        }

    @lazy
    def pairs(self) -> Mapping[tuple[str, str], ResultRow]:
        """The rows by two words of their names in a row that no other has: `active firewall`."""
        holders: dict[tuple[str, str], dict[int, ResultRow]] = defaultdict(dict)
        for row in self.rows:
            for name in row.names:
                for pair in pairwise(name):
                    holders[pair][id(row)] = row
        return {pair: next(iter(rows.values())) for pair, rows in holders.items() if len(rows) == 1}

    @lazy
    def full_names(self) -> RowsByName:
        """The names of rows with those rows."""
        return _names((name, row) for row in self.rows for name in row.names)

    @lazy
    def by_values(self) -> RowsByName:
        """Other texts of two words and more that one row of a list alone has, as names."""
        holders = grouped(
            (cell.terms, row)
            for row in self.rows
            if len(self.siblings[row.table]) > 1
            for cell in row.cells
            if cell.form == "text" and _FEWEST <= len(cell.terms) <= _MOST_TELLING
        )
        return _names((each, rows[0]) for each, rows in holders.items() if len(rows) == 1)

    def _read(self, value: JsonValue, path: str, tool: str, parent: ResultRow | None) -> None:
        if isinstance(value, list):
            for at, each in enumerate(value):
                if isinstance(each, (dict, list)):
                    self._read(each, f"{path}[{at}]", tool, parent)
        elif isinstance(value, dict) and is_ticket_like(value) is not self._of_tickets:
            for name, each in value.items() if self._of_tickets else ():
                self._read(each, f"{path}.{name}" if path else name, tool, parent)
        elif isinstance(value, dict):
            inside = ref(parent) if parent is not None else None
            row = ResultRow(f"{tool} {_PLACE.sub('[]', path)}", inside)
            self.rows.append(row)
            if parent is not None:
                parent.children.append(row)
            self._fill(row, value, path, tool, ())

    def _list_name(self, path: str) -> frozenset[str]:
        """What the name of a list says, for fields such as `amount` that say nothing themselves."""
        parts = _PLACE.split(path)
        return terms_of_name(parts[-2].rpartition(".")[2]) if len(parts) > 1 else _NONE

    def _fill(
        self, row: ResultRow, value: Mapping[str, JsonValue], path: str, tool: str,
        before: tuple[str, ...],
    ) -> None:  # fmt: skip
        for name, each in value.items():
            if self._room <= 0:
                return
            inside = f"{path}.{name}" if path else name
            if isinstance(each, dict) and is_ticket_like(each):
                continue  # `facts` knows more of it
            if isinstance(each, dict):
                self._fill(row, each, inside, tool, (*before, name))
            elif isinstance(each, list) and any(isinstance(one, (dict, list)) for one in each):
                self._read(each, inside, tool, row)
            else:
                for one in each if isinstance(each, list) else (each,):
                    self._add(row, (*before, name), one, Source(tool, inside[:_LONGEST]))

    def _add(self, row: ResultRow, names: Sequence[str], value: JsonValue, source: Source) -> None:
        self._room -= 1
        text = "" if value is None else str(value)
        if text in _FLAGS:
            value = _FLAGS[text]
        if len(text) > _LONGEST:
            self.texts.append(folded(text))
            return
        parts = parts_of_name(names[-1])
        said = _NONE.union(*map(terms_of_name, names)) or self._list_name(source.path)
        said = said or frozenset(parts or names)
        path = tuple(chain.from_iterable(map(parts_of_name, names)))
        row.cells.append(Cell(said, parts, value, ResultValue(text, source), path))


def has_values(tables: ResultTables) -> bool:
    """Whether there are numbers or dates."""
    return any(cell.form in {"number", "date"} for cell in tables.cells)


def has_texts(tables: ResultTables) -> bool:
    """Whether there are fields with texts, or lists."""
    return any(cell.form == "text" for cell in tables.cells) or has_lists(tables)


def has_lists(tables: ResultTables) -> bool:
    """Whether there is a list of two objects or more."""
    return any(len(rows) > 1 for rows in tables.siblings.values())


def _names(names: Iterable[tuple[tuple[str, ...], ResultRow]]) -> RowsByName:
    found = grouped((name, row) for name, row in names if name)
    sizes = grouped((name[0], len(name)) for name in found)
    return RowsByName(found, {word: sorted({*each}, reverse=True) for word, each in sizes.items()})
