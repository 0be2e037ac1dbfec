import pytest

from recollect.learning.contexts import BoundedRuns, RunContext, weighed, within


def test_one_judge_weighs_nothing_in_a_context_and_more_judges_weigh_by_their_number() -> None:
    assert weighed((3, 1), BoundedRuns(3, 1, 1)) == (0, 0)
    assert weighed((3, 1), BoundedRuns(3, 1, 2)) == pytest.approx((3 / 10, 1 / 10))
    assert weighed((3, 1), BoundedRuns(3, 1, 19)) == pytest.approx((2, 2 / 3))


def test_runs_that_the_operator_judged_count_in_full() -> None:
    assert weighed((3, 1), BoundedRuns()) == (3, 1)
    assert weighed((5, 1), BoundedRuns(3, 1, 1)) == (2, 0)


def test_a_context_without_runs_has_no_counts() -> None:
    draft, refund = RunContext("draft"), RunContext("draft", "refund")
    assert within({draft: (2, 1)}, refund) == ((2, 1), (0, 0))
