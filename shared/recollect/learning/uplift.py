"""The uplift of a memory: the success rate of runs shown it, less that of runs without it.

Each run is weighted by the inverse of the probability of being shown the memory, or of not being
shown it, as it happened; otherwise a memory that is shown more often in easy cases would look good
(D. Horvitz and D. Thompson, 1952; normalised as by J. Hájek, 1971). Runs that were certain to be
shown it, or to do without, are left out, since there is nothing to compare them with (positivity):
runs from before anything was withheld may have ended better or worse for other reasons. What worked
once need not work now: only the last two months with trials count, and as many before as it takes
for fifty runs on each side.

The interval is Student's over the effective number of runs (L. Kish, 1965), with four runs added to
each side that ended half a success better and worse, in the way of A. Agresti and B. Caffo (2000).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_MIN_RUNS: Final = 10
"""With fewer runs on a side, there is no estimate."""
_MIN_MONTHS: Final = 2
_SUFFICIENT_RUNS: Final = 50
"""With so many runs on each side, older months are not needed."""
_NORMAL_QUANTILE: Final = 1.959964
_ADDED_RUNS: Final = 4
_MIN_EFFECTIVE_RUNS: Final = 2.0
_HALF_A_SUCCESS: Final = 0.5
# Larger weights than its inverse would say more about chance than about the memory.
_MIN_PROPENSITY: Final = 0.01


@dataclass(frozen=True, slots=True)
class Trial:
    """A number of `runs` that were shown a memory, or from which it was withheld, and ended alike.

    `propensity` is the probability of being shown it. `month` is when the runs were judged
    (`2026-11`).
    """

    shown: bool
    propensity: float
    success: bool
    runs: int = 1
    month: str = ""


@dataclass(frozen=True, slots=True)
class Uplift:
    """The difference in the probability of success, in -1…1, with its 95 % interval.

    `shown` and `withheld` are the numbers of runs behind it; `difference` is None if they are too
    few.
    """

    shown: int
    withheld: int
    difference: float | None = None
    low: float = -1.0
    high: float = 1.0

    @property
    def does_harm(self) -> bool:
        """Whether the memory is known to make runs end worse; then it is demoted in any case."""
        return self.difference is not None and self.high < 0


def uplift_of(trials: Iterable[Trial]) -> Uplift:
    """The uplift of a memory by these trials."""
    shown, withheld = _Side(), _Side()
    for each in _latest([each for each in trials if 0 < each.propensity < 1]):
        chance = each.propensity if each.shown else 1 - each.propensity
        side = shown if each.shown else withheld
        side.add(1 / max(chance, _MIN_PROPENSITY), each.success, each.runs)
    if min(shown.runs, withheld.runs) < _MIN_RUNS:
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
    """The trials of the last months that count."""
    taken: list[Trial] = []
    for number, month in enumerate(sorted({each.month for each in trials}, reverse=True)):
        sides = [sum(each.runs for each in taken if each.shown is side) for side in (True, False)]
        if number >= _MIN_MONTHS and min(sides) >= _SUFFICIENT_RUNS:
            break
        taken += (each for each in trials if each.month == month)
    return taken


def _width(runs: int) -> float:
    """Student's 0.975 quantile for this number of runs, to the first term of its expansion."""
    return _NORMAL_QUANTILE + (_NORMAL_QUANTILE**3 + _NORMAL_QUANTILE) / (4 * (runs - 1))


class _Side:
    """The sums of the weighted runs of one side, and of those that succeeded."""

    def __init__(self) -> None:
        self.runs, self._weight, self._squares, self._succeeded = 0, 0.0, 0.0, 0.0

    def add(self, weight: float, success: bool, runs: int) -> None:
        self.runs += runs
        self._weight += runs * weight
        self._squares += runs * weight * weight
        self._succeeded += runs * weight * success

    def estimate(self) -> tuple[float, float]:
        """The mean success rate and its variance."""
        effective = max(self._weight**2 / self._squares, _MIN_EFFECTIVE_RUNS)
        mean = self._succeeded / self._weight
        added = _ADDED_RUNS * _HALF_A_SUCCESS**2
        spread = effective * mean * (1 - mean) + added
        return mean, spread / (effective + _ADDED_RUNS) / (effective - 1)
