"""The best of what an arm found."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from infra.local.emulators.vector.arms import Scores

Ranking = list[tuple[str, float]]

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
