"""The numbers of results: of what they are so many, and how they are written."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.field_names import minutes_of_name, parts_of_name
from recollect.validation.grammar.quantities import THINGS, TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.passages import ResultAmount, stems_of
from recollect.validation.known.records import ResultValue, Source
from recollect.validation.known.result_texts import ResultText
from recollect.validation.results import ReadResult

_MOST: Final = 200
_MOST_SHARES: Final = 60
_PER_CENT: Final = 100
_PLAIN: Final = re.compile(r"\d{1,12}(?:\.\d{1,17})?")
_OF_PODS: Final = frozenset({"total", "healthy", "unhealthy"})


class AmountIndex:
    """The amounts that fields and sentences of results have, and how long lists are."""

    def __init__(
        self, results: Sequence[ReadResult], texts: Sequence[ResultText], passages: PassageIndex
    ) -> None:
        self._results = results
        self._texts = texts
        self._passages = passages

    @lazy
    def by_concept(self) -> Mapping[str, Sequence[ResultAmount]]:
        """The amounts by what they count."""
        found: dict[str, list[ResultAmount]] = defaultdict(list)
        plain = filter(None, map(_plain_amount, self._texts))
        spoken = (amount for passage in self._passages.all for amount in passage.amounts)
        for each in (*plain, *spoken, *self._lengths()):
            if len(found[each.amount.concept]) < _MOST:
                found[each.amount.concept].append(each)
        counted = {
            each.amount.value: concept
            for concept, amounts in found.items()
            if concept.startswith(THINGS)
            for each in amounts
        }
        for passage in self._passages.all if counted else ():
            for each in passage.shares(counted):
                found[each.amount.concept].append(each)
        return found

    @lazy
    def by_number(self) -> Mapping[float, Sequence[ResultAmount]]:
        """The amounts by their number as it is written."""
        amounts = chain.from_iterable(self.by_concept.values())
        return grouped((each.amount.number, each) for each in amounts)

    @lazy
    def _numbers(self) -> Sequence[float]:
        return sorted(self.by_number)

    def has_between(self, least: float, most: float) -> bool:
        """Whether a number is at least and at most so large."""
        at = bisect_left(self._numbers, least)
        return at < len(self._numbers) and self._numbers[at] <= most

    @lazy
    def by_figures(self) -> Mapping[str, Sequence[ResultAmount]]:
        """The amounts by the figures of their number in order: 0148 of 1,840."""
        return grouped(
            ("".join(sorted(digits_of(number))), each)
            for number, amounts in self.by_number.items()
            for each in amounts
        )

    @lazy
    def percentages(self) -> frozenset[int]:
        """The shares in per cent, rounded, that one of the first numbers is of another one."""
        numbers = sorted(each for each in islice(self.by_number, _MOST_SHARES) if each > 0)
        pairs = combinations(numbers, 2)
        return frozenset(round(_PER_CENT * part / whole) for part, whole in pairs)

    def _lengths(self) -> Iterator[ResultAmount]:
        """How many things lists have, which an answer may say."""
        for result in self._results:
            for name, value in result.content.items():
                if isinstance(value, list):
                    size = len(value)
                    known = ResultValue(str(size), Source(result.tool, name))
                    yield ResultAmount(Amount(size, "", "", number=float(size)), frozenset(), known)


def _plain_amount(told: ResultText) -> ResultAmount | None:
    """The amount that a field has as a number, in minutes where its name has a unit of time."""
    if not _PLAIN.fullmatch(told.text):
        return None
    number = float(told.text)
    minutes = minutes_of_name(told.name)
    concept = TIME if minutes else ("pod" if told.name in _OF_PODS else "")
    amount = Amount(number * (minutes or 1.0), concept, "", number=number)
    parts = " ".join(parts_of_name(told.name))
    return ResultAmount(amount, stems_of(parts), ResultValue(told.text, told.source))
