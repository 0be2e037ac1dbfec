from datetime import UTC, datetime, timedelta
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.influence import MOST_RUNS, JudgedRun, counted, is_unproven, sums
from recollect.memories.confidence import reputation
from recollect.memories.record import MemoryCounts

START = datetime(2026, 3, 1, tzinfo=UTC)
JUDGEMENTS = st.lists(
    st.builds(
        JudgedRun,
        st.sampled_from("abc"),
        st.integers(0, 500).map(lambda hours: START + timedelta(hours=hours)),
        st.booleans(),
    ),
    max_size=60,
)


def reputation_of(judgements: list[JudgedRun]) -> float:
    successes, failures = sums(judgements)
    return reputation(MemoryCounts(successes=successes, failures=failures))


@given(JUDGEMENTS)
def test_no_number_of_a_judges_runs_moves_the_reputation_by_more_than_a_quarter(
    judgements: list[JudgedRun],
) -> None:
    for judge in "abc":
        without = [each for each in judgements if each.judge != judge]
        assert abs(reputation_of(judgements) - reputation_of(without)) <= 0.25


def test_nor_does_it_whatever_others_have_said() -> None:
    for successes, failures, said in product(range(40), range(40), (True, False)):
        before = MemoryCounts(successes=successes, failures=failures)
        more = (successes + MOST_RUNS * said, failures + MOST_RUNS * (not said))
        after = MemoryCounts(successes=more[0], failures=more[1])
        assert abs(reputation(after) - reputation(before)) <= 0.25


@given(JUDGEMENTS)
def test_a_judge_counts_once_a_day_and_on_three_days_at_most(judgements: list[JudgedRun]) -> None:
    days = [(each.judge, each.at.date()) for each in counted(judgements)]
    assert len(days) == len(set(days))
    assert all(sum(judge == each for each, _ in days) <= MOST_RUNS for judge in "abc")


@given(JUDGEMENTS)
def test_the_order_of_arrival_does_not_matter(judgements: list[JudgedRun]) -> None:
    assert sums(judgements) == sums(reversed(judgements))


def test_a_change_of_mind_on_the_same_day_is_the_last_word() -> None:
    morning, evening = (
        JudgedRun("a", START, True),
        JudgedRun("a", START + timedelta(hours=9), False),
    )
    assert sums([morning, evening]) == (0, 1)


def test_who_stored_a_memory_does_not_prove_it() -> None:
    assert is_unproven(["writer"], ["writer"])
    assert is_unproven(["writer"], [])
    assert not is_unproven(["writer"], ["writer", "judge"])
    assert not is_unproven(["writer", "another"], [])
