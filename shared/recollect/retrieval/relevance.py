"""Relevance: how well an item answers a query, absolute in 0…1.

    relevance = w · d + (1 - w) · b / (b + k)        w = ½, k = 10

`d` is the cosine of the dense arm, `b` the BM25 of the sparse arm; a missing arm counts 0. It is
absolute, so that a threshold means the same for every query. An item whose text holds an identifier
of the query to the letter is never below 0.8.
"""

from dataclasses import dataclass

from recollect.retrieval.identifiers import identifiers

IDENTIFIER_FLOOR = 0.8


@dataclass(frozen=True, slots=True)
class Fusion:
    """The weight of the dense arm (0…1) and the BM25 score that counts as half a match."""

    dense_weight: float = 0.5
    bm25_half: float = 10.0

    def fuse(self, dense: float, sparse: float) -> float:
        """Join cosine `dense` and BM25 `sparse` into one relevance."""
        return self._joined(dense, self._saturated(sparse))

    def keyword(self, arms: "Arms") -> float:
        """What the arms that look for words say together, in 0…1."""
        return min(max(self._saturated(arms.sparse), arms.full_text), 1.0)

    def _saturated(self, sparse: float) -> float:
        return sparse / (sparse + self.bm25_half) if sparse > 0 else 0.0

    def _joined(self, dense: float, keyword: float) -> float:
        return self.dense_weight * min(max(dense, 0.0), 1.0) + (1 - self.dense_weight) * keyword

    def relevance(self, query_identifiers: frozenset[str], text: str, arms: "Arms") -> float:
        """The relevance of an item with this `text`, given what its arms said."""
        fused = self._joined(arms.dense, self.keyword(arms))
        if query_identifiers and query_identifiers & identifiers(text):
            return max(fused, IDENTIFIER_FLOOR)
        return fused


@dataclass(frozen=True, slots=True)
class Arms:
    """What the arms of a search said of an item; 0 where an arm did not find it.

    `dense` is a cosine, `sparse` a BM25 score, and `full_text` a rank in 0…1 of a store that has
    no BM25: of the two that look for words, the one that says more counts.
    """

    dense: float = 0.0
    sparse: float = 0.0
    full_text: float = 0.0


def cosine(score: float) -> float:
    """The cosine behind a dense score of Upstash, which is (1 + cosine) / 2; negative becomes 0."""
    return max(0.0, 2 * score - 1)
