"""How much solved cases speak for items of evidence that a new case may need.

A solved case needed some items. Each of them is worth, for a new situation, as much as the solved
case is like it: by its text, and by whether the query finds by itself what the case needed. (Found
items are assumed to be right and lead to those that go with them, as in pseudo-relevance feedback;
V. Lavrenko and W. Croft, "Relevance-based language models", 2001.) Several cases are combined so
that the sum saturates (a noisy or; Pearl, 1988). The cases of one writer count together, and for
half of the credit at most:

    like   = 0.9 · cosine⁸ + ⅛ · mean of relevance / most relevance   of what it needed and is found
    weight = min(0.9, like) · outcome · min(1, 5 / items needed)^0.3
    said   = 1 - Π (1 - weight)⁸             over the cases of one writer that needed the item
    credit = 1 - Π (1 - ½ · said)            over writers

The constants were fitted to the development half of a bank's cases (docs/learning-measured.md).
The ten cases of most weight count. An item with less credit than the floor, 0.01, has none.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

NEAREST: Final = 10
MAX_CREDIT_PER_WRITER: Final = 0.5
"""The most credit (0…1) that the cases of one writer give."""
FLOOR: Final = 0.01
_SIMILARITY_POWER: Final = 8
_CREDIT_POWER: Final = 8
# However similar one case is, it leaves room for the others.
_MAX_CASE_WEIGHT: Final = 0.9
# A case that needed more items than this speaks less for each of them.
_MAX_FEW_ITEMS: Final = 5
_BREADTH_POWER: Final = 0.3
_FOUND_WEIGHT: Final = 0.125
_NOTHING_FOUND: Final[Mapping[str, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SolvedCase:
    """A case that ended well: its writer, its cosine to the new situation, and the items it needed.

    `outcome` (0…1) is how well it ended.
    """

    id: str
    writer: str
    similarity: float
    needed: frozenset[str]
    outcome: float = 1.0


@dataclass(frozen=True, slots=True)
class Credit:
    """How much solved cases speak for an item (0…1), and their ids, those of most weight first."""

    value: float
    cases: tuple[str, ...]


def most_needed(cases: Sequence[SolvedCase]) -> list[str]:
    """The ids of the items that these cases needed, those with the highest sum of weights first.

    The weights are those before anything is found.
    """
    weights = defaultdict[str, float](float)
    for case in cases:
        weight = _weight(case, _NOTHING_FOUND)
        for item in case.needed:
            weights[item] += weight
    return sorted(weights, key=lambda item: (-weights[item], item))


def credits_of(
    cases: Sequence[SolvedCase], found: Mapping[str, float] = _NOTHING_FOUND
) -> Mapping[str, Credit]:
    """The credit of each item that some cases needed, if it reaches the floor.

    `found` has the relevance (0…1) of each item that the query found by itself.
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
    """The weight (0…1) of a case; `shares` are the found items' relevances over the highest one."""
    items = max(len(case.needed), 1)
    similar = _MAX_CASE_WEIGHT * math.pow(max(case.similarity, 0.0), _SIMILARITY_POWER)
    found = _FOUND_WEIGHT * math.fsum(shares.get(each, 0.0) for each in case.needed) / items
    breadth = math.pow(min(1.0, _MAX_FEW_ITEMS / items), _BREADTH_POWER)
    return min(similar + found, _MAX_CASE_WEIGHT) * case.outcome * breadth


def _credit(cases: Sequence[tuple[float, SolvedCase]]) -> Credit:
    doubt = defaultdict[str, float](lambda: 1.0)
    for weight, case in cases:
        doubt[case.writer] *= (1 - weight) ** _CREDIT_POWER
    value = 1 - math.prod(1 - MAX_CREDIT_PER_WRITER * (1 - left) for left in doubt.values())
    return Credit(value, tuple(each.id for _, each in cases))
