"""How far what was done in similar situations agrees.

    agreement = Σ weight · same · ended well  /  (Σ weight + 1)        over the nearest memories
    weight    = (relevance / (1 - relevance)) ^ 0.6

`same` is how alike two lists of steps are. To take what agrees most is to take the decision with
the least expected loss over what neighbours did (minimum Bayes risk; S. Kumar and W. Byrne,
"Minimum Bayes-risk decoding for statistical machine translation", 2004). The 1 stands for one more
neighbour, as likely relevant as not, that did otherwise: where little is near, little agrees.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_NEIGHBOURS: Final = 20
_MOST_STEPS: Final = 8
_FLATNESS: Final = 0.6
_UNKNOWN: Final = 1.0
# No single neighbour is certain, and none weighs as much as a thousand that are as likely as not.
_MOST_RELEVANT: Final = 0.999
_NAMED_OTHERWISE: Final = 0.5
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What was done in a situation like the one asked about: how like it (0…1), and how it ended.

    `steps` are short names of what was done.
    """

    relevance: float
    steps: Sequence[str]
    ended_well: bool


def agreements(neighbours: Sequence[Neighbour]) -> list[float]:
    """For each neighbour the share (0…1) of the nearest that took the same steps and ended well."""
    nearest = sorted(neighbours, key=lambda each: -each.relevance)[:MOST_NEIGHBOURS]
    weights = [_weight(each.relevance) for each in nearest]
    whole = sum(weights) + _UNKNOWN
    support = [
        (_read(each.steps), weight)
        for each, weight in zip(nearest, weights, strict=True)
        if each.ended_well
    ]
    known: dict[tuple[str, ...], float] = {}
    for each in neighbours:
        steps = tuple(each.steps)
        if steps not in known:
            own = _read(steps)
            known[steps] = sum(weight * _alike(own, other) for other, weight in support) / whole
    return [known[tuple(each.steps)] for each in neighbours]


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """How alike (0…1) two lists of steps are, in whatever order.

    The mean over all steps of how like its nearest counterpart each is: 1 for the same name, else
    half of the Dice coefficient of their words. Of a list the first eight names are read.
    """
    return _alike(_read(one), _read(other))


_Step = tuple[str, frozenset[str]]


def _read(steps: Sequence[str]) -> list[_Step]:
    first = [*dict.fromkeys(steps)][:_MOST_STEPS]
    return [(each, frozenset(_WORD.findall(each.casefold()))) for each in first]


def _alike(one: Sequence[_Step], other: Sequence[_Step]) -> float:
    if not one or not other:
        return 0.0
    table = [[_same(a, b) for b in other] for a in one]
    turned = [[row[at] for row in table] for at in range(len(other))]
    nearest = [max(row) for row in (*table, *turned)]
    return sum(nearest) / len(nearest)


def _same(one: _Step, other: _Step) -> float:
    if one[0] == other[0]:
        return 1.0
    words = len(one[1]) + len(other[1])
    return _NAMED_OTHERWISE * 2 * len(one[1] & other[1]) / words if words else 0.0


def _weight(relevance: float) -> float:
    likely = min(max(relevance, 0.0), _MOST_RELEVANT)
    return float((likely / (1 - likely)) ** _FLATNESS)
