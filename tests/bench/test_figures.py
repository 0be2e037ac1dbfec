"""The figures checked by hand, since everything else is judged by them."""

import math

import pytest

from tests.bench.figures import figures_of, mean


def test_recall_is_the_share_of_the_relevant_items_among_the_first() -> None:
    figures = figures_of(["b", "x", "a", "y", "z", "c"], {"a", "b", "c", "d"})
    assert figures.recall == (0.25, 0.5, 0.75, 0.75)


def test_mrr_is_one_over_the_place_of_the_first_relevant_item() -> None:
    assert figures_of(["x", "y", "a"], {"a"}).mrr == pytest.approx(1 / 3)
    assert figures_of(["x"], {"a"}).mrr == 0


def test_ndcg_is_one_for_the_best_order_and_falls_with_the_place() -> None:
    assert figures_of(["a", "b", "x"], {"a", "b"}).ndcg == pytest.approx(1)
    assert figures_of(["x", "a"], {"a"}).ndcg == pytest.approx(1 / math.log2(3))


def test_means_are_over_questions() -> None:
    both = mean([figures_of(["a"], {"a"}), figures_of(["x"], {"a"})])
    assert (both.recall, both.mrr, both.ndcg) == ((0.5, 0.5, 0.5, 0.5), 0.5, 0.5)
