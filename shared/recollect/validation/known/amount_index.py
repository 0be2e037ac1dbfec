"""Look up the amounts in results by what they count, by their number, and by its digits."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.counted_things import PERCENTAGE, THINGS
from recollect.validation.grammar.field_names import minutes_of_name, parts_of_name
from recollect.validation.grammar.quantities import TIME, Amount
from recollect.validation.grammar.slips import digits_of
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.passages import ResultAmount, stems_of
from recollect.validation.known.record_models import ResultValue, Source
from recollect.validation.known.result_texts import ResultText
from recollect.validation.results import ReadResult

_MAX_AMOUNTS_PER_CONCEPT: Final = 200
_MAX_NUMBERS_FOR_SHARES: Final = 60
_PER_CENT: Final = 100
_PLAIN_NUMBER: Final = re.compile(r"\d{1,12}(?:\.\d{1,17})?")
_TOLERANCE: Final = 1e-9
_POD_COUNTS: Final = frozenset({"total", "healthy", "unhealthy"})


class AmountIndex:
    """The amounts in fields and sentences of results, and the lengths of lists."""

    def __init__(
        self, results: Sequence[ReadResult], texts: Sequence[ResultText], passages: PassageIndex
    ) -> None:
        self._results = results
        self._texts = texts
        self._passages = passages

    @lazy
    def by_concept(self) -> Mapping[str, Sequence[ResultAmount]]:
        """The amounts by what they count; "" where that is unknown."""
        found: dict[str, list[ResultAmount]] = defaultdict(list)
        plain = filter(None, map(_plain_amount, self._texts))
        spoken = (amount for passage in self._passages.all for amount in passage.amounts)
        for known in (*plain, *spoken, *self._lengths()):
            if len(found[known.amount.concept]) < _MAX_AMOUNTS_PER_CONCEPT:
                found[known.amount.concept].append(known)
        counted = {
            each.amount.value: concept
            for concept, amounts in found.items()
            if concept.startswith(THINGS)
            for each in amounts
        }
        for passage in self._passages.all if counted else ():
            for share in passage.shares(counted):
                found[share.amount.concept].append(share)
        return found

    @lazy
    def by_number(self) -> Mapping[float, Sequence[ResultAmount]]:
        """The amounts by their number as written, before units are converted."""
        amounts = chain.from_iterable(self.by_concept.values())
        return grouped((each.amount.number, each) for each in amounts)

    @lazy
    def _numbers(self) -> Sequence[float]:
        return sorted(self.by_number)

    def has_between(self, least: float, most: float) -> bool:
        """Whether results have a number from `least` to `most`, both included."""
        at = bisect_left(self._numbers, least)
        return at < len(self._numbers) and self._numbers[at] <= most

    def has_rest(self, share: float) -> bool:
        """Whether results have what a share in per cent leaves: 18 %, where 82 % succeeded."""
        rest = _PER_CENT - share
        shares = self.by_concept.get(PERCENTAGE, ())
        return any(abs(each.amount.value - rest) < _TOLERANCE for each in shares)

    @lazy
    def by_figures(self) -> Mapping[str, Sequence[ResultAmount]]:
        """The amounts by the sorted digits of their number: 0148 for 1,840."""
        return grouped(
            ("".join(sorted(digits_of(number))), each)
            for number, amounts in self.by_number.items()
            for each in amounts
        )

    @lazy
    def percentages(self) -> frozenset[int]:
        """The rounded percentages that a number is of another one, among the first numbers."""
        numbers = sorted(
            each for each in islice(self.by_number, _MAX_NUMBERS_FOR_SHARES) if each > 0
        )
        pairs = combinations(numbers, 2)
        return frozenset(round(_PER_CENT * part / whole) for part, whole in pairs)

    def _lengths(self) -> Iterator[ResultAmount]:
        """The lengths of lists as amounts, since an answer may state them."""
        for result in self._results:
            for name, value in result.content.items():
                if isinstance(value, list):
                    size = len(value)
                    known = ResultValue(str(size), Source(result.tool, name))
                    yield ResultAmount(Amount(size, "", "", number=float(size)), frozenset(), known)


def _plain_amount(result_text: ResultText) -> ResultAmount | None:
    """The amount of a field that is a plain number; in minutes if its name has a unit of time."""
    if not _PLAIN_NUMBER.fullmatch(result_text.text):
        return None
    number = float(result_text.text)
    minutes = minutes_of_name(result_text.name)
    concept = TIME if minutes else ("pod" if result_text.name in _POD_COUNTS else "")
    amount = Amount(number * (minutes or 1.0), concept, "", number=number)
    parts = " ".join(parts_of_name(result_text.name))
    return ResultAmount(amount, stems_of(parts), ResultValue(result_text.text, result_text.source))
