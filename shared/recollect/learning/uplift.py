"""What a memory brings: success of runs that were shown it, less that of runs it was withheld from.

Each run counts by the inverse of the probability with which it got what it got, so that what is
shown more often in easy cases does not look good for it (D. Horvitz and D. Thompson, 1952;
normalised as by J. Hájek, 1971). What was certain to be shown, or withheld, is not compared with
anything (positivity): runs of before anything was withheld may have gone worse or better for other
reasons. What worked once need not work now: the last two months in which there were trials count,
and as many before as it takes for fifty runs on each side.

The interval is Student's over the effective number of runs (L. Kish, 1965), with four runs added to
each side that ended half a success better and worse, in the way of A. Agresti and B. Caffo (2000).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_LEAST_RUNS: Final = 10
"""Of how many runs on each side something can be said."""
_LEAST_MONTHS: Final = 2
_ENOUGH_RUNS: Final = 50
"""How many runs on each side make older months unnecessary."""
_NORMAL: Final = 1.959964
_ADDED: Final = 4
_LEAST_EFFECTIVE: Final = 2.0
_HALF_A_SUCCESS: Final = 0.5
# Weights beyond it say more of chance than of the memory.
_LEAST_PROPENSITY: Final = 0.01


@dataclass(frozen=True, slots=True)
class Trial:
    """Runs that might have been shown a memory, `runs` of them, all of which ended alike.

    `propensity` is the probability with which it was, `month` when they were judged (`2026-11`); ""
    is of before months were kept.
    """

    shown: bool
    propensity: float
    success: bool
    runs: int = 1
    month: str = ""


@dataclass(frozen=True, slots=True)
class Uplift:
    """The difference in the probability of success, in -1…1, with its 95 % interval.

    And how many runs are behind it; `difference` is None where they are too few to say.
    """

    shown: int
    withheld: int
    difference: float | None = None
    low: float = -1.0
    high: float = 1.0

    @property
    def does_harm(self) -> bool:
        """Whether it is known to make things worse: then it is demoted whatever counts say."""
        return self.difference is not None and self.high < 0


def uplift_of(trials: Iterable[Trial]) -> Uplift:
    """What these runs say of a memory."""
    shown, withheld = _Side(), _Side()
    for each in _latest([each for each in trials if 0 < each.propensity < 1]):
        chance = each.propensity if each.shown else 1 - each.propensity
        side = shown if each.shown else withheld
        side.add(1 / max(chance, _LEAST_PROPENSITY), each.success, each.runs)
    if min(shown.runs, withheld.runs) < _LEAST_RUNS:
        return Uplift(shown.runs, withheld.runs)
    (with_it, spread), (without, other_spread) = shown.estimate(), withheld.estimate()
    middle, half = (
        with_it - without,
        _width(min(shown.runs, withheld.runs)) * math.sqrt(spread + other_spread),
    )
    low, high = max(-1.0, middle - half), min(1.0, middle + half)
    middle = min(max(middle, low), high)
    return Uplift(shown.runs, withheld.runs, middle, low, high)


def _latest(trials: Sequence[Trial]) -> list[Trial]:
    """Those of the last months that count."""
    taken: list[Trial] = []
    for number, month in enumerate(sorted({each.month for each in trials}, reverse=True)):
        sides = [sum(each.runs for each in taken if each.shown is side) for side in (True, False)]
        if number >= _LEAST_MONTHS and min(sides) >= _ENOUGH_RUNS:
            break
        taken += (each for each in trials if each.month == month)
    return taken


def _width(runs: int) -> float:
    """Student's 0.975 quantile for so many runs, to the first term of its expansion."""
    return _NORMAL + (_NORMAL**3 + _NORMAL) / (4 * (runs - 1))


class _Side:
    """The weighted runs of one side, and how many of them succeeded."""

    def __init__(self) -> None:
        self.runs, self._weight, self._squares, self._succeeded = 0, 0.0, 0.0, 0.0

    def add(self, weight: float, success: bool, runs: int) -> None:
        self.runs += runs
        self._weight += runs * weight
        self._squares += runs * weight * weight
        self._succeeded += runs * weight * success

    def estimate(self) -> tuple[float, float]:
        """The mean and its variance."""
        effective = max(self._weight**2 / self._squares, _LEAST_EFFECTIVE)
        mean = self._succeeded / self._weight
        added = _ADDED * _HALF_A_SUCCESS**2
        spread = effective * mean * (1 - mean) + added
        return mean, spread / (effective + _ADDED) / (effective - 1)
