"""The numbers of fields, and what can be computed from them: sums, differences, products."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from recollect.validation.fields.objects.cells import Cell
from recollect.validation.fields.objects.rows import ResultRow
from recollect.validation.grammar.slips import DECIMALS

_TOLERANCE: Final = 0.005
_PER_CENT: Final = 100
_MAX_CELLS: Final = 40


def cells_by_number(cells: Iterable[Cell]) -> Mapping[float, Sequence[Cell]]:
    """Fields by their numbers, one for each unit; numbers below 1 also as per cent."""
    found: dict[float, dict[tuple[str, float], Cell]] = defaultdict(dict)
    for cell in cells:
        if cell.form == "number":
            number, unit = abs(cell.figure), (cell.unit, cell.number)
            found[round(number, DECIMALS)].setdefault(unit, cell)
            if 0 < number < 1:
                found[round(number * _PER_CENT, DECIMALS)].setdefault(unit, cell)
    return {number: [*of_units.values()] for number, of_units in found.items()}


def derived_numbers(
    rows: Iterable[ResultRow], lists: Iterable[Sequence[ResultRow]]
) -> Mapping[float, Cell]:
    """The numbers that follow from fields, each with the first field that it follows from."""
    found: dict[float, Cell] = {}
    for row in rows:
        for number, cell in _of_row(row):
            found.setdefault(round(abs(number), DECIMALS), cell)
    for listed in lists:
        for number, cell in _of_list(listed):
            found.setdefault(round(abs(number), DECIMALS), cell)
    return found


def is_sum_or_difference(value: float, numbers: Sequence[float]) -> bool:
    """Whether a number is the sum or difference of two others, or the sum of all others."""
    known = frozenset(numbers)
    rests = ((each, abs(value - each)) for each in known if each)
    pairs = ((rest in known and rest != each) or value + each in known for each, rest in rests)
    return value != 0 and (any(pairs) or abs(sum(numbers) - value) < _TOLERANCE)


def _of_row(row: ResultRow) -> Iterator[tuple[float, Cell]]:
    cells = [cell for cell in row.cells if cell.form == "number"][:_MAX_CELLS]
    for one, other in combinations(cells, 2):
        first, second = one.figure, other.figure
        yield first + second, one
        yield first - second, one
        yield first * second, one


def _of_list(rows: Sequence[ResultRow]) -> Iterator[tuple[float, Cell]]:
    """The sum of each column of a list, and the differences between consecutive objects."""
    for cell in rows[0].cells if len(rows) > 1 else ():
        column = [each.by_path.get(cell.path) for each in rows]
        numbers = [each.figure for each in column if each and each.form == "number"]
        if cell.form == "number" and len(numbers) > 1:
            yield sum(numbers), cell
            yield from ((other - one, cell) for one, other in pairwise(numbers))
