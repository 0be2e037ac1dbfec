"""Look up the dates and times in results, and those that follow from them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice, product
from math import ceil, floor
from typing import Final

from recollect.core.grouping import grouped, postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.moments import (
    LEAP_YEAR,
    NEAR_DAYS,
    Moment,
    is_day,
    moments_in,
    number_of_day,
)
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.units import DAY
from recollect.validation.known.amount_index import AmountIndex
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.passages import ResultMoment
from recollect.validation.known.record_models import Record, values_of

_MONTHLY: Final = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.|\u00ba)? "
    r"(?:of (?:every|each|the) month|jede[ns] monats|de cada mes|de chaque mois|di ogni mese"
    r"|van (?:elke|iedere) maand)\b"
)
Day = tuple[int, int]
"""A month, and a day of the month."""

_MONTHS: Final = 12
_AFTER: Final = re.compile(r"\b(?:after|later|nach|despues|apres|dopo|depois|na)\b")
_WEEK: Final = 7
_MAX_LENGTH_IN_DAYS: Final = 366
_INTERVAL_TOLERANCE: Final = 0.05
_MAX_MOMENTS: Final = 30
_MAX_LENGTHS: Final = 10

_ALL_BITS: Final = (1 << DAY) - 1


class MomentIndex:
    """The moments in sentences of results, by day (month, day) and by minute of the day."""

    def __init__(
        self, passages: PassageIndex, records: Sequence[Record], amounts: AmountIndex
    ) -> None:
        self._passages = passages
        self._records = records
        self._amounts = amounts

    @lazy
    def all(self) -> Sequence[ResultMoment]:
        """The dates and times, in order."""
        return [moment for passage in self._passages.all for moment in passage.moments()]

    def covering(self, moment: Moment) -> Iterator[ResultMoment]:
        """The moments with the day and the time of `moment`, as far as it has them, of any year."""
        keys = ((day, moment.clock) for day in moment.days or (None,))
        places = {at for each in keys for at in self._places.get(each, ())}
        return (self.all[at] for at in sorted(places))

    @lazy
    def _places(self) -> Mapping[tuple[Day | None, tuple[int, int] | None], Sequence[int]]:
        """The places of moments by their days and times, and by either of them alone."""
        return postings(
            product((*each.moment.days, None), {each.moment.clock, None}) for each in self.all
        )

    @lazy
    def clocks_of_no_day(self) -> frozenset[tuple[int, int] | None]:
        """The times of moments without a day."""
        return frozenset(each.moment.clock for each in self.all if not each.moment.days)

    @lazy
    def by_day(self) -> Mapping[tuple[int, int], Sequence[ResultMoment]]:
        """The moments with a date, by (month, day)."""
        return grouped((day, each) for each in self.all for day in each.moment.days)

    @lazy
    def days(self) -> frozenset[tuple[int, int]]:
        """The first days (month, day) in the results."""
        days = islice((day for each in self.all for day in each.moment.days), _MAX_MOMENTS)
        return frozenset(filter(is_day, days))

    @lazy
    def days_in_words(self) -> frozenset[tuple[int, int]]:
        """The (month, day) that the results may mean by `tomorrow`, or `the 15th of every month`.

        `tomorrow` is counted from the days in the same sentence, else from those in any field.
        """
        found: set[tuple[int, int]] = set()
        for passage in self._passages.all:
            near = NEAR_DAYS.search(passage.text)
            if near is not None:
                days = {day for each in passage.moments() for day in each.moment.days}
                found |= _days_around(days or self._field_days, 1 if near["near"] else _WEEK)
            for day in _MONTHLY.findall(passage.text):
                found |= {(month, int(day)) for month in range(1, _MONTHS + 1)}
        return frozenset(found)

    @lazy
    def days_after(self) -> frozenset[tuple[int, int]]:
        """The days that follow a day of the results by a length in them, such as two weeks."""
        lengths = {each.amount.value for each in self._amounts.by_concept.get(TIME, ())}
        counts = islice((int(each // DAY) for each in lengths if each >= DAY), _MAX_LENGTHS)
        lasting = [count for count in counts if count <= _MAX_LENGTH_IN_DAYS]
        begins = [date(LEAP_YEAR, *day) for day in self.days]
        ends = (begin + timedelta(days=count) for begin in begins for count in lasting)
        return frozenset((end.month, end.day) for end in ends)

    @lazy
    def _field_days(self) -> frozenset[tuple[int, int]]:
        """The (month, day) in the fields of records."""
        known = values_of(self._records, "opened", "updated", "closed")
        moments = (each for value in known for each in moments_in(folded(value.text)))
        return frozenset(day for _, _, moment in moments for day in moment.days)

    @lazy
    def clocks(self) -> frozenset[int]:
        """The times in the results, of any day, in minutes of the day."""
        minutes = (each.moment.minute for each in self.all)
        return frozenset(each for each in minutes if each is not None)

    @lazy
    def gaps(self) -> int:
        """The lengths between two `clocks`, as the bits of `gaps_of`."""
        return gaps_of(self.clocks)

    @lazy
    def clocks_before(self) -> frozenset[int]:
        """The times from which a sentence counts, in minutes of the day.

        `at 10:40, 40 minutes after the alert` counts from 10:00.
        """
        passages = (each for each in self._passages.all if _AFTER.search(each.text))
        return frozenset(
            int(moment.moment.minute - length.amount.value) % DAY
            for passage in passages
            for moment in passage.moments()
            if moment.moment.minute is not None
            for length in passage.amounts
            if length.amount.concept == TIME
        )

    @lazy
    def intervals(self) -> Sequence[float]:
        """The minutes between any two of the first moments with a date and a time, in order."""
        known = {
            number_of_day(day) * DAY + each.moment.minute
            for each in islice(self.all, _MAX_MOMENTS)
            if each.moment.minute is not None
            for day in each.moment.days
            if is_day(day)
        }
        return sorted({float(abs(one - other)) for one in known for other in known} - {0.0})

    def is_interval(self, minutes: float) -> bool:
        """Whether about so many minutes lie between two moments of the results."""
        return any(abs(minutes - each) <= _INTERVAL_TOLERANCE * each + 1 for each in self.intervals)


def _days_around(days: Iterable[tuple[int, int]], reach: int) -> set[tuple[int, int]]:
    """The days at most `reach` days away from one of `days`."""
    found: set[tuple[int, int]] = set()
    for month, day in days:
        if not is_day((month, day)):
            continue
        middle = date(LEAP_YEAR, month, day)
        for distance in range(-reach, reach + 1):
            other = middle + timedelta(days=distance)
            found.add((other.month, other.day))
    return found


def gaps_of(minutes: Iterable[int]) -> int:
    """The lengths between times of day, as bits; `minutes` count from midnight, 25:00 is 1:00."""
    times = {each % DAY for each in minutes}
    time_bits = sum(1 << each for each in times)
    found = 0
    for time in times:
        found |= time_bits >> time | time_bits << (DAY - time)
    return found & _ALL_BITS


def has_gap(gaps: int, minutes: float, tolerance: float) -> bool:
    """Whether one of the lengths differs from `minutes` by less than `tolerance`."""
    if not minutes - tolerance < DAY:
        return False  # a day or more, also infinity, or not a number
    least, most = max(floor(minutes - tolerance) + 1, 0), ceil(min(minutes + tolerance, DAY))
    return least < most and bool(gaps >> least & ((1 << (most - least)) - 1))
