"""Compute the lengths of time between any two times of day, the second the same day or the next.

The set of lengths is one integer whose bit n stands for n minutes: results may name every minute of
a day, and to try two million pairs for each amount of an answer would take seconds.
"""

from collections.abc import Iterable
from math import ceil, floor
from typing import Final

from recollect.validation.grammar.units import DAY

_ALL_BITS: Final = (1 << DAY) - 1


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
