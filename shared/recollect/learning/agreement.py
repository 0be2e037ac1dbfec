"""How far the steps of a memory agree with what was done in similar situations, and their order.

The case is the situation of the query; neighbours are the most similar memories.

    called for = Σ chance · same                over the nearest memories that ended well
    chance     = weight / (Σ weight + 1)        Σ over all of the nearest
    weight     = (relevance / (1 - relevance)) ^ 0.6

`same` (0…1) is how alike two lists of steps are, in any order; only the first eight names of a list
are compared. The 1 stands for one more neighbour, as likely relevant as not, that did something
else: with few similar memories, little is called for.

A reader looks at the first few memories and takes the one that fits best. A memory whose steps do
something that the case does not call for misleads, the more the earlier it comes. With the
probability `chance`, what a neighbour did and ended well with is what the case calls for. So a list
is worth

    worth = Σ chance · best same of the first three · (1 - Σ share of the place)

over neighbours; the second sum is over those of the first three places whose memory does something
that the neighbour did not do. The list of most worth is built place by place, and the other
memories follow by how far they are called for. Minimizing the expected loss over what may be right
is minimum Bayes risk (S. Kumar and W. Byrne, "Minimum Bayes-risk decoding for statistical machine
translation", 2004); that the best of a list counts is from Z. Chen and D. Karger, "Less is more:
probabilistic models for retrieving fewer relevant documents", 2006.

How far neighbours agree with a memory needs another measure than the one by which the memory was
chosen, since by that one chosen memories do best in any case:

    agreement = Σ rarity · share / Σ rarity                       over words of the query
    share     = Σ weight that did the same / (Σ weight + 0.1)     over neighbours that have the word

Each word votes separately: what decides the case may be something that it has in common with few
neighbours, and for that word only those few vote. For a word that no neighbour has, all vote, and
the constant is 1 again. A neighbour did the same if it ended well and its steps are alike by half
or more. Features that vote one by one are known from A. Akkuş and H. A. Güvenir, "K nearest
neighbor classification on feature projections", 1996.
"""

import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

MAX_NEIGHBOURS: Final = 20
"""How many of the nearest memories count as neighbours."""

_MAX_STEPS: Final = 8
_ODDS_EXPONENT: Final = 0.6
_UNKNOWN_WEIGHT: Final = 1.0
_UNKNOWN_WEIGHT_OF_WORD: Final = 0.1
# No neighbour is certain, and none weighs as much as a thousand that are as likely as not.
_MAX_RELEVANCE: Final = 0.999
_MAX_SAME_OF_OTHER_NAME: Final = 0.5
_MIN_SAME: Final = 0.5
# The shares of a reader's trust that the first, second and third place have.
_PLACE_SHARES: Final = (0.5, 0.3, 0.2)
FIRST_PLACES: Final = len(_PLACE_SHARES)
"""How many of the first places are filled together."""

_WORD_PATTERN: Final = re.compile(r"[^\W_]+")
_BRACKET: Final = re.compile(r"[\[({]")

_Names = frozenset[str]
_Step = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A similar memory: its relevance (0…1), its steps, and how it ended.

    `steps` are short names of what was done; a part in brackets says how. `terms` are the words of
    its situation.
    """

    relevance: float
    steps: Sequence[str]
    ended_well: bool
    terms: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Way:
    """Steps compared with each neighbour's: how alike, and whether they do anything else."""

    alike: Sequence[float]
    does_else: Sequence[bool]
    called_for: float
    agreement: float


