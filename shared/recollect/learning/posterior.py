"""How likely a run is to succeed, given the successes and failures counted so far.

A Beta posterior. The counts of a narrower context (a stage, a category) are shrunk towards those of
the wider one, whose mean is a prior as strong as four runs (empirical Bayes; B. Efron and
C. Morris, "Stein's paradox in statistics", 1977).

    narrower mean = (successes + 4 · wider mean) / (successes + failures + 4)
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

PARENT_STRENGTH: Final = 4.0
_INTERVAL_LEVEL: Final = 0.95
_BISECTIONS: Final = 60
_MAX_FRACTIONS: Final = 200
_MIN_MAGNITUDE: Final = 1e-300
_TOLERANCE: Final = 1e-13


@dataclass(frozen=True, slots=True)
class Posterior:
    """A Beta distribution of a probability; both parameters are positive."""

    alpha: float = 1.0
    beta: float = 1.0

    @property
    def mean(self) -> float:
        """The expected probability."""
        return self.alpha / (self.alpha + self.beta)

    def after(self, successes: float, failures: float) -> "Posterior":
        """The posterior after these successes and failures, too."""
        return Posterior(self.alpha + successes, self.beta + failures)

    def at_least(self, mean: float) -> "Posterior":
        """This posterior or, if its mean is less than `mean` (0…1), one as strong with that."""
        if mean <= self.mean:
            return self
        strength = self.alpha + self.beta
        return Posterior(strength * mean, strength * (1 - mean))

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the probability, with equal tails."""
        tail = (1 - _INTERVAL_LEVEL) / 2
        return self._quantile(tail), self._quantile(1 - tail)

    def below(self, probability: float) -> float:
        """How likely the value is at most `probability`: regularised incomplete Beta function."""
        if probability <= 0:
            return 0.0
        if probability >= 1:
            return 1.0
        # The continued fraction converges fast only on this side of the mean.
        if probability > (self.alpha + 1) / (self.alpha + self.beta + 2):
            return 1 - _lower_tail(self.beta, self.alpha, 1 - probability)
        return _lower_tail(self.alpha, self.beta, probability)

    def _quantile(self, share: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.below(middle) < share else (low, middle)
        return (low + high) / 2


def in_context(counts: Iterable[tuple[float, float]]) -> Posterior:
    """The posterior of the narrowest context, from the (successes, failures) of nested contexts.

    The widest comes first, and has a uniform prior.
    """
    believed: Posterior | None = None
    for successes, failures in counts:
        prior = Posterior() if believed is None else _as_prior(believed)
        believed = prior.after(successes, failures)
    return believed or Posterior()


def _as_prior(wider: Posterior) -> Posterior:
    return Posterior(PARENT_STRENGTH * wider.mean, PARENT_STRENGTH * (1 - wider.mean))


def _lower_tail(a: float, b: float, x: float) -> float:
    """The regularised incomplete Beta function I_x(a, b).

    W. Press et al., "Numerical Recipes", 6.4: the continued fraction by Lentz's method.
    """
    scale = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for n in range(1, _MAX_FRACTIONS):
        even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n))
        odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1))
        for step in (even, odd):
            d = 1 / _away_from_zero(1 + step * d)
            c = _away_from_zero(1 + step / c)
            fraction *= c * d
        if abs(c * d - 1) < _TOLERANCE:
            break
    return scale * fraction / a


def _away_from_zero(value: float) -> float:
    """The value, kept away from zero."""
    return value if abs(value) > _MIN_MAGNITUDE else _MIN_MAGNITUDE
