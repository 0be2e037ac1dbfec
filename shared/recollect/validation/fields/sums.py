"""The numbers of fields, and what people work out of them: sums, differences, products."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from recollect.validation.fields.rows import Cell, ResultRow
from recollect.validation.grammar.slips import DECIMALS

_NEARLY: Final = 0.005
_PER_CENT: Final = 100
_MOST_CELLS: Final = 40


def cells_by_number(cells: Iterable[Cell]) -> Mapping[float, Sequence[Cell]]:
    """Fields by their numbers, and shares of one in per cent, too; one for each unit."""
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
    """What may be worked out, by its number, with the first field of which it follows."""
    found: dict[float, Cell] = {}
    for row in rows:
        for number, cell in _of_row(row):
            found.setdefault(round(abs(number), DECIMALS), cell)
    for listed in lists:
        for number, cell in _of_list(listed):
            found.setdefault(round(abs(number), DECIMALS), cell)
    return found


def is_sum_or_difference(value: float, numbers: Sequence[float]) -> bool:
    """Whether a number is the sum or the difference of two others, or the sum of all of them."""
    known = frozenset(numbers)
    rests = ((each, abs(value - each)) for each in known if each)
    pairs = ((rest in known and rest != each) or value + each in known for each, rest in rests)
    return value != 0 and (any(pairs) or abs(sum(numbers) - value) < _NEARLY)


def _of_row(row: ResultRow) -> Iterator[tuple[float, Cell]]:
    cells = [cell for cell in row.cells if cell.form == "number"][:_MOST_CELLS]
    for one, other in combinations(cells, 2):
        first, second = one.figure, other.figure
        yield first + second, one
        yield first - second, one
        yield first * second, one


def _of_list(rows: Sequence[ResultRow]) -> Iterator[tuple[float, Cell]]:
    """The sum of a field over a list, and its differences from one object to the next."""
    for cell in rows[0].cells if len(rows) > 1 else ():
        same = [each.by_path.get(cell.path) for each in rows]
        numbers = [each.figure for each in same if each and each.form == "number"]
        if cell.form == "number" and len(numbers) > 1:
            yield sum(numbers), cell
            yield from ((other - one, cell) for one, other in pairwise(numbers))
