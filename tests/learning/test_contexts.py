import pytest

from recollect.learning.contexts import BoundedRuns, RunContext, weighed, within


def test_what_one_judge_says_weighs_nothing_in_a_context_and_of_more_by_how_many_they_are() -> None:
    assert weighed((3, 1), BoundedRuns(3, 1, 1)) == (0, 0)
    assert weighed((3, 1), BoundedRuns(3, 1, 2)) == pytest.approx((3 / 10, 1 / 10))
    assert weighed((3, 1), BoundedRuns(3, 1, 19)) == pytest.approx((2, 2 / 3))


def test_what_the_operator_says_weighs_as_it_is_beside_it() -> None:
    assert weighed((3, 1), BoundedRuns()) == (3, 1)
    assert weighed((5, 1), BoundedRuns(3, 1, 1)) == (2, 0)


def test_where_nothing_was_counted_nothing_is_told() -> None:
    draft, refund = RunContext("draft"), RunContext("draft", "refund")
    assert within({draft: (2, 1)}, refund) == ((2, 1), (0, 0))
