"""What solved cases say that a new one needs.

A case that ended well needed some items. To a new situation each of them is worth how like it the
case is: by what it tells, and by whether the new one finds by itself what it needed (what is found
is taken to be right, and leads to what goes with it, as pseudo-relevance feedback does; V. Lavrenko
and W. Croft, "Relevance-based language models", 2001). What several cases say is summed so that it
saturates (a noisy or; Pearl, 1988). Each writer's cases speak together, and for no more than half:

    like   = 0.9 · cosine⁸ + ⅛ · mean of relevance / most relevance   of what it needed and is found
    weight = min(0.9, like) · outcome · min(1, 5 / items needed)^0.3
    said   = 1 - Π (1 - weight)⁸             over the cases of one writer that needed the item
    credit = 1 - Π (1 - ½ · said)            over writers

The constants were fitted to the development half of a bank's cases (docs/learning-measured.md).
The ten cases of most weight count. What has less credit than the floor, 0.01, has none.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

NEAREST: Final = 10
MOST_OF_ONE: Final = 0.5
"""How much credit (0…1) the cases of one writer give at most."""
FLOOR: Final = 0.01
_POWER: Final = 8
_STRENGTH: Final = 8
# One case, however near, leaves room for what others say.
_MOST_OF_A_CASE: Final = 0.9
# What needed a lot says less of each item.
_FEW: Final = 5
_BREADTH: Final = 0.3
_FOUND: Final = 0.125
_NOTHING: Final[Mapping[str, float]] = MappingProxyType({})


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


@dataclass(frozen=True, slots=True)
class Credit:
    """How much solved cases speak for an item (0…1), and their ids, those that say most first."""

    value: float
    cases: tuple[str, ...]


def most_needed(cases: Sequence[SolvedCase]) -> list[str]:
    """The ids of what these cases needed, the highest credit first, before anything is found."""
    spoken = defaultdict[str, float](float)
    for case in cases:
        weight = _weight(case, _NOTHING)
        for item in case.needed:
            spoken[item] += weight
    return sorted(spoken, key=lambda item: (-spoken[item], item))


def credits_of(
    cases: Sequence[SolvedCase], found: Mapping[str, float] = _NOTHING
) -> Mapping[str, Credit]:
    """The credit of each item that some cases needed, where it reaches the floor.

    `found` says how relevant (0…1) the items are that were found by themselves.
    """
    most = max(found.values(), default=0.0)
    shares = {item: each / most for item, each in found.items()} if most else found
    weighed = [(_weight(case, shares), case) for case in cases]
    weighed.sort(key=lambda each: (-each[0], each[1].id))
    needed_by = defaultdict[str, list[tuple[float, SolvedCase]]](list)
    for weight, case in weighed[:NEAREST]:
        for item in case.needed:
            needed_by[item].append((weight, case))
    credited = {item: _credit(among) for item, among in needed_by.items()}
    return {item: each for item, each in credited.items() if each.value >= FLOOR}


def _weight(case: SolvedCase, shares: Mapping[str, float]) -> float:
    """How much a case says (0…1), where these items were found, by their shares of the best."""
    items = max(len(case.needed), 1)
    told = _MOST_OF_A_CASE * math.pow(max(case.similarity, 0.0), _POWER)
    found = _FOUND * math.fsum(shares.get(each, 0.0) for each in case.needed) / items
    breadth = math.pow(min(1.0, _FEW / items), _BREADTH)
    return min(told + found, _MOST_OF_A_CASE) * case.outcome * breadth


def _credit(cases: Sequence[tuple[float, SolvedCase]]) -> Credit:
    unsaid = defaultdict[str, float](lambda: 1.0)
    for weight, each in cases:
        unsaid[each.writer] *= (1 - weight) ** _STRENGTH
    value = 1 - math.prod(1 - MOST_OF_ONE * (1 - left) for left in unsaid.values())
    return Credit(value, tuple(each.id for _, each in cases))
