"""How far what was found supports each other: what is like the most relevant is relevant, too.

    supported = ⅘ · relevance + ⅕ · Σ cosine · relevance of the nearest / Σ cosine of the nearest

for each of the best twenty. Its nearest are the five of them with which it has the most words in
common, by the cosine of their (1 + ln tf) · idf, where the idf is counted among all that was found:
the cluster hypothesis (C. J. van Rijsbergen, "Information Retrieval", 1979). Only the order changes
by it. How probable relevance is was learned of likeness alone, so what comes first of them has the
highest of their probabilities, and how many of them reach a floor stays the same.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from recollect.language.terms import rarity
from recollect.relevance.words import terms_of

_BEST: Final = 20
_NEAREST: Final = 5
_SHARE: Final = 0.2
# Of a text that has more the others are not compared: the work is bounded whatever was stored.
_MOST_TERMS: Final = 400


def by_support(
    relevance: Sequence[float], texts: Sequence[str], among: Sequence[int]
) -> list[float]:
    """The relevance of texts, in order, of those `among` which it is exchanged by their support."""
    best = sorted(among, key=lambda place: -relevance[place])[:_BEST]
    if len(best) <= 2:  # noqa: PLR2004  # of two each is the other's nearest
        return list(relevance)
    read = {place: terms_of(texts[place]) for place in among}
    near = _cosines([read[place] for place in best], _rarities(list(read.values())))
    own = [relevance[place] for place in best]
    raised = [
        _raised(mine, list(zip(row, own, strict=True))) for mine, row in zip(own, near, strict=True)
    ]
    found = list(relevance)
    order = sorted(range(len(best)), key=lambda each: -raised[each])
    for mine, each in zip(own, order, strict=True):
        found[best[each]] = mine
    return found


def _raised(own: float, others: Sequence[tuple[float, float]]) -> float:
    nearest = sorted(others, reverse=True)[:_NEAREST]
    whole = math.fsum(cosine for cosine, _ in nearest)
    if not whole:
        return own
    return (1 - _SHARE) * own + _SHARE * math.fsum(c * other for c, other in nearest) / whole


def _rarities(read: Sequence[Mapping[str, int]]) -> Mapping[str, float]:
    """The idf of each term among texts."""
    holders: Counter[str] = Counter()
    for terms in read:
        holders.update(terms.keys())
    return rarity(holders, len(read))


def _cosines(read: Sequence[Mapping[str, int]], rarities: Mapping[str, float]) -> list[list[float]]:
    """How near each is to each of the others; 0 of each to itself."""
    weights: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    squares = [0.0] * len(read)
    for place, terms in enumerate(read):
        for term, count in islice(terms.items(), _MOST_TERMS):
            weight = rarities[term] if count == 1 else (1 + math.log(count)) * rarities[term]
            squares[place] += weight * weight
            weights[term].append((place, weight))
    common = [[0.0] * len(read) for _ in read]
    for held in weights.values():
        for at, (one, weight) in enumerate(held):
            row = common[one]
            for other, its in held[:at]:
                row[other] += weight * its
    lengths = [math.sqrt(each) or 1.0 for each in squares]
    for one, row in enumerate(common):
        for other in range(one):
            row[other] /= lengths[one] * lengths[other]
            common[other][one] = row[other]
    return common
