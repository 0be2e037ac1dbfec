import math
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.posterior import PARENT_STRENGTH, Posterior, in_context

SHAPES = st.floats(0.5, 2_000)
COUNTS = st.integers(0, 500)


def test_the_interval_agrees_with_published_tables() -> None:
    low, high = Posterior(9, 3).interval()
    assert isclose(low, 0.48224, abs_tol=1e-4)
    assert isclose(high, 0.93978, abs_tol=1e-4)
    low, high = Posterior(1, 1).interval()
    assert isclose(low, 0.025, abs_tol=1e-9)
    assert isclose(high, 0.975, abs_tol=1e-9)


@given(SHAPES, SHAPES)
def test_the_interval_covers_95_percent_of_the_distribution(alpha: float, beta: float) -> None:
    posterior = Posterior(alpha, beta)
    low, high = posterior.interval()
    assert 0 <= low <= high <= 1
    assert isclose(posterior.below(high) - posterior.below(low), 0.95, abs_tol=1e-6)


@given(SHAPES, SHAPES, st.floats(0, 1), st.floats(0, 1))
def test_the_probability_below_a_bound_grows_with_the_bound(
    alpha: float, beta: float, a: float, b: float
) -> None:
    less, more = sorted((a, b))
    posterior = Posterior(alpha, beta)
    assert posterior.below(less) <= posterior.below(more) + 1e-9


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_a_context_is_shrunk_towards_the_wider_one(
    successes: int, failures: int, here: int, not_here: int
) -> None:
    wider = in_context([(successes, failures)])
    narrower = in_context([(successes, failures), (here, not_here)])
    expected = (here + PARENT_STRENGTH * wider.mean) / (here + not_here + PARENT_STRENGTH)
    assert isclose(narrower.mean, expected)
    assert isclose(in_context([(successes, failures), (0, 0)]).mean, wider.mean)


def test_without_any_runs_the_odds_are_even() -> None:
    assert in_context([]).mean == 0.5


@given(SHAPES, SHAPES, st.floats(0.01, 0.99))
def test_raising_the_mean_keeps_the_strength_of_the_posterior(
    alpha: float, beta: float, mean: float
) -> None:
    posterior = Posterior(alpha, beta)
    raised = posterior.at_least(mean)
    assert isclose(raised.mean, max(mean, posterior.mean))
    assert isclose(raised.alpha + raised.beta, alpha + beta)


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0, 1))
def test_the_probability_below_a_bound_is_that_of_as_many_successes(
    alpha: int, beta: int, bound: float
) -> None:
    runs = alpha + beta - 1
    successes = (
        math.comb(runs, each) * bound**each * (1 - bound) ** (runs - each)
        for each in range(alpha, runs + 1)
    )
    assert isclose(Posterior(alpha, beta).below(bound), sum(successes), abs_tol=1e-9)


def test_everything_is_below_one_and_nothing_below_zero() -> None:
    assert [Posterior(2, 3).below(each) for each in (-1, 0, 1, 2)] == [0, 0, 1, 1]
