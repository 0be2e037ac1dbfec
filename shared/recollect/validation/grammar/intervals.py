"""Reads how often something happens: `every two hours`, `cada cuatro horas`."""

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
"""The first words of an interval."""

_INTERVAL: Final = re.compile(
    rf"\b(?:{'|'.join(_EVERY)})"
    r"(?: (?P<number>\d{1,4}|[^\W\d_]{2,12}))? (?P<unit>[^\W\d_]{2,12})\b"
)


class SpokenInterval(NamedTuple):
    """The offsets of an interval in a text, and its length in minutes."""

    start: int
    end: int
    minutes: float


def intervals_in(fold: str, start: int = 0, end: int | None = None) -> Iterator[SpokenInterval]:
    """The intervals in a part of a folded text."""
    for found in _INTERVAL.finditer(fold, start, len(fold) if end is None else end):
        unit, number = minutes_by_word().get(found["unit"]), found["number"]
        if unit is None or (
            number and not number.isdigit() and number not in values_of_all("number:")
        ):
            continue  # `every working day`, `every few minutes`
        yield SpokenInterval(
            found.start(), found.end(), unit * (plain_number(number) if number else 1.0)
        )
