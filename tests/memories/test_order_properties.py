"""In whatever order and however often things are said, the same stands in the end (on the fake)."""

from collections.abc import Sequence

from hypothesis import given

from recollect.memories.model import Vote
from tests.memories.fakes import FakeLedger
from tests.memories.samples import record_of
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


@given(deliveries())
async def test_judgements_decide_the_same_in_any_order(
    both: tuple[Sequence[Said], Sequence[Said]],
) -> None:
    in_order, delivered = both
    expected = await judged(FakeLedger(), record_of(), in_order)
    assert await judged(FakeLedger(), record_of(), delivered) == expected
    assert expected.upvotes + expected.downvotes == len(in_order)


@given(run_deliveries())
async def test_outcomes_of_a_run_count_the_same_in_any_order(
    both: tuple[Sequence[RunSaid], Sequence[RunSaid]],
) -> None:
    in_order, delivered = both
    expected = await run_judged(FakeLedger(), record_of(), in_order)
    assert await run_judged(FakeLedger(), record_of(), delivered) == expected
    assert expected[1] + expected[2] == min(1, len(in_order))


@given(VOTES)
async def test_the_counts_are_those_of_each_voter_s_last_vote(
    votes: Sequence[tuple[str, Vote]],
) -> None:
    assert await voted(FakeLedger(), record_of(), votes) == last_votes(votes)
