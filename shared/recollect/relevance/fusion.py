"""Relevance: how well an item answers a query, absolute in 0…1.

    relevance = w · d + (1 - w) · b / (b + k)        w = ½, k = 10

`d` is the cosine of the dense arm, `b` the BM25 of the sparse arm; a missing arm counts 0. It is
absolute, so that a threshold means the same for every query. An item that holds few identifiers,
one of them the query's to the letter, is lifted above 0.8: to 0.8 + 0.2 · relevance.
"""

import math
from dataclasses import dataclass
from typing import Final

from recollect.relevance.identifiers import meant_identifiers

IDENTIFIER_FLOOR = 0.8
_RARITY: Final = math.log1p(19)


@dataclass(frozen=True, slots=True)
class Fusion:
    """The weight of the dense arm (0…1) and the BM25 score that counts as half a match."""

    dense_weight: float = 0.5
    bm25_half: float = 10.0

    def fuse(self, dense: float, sparse: float) -> float:
        """Join cosine `dense` and BM25 `sparse` into one relevance."""
        keyword = self.keyword(sparse)
        return self.dense_weight * min(max(dense, 0.0), 1.0) + (1 - self.dense_weight) * keyword

    def keyword(self, sparse: float) -> float:
        """What BM25 `sparse` says, in 0…1."""
        return sparse / (sparse + self.bm25_half) if sparse > 0 else 0.0

    def relevance(self, query_identifiers: frozenset[str], text: str, arms: "Arms") -> float:
        """The relevance of an item with this `text`, given what its arms said."""
        fused = self.fuse(arms.dense, arms.sparse)
        if query_identifiers and query_identifiers & meant_identifiers(text):
            # Lifted, not levelled: which of them answers best is still to be seen.
            return IDENTIFIER_FLOOR + (1 - IDENTIFIER_FLOOR) * fused
        return fused


@dataclass(frozen=True, slots=True)
class Arms:
    """What the two arms of a search said of an item; 0 where an arm did not find it.

    `dense` is a cosine, `sparse` a BM25 score.
    """

    dense: float = 0.0
    sparse: float = 0.0


def cosine(score: float) -> float:
    """The cosine behind a dense score of Upstash, which is (1 + cosine) / 2; negative becomes 0."""
    return max(0.0, 2 * score - 1)


def bm25_without_rarity(score: float) -> float:
    """The BM25 behind a sparse score in which no word's rarity counts.

    As if each word of the query stood in one text of twenty.
    """
    return _RARITY * bm25(score)


def bm25(score: float) -> float:
    """The BM25 behind a sparse score of Upstash; negative becomes 0."""
    return max(0.0, score)
