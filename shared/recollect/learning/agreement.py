"""How far what was done in similar situations agrees, and which ways to show first.

    called for = Σ chance · same                over the nearest memories that ended well
    chance     = weight / (Σ weight + 1)        Σ over all of the nearest
    weight     = (relevance / (1 - relevance)) ^ 0.6

`same` is how alike two lists of steps are, in whatever order; of a list the first eight names are
read. The 1 stands for one more neighbour, as likely relevant as not, that did otherwise: where
little is near, little is called for.

Who asks reads the first few, and takes what fits best of them; what does something that the case
does not call for misleads, the more the earlier it is read. What a neighbour did, and ended well
with, is what the case calls for with the neighbour's chance, so a list is worth

    worth = Σ chance · best same of the first three · (1 - Σ share of the place)

over neighbours, the second sum over those places of the three whose memory does what the neighbour
did not do. The list of most worth is built from place to place, and the others follow by how far
they are called for. To take what has the least expected loss over what may be right is to take the
minimum Bayes risk (S. Kumar and W. Byrne, "Minimum Bayes-risk decoding for statistical machine
translation", 2004); of a list the best counts as in Z. Chen and D. Karger, "Less is more:
probabilistic models for retrieving fewer relevant documents", 2006.

How far neighbours agree with what was chosen is told by another measure, since what was chosen is
what does best by the one that it was chosen by:

    agreement = Σ rarity · share / Σ rarity                       over words of the query
    share     = Σ weight that did the same / (Σ weight + 0.1)     over neighbours that tell the word

Each word has a say of its own: what only few neighbours have in common with the case may be what
decides it, and there those few are asked. Of a word that none of them tells all are asked, and the
unknown is 1 again. A neighbour did the same where it ended well and its steps are alike by half or
more. Features that vote one by one are known from A. Akkuş and H. A. Güvenir, "K nearest neighbor
classification on feature projections", 1996.
"""

import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

MOST_NEIGHBOURS: Final = 20
"""So many of the nearest are asked."""

_MOST_STEPS: Final = 8
_FLATNESS: Final = 0.6
_UNKNOWN: Final = 1.0
_UNKNOWN_OF_A_WORD: Final = 0.1
# No single neighbour is certain, and none weighs as much as a thousand that are as likely as not.
_MOST_RELEVANT: Final = 0.999
_NAMED_OTHERWISE: Final = 0.5
_THE_SAME: Final = 0.5
# How much of a reader's trust goes to the first, the second, the third.
_SHARES: Final = (0.5, 0.3, 0.2)
_WORD: Final = re.compile(r"[^\W_]+")
_HOW: Final = re.compile(r"[\[({]")

