"""The results as rows, each object next to the other objects of its list, and indexes of them.

By its names a row is found for `db-02`, by a value that no other has for `the Lisbon machine`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.fields.objects.cells import Cell, CellForm
from recollect.validation.fields.objects.columns import Columns
from recollect.validation.fields.objects.named_fields import FieldTexts
from recollect.validation.fields.objects.row_reader import RowReader
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.fields.objects.sums import cells_by_number, derived_numbers
from recollect.validation.fields.words import vocabulary
from recollect.validation.fields.words.terms import terms
from recollect.validation.grammar.moments import Moment, moments_in
from recollect.validation.grammar.words import POD
from recollect.validation.results import ReadResult

_MIN_LENGTH: Final = 2
"""Terms of a text that may serve as a name; a single word of a name must have more letters."""

_MAX_NAME_TERMS: Final = 5
"""Words of a name; a single word out of a longer name identifies nothing."""

_SYS_ID: Final = ("sys", "id")
"""The words of the field name `sys_id`, whose value no answer repeats."""

_MAX_TERMS: Final = 8
_SHORT: Final = 2
"""How many texts may serve as names; a word or number of so many characters names nothing."""


@dataclass(frozen=True, slots=True)
class RowsByName:
    """Rows by their names; a name is a tuple of terms."""

    rows: Mapping[tuple[str, ...], Sequence[ResultRow]]
    sizes: Mapping[str, Sequence[int]]
    """The lengths, longest first, of the names that begin with a term."""


class ResultTables:
    """The rows of all results and indexes of them; either the tickets or all other objects.

    `rows` are the objects, `texts` the folded long texts, `siblings` the rows by their list.
    """

    def __init__(self, results: Iterable[ReadResult], *, of_tickets: bool = False) -> None:
        reader = RowReader(of_tickets=of_tickets)
        for result in results:
            reader.read(result)
        self.rows: Sequence[ResultRow] = reader.rows
        self.texts: Sequence[str] = reader.texts
        self.siblings: Mapping[str, Sequence[ResultRow]] = grouped(
            (row.table, row) for row in self.rows
        )
        for rows in self.siblings.values():
            name_rows(rows)
        self.columns = Columns(self.rows)

    @lazy
    def cells(self) -> Sequence[Cell]:
        """The fields of all rows."""
        return [cell for row in self.rows for cell in row.cells]

    @lazy
    def forms(self) -> frozenset[CellForm]:
        """The kinds of values that fields have."""
        return frozenset(cell.form for cell in self.cells)

    @lazy
    def has_lists(self) -> bool:
        """Whether any list has two objects or more."""
        return any(len(rows) > 1 for rows in self.siblings.values())

    @lazy
    def owners(self) -> Mapping[Cell, ResultRow]:
        """The object that has a field."""
        return {cell: row for row in reversed(self.rows) for cell in reversed(row.cells)}

    @lazy
    def states_of_lists(self) -> Mapping[tuple[str, tuple[str, ...]], Mapping[str, Cell]]:
        """The folded states in a column of a list, each with the first field that has it.

        The key is the name of the list, and that of the field in words.
        """
        found: dict[tuple[str, tuple[str, ...]], dict[str, Cell]] = {}
        for row in self.rows:
            for cell in row.cells:
                if cell.is_own_state:
                    found.setdefault((row.table, cell.parts), {}).setdefault(cell.fold, cell)
        return found

    @lazy
    def texts_of_fields(self) -> FieldTexts:
        """The texts of fields by the names of the fields."""
        return FieldTexts(self.cells)

    @lazy
    def present(self) -> Mapping[float, Sequence[Cell]]:
        """The fields by their numbers, one field for each unit."""
        return cells_by_number(self.cells)

    @lazy
    def numbers(self) -> frozenset[float]:
        """The absolute numbers of all fields."""
        return frozenset(abs(cell.number) for cell in self.cells if cell.form == "number")

    @lazy
    def ratios(self) -> Sequence[float]:
        """The numbers of all fields between 0 and 1, in per cent, ascending."""
        return sorted(100 * each for each in self.numbers if 0 < each < 1)

    @lazy
    def times(self) -> Sequence[float]:
        """The lengths of time of all fields, in minutes, exactly and rounded, ascending."""
        known = {cell.minutes for cell in self.cells if cell.minutes}
        return sorted(known.union(map(float, map(round, known))))

    @lazy
    def have_currency(self) -> bool:
        """Whether a field has a currency; then numbers may be cents, as payment services count."""
        return any("currency" in cell.parts for cell in self.cells)

    @lazy
    def derived_numbers(self) -> Mapping[float, Cell]:
        """The numbers that follow from two fields of an object, or from a column of a list."""
        return derived_numbers(self.rows, self.siblings.values())

    @lazy
    def folded_texts(self) -> Sequence[str]:
        """All texts of the results, folded: the long ones, and those of fields."""
        return [*self.texts, *(cell.fold for cell in self.cells if cell.form == "text")]

    @lazy
    def moments(self) -> Sequence[Moment]:
        """The dates and times that the texts mention, each once."""
        found = (each for text in self.folded_texts for _, _, each in moments_in(text))
        return list(dict.fromkeys(found))

    @lazy
    def distinct(self) -> Mapping[str, ResultRow]:
        """Rows by a term of their name that occurs in no other row and in no name of a field."""
        holders: Counter[str] = Counter()
        for row in self.rows:
            texts = (cell.terms for cell in row.cells if cell.form == "text")
            holders.update(frozenset(chain.from_iterable(texts)))
            holders.update(row.aliases)
        field_terms = frozenset(each for cell in self.cells for each in cell.name)
        return {
            each: row
            for row in self.rows
            for name in (*row.names, tuple(row.aliases))
            if len(name) <= _MAX_NAME_TERMS
            for each in name
            if each.isalpha()
            and len(each) > _MIN_LENGTH
            and holders[each] == 1
            and each not in field_terms
        }

    @lazy
    def pairs(self) -> Mapping[tuple[str, str], ResultRow]:
        """Rows by two consecutive terms of their name that no other has: `active firewall`."""
        holders: dict[tuple[str, str], dict[int, ResultRow]] = defaultdict(dict)
        for row in self.rows:
            for name in row.names:
                for pair in pairwise(name):
                    holders[pair][id(row)] = row
        return {pair: next(iter(rows.values())) for pair, rows in holders.items() if len(rows) == 1}

    @lazy
    def full_names(self) -> RowsByName:
        """The rows by their full names."""
        return _rows_by_name((name, row) for row in self.rows for name in row.names)

    def beginning_with(self, terms: tuple[str, ...]) -> Sequence[ResultRow]:
        """The rows with a name that begins with two or more terms."""
        if len(terms) < _MIN_LENGTH:
            return ()
        return [row for row in self.rows if any(each[: len(terms)] == terms for each in row.names)]

    @lazy
    def by_values(self) -> RowsByName:
        """Rows by a text of two or more terms that no other row has, which serves as a name."""
        holders = grouped(
            (cell.terms, row)
            for row in self.rows
            if len(self.siblings[row.table]) > 1
            for cell in row.cells
            if cell.form == "text" and _MIN_LENGTH <= len(cell.terms) <= _MAX_NAME_TERMS
        )
        return _rows_by_name((each, rows[0]) for each, rows in holders.items() if len(rows) == 1)


def _rows_by_name(names: Iterable[tuple[tuple[str, ...], ResultRow]]) -> RowsByName:
    found = grouped((name, row) for name, row in names if name)
    sizes = grouped((name[0], len(name)) for name in found)
    return RowsByName(found, {word: sorted({*each}, reverse=True) for word, each in sizes.items()})


def name_rows(rows: Sequence[ResultRow]) -> None:
    """Set the names of the rows of a list, as terms."""
    columns: dict[tuple[str, ...], set[str]] = defaultdict(set)
    counts: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        for cell in row.cells:
            columns[cell.parts].add(cell.fold)
            counts[cell.parts] += 1
    for row in rows:
        texts = [cell for cell in row.cells if not cell.is_inner and _may_name(cell)]
        differing = [each for each in texts if len(columns[each.parts]) == counts[each.parts]]
        naming = _naming(texts) or _distinguishing(differing)
        # The first field names its object, too, as the port does in a list of ports.
        first = [each for each in row.cells[:1] if each in differing and each not in naming]
        row.names = [cell.terms for cell in (*first, *naming)]
        pods = (POD.fullmatch(cell.fold) for cell in row.cells)
        row.names += [terms(pod[1]) for pod in pods if pod is not None]  # by their workloads


def _distinguishing(cells: Iterable[Cell]) -> list[Cell]:
    """The first code, and the first two other texts, of fields that differ in all objects.

    A state is a name only where there is nothing else: `it isn't active` is not about the only
    active one.
    """
    texts = [cell for cell in cells if cell.form == "text"]
    texts = [cell for cell in texts if not cell.is_state] or texts
    codes = [cell for cell in texts if _is_number_or_code(cell)]
    return codes[:1] + [cell for cell in texts if not _is_number_or_code(cell)][:_SHORT]


def _is_number_or_code(cell: Cell) -> bool:
    """Whether a value is a code or has no word of more than two letters."""
    return cell.is_code or not any(each.isalpha() and len(each) > _SHORT for each in cell.terms)


def _naming(cells: Iterable[Cell]) -> list[Cell]:
    """The fields that hold names, but only the first of those with a number or code."""
    found: list[Cell] = []
    has_code = False
    for cell in cells:
        if cell.parts == _SYS_ID:
            continue  # no answer repeats it
        if cell.names_object and not (_is_number_or_code(cell) and has_code):
            found.append(cell)
            has_code = has_code or _is_number_or_code(cell)
    return found


def _may_name(cell: Cell) -> bool:
    """Whether a value may be a name: long enough, and no unit, as in `"unit": "days"`."""
    if cell.form == "number":
        return len(cell.fold) > _SHORT and cell.fold.isdigit()
    return (
        cell.form == "text"
        and 0 < len(cell.terms) <= _MAX_TERMS
        and cell.fold not in vocabulary.UNITS
    )
