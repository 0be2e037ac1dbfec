"""BM25: words, weights and what a collection adds to them."""

import math

import pytest

from infra.local.emulators.vector.bm25 import document_vector, inverse_frequency, query_vector
from infra.local.emulators.vector.words import STOP_WORDS, stem, terms

PORTER = (
    ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("feed", "feed"),
    ("agreed", "agre"), ("plastered", "plaster"), ("motoring", "motor"), ("sing", "sing"),
    ("conflated", "conflat"), ("hopping", "hop"), ("falling", "fall"), ("filing", "file"),
    ("happy", "happi"), ("sky", "sky"), ("relational", "relat"), ("vietnamization", "vietnam"),
    ("triplicate", "triplic"), ("hopefulness", "hope"), ("electrical", "electr"),
    ("adjustment", "adjust"), ("adoption", "adopt"), ("rate", "rate"), ("cease", "ceas"),
    ("controll", "control"), ("connections", "connect"), ("connecting", "connect"),
    ("inc0012345", "inc0012345"), ("größe", "größe"), ("is", "is"),
)  # fmt: skip


def test_stems_are_those_of_porters_algorithm() -> None:
    assert [stem(word) for word, _ in PORTER] == [expected for _, expected in PORTER]


def test_terms_leave_out_stop_words_and_are_split_at_underscores() -> None:
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
