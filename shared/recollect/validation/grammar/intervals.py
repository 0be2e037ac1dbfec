"""How often something is said to happen: `every two hours`, `cada cuatro horas`."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from recollect.validation.grammar.lexicon import values_of_all
from recollect.validation.grammar.numbers import plain_number
from recollect.validation.grammar.units import minutes_by_word

_EVERY: Final = (
    *("every", "each", "alle", "jede", "jeden", "jeder", "jedes", "toutes les", "tous les"),
    *("chaque", "cada", "ogni", "elke", "iedere"),
)
EVERY: Final = frozenset(each.partition(" ")[0] for each in _EVERY)
"""The words that begin an interval."""

_INTERVAL: Final = re.compile(
    rf"\b(?:{'|'.join(_EVERY)})"
    r"(?: (?P<number>\d{1,4}|[^\W\d_]{2,12}))? (?P<unit>[^\W\d_]{2,12})\b"
)


class SpokenInterval(NamedTuple):
    """Where a text tells how often, and the minutes from once to the next time."""

    start: int
    end: int
    minutes: float


def intervals_in(fold: str, start: int = 0, end: int | None = None) -> Iterator[SpokenInterval]:
    """The intervals that a part of a folded text tells."""
    for found in _INTERVAL.finditer(fold, start, len(fold) if end is None else end):
        unit, said = minutes_by_word().get(found["unit"]), found["number"]
        if unit is None or (said and not said.isdigit() and said not in values_of_all("number:")):
            continue  # every working day, every few minutes
        yield SpokenInterval(
            found.start(), found.end(), unit * (plain_number(said) if said else 1.0)
        )
