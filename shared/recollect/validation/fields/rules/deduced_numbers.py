"""The numbers that follow from those of the results: 8 and 60 % from `12 of 20`.

They follow from numbers that stand together in one sentence, in one object, or in one column of a
list.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.grammar.slips import DECIMALS
from recollect.validation.known.passage_index import PassageIndex

_FIGURES: Final = re.compile(r"\d+(?:[.,]\d+)*")
_RANGE: Final = re.compile(
    r"(\d(?<![\w.:/-].)\d{0,2})\s?(?:[-\u2013]|to|through|bis|al?|tot|y|und|and)\s?(\d{1,3})(?![\w:/-])"
)
_MAX_IN_GROUP: Final = 12
_MAX_GROUPS: Final = 300
PER_CENT: Final = 100


class DeducedNumbers:
    """What follows from the numbers of results; computed on first use."""

    def __init__(self, tables: ResultTables, passages: PassageIndex) -> None:
        self._tables = tables
        self._passages = passages

    @lazy
    def list_sizes(self) -> frozenset[float]:
        """How many objects lists have, and how many of them each value."""
        found: set[float] = set()
        for rows in self._tables.siblings.values():
            values = Counter((c.path, c.fold) for row in rows for c in row.cells if len(rows) > 1)
            found |= {float(len(rows)), *map(float, values.values())}
        return frozenset(found)

    @lazy
    def figures(self) -> frozenset[str]:
        """The numbers of all sentences as they are written: `22.04`."""
        return frozenset(
            each for passage in self._passages.all for each in _FIGURES.findall(passage.text)
        )

    @lazy
    def _groups(self) -> Sequence[frozenset[float]]:
        """The groups of numbers that stand together in the results."""
        found = [
            frozenset(each.amount.number for each in passage.amounts)
            for passage in self._passages.all[:_MAX_GROUPS]
        ]
        for rows in islice(self._tables.siblings.values(), _MAX_GROUPS):
            columns: dict[frozenset[str], set[float]] = defaultdict(set)
            for row in rows:
                cells = [cell for cell in row.cells if cell.form == "number"]
                found.append(frozenset(abs(cell.figure) for cell in cells))
                for cell in cells:
                    columns[cell.name].add(abs(cell.figure))
            found += map(frozenset, columns.values())
        return [each for each in found if 1 < len(each) <= _MAX_IN_GROUP]

    @lazy
    def combined(self) -> frozenset[float]:
        """What `combined_numbers` makes of numbers that stand together."""
        return frozenset(each for group in self._groups for each in combined_numbers(group))

    @lazy
    def shares(self) -> frozenset[float]:
        """The shares of numbers that stand together, and the rests up to 100, in per cent."""
        return frozenset(each for group in self._groups for each in shares_of(group))

    @lazy
    def _ranges(self) -> Sequence[tuple[int, int]]:
        found = (
            (int(first), int(last))
            for passage in self._passages.all
            for first, last in _RANGE.findall(passage.text)
        )
        return [(first, last) for first, last in found if first < last]

    @lazy
    def range_lengths(self) -> frozenset[float]:
        """How many numbers ranges have, with and without the last: 5 or 6 of `rooms 4 to 9`."""
        return frozenset(
            float(last - first + each) for first, last in self._ranges for each in (0, 1)
        )

    @lazy
    def in_ranges(self) -> frozenset[float]:
        """The numbers within ranges: the 5 of `rooms 4 to 9`."""
        return frozenset(float(each) for first, last in self._ranges for each in range(first, last))


def combined_numbers(numbers: Iterable[float]) -> frozenset[float]:
    """The sums, differences, products and quotients of any two numbers, and the sum of all."""
    known = list(numbers)[:_MAX_IN_GROUP]
    if len(known) <= 1:
        return frozenset()
    found = {sum(known)}
    for one, other in combinations(known, 2):
        least, most = sorted((one, other))
        found |= {least + most, most - least, least * most}
        if least > 0:
            found.add(most / least)
    return frozenset(round(each, DECIMALS) for each in found)


def shares_of(numbers: Iterable[float]) -> Iterable[float]:
    """The shares of numbers in larger ones and the rests up to 100, in per cent."""
    for one, other in combinations(sorted(set(numbers))[:_MAX_IN_GROUP], 2):
        if one and other:
            yield PER_CENT * one / other
            yield PER_CENT - PER_CENT * one / other
