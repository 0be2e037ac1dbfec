"""Lets the texts found support each other: a text like the most relevant ones is relevant, too.

    supported = ⅘ · relevance + ⅕ · Σ cosine · relevance of the nearest / Σ cosine of the nearest

for each of the best twenty. Its nearest are the five of them that share the most words with it, by
the cosine of their (1 + ln tf) · idf, where the idf is counted among all texts found: the cluster
hypothesis (C. J. van Rijsbergen, "Information Retrieval", 1979). Only the order changes. The
probabilities were learned from likeness alone, so the first in the new order gets the highest of
their probabilities, and so on; the number of texts that reach a floor stays the same.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from recollect.language.terms import rarity
from recollect.relevance.word_scores import terms_of

_BEST_COUNT: Final = 20
_NEAREST_COUNT: Final = 5
_NEIGHBOUR_SHARE: Final = 0.2
# Further terms of a text are not compared, so that the work is bounded whatever was stored.
_MAX_TERMS: Final = 400


def by_support(
    relevance: Sequence[float], texts: Sequence[str], among: Sequence[int]
) -> list[float]:
    """The relevance of texts, in order; the best `among` them exchange theirs by support."""
    best = sorted(among, key=lambda place: -relevance[place])[:_BEST_COUNT]
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
    nearest = sorted(others, reverse=True)[:_NEAREST_COUNT]
    whole = math.fsum(cosine for cosine, _ in nearest)
    if not whole:
        return own
    return (1 - _NEIGHBOUR_SHARE) * own + _NEIGHBOUR_SHARE * math.fsum(
        c * other for c, other in nearest
    ) / whole


def _rarities(read: Sequence[Mapping[str, int]]) -> Mapping[str, float]:
    """The idf of each term among texts."""
    holders: Counter[str] = Counter()
    for terms in read:
        holders.update(terms.keys())
    return rarity(holders, len(read))


def _cosines(read: Sequence[Mapping[str, int]], rarities: Mapping[str, float]) -> list[list[float]]:
    """The cosine of each text to each of the others; 0 to itself."""
    weights: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    squares = [0.0] * len(read)
    for place, terms in enumerate(read):
        for term, count in islice(terms.items(), _MAX_TERMS):
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