class Nearby:
    """The steps that the nearest of some neighbours took in situations like that of the query.

    `asked` maps each word of the query to its rarity.
    """

    def __init__(
        self, neighbours: Sequence[Neighbour] = (), asked: Mapping[str, float] | None = None
    ) -> None:
        nearest = sorted(neighbours, key=lambda each: -each.relevance)[:MAX_NEIGHBOURS]
        weights = [_weight(each.relevance) for each in nearest]
        whole = sum(weights) + _UNKNOWN_WEIGHT
        chances, shares = defaultdict[_Names, float](float), defaultdict[_Names, float](float)
        votes = _votes([each.terms for each in nearest], weights, asked or {})
        for neighbour, weight, vote in zip(nearest, weights, votes, strict=True):
            if neighbour.ended_well:
                chances[_names(neighbour.steps)] += weight / whole
                shares[_names(neighbour.steps)] += vote
        self._chances, self._votes = [*chances.values()], [*shares.values()]
        self._done = [(sorted(names), _acts(names)) for names in chances]
        self._steps = _read(frozenset[str]().union(*chances))
        self._ways: dict[_Names, _Way] = {}
        self._similarities: dict[str, dict[str, float]] = {}

    def agreement(self, steps: Sequence[str]) -> float:
        """The share (0…1) of the neighbours that took the same steps and ended well."""
        return self._way(_names(steps)).agreement

    def called_for(self, steps: Sequence[str]) -> float:
        """How far (0…1) the case calls for these steps, by the steps of all neighbours."""
        return self._way(_names(steps)).called_for

    def best_first(self, options: Sequence[Sequence[str]]) -> list[int]:
        """The places of lists of steps, in the order of most worth; equals keep their order."""
        left = defaultdict[_Names, deque[int]](deque)
        for place, steps in enumerate(options):
            left[_names(steps)].append(place)
        best, lost = [0.0] * len(self._done), [0.0] * len(self._done)
        chosen: list[int] = []
        for share in _PLACE_SHARES[: len(options)]:
            worths = {
                names: (self._worth(way, share, best, lost), way.called_for, -places[0])
                for names, places in left.items()
                for way in [self._way(names)]
            }
            names = max(worths, key=lambda each: worths[each])
            chosen.append(left[names].popleft())
            if not left[names]:
                del left[names]
            way = self._way(names)
            best = list(map(max, best, way.alike))
            lost = [one + share * other for one, other in zip(lost, way.does_else, strict=True)]
        others = sorted(place for places in left.values() for place in places)
        return chosen + sorted(others, key=lambda place: -self.called_for(options[place]))

    def _worth(
        self, way: _Way, share: float, best: Sequence[float], lost: Sequence[float]
    ) -> float:
        """What the list is worth with `way` on the next place.

        For each neighbour, `best` is how alike the best place so far is, and `lost` the sum of the
        shares of places that do something else.
        """
        return sum(
            chance * max(fits, alike) * (1 - gone - share * does_else)
            for chance, fits, alike, gone, does_else in zip(
                self._chances, best, way.alike, lost, way.does_else, strict=True
            )
        )

    def _way(self, names: _Names) -> _Way:
        if names not in self._ways:
            rows, acts = [self._row(each) for each in _read(names)], _acts(names)
            alike = [_alike([[row[b] for b in done] for row in rows]) for done, _ in self._done]
            does_else = [not acts <= done for _, done in self._done]
            called_for = sum(a * b for a, b in zip(self._chances, alike, strict=True))
            agree = (vote for vote, a in zip(self._votes, alike, strict=True) if a >= _MIN_SAME)
            self._ways[names] = _Way(alike, does_else, called_for, sum(agree))
        return self._ways[names]

    def _row(self, step: _Step) -> dict[str, float]:
        """How alike a step is to each of the neighbours' steps; cached, since steps recur."""
        if step[0] not in self._similarities:
            self._similarities[step[0]] = {each[0]: _same(step, each) for each in self._steps}
        return self._similarities[step[0]]


def _votes(
    terms_of_each: Sequence[AbstractSet[str]], weights: Sequence[float], asked: Mapping[str, float]
) -> list[float]:
    """The vote of each neighbour (0…1 in all), by the words of the query that it has."""
    # A query without words is treated as a single word that no neighbour has.
    asked = asked or {"": 1.0}
    rarities = sum(asked.values())
    votes = [0.0] * len(terms_of_each)
    for term, rarity in asked.items():
        having = [place for place, terms in enumerate(terms_of_each) if term in terms]
        places, unknown = (
            (having, _UNKNOWN_WEIGHT_OF_WORD)
            if having
            else (range(len(terms_of_each)), _UNKNOWN_WEIGHT)
        )
        share = rarity / rarities / (sum(weights[place] for place in places) + unknown)
        for place in places:
            votes[place] += share * weights[place]
    return votes


def _names(steps: Sequence[str]) -> _Names:
    return frozenset([*dict.fromkeys(steps)][:_MAX_STEPS])


def _read(names: _Names) -> list[_Step]:
    # Sorted, so that the same steps give the same floating-point sums.
    return [(each, frozenset(_WORD_PATTERN.findall(each.casefold()))) for each in sorted(names)]


def _acts(names: _Names) -> frozenset[str]:
    """What was done, without the brackets that say how."""
    return frozenset(_BRACKET.split(each.casefold(), maxsplit=1)[0].strip() for each in names)


def _alike(table: Sequence[Sequence[float]]) -> float:
    """How alike (0…1) two lists are, from a table of how alike each pair of their steps is.

    The mean, over all steps of both, of the likeness to the nearest step of the other list.
    """
    if not table or not table[0]:
        return 0.0
    nearest = [max(row) for row in table] + [max(column) for column in zip(*table, strict=True)]
    return sum(nearest) / len(nearest)


def _same(one: _Step, other: _Step) -> float:
    """1 for steps of the same name, otherwise half of the Dice coefficient of their words."""
    if one[0] == other[0]:
        return 1.0
    words = len(one[1]) + len(other[1])
    return _MAX_SAME_OF_OTHER_NAME * 2 * len(one[1] & other[1]) / words if words else 0.0


def called_for_by_one(relevance: float) -> float:
    """How far (0…1) a single neighbour of this relevance (0…1) calls for what it did."""
    weight = _weight(relevance)
    return weight / (weight + _UNKNOWN_WEIGHT)


def _weight(relevance: float) -> float:
    likely = min(max(relevance, 0.0), _MAX_RELEVANCE)
    return float((likely / (1 - likely)) ** _ODDS_EXPONENT)


NOTHING_NEARBY: Final = Nearby()
