"""How much each signal counts in a score.

A signal counts only as far as relevance tells the candidates apart. The part of its weight that
would move scores further than relevance does goes to relevance, and all of it if the signal is the
same for all:

    weightᵢ = (1 - ρ) · weightᵢ · min(1, deviation of relevance / deviation of signalᵢ)

So signals without information cost nothing (docs/quality-measured.md has what that is worth). Among
fewer than ten candidates this cannot be estimated, and weights that a request brings are used
unchanged.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.retrieval.ranked import Signals

_TOLERANCE: Final = 0.01
_MIN_CANDIDATES: Final = 10
_MIN_DEVIATION: Final = 1e-9
_MIN_RELEVANCE_DEVIATION: Final = 0.02


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of seed 001, which sum to 1, and the share ρ of relevance (0…1)."""

    recency: float = 0.25
    frequency: float = 0.15
    importance: float = 0.20
    causality: float = 0.15
    novelty: float = 0.10
    trust: float = 0.10
    sensitivity: float = 0.05
    relevance: float = 0.7

    def shares(self, *, has_text: bool) -> Mapping[str, float]:
        """The share of a score that each signal decides; they sum to 1."""
        rho = self.relevance if has_text else 0.0
        names = (name for name in Signals.__dataclass_fields__ if name != "relevance")
        context = {name: (1 - rho) * getattr(self, name) for name in names}
        return {"relevance": rho, **context}

    def shares_among(self, found: Sequence[Signals], *, has_text: bool) -> Mapping[str, float]:
        """The share of a score that each signal decides among candidates with these signals."""
        shares = self.shares(has_text=has_text)
        if not shares["relevance"] or len(found) < _MIN_CANDIDATES:
            return shares
        of_relevance = _deviation([each.relevance for each in found])
        context = {
            name: share
            * _weight_factor(of_relevance, _deviation([getattr(each, name) for each in found]))
            for name, share in shares.items()
            if name != "relevance"
        }
        return {"relevance": 1 - sum(context.values()), **context}


def is_one(total: float) -> bool:
    """Whether weights may have this sum: 1, give or take 0.01."""
    return round(abs(total - 1), 9) <= _TOLERANCE


def _weight_factor(of_relevance: float, deviation: float) -> float:
    # Among equally relevant candidates the other signals decide, so relevance deviates a little.
    return (
        min(1.0, max(of_relevance, _MIN_RELEVANCE_DEVIATION) / deviation)
        if deviation > _MIN_DEVIATION
        else 0.0
    )


def _deviation(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.dist(values, [mean] * len(values)) / math.sqrt(len(values))
