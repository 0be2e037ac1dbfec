"""What the arms of a search leave unsaid, and how far each of them is to be believed.

An arm answers its best `limit` items. Of an item that it left out it says that it scores at most
as much as its last one, and that is what counts; an arm that answered fewer has named everything
that it knows, and the item scores 0.

How far an arm is to be believed differs from query to query. An arm whose scores lie far apart
tells good from bad; one whose scores are all alike does not (A. Shtok et al., "Predicting query
performance by query drift estimation", 2012, whose NQC is the deviation of the best scores). So
the weights of the arms are their prior weights times the spread of their best 50 scores (the sum
of squared deviations from the mean):

    w_dense = w · s(dense) / (w · s(dense) + (1 - w) · s(sparse))
"""

from collections.abc import Iterable, Mapping, Sequence

_BEST = 50


def completed(scores: Mapping[str, float], ids: Iterable[str], limit: int) -> dict[str, float]:
    """A score for each of `ids`, given what an arm that was asked for `limit` items answered."""
    floor = min(scores.values(), default=0.0) if len(scores) >= limit else 0.0
    return {each: scores.get(each, floor) for each in ids}


def dense_share(dense: Sequence[float], sparse: Sequence[float], prior: float) -> float:
    """The weight of the dense arm (0…1), given the scores of both for the same candidates."""
    for_dense, for_sparse = prior * _spread(dense), (1 - prior) * _spread(sparse)
    together = for_dense + for_sparse
    # Two arms that say nothing leave it at what was believed before.
    return for_dense / together if together > 0 else prior


def _spread(scores: Sequence[float]) -> float:
    best = sorted(scores, reverse=True)[:_BEST]
    mean = sum(best) / len(best) if best else 0.0
    return sum((score - mean) ** 2 for score in best)
