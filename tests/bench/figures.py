"""How good a ranking is, given the items that it should have found."""

import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from statistics import fmean

DEPTHS = (1, 5, 10, 20)
NDCG_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over questions, each in 0…1: recall at `DEPTHS`, MRR, and nDCG@10."""

    recall: tuple[float, ...]
    mrr: float
    ndcg: float


def figures_of(ranking: Sequence[str], relevant: AbstractSet[str]) -> Figures:
    """The figures of one question."""
    hits = [each in relevant for each in ranking]
    ideal = min(len(relevant), NDCG_DEPTH)
    return Figures(
        recall=tuple(sum(hits[:depth]) / len(relevant) for depth in DEPTHS),
        mrr=next((1 / place for place, hit in enumerate(hits, 1) if hit), 0.0),
        ndcg=_gain(hits[:NDCG_DEPTH]) / _gain([True] * ideal),
    )


def mean(figures: Iterable[Figures]) -> Figures:
    """The mean over questions."""
    every = list(figures)
    return Figures(
        recall=tuple(map(fmean, zip(*(each.recall for each in every), strict=True))),
        mrr=fmean(each.mrr for each in every),
        ndcg=fmean(each.ndcg for each in every),
    )


def _gain(hits: Sequence[bool]) -> float:
    return sum(1 / math.log2(place + 1) for place, hit in enumerate(hits, 1) if hit)
