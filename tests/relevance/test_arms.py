"""What arms leave unsaid, and how far each is to be believed."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.arms import completed_scores, cosine

FRACTIONS = st.floats(0, 1)
NAMED = st.dictionaries(st.sampled_from("abcdef"), FRACTIONS)


def test_of_what_an_arm_left_out_it_says_at_most_its_last_score() -> None:
    assert completed_scores({"a": 0.9, "b": 0.4}, "abc", 2) == {"a": 0.9, "b": 0.4, "c": 0.4}


def test_an_arm_that_could_have_said_more_knows_no_more() -> None:
    assert completed_scores({"a": 0.9, "b": 0.4}, "abc", 3) == {"a": 0.9, "b": 0.4, "c": 0}


def test_an_arm_that_found_nothing_says_nothing() -> None:
    assert completed_scores({}, "ab", 1) == {"a": 0, "b": 0}


@given(NAMED, st.integers(1, 7))
def test_nobody_who_was_left_out_scores_more_than_anybody_who_was_not(
    named: dict[str, float], limit: int
) -> None:
    found = completed_scores(named, "abcdefgh", limit)
    assert list(found) == list("abcdefgh")
    assert {each: found[each] for each in named} == named
    assert all(found[each] <= min(named.values(), default=0) for each in found.keys() - named)


def test_a_dense_score_of_upstash_is_half_of_one_and_the_cosine() -> None:
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
