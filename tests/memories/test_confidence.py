from dataclasses import replace
from math import isclose, log2

from hypothesis import given
from hypothesis import strategies as st

from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.confidence_settings import SEED_PARAMETERS, ConfidenceParameters
from recollect.memories.known.confidence import (
    STALE_CONFIDENCE,
    confidence,
    days_found,
    reputation,
)
from recollect.memories.stored.counts import MemoryCounts
from tests.cases import each_case

COUNTS = st.integers(0, 10**9)
ALL_COUNTS = st.builds(
    MemoryCounts, upvotes=COUNTS, downvotes=COUNTS, successes=COUNTS, failures=COUNTS
)
# A double holds no smaller decay than that of 32,000 days.
AGES = st.floats(0, 30_000)


def test_confidence_equals_the_formula_worked_out_by_hand() -> None:
    cases: list[tuple[float, MemoryCounts, float]] = [
        (0, MemoryCounts(), 0.5),
        (30, MemoryCounts(), 0.25),
        (60, MemoryCounts(), 0.125),
        (0, MemoryCounts(upvotes=1), 0.3 * 2 / 3 + 0.7 / 2),
        (0, MemoryCounts(downvotes=1), 0.3 / 3 + 0.7 / 2),
        (0, MemoryCounts(successes=8), 0.3 / 2 + 0.7 * 0.9),
        (0, MemoryCounts(failures=8), 0.3 / 2 + 0.7 * 0.1),
        (15, MemoryCounts(upvotes=3, downvotes=1, successes=1, failures=2), 0.33941125496954283),
        (0, MemoryCounts(citations=100, reads=100, occurrences=100), 0.5),
    ]
    for age_days, counts, expected in cases:
        assert isclose(confidence(age_days, counts), expected, rel_tol=1e-12)


@given(AGES, ALL_COUNTS)
def test_confidence_stays_strictly_between_zero_and_one(
    age_days: float, counts: MemoryCounts
) -> None:
    assert 0 < reputation(counts) < 1
    assert 0 < confidence(age_days, counts) < 1


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_good_judgements_raise_reputation_and_bad_ones_lower_it(
    upvotes: int, downvotes: int, successes: int, failures: int
) -> None:
    base = reputation(MemoryCounts(upvotes, downvotes, 0, successes, failures))
    assert reputation(MemoryCounts(upvotes + 1, downvotes, 0, successes, failures)) >= base
    assert reputation(MemoryCounts(upvotes, downvotes + 1, 0, successes, failures)) <= base
    assert reputation(MemoryCounts(upvotes, downvotes, 0, successes + 1, failures)) >= base
    assert reputation(MemoryCounts(upvotes, downvotes, 0, successes, failures + 1)) <= base


def test_one_vote_moves_reputation_by_less_than_a_tenth() -> None:
    assert (
        0.4
        < reputation(MemoryCounts(downvotes=1))
        < 0.5
        < reputation(MemoryCounts(upvotes=1))
        < 0.6
    )


@given(ALL_COUNTS, st.integers(0, 3), st.sampled_from(["successes", "failures"]))
def test_three_runs_move_reputation_by_a_quarter_at_most(
    others: MemoryCounts, runs: int, counter: str
) -> None:
    moved = replace(others, **{counter: getattr(others, counter) + runs})
    assert abs(reputation(moved) - reputation(others)) <= 0.25


@given(ALL_COUNTS, COUNTS, COUNTS)
def test_votes_and_runs_beyond_the_bounds_do_not_change_reputation(
    believed: MemoryCounts, votes: int, runs: int
) -> None:
    counted = replace(
        believed,
        upvotes=believed.upvotes + votes,
        upvotes_beyond=votes,
        failures=believed.failures + runs,
        failures_beyond=runs,
    )
    assert reputation(counted) == reputation(believed)


def test_a_memory_with_more_supporters_is_found_however_often_few_oppose_it() -> None:
    hounded = MemoryCounts(
        downvotes=60,
        failures=3,
        supporters=frozenset({"ann", "bob"}),
        opponents=frozenset({"mallory"}),
    )
    assert reputation(hounded) == 0.5 * 3 / 5 > STALE_CONFIDENCE
    assert reputation(replace(hounded, supporters=frozenset({"ann"}))) < 0.15


def test_reputation_depends_on_the_context_of_the_runs() -> None:
    refund, login = RunContext("draft", "refund"), RunContext("draft", "login")
    counts = MemoryCounts(
        successes=6,
        failures=6,
        contexts=((RunContext("draft"), (6, 6)), (refund, (6, 0)), (login, (0, 6))),
    )
    here, anywhere, there = (reputation(counts, each) for each in (refund, ANYWHERE, login))
    assert here > anywhere == 0.5 > there
    assert isclose(here, 0.15 + 0.7 * (6 + 4 * 0.5) / (6 + 4))
    # Of where nothing was counted, what is known of the wider context holds.
    assert isclose(reputation(counts, RunContext("draft", "returns")), 0.5)


@each_case(
    ("counts", "parameters", "days"),
    [
        (MemoryCounts(), SEED_PARAMETERS, 30),
        (MemoryCounts(), ConfidenceParameters(half_life_days=7), 7),
        (MemoryCounts(failures=8), SEED_PARAMETERS, 0),
        # Where votes alone count, the reputation is 3/4.
        (MemoryCounts(upvotes=2), ConfidenceParameters(votes_weight=1.0), 30 * log2(3)),
        (MemoryCounts(upvotes=2), ConfidenceParameters(votes_weight=0.0), 30),
    ],
)
def test_a_memory_is_found_until_its_confidence_falls_to_a_quarter(
    counts: MemoryCounts, parameters: ConfidenceParameters, days: float
) -> None:
    assert isclose(days_found(counts, parameters), days)
    if days:
        assert isclose(confidence(days, counts, parameters=parameters), STALE_CONFIDENCE)
