"""What arms leave unsaid, and how far each is to be believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.arms import completed, dense_share

FRACTIONS = st.floats(0, 1)
SCORES = st.lists(FRACTIONS, max_size=80)
NAMED = st.dictionaries(st.sampled_from("abcdef"), FRACTIONS)


def test_of_what_an_arm_left_out_it_says_at_most_its_last_score() -> None:
    assert completed({"a": 0.9, "b": 0.4}, "abc", 2) == {"a": 0.9, "b": 0.4, "c": 0.4}


def test_an_arm_that_could_have_said_more_knows_no_more() -> None:
    assert completed({"a": 0.9, "b": 0.4}, "abc", 3) == {"a": 0.9, "b": 0.4, "c": 0}


def test_an_arm_that_found_nothing_says_nothing() -> None:
    assert completed({}, "ab", 1) == {"a": 0, "b": 0}


@given(NAMED, st.integers(1, 7))
def test_nobody_who_was_left_out_scores_more_than_anybody_who_was_not(
    named: dict[str, float], limit: int
) -> None:
    found = completed(named, "abcdefgh", limit)
    assert list(found) == list("abcdefgh")
    assert {each: found[each] for each in named} == named
    assert all(found[each] <= min(named.values(), default=0) for each in found.keys() - named)


def test_the_arm_that_tells_candidates_apart_is_believed() -> None:
    cases: list[tuple[list[float], list[float], float, float]] = [
        # Deviations of ±0.2 and ±0.1: squares 0.08 and 0.02, of which half each is believed.
        ([0.7, 0.3], [0.6, 0.4], 0.5, 0.8),
        ([0.7, 0.3], [0.7, 0.3], 0.6, 0.6),
        ([0.5, 0.5], [0.9, 0.1], 0.6, 0),
        ([0.9, 0.1], [0, 0], 0.6, 1),
        ([0.5, 0.5], [0.5, 0.5], 0.6, 0.6),
        ([0.5], [0.1], 0.6, 0.6),
        ([], [], 0.3, 0.3),
    ]
    for dense, sparse, prior, expected in cases:
        assert dense_share(dense, sparse, prior) == pytest.approx(expected, abs=1e-12)


def test_only_the_best_fifty_scores_count() -> None:
    best, sparse = [0.9, 0.5] * 25, [0.6, 0.1] * 25
    assert dense_share(best + [0.0] * 500, sparse, 0.5) == dense_share(best, sparse, 0.5)


@given(SCORES, SCORES, FRACTIONS)
def test_a_share_is_one_whatever_the_scores(
    dense: list[float], sparse: list[float], prior: float
) -> None:
    share = dense_share(dense, sparse, prior)
    assert 0 <= share <= 1
    assert share == dense_share(dense[::-1], sparse[::-1], prior)
    assert dense_share(dense, sparse, 1) in {0, 1}
