"""What solved cases say that a new one needs.

A case that ended well needed some items. To a new situation each of them is worth the similarity of
the case, and what several cases say is summed so that it saturates (a noisy or; Pearl, 1988). Each
writer's cases speak together, and for no more than half:

    weight = 0.9 · cosine⁸ · outcome · min(1, 5 / items needed)^0.3
    said   = 1 - Π (1 - weight)⁸             over the cases of one writer that needed the item
    credit = 1 - Π (1 - ½ · said)            over writers

The constants were fitted to the development half of a bank's cases (docs/learning.md). The twenty
nearest cases count. What has less credit than the floor, 0.02, has none.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

NEAREST: Final = 20
MOST_OF_ONE: Final = 0.5
"""How much credit (0…1) the cases of one writer give at most."""
FLOOR: Final = 0.02
_POWER: Final = 8
_STRENGTH: Final = 8
# One case, however near, leaves room for what others say.
_MOST_OF_A_CASE: Final = 0.9
# What needed a lot says less of each item.
_FEW: Final = 5
_BREADTH: Final = 0.3


@dataclass(frozen=True, slots=True)
class SolvedCase:
    """A case that ended well: whose it is, its cosine to the new situation, and what it needed.

    `outcome` (0…1) is how well it ended.
    """

    id: str
    writer: str
    similarity: float
    needed: frozenset[str]
    outcome: float = 1.0

    @property
    def weight(self) -> float:
        """How much it says (0…1)."""
        nearness = math.pow(max(self.similarity, 0.0), _POWER)
        breadth = math.pow(min(1.0, _FEW / max(len(self.needed), 1)), _BREADTH)
        return _MOST_OF_A_CASE * nearness * self.outcome * breadth


@dataclass(frozen=True, slots=True)
class Credit:
    """How much solved cases speak for an item (0…1), and their ids, nearest first."""

    value: float
    cases: tuple[str, ...]


def nearest(cases: Sequence[SolvedCase]) -> Sequence[SolvedCase]:
    """The cases that count, nearest first."""
    return sorted(cases, key=lambda each: (-each.weight, each.id))[:NEAREST]


def credits_of(cases: Sequence[SolvedCase]) -> Mapping[str, Credit]:
    """The credit of each item that the nearest of some cases needed, where it reaches the floor."""
    needed_by = defaultdict[str, list[SolvedCase]](list)
    for case in nearest(cases):
        for item in case.needed:
            needed_by[item].append(case)
    found = {item: _credit(among) for item, among in needed_by.items()}
    return {item: each for item, each in found.items() if each.value >= FLOOR}


def _credit(cases: Sequence[SolvedCase]) -> Credit:
    unsaid = defaultdict[str, float](lambda: 1.0)
    for each in cases:
        unsaid[each.writer] *= (1 - each.weight) ** _STRENGTH
    value = 1 - math.prod(1 - MOST_OF_ONE * (1 - left) for left in unsaid.values())
    return Credit(value, tuple(each.id for each in cases))
