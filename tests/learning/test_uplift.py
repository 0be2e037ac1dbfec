import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.uplift import Trial, Uplift, uplift_of
from tests.cases import each_case

TRIALS = st.lists(st.builds(Trial, st.booleans(), st.floats(0, 1), st.booleans()), max_size=60)


def runs(shown: Sequence[bool], withheld: Sequence[bool]) -> list[Trial]:
    return [
        *(Trial(True, 0.5, each) for each in shown),
        *(Trial(False, 0.5, each) for each in withheld),
    ]


@given(TRIALS)
def test_the_difference_lies_in_its_interval(trials: list[Trial]) -> None:
    found = uplift_of(trials)
    assert -1 <= found.low <= found.high <= 1
    assert found.difference is None or found.low <= found.difference <= found.high


@given(TRIALS)
def test_swapping_success_and_failure_mirrors_the_uplift(trials: list[Trial]) -> None:
    turned = [Trial(each.shown, each.propensity, not each.success) for each in trials]
    found, mirror = uplift_of(trials), uplift_of(turned)
    assert (found.difference is None) == (mirror.difference is None)
    if found.difference is not None and mirror.difference is not None:
        assert abs(found.difference + mirror.difference) < 1e-9
        assert not (found.does_harm and mirror.does_harm)


def test_few_runs_give_no_uplift() -> None:
    assert uplift_of(runs([False] * 9, [True] * 50)) == Uplift(shown=9, withheld=50)
    assert not uplift_of(runs([False] * 9, [True] * 50)).does_harm


def test_a_memory_that_fails_where_runs_without_it_succeed_does_harm() -> None:
    assert uplift_of(runs([False] * 30, [True] * 30)).does_harm
    assert not uplift_of(runs([True] * 30, [False] * 30)).does_harm


def test_a_memory_that_is_shown_in_easy_cases_does_not_look_good_because_of_them() -> None:
    chance = random.Random(17)  # noqa: S311  # nothing is secret
    trials = []
    for _ in range(20_000):
        easy = chance.random() < 0.5
        propensity = 0.9 if easy else 0.1
        success = chance.random() < (0.9 if easy else 0.2)
        trials.append(Trial(chance.random() < propensity, propensity, success))
    found = uplift_of(trials)
    naive = [[e.success for e in trials if e.shown is side] for side in (True, False)]
    assert sum(naive[0]) / len(naive[0]) - sum(naive[1]) / len(naive[1]) > 0.4
    assert found.low < 0 < found.high
    assert not found.does_harm


@given(TRIALS, st.integers(1, 1000), st.booleans(), st.booleans(), st.sampled_from([0.0, 1.0]))
def test_runs_with_a_propensity_of_zero_or_one_do_not_count(
    trials: list[Trial], certain: int, shown: bool, success: bool, propensity: float
) -> None:
    more = Trial(shown, propensity, success, runs=certain)
    assert uplift_of([*trials, more]) == uplift_of(trials)


def test_a_general_improvement_since_exploring_began_is_not_blamed_on_the_memory() -> None:
    before = [Trial(True, 1.0, each, runs=200) for each in (True, False, False)]
    since = [Trial(side, 0.8, True, runs=n) for side, n in ((True, 120), (False, 30))]
    failed = [Trial(side, 0.8, False, runs=n) for side, n in ((True, 40), (False, 10))]
    found = uplift_of([*before, *since, *failed])
    assert (found.shown, found.withheld) == (160, 40)
    assert not found.does_harm


def of_month(
    month: str, well: int, badly: int, well_without: int, badly_without: int
) -> list[Trial]:
    sides = (True, True, well), (True, False, badly)
    others = (False, True, well_without), (False, False, badly_without)
    return [Trial(shown, 0.5, success, runs, month) for shown, success, runs in (*sides, *others)]


def test_old_trials_do_not_count_once_there_are_enough_newer_ones() -> None:
    long_ago = of_month("2026-01", 900, 100, 100, 900)
    since = of_month("2026-04", 5, 20, 20, 5)
    lately = of_month("2026-05", 5, 20, 20, 5)
    assert uplift_of([*long_ago, *since, *lately]) == uplift_of([*since, *lately])
    assert uplift_of([*long_ago, *since, *lately]).does_harm


def test_at_least_two_months_count_and_as_many_earlier_ones_as_needed() -> None:
    months = [of_month(f"2026-0{number}", 10, 10, 10, 10) for number in range(1, 7)]
    assert uplift_of(chain.from_iterable(months)).shown == 60
    busy = [of_month(f"2026-0{number}", 500, 500, 500, 500) for number in range(1, 7)]
    assert uplift_of(chain.from_iterable(busy)).shown == 2000


@given(TRIALS)
def test_trials_of_one_month_all_count(trials: list[Trial]) -> None:
    months = [replace(each, month="2026-01") for each in trials]
    assert uplift_of(months) == uplift_of(trials)


def test_several_memories_of_one_run_do_not_make_the_interval_of_all_too_narrow() -> None:
    chance = random.Random(4)  # noqa: S311  # nothing is secret
    effect, memories, held = 0.02, 10, 0
    for _ in range(200):
        counted = Counter[tuple[bool, bool]]()
        for _ in range(100):
            shown = [chance.random() >= 0.3 for _ in range(memories)]
            expected = chance.choice((0.7, 0.3)) + effect * (sum(shown) - 0.7 * memories)
            success = chance.random() < expected
            counted.update((each, success) for each in shown)
        found = uplift_of(
            Trial(side, 0.7, success, runs) for (side, success), runs in counted.items()
        )
        held += found.low <= effect <= found.high
    assert held >= 0.92 * 200


def test_the_uplift_equals_the_formula_worked_out_by_hand() -> None:
    found = uplift_of(runs([True] * 15 + [False] * 5, [True] * 10 + [False] * 10))
    # The variances of both means; and the width for nineteen degrees of freedom.
    with_it, without = ((20 * mean * (1 - mean) + 1) / 24 / 19 for mean in (0.75, 0.5))
    half = (1.959964 + (1.959964**3 + 1.959964) / (4 * 19)) * math.sqrt(with_it + without)
    assert found.difference == pytest.approx(0.25)
    assert (found.low, found.high) == pytest.approx((0.25 - half, 0.25 + half))


def test_a_run_that_was_unlikely_to_be_shown_a_memory_counts_for_more() -> None:
    rare = [Trial(True, 0.25, True, runs=10), Trial(True, 0.75, False, runs=10)]
    found = uplift_of([*rare, Trial(False, 0.5, True, runs=20)])
    # Weights of 4 and 4/3: three quarters of the weight succeeded.
    assert found.difference == pytest.approx(0.75 - 1)


def test_ten_runs_on_each_side_are_enough_and_no_bound_is_beyond_certainty() -> None:
    worse, better = (
        uplift_of(runs([False] * 10, [True] * 10)),
        uplift_of(runs([True] * 10, [False] * 10)),
    )
    assert (worse.difference, worse.low) == (-1, -1)
    assert (better.difference, better.high) == (1, 1)


@each_case(("shown", "withheld"), [(500, 5), (5, 500)])
def test_older_months_count_while_either_side_has_few_runs(shown: int, withheld: int) -> None:
    months = [
        Trial(side, 0.5, True, count, f"2026-0{number}")
        for number in range(1, 7)
        for side, count in ((True, shown), (False, withheld))
    ]
    found = uplift_of(months)
    assert (found.shown, found.withheld) == (6 * shown, 6 * withheld)
