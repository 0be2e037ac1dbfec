"""A signal counts in a score as far as relevance tells the candidates apart."""

from dataclasses import replace

import pytest

from recollect.retrieval.ranked import Signals
from recollect.retrieval.weights import Weights, is_one
from tests.cases import each_case

MIDDLING = Signals(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)
SEED = Weights()


def spread(count: int = 10, **deviations: float) -> list[Signals]:
    """Candidates whose signals deviate by so much from the middle, half up and half down."""
    return [
        replace(MIDDLING, **{name: 0.5 + sign * by for name, by in deviations.items()})
        for _ in range(count // 2)
        for sign in (1, -1)
    ]


def test_a_signal_that_moves_scores_further_than_relevance_gives_the_rest_of_its_weight() -> None:
    found = spread(relevance=0.1, recency=0.2, frequency=0.05)
    shares = SEED.shares_among(found, has_text=True)
    recency, frequency = 0.3 * SEED.recency / 2, 0.3 * SEED.frequency
    # The other signals are the same for all, and tell nothing.
    told = {"relevance": 1 - recency - frequency, "recency": recency, "frequency": frequency}
    assert shares == pytest.approx(dict.fromkeys(shares, 0.0) | told)


def test_among_equally_relevant_candidates_a_little_of_the_other_signals_counts() -> None:
    shares = SEED.shares_among(spread(recency=0.2), has_text=True)
    assert shares["recency"] == pytest.approx(0.3 * SEED.recency * 0.02 / 0.2)


@each_case(
    ("found", "has_text", "weights"),
    [
        (spread(8, recency=0.2), True, SEED),
        ([*spread(8, recency=0.2), MIDDLING], True, SEED),
        (spread(recency=0.2), False, SEED),
        (spread(recency=0.2), True, replace(SEED, relevance=0.0)),
    ],
)
def test_weights_stay_among_nine_candidates_and_without_a_relevance_to_weigh(
    found: list[Signals], has_text: bool, weights: Weights
) -> None:
    assert weights.shares_among(found, has_text=has_text) == weights.shares(has_text=has_text)


@each_case(
    ("total", "may_be"), [(1.0, True), (0.99, True), (1.01, True), (0.989, False), (1.011, False)]
)
def test_weights_may_miss_one_by_a_hundredth(total: float, may_be: bool) -> None:
    assert is_one(total) is may_be
