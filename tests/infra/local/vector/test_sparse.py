"""BM25: words, weights and what a collection adds to them."""

import math

import pytest

from infra.local.emulators.vector.bm25 import document_vector, inverse_frequency, query_vector
from infra.local.emulators.vector.ranking import fuse
from infra.local.emulators.vector.words import STOP_WORDS, stem, terms


def test_stems_are_porters() -> None:
    cases: list[tuple[str, str]] = [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("cats", "cat"),
        ("feed", "feed"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("motoring", "motor"),
        ("sing", "sing"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("sky", "sky"),
        ("relational", "relat"),
        ("vietnamization", "vietnam"),
        ("triplicate", "triplic"),
        ("hopefulness", "hope"),
        ("electrical", "electr"),
        ("adjustment", "adjust"),
        ("adoption", "adopt"),
        ("rate", "rate"),
        ("cease", "ceas"),
        ("controll", "control"),
        ("connections", "connect"),
        ("connecting", "connect"),
        ("inc0012345", "inc0012345"),
        ("größe", "größe"),
        ("is", "is"),
    ]
    for word, expected in cases:
        assert stem(word) == expected


def test_terms_leave_out_stop_words_and_part_at_underscores() -> None:
    assert terms("Why was the checkout_failed error NOT retried?") == [
        "checkout", "fail", "error", "retri",
    ]  # fmt: skip


def test_a_text_of_stop_words_has_no_terms() -> None:
    assert terms(" ".join(STOP_WORDS)) == []
    assert document_vector("to be or not to be").indices.tolist() == []


def test_weights_follow_the_documented_formula() -> None:
    vector = document_vector("timeout timeout gateway")
    norm = 1.2 * (0.25 + 0.75 * 3 / 32)
    expected = [2 * 2.2 / (2 + norm), 1 * 2.2 / (1 + norm)]
    assert vector.values.tolist() == pytest.approx(expected)
    assert query_vector("timeout timeout gateway").values.tolist() == [1, 1]


def test_idf_is_positive_from_the_first_document_on_and_rises_with_rarity() -> None:
    for documents in (1, 2, 3, 10, 100_000):
        values = [inverse_frequency(documents, n) for n in (documents, (documents + 1) // 2, 1)]
        assert values == sorted(values)
        assert values[0] > 0
    assert inverse_frequency(10, 3) == pytest.approx(math.log(1 + 7.5 / 3.5))


def test_reciprocal_ranks_add_up() -> None:
    fused = fuse([[("a", 0.9), ("b", 0.8)], [("b", 7.0), ("c", 1.0)]], "RRF", 3)
    assert [name for name, _ in fused] == ["b", "a", "c"]
    assert dict(fused)["b"] == pytest.approx(1 / 62 + 1 / 61)


def test_distribution_based_fusion_maps_scores_around_their_mean() -> None:
    fused = dict(fuse([[("a", 3.0), ("b", 1.0)], [("b", 5.0)], []], "DBSF", 3))
    # Mean 2, deviation 1: the range is -1 to 5. A single score is in the middle of its own.
    assert fused == pytest.approx({"a": 4 / 6, "b": 2 / 6 + 0.5})


def test_fusion_returns_no_more_than_asked_and_breaks_ties_by_id() -> None:
    assert [n for n, _ in fuse([[("b", 1.0)], [("a", 1.0)], [("c", 1.0)]], "RRF", 2)] == ["a", "b"]
