"""Units of time, and the words for them."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from recollect.validation.grammar.lexicon import values_of_all

DAY: Final = 1_440
"""Minutes of a day."""

MINUTES: Final = {
    "second": 1 / 60,
    "minute": 1.0,
    "hour": 60.0,
    "day": 1_440.0,
    "week": 10_080.0,
    "month": 43_200.0,
    "year": 525_600.0,
}
"""Minutes of each unit of time."""


@cache
def minutes_by_word() -> Mapping[str, float]:
    """Minutes of the unit that a word of any language means: 60 of `heures`."""
    return {word: MINUTES[min(units)] for word, units in values_of_all("unit:").items()}
