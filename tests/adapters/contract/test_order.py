"""In whatever order and however often things are said, the same stands in the end."""

from collections.abc import Sequence
from itertools import count

from hypothesis import HealthCheck, given, settings

from recollect.memories.model import Vote
from recollect.memories.record import MemoryRecord
from tests.adapters.contract.stores import Stores
from tests.memories.sequences import (
    VOTES,
    RunSaid,
    Said,
    deliveries,
    judged,
    last_votes,
    run_deliveries,
    run_judged,
    voted,
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
@given(both=deliveries())
async def test_judgements_decide_the_same_in_any_order(
    stores: Stores, both: tuple[Sequence[Said], Sequence[Said]]
) -> None:
    in_order, delivered = both
    expected = await judged(stores.ledger, fresh(stores), in_order)
    assert await judged(stores.ledger, fresh(stores), delivered) == expected


@few_examples
@given(both=run_deliveries())
async def test_outcomes_of_a_run_count_the_same_in_any_order(
    stores: Stores, both: tuple[Sequence[RunSaid], Sequence[RunSaid]]
) -> None:
    in_order, delivered = both
    expected = await run_judged(stores.ledger, fresh(stores), in_order)
    assert await run_judged(stores.ledger, fresh(stores), delivered) == expected


@few_examples
@given(votes=VOTES)
async def test_the_counts_are_those_of_each_voter_s_last_vote(
    stores: Stores, votes: Sequence[tuple[str, Vote]]
) -> None:
    assert await voted(stores.ledger, fresh(stores), votes) == last_votes(votes)
