"""In whatever order and however often feedback arrives, what occurred last stands."""

from collections.abc import Sequence
from itertools import count

from hypothesis import HealthCheck, given, settings

from recollect.core.operation import Operation
from recollect.memories.model import Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import Stores
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

# Each example has memories of its own in the stores that all examples of a test share.
_NUMBERS = count()
few_examples = settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def fresh(stores: Stores) -> MemoryRecord:
    return stores.new(f"Example {next(_NUMBERS)}")


@few_examples
@given(arrived=DELIVERIES)
async def test_the_judgement_that_occurred_last_stands_and_each_counts_once(
    stores: Stores, arrived: Sequence[Said]
) -> None:
    assert await judged(stores.ledger, fresh(stores), arrived) == standing(arrived)


@few_examples
@given(arrived=RUN_DELIVERIES)
async def test_the_run_outcome_that_occurred_last_stands_and_counts(
    stores: Stores, arrived: Sequence[RunSaid]
) -> None:
    assert await run_judged(stores.ledger, fresh(stores), arrived) == standing_of_run(arrived)


@few_examples
@given(arrived=VOTE_DELIVERIES)
async def test_the_vote_that_a_voter_cast_last_stands(
    stores: Stores, arrived: Sequence[tuple[NewVote, Operation]]
) -> None:
    assert await voted_late(stores.ledger, fresh(stores), arrived) == standing_votes(arrived)


@few_examples
@given(votes=VOTES)
async def test_the_counts_are_those_of_each_voter_s_last_vote(
    stores: Stores, votes: Sequence[tuple[str, Vote]]
) -> None:
    assert await voted(stores.ledger, fresh(stores), votes) == last_votes(votes)
