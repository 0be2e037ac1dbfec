"""The best of what the arms found, and how two rankings become one."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.arms import Scores
from infra.local.emulators.vector.records import Fusion

Ranking = list[tuple[str, float]]

_RRF_CONSTANT = 60
# Equal texts at different places of a matrix differ in the last bits of their scores, which must
# not decide their order.
_DECIMALS = 6
_WIDENING = 8


def best(scores: Scores, top_k: int, ids: Sequence[str], accepts: Callable[[int], bool]) -> Ranking:
    """Return the `top_k` accepted slots' ids by score, equal scores by id.

    `ids` names the slots. `accepts`, the filter, is asked about the highest scores first and about
    more only when too few of them pass: a filter that lets much through costs little, and none is
    applied too late.
    """
    slots, raw = scores
    values = np.round(raw, _DECIMALS)
    wanted = top_k
    while True:
        highest = _highest(values, wanted)
        pairs = zip(slots[highest].tolist(), values[highest].tolist(), strict=True)
        found = [(-value, ids[slot]) for slot, value in pairs if accepts(slot)]
        if len(found) >= top_k or len(highest) == len(values):
            return [(name, -value) for value, name in sorted(found)[:top_k]]
        wanted *= _WIDENING


def _highest(values: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """Return the positions of the `count` highest values and of all that equal the last of them."""
    if count >= len(values):
        return np.arange(len(values))
    threshold = np.partition(values, len(values) - count)[len(values) - count]
    return np.flatnonzero(values >= threshold)


def fuse(rankings: Sequence[Ranking], algorithm: Fusion, top_k: int) -> Ranking:
    """Merge rankings into one; an id that is in several gets the sum of its mapped scores."""
    mapped = _reciprocal_ranks if algorithm == "RRF" else _normalised
    totals: dict[str, float] = {}
    for ranking in rankings:
        for name, score in mapped(ranking).items():
            totals[name] = totals.get(name, 0.0) + score
    return sorted(totals.items(), key=lambda item: (-item[1], item[0]))[:top_k]


def _reciprocal_ranks(ranking: Ranking) -> Mapping[str, float]:
    return {name: 1 / (rank + _RRF_CONSTANT) for rank, (name, _) in enumerate(ranking, start=1)}


def _normalised(ranking: Ranking) -> Mapping[str, float]:
    """Map scores from three deviations around their mean to 0…1; equal scores to the middle."""
    scores = np.array([score for _, score in ranking])
    if not len(scores):
        return {}
    low, high = scores.mean() - 3 * scores.std(), scores.mean() + 3 * scores.std()
    spread = high - low
    mapped = (scores - low) / spread if spread else np.full(len(scores), 0.5)
    return dict(zip((name for name, _ in ranking), mapped.tolist(), strict=True))
