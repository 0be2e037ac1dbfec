"""In whatever order and however often things are said, what occurred last stands (on the fake)."""

from collections.abc import Sequence

from hypothesis import given

from recollect.core.operation import Operation
from recollect.memories.model import Vote
from recollect.memories.requests import NewVote
from tests.memories.fakes import FakeLedger
from tests.memories.samples import record_of
from tests.memories.sequences import (
    DELIVERIES,
    RUN_DELIVERIES,
    VOTE_DELIVERIES,
    VOTES,
    RunSaid,
    Said,
    judged,
    last_votes,
    run_judged,
    standing,
    standing_of_run,
    standing_votes,
    voted,
    voted_late,
)


@given(DELIVERIES)
async def test_of_judgements_what_occurred_last_stands_and_each_counts_once(
    arrived: Sequence[Said],
) -> None:
    assert await judged(FakeLedger(), record_of(), arrived) == standing(arrived)


@given(RUN_DELIVERIES)
async def test_of_outcomes_of_a_run_what_occurred_last_stands_and_counts(
    arrived: Sequence[RunSaid],
) -> None:
    assert await run_judged(FakeLedger(), record_of(), arrived) == standing_of_run(arrived)


@given(VOTE_DELIVERIES)
async def test_of_a_voter_s_votes_the_one_that_was_cast_last_stands(
    arrived: Sequence[tuple[NewVote, Operation]],
) -> None:
    assert await voted_late(FakeLedger(), record_of(), arrived) == standing_votes(arrived)


@given(VOTES)
async def test_the_counts_are_those_of_each_voter_s_last_vote(
    votes: Sequence[tuple[str, Vote]],
) -> None:
    assert await voted(FakeLedger(), record_of(), votes) == last_votes(votes)
