"""How long may lie between two times of day, the second one of the same day or the next.

All lengths are one number, whose bit n stands for n minutes: results may tell every minute of a
day, and to try two million pairs for each amount of an answer takes seconds.
"""

from collections.abc import Iterable
from math import ceil, floor
from typing import Final

from recollect.validation.grammar.units import DAY

_WHOLE: Final = (1 << DAY) - 1


def gaps_of(minutes: Iterable[int]) -> int:
    """The bits of the lengths, of times in minutes of the day; 25:00 is 1:00."""
    times = {each % DAY for each in minutes}
    marked = sum(1 << each for each in times)
    found = 0
    for each in times:
        found |= marked >> each | marked << (DAY - each)
    return found & _WHOLE


def has_gap(gaps: int, minutes: float, near: float) -> bool:
    """Whether one of the lengths is less than `near` from so many minutes."""
    if not minutes - near < DAY:
        return False  # a day or more, which may be endless, or no number
    least, most = max(floor(minutes - near) + 1, 0), ceil(min(minutes + near, DAY))
    return least < most and bool(gaps >> least & ((1 << (most - least)) - 1))