_Names = frozenset[str]
_Step = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What was done in a situation like the one asked about: how like it (0…1), and how it ended.

    `steps` are short names of what was done; what stands in brackets says how. `terms` are the
    words that its situation tells.
    """

    relevance: float
    steps: Sequence[str]
    ended_well: bool
    terms: AbstractSet[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Way:
    """Some steps, beside what each neighbour did: how alike, and whether they do anything else."""

    alike: Sequence[float]
    does_else: Sequence[bool]
    called_for: float
    agreement: float


class Nearby:
    """What was done in situations like the one asked about, by the nearest of some neighbours.

    `asked` says of each word of the query how rare it is.
    """

    def __init__(
        self, neighbours: Sequence[Neighbour] = (), asked: Mapping[str, float] | None = None
    ) -> None:
        nearest = sorted(neighbours, key=lambda each: -each.relevance)[:MOST_NEIGHBOURS]
        weights = [_weight(each.relevance) for each in nearest]
        whole = sum(weights) + _UNKNOWN
        chances, says = defaultdict[_Names, float](float), defaultdict[_Names, float](float)
        votes = _votes([each.terms for each in nearest], weights, asked or {})
        for each, weight, vote in zip(nearest, weights, votes, strict=True):
            if each.ended_well:
                chances[_names(each.steps)] += weight / whole
                says[_names(each.steps)] += vote
        self._chances, self._says = [*chances.values()], [*says.values()]
        self._done = [(sorted(names), _acts(names)) for names in chances]
        self._steps = _read(frozenset[str]().union(*chances))
        self._known: dict[_Names, _Way] = {}
        self._rows: dict[str, dict[str, float]] = {}

    def agreement(self, steps: Sequence[str]) -> float:
        """The share (0…1) of the nearest that took the same steps and ended well."""
        return self._way(_names(steps)).agreement

    def called_for(self, steps: Sequence[str]) -> float:
        """How like (0…1) what the case calls for steps are, by all that was done nearby."""
        return self._way(_names(steps)).called_for

    def best_first(self, options: Sequence[Sequence[str]]) -> list[int]:
        """The places of lists of steps in the order of most worth; of equals the first is first."""
        left = defaultdict[_Names, deque[int]](deque)
        for place, steps in enumerate(options):
            left[_names(steps)].append(place)
        best, lost = [0.0] * len(self._done), [0.0] * len(self._done)
        chosen: list[int] = []
        for share in _SHARES[: len(options)]:
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
        """What a list is worth by what its places fit best and lose, with a way on the next one."""
        return sum(
            chance * max(fits, alike) * (1 - gone - share * does_else)
            for chance, fits, alike, gone, does_else in zip(
                self._chances, best, way.alike, lost, way.does_else, strict=True
            )
        )

    def _way(self, names: _Names) -> _Way:
        if names not in self._known:
            rows, acts = [self._row(each) for each in _read(names)], _acts(names)
            alike = [_alike([[row[b] for b in done] for row in rows]) for done, _ in self._done]
            does_else = [not acts <= done for _, done in self._done]
            called_for = sum(a * b for a, b in zip(self._chances, alike, strict=True))
            agree = (say for say, a in zip(self._says, alike, strict=True) if a >= _THE_SAME)
            self._known[names] = _Way(alike, does_else, called_for, sum(agree))
        return self._known[names]

    def _row(self, step: _Step) -> dict[str, float]:
        """How alike a step is to each that neighbours did; the same steps come up in many lists."""
        if step[0] not in self._rows:
            self._rows[step[0]] = {each[0]: _same(step, each) for each in self._steps}
        return self._rows[step[0]]


def _votes(
    told: Sequence[AbstractSet[str]], weights: Sequence[float], asked: Mapping[str, float]
) -> list[float]:
    """What each neighbour has to say (0…1 together), by the words of the query that it tells."""
    # Where nothing is asked in words, what is asked as a whole is one that nobody tells.
    asked = asked or {"": 1.0}
    rarities = sum(asked.values())
    votes = [0.0] * len(told)
    for term, rarity in asked.items():
        tell = [place for place, terms in enumerate(told) if term in terms]
        places, unknown = (tell, _UNKNOWN_OF_A_WORD) if tell else (range(len(told)), _UNKNOWN)
        share = rarity / rarities / (sum(weights[place] for place in places) + unknown)
        for place in places:
            votes[place] += share * weights[place]
    return votes


def _names(steps: Sequence[str]) -> _Names:
    return frozenset([*dict.fromkeys(steps)][:_MOST_STEPS])


def _read(names: _Names) -> list[_Step]:
    # Sorted, so that the same steps give the same sums.
    return [(each, frozenset(_WORD.findall(each.casefold()))) for each in sorted(names)]


def _acts(names: _Names) -> frozenset[str]:
    """What was done, without how."""
    return frozenset(_HOW.split(each.casefold(), maxsplit=1)[0].strip() for each in names)


def _alike(table: Sequence[Sequence[float]]) -> float:
    """How alike (0…1) two lists are, by how alike each step of one is to each of the other.

    The mean over all steps of how like its nearest counterpart each is.
    """
    if not table or not table[0]:
        return 0.0
    nearest = [max(row) for row in table] + [max(column) for column in zip(*table, strict=True)]
    return sum(nearest) / len(nearest)


def _same(one: _Step, other: _Step) -> float:
    """1 for the same name, else half of the Dice coefficient of their words."""
    if one[0] == other[0]:
        return 1.0
    words = len(one[1]) + len(other[1])
    return _NAMED_OTHERWISE * 2 * len(one[1] & other[1]) / words if words else 0.0


def _weight(relevance: float) -> float:
    likely = min(max(relevance, 0.0), _MOST_RELEVANT)
    return float((likely / (1 - likely)) ** _FLATNESS)


NOTHING_NEARBY: Final = Nearby()
