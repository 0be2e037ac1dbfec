"""Scores for items that an arm left out, and the cosines of dense scores."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.arms import completed_scores, cosine

FRACTIONS = st.floats(0, 1)
NAMED = st.dictionaries(st.sampled_from("abcdef"), FRACTIONS)


def test_an_arm_gives_items_it_left_out_at_most_its_last_score() -> None:
    assert completed_scores({"a": 0.9, "b": 0.4}, "abc", 2) == {"a": 0.9, "b": 0.4, "c": 0.4}


def test_an_arm_that_was_not_cut_off_gives_other_items_zero() -> None:
    assert completed_scores({"a": 0.9, "b": 0.4}, "abc", 3) == {"a": 0.9, "b": 0.4, "c": 0}


def test_an_arm_that_found_nothing_gives_zero() -> None:
    assert completed_scores({}, "ab", 1) == {"a": 0, "b": 0}


@given(NAMED, st.integers(1, 7))
def test_no_item_left_out_scores_more_than_a_found_one(named: dict[str, float], limit: int) -> None:
    found = completed_scores(named, "abcdefgh", limit)
    assert list(found) == list("abcdefgh")
    assert {each: found[each] for each in named} == named
    assert all(found[each] <= min(named.values(), default=0) for each in found.keys() - named)


def test_the_cosine_is_computed_from_a_dense_score_of_upstash() -> None:
    cases: list[tuple[float, float]] = [
        (1, 1),
        (0.75, 0.5),
        (0.5, 0),
        (0.25, 0),
        (0, 0),
        (float("nan"), 0),
    ]
    for score, expected in cases:
        assert cosine(score) == expected
