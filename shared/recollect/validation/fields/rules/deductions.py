"""Supports amounts that results have somewhere, or that follow from others: 60 % of `12 of 20`.

Such amounts are not invented, but cannot be shown to be right, except for large numbers that a
field has. An amount may follow from the other numbers of its sentence, or from those of the results
(`deduced_numbers`).
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Final

from recollect.core.lazy import lazy
from recollect.validation.facts.findings.verdicts import FactFinding, finding
from recollect.validation.fields.claims.claims import Claim
from recollect.validation.fields.claims.state_claims import THINGS
from recollect.validation.fields.objects.cells import MEASURES, Cell
from recollect.validation.fields.objects.tables import ResultTables
from recollect.validation.fields.words.terms import term
from recollect.validation.grammar.clauses import MAX_SENTENCE_WORDS
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.field_names import minutes_of_name
from recollect.validation.grammar.lexicon import KINDS
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import DECIMALS
from recollect.validation.grammar.units import DAY
from recollect.validation.known.index import Index
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.models import FactKind

_MILLISECONDS: Final = "ms"
_UNITS: Final = frozenset({TIME, PERCENTAGE, _MILLISECONDS, *MEASURES})
_MIN_FIGURES: Final = 4
_MIN_DERIVED: Final = 13
_MIN_DISTINCTIVE: Final = 100
_SECONDS_PER_MINUTE: Final = 60
_TIME_TOLERANCE: Final = 0.01
_SHARE_TOLERANCE: Final = 0.1
_WORDS_BEHIND: Final = 3

_FIGURES: Final = re.compile(r"\d+(?:[.,]\d+)*")
_RANGE: Final = re.compile(
    r"(\d(?<![\w.:/-].)\d{0,2})\s?(?:[-\u2013]|to|through|bis|al?|tot|y|und|and)\s?(\d{1,3})(?![\w:/-])"
)
_MAX_IN_GROUP: Final = 12
_MAX_GROUPS: Final = 300
PER_CENT: Final = 100


class Deductions:
    """Checks amounts against the numbers and dates of results, and what follows from these."""

    def __init__(self, tables: ResultTables, index: Index) -> None:
        self._tables = tables
        self._deduced = DeducedNumbers(tables, index.passages)
        self._index = index

    def findings(self, claim: Claim) -> Iterator[FactFinding]:
        """The findings on amounts that results have, or that follow from others."""
        amounts = [each for each in claim.amounts if not _is_settled(each, claim)]
        yield from self._in_fields(amounts)
        if not claim.is_assertion:
            return
        for word in claim.words:
            if word.form == "date" and word.text.rstrip(".") in self._deduced.figures:
                yield finding((word,), "date", "supported")  # `Ubuntu 22.04`
        if not amounts:
            return
        line = claim.context.sentence
        near = line.amounts if len(line.words) <= MAX_SENTENCE_WORDS else ()
        for amount in amounts:
            others = [each for each in near if each.start != amount.start]
            if self._is_written(amount, claim) or self._follows(amount, others, claim):
                yield finding((amount,), _kind(amount), "supported")

    def _in_fields(self, amounts: Iterable[Amount]) -> Iterator[FactFinding]:
        """The findings on numbers that fields have, or that follow from fields."""
        for amount in amounts:
            number = round(amount.number, DECIMALS)
            same_number = self._tables.present.get(number, ())
            cell = next((each for each in same_number if _is_of_unit(amount, each)), None)
            is_telling = _is_distinctive(amount)
            follows = (
                is_telling and amount.concept != TIME and number in self._tables.derived_numbers
            )
            if cell is not None or follows:
                known = cell.result_value if cell is not None and is_telling else None
                yield finding((amount,), _kind(amount), "supported", known)

    def _is_written(self, amount: Amount, claim: Claim) -> bool:
        """Whether the results have its figures, where it has many or counts people."""
        figures = claim.words[amount.place].text.rstrip("% ")
        if sum(map(str.isdigit, figures)) >= _MIN_FIGURES or "." in figures:
            return figures in self._deduced.figures
        known = self._index.amounts
        is_people = amount.concept == "user" and not known.by_concept.get("user")
        return is_people and amount.number >= _MIN_DERIVED and amount.number in known.by_number

    def _follows(self, amount: Amount, others: Sequence[Amount], claim: Claim) -> bool:
        if amount.concept == PERCENTAGE:
            return self._is_share(amount, others)
        if amount.concept == TIME:
            return self._is_time(amount, others)
        number, cents = (round(amount.number * each, DECIMALS) for each in (1, PER_CENT))
        return (
            number in combined_numbers(each.number for each in others if each.concept != TIME)
            or (number >= _MIN_DERIVED and number in self._deduced.combined)
            or number in self._deduced.range_lengths
            or (not amount.is_word and number in self._deduced.in_ranges)
            or self._counts_rows(amount, claim)
            or (self._tables.have_currency and cents in self._tables.numbers)
        )

    def _is_share(self, amount: Amount, others: Sequence[Amount]) -> bool:
        """Whether it is the share of one number in another, the rest up to 100 %, or a ratio."""
        known = [
            *self._deduced.shares,
            *shares_of(each.number for each in others if each.concept != PERCENTAGE),
            *(PER_CENT - each.number for each in others if each.concept == PERCENTAGE),
        ]
        is_exact = amount.number != int(amount.number)
        reach = _SHARE_TOLERANCE if is_exact and not amount.bound else 1.0
        return any(abs(each - amount.number) < reach for each in known) or _agrees_with_any(
            amount, self._tables.ratios
        )

    def _is_time(self, amount: Amount, others: Sequence[Amount]) -> bool:
        """Whether it is the time between two moments, or all or part of a known time."""
        minutes = amount.value
        unit = minutes / amount.number if amount.number else 1.0
        reach = min(unit / 2, DAY / 2)
        if any(abs(each - minutes) <= reach for each in self._index.moments.intervals):
            return True
        if _agrees_with_any(amount, self._tables.times):
            return True
        if minutes % DAY == 0 and minutes / DAY in self._deduced.range_lengths:
            return True
        if minutes > 1 and f"{minutes * _SECONDS_PER_MINUTE:.0f}" in self._deduced.figures:
            return True
        times = [each.value for each in others if each.concept == TIME]
        parts = [each.number / PER_CENT for each in others if each.concept == PERCENTAGE]
        followed = [
            *combined_numbers(times),
            *(whole * each for whole in times for part in parts for each in (part, 1 - part)),
        ]
        return any(abs(each - minutes) <= _TIME_TOLERANCE * minutes for each in followed)

    def _counts_rows(self, amount: Amount, claim: Claim) -> bool:
        """Whether it counts the objects of a list, or those with one value: `three machines`."""
        words = claim.words[amount.place + 1 : amount.place + 1 + _WORDS_BEHIND]
        is_of_things = any(
            word.means_any(*KINDS) or word.means_some("thing:") or term(word.text) in THINGS
            for word in words
        )
        return is_of_things and amount.number in self._deduced.list_sizes


def _agrees_with_any(amount: Amount, known: Sequence[float]) -> bool:
    """Whether an amount agrees with any of ascending numbers, and so with one of the nearest."""
    at = bisect_left(known, amount.value)
    return any(map(amount.agrees, known[max(at - 1, 0) : at + 1]))


def _is_distinctive(amount: Amount) -> bool:
    """Whether a number is unlikely to be the same as another one by chance."""
    return amount.number >= _MIN_DISTINCTIVE or amount.number != int(amount.number)


def _is_of_unit(amount: Amount, cell: Cell) -> bool:
    """Whether an amount and a field have the same unit, or either has none."""
    if cell.unit == TIME and amount.concept in {TIME, _MILLISECONDS}:
        factor = 1.0 if amount.concept == TIME else minutes_of_name(_MILLISECONDS)
        return replace(amount, value=amount.value * factor).agrees(abs(cell.number))
    have_units = amount.concept in _UNITS and cell.unit
    return not have_units or amount.concept == cell.unit


def _is_settled(amount: Amount, claim: Claim) -> bool:
    """Whether earlier rules have found an amount right or wrong."""
    span = (amount.start, amount.end)
    return span in claim.context.supported_spans or span in claim.context.contradicted_spans


def _kind(amount: Amount) -> FactKind:
    return "duration" if amount.concept == TIME else "number"


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
