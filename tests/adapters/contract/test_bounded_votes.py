"""What one subject can do to a memory by votes, for itself and for others."""

from dataclasses import replace
from datetime import timedelta

import pytest

from recollect.core.operation import Operation
from recollect.memories.model import Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.ledger_data import MemoryOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.judging import by, vote
from tests.adapters.contract.stores import NOON, Stores, op
from tests.memories.lifecycle import begin


async def test_only_a_judges_latest_vote_of_a_day_is_believed(
    stores: Stores, memory: MemoryRecord
) -> None:
    bob, earlier = by("bob"), NOON - timedelta(hours=1)
    await stores.ledger.apply(memory.key, MemoryOutcome("success", NOON), bob)
    await stores.ledger.apply(memory.key, MemoryOutcome("failed", earlier), bob)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (1, 1)
    assert counts.believed_votes == (1, 0)
    assert counts.backers == {"bob"}

    desk = by("desk", relays=True)
    for voter, at_time in (("v1", NOON), ("v2", earlier)):
        said = NewVote(vote="downvote", voter_id=voter, occurred_at=at_time)
        await stores.ledger.apply(memory.key, said, desk)
    assert (await stores.counts(memory)).believed_votes == (1, 1)
    await stores.ledger.apply(memory.key, vote("upvote", "v1"), desk)
    assert (await stores.counts(memory)).believed_votes == (2, 0)


async def test_a_vote_beyond_the_allowance_counts_for_the_day_on_which_it_is_cast_again(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(said: Vote, voter: str, day: int, minutes: int) -> tuple[int, int]:
        desk = by("desk", day=day, relays=True)
        cast = NewVote(vote=said, voter_id=voter, occurred_at=desk.at - timedelta(minutes=minutes))
        await stores.ledger.apply(memory.key, cast, desk)
        return (await stores.counts(memory)).believed_votes

    assert await believed("upvote", "v1", 0, 9) == (1, 0)
    assert await believed("downvote", "v2", 0, 8) == (0, 1)
    # v1 now has the latest time of that day; v3, whose time is earlier, does not replace it.
    assert await believed("upvote", "v1", 0, 7) == (1, 0)
    assert await believed("downvote", "v3", 0, 8) == (1, 0)
    assert await believed("downvote", "v2", 1, 9) == (1, 1)
    assert await believed("upvote", "v3", 1, 8) == (2, 0)
    # Each voter counts once.
    assert await believed("downvote", "v1", 2, 9) == (1, 1)


async def test_only_the_latest_of_a_relays_voters_of_a_day_is_believed(
    stores: Stores, memory: MemoryRecord
) -> None:
    desk = by("desk", relays=True)
    for number in range(20):
        await stores.ledger.apply(memory.key, vote("upvote", f"v{number}"), desk)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.upvotes_beyond) == (20, 19)

    await stores.ledger.apply(memory.key, vote("downvote", "v3"), desk)
    await stores.ledger.apply(memory.key, vote("downvote", "v19"), desk)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.upvotes_beyond) == (18, 18)
    assert (counts.downvotes, counts.downvotes_beyond) == (2, 1)

    tomorrow = by("desk", day=1, relays=True)
    await stores.ledger.apply(memory.key, vote("downvote", "v20"), tomorrow)
    assert (await stores.counts(memory)).downvotes_beyond == 1


@pytest.mark.parametrize("first", ["themselves", "the operator"])
async def test_a_relay_cannot_take_back_votes_that_were_cast_without_it(
    stores: Stores, memory: MemoryRecord, first: str
) -> None:
    voters = [f"v{number}" for number in range(6)]
    for voter in voters:
        judge = by(voter) if first == "themselves" else op()
        await stores.ledger.apply(memory.key, vote("upvote", voter), judge)
    eve = by("eve", day=1, relays=True)
    for voter in voters:
        await stores.ledger.apply(memory.key, vote("downvote", voter), eve)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (0, 6)
    # One of the votes that eve cast for them is believed beside their own.
    assert counts.believed_votes == (6, 1)

    await stores.ledger.apply(memory.key, vote("upvote", "v5"), by("v5", day=2))
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (1, 5)
    # If v5 has voted so itself before, its vote still counts once.
    assert counts.believed_votes == (6 if first == "themselves" else 7, 1)


async def test_a_voter_takes_back_its_own_vote_whatever_a_relay_has_cast_for_it_since(
    stores: Stores, memory: MemoryRecord
) -> None:
    async def believed(said: Vote, who: Operation) -> tuple[int, int]:
        await stores.ledger.apply(memory.key, vote(said, "bob"), who)
        return (await stores.counts(memory)).believed_votes

    assert await believed("upvote", by("bob")) == (1, 0)
    assert await believed("downvote", by("eve", day=1, relays=True)) == (1, 1)
    assert await believed("downvote", by("bob", day=2)) == (0, 2)
    assert await believed("upvote", by("eve", day=3, relays=True)) == (1, 1)
    # The operator's word replaces all earlier ones; later words are believed beside it.
    assert await believed("upvote", op(minutes=60 * 24 * 4)) == (1, 0)
    assert await believed("downvote", by("bob", day=5)) == (1, 1)
    assert await believed("downvote", op(minutes=60 * 24 * 6)) == (0, 1)
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.downvotes) == (0, 1)


async def test_a_relays_vote_with_a_later_time_does_not_block_the_voters_own(
    stores: Stores, memory: MemoryRecord
) -> None:
    eve, bob = by("eve", day=1, relays=True), by("bob", day=2)
    await stores.ledger.apply(memory.key, vote("downvote", "bob"), eve)
    late = NewVote(vote="upvote", voter_id="bob", occurred_at=NOON)
    await stores.ledger.apply(memory.key, late, bob)
    counts = await stores.counts(memory)
    # The counts show the vote with the latest time.
    assert (counts.upvotes, counts.downvotes) == (0, 1)
    assert counts.believed_votes == (1, 1)
    earlier = NewVote(vote="downvote", voter_id="bob", occurred_at=NOON - timedelta(days=1))
    await stores.ledger.apply(memory.key, earlier, bob)
    assert (await stores.counts(memory)).believed_votes == (1, 1)


async def test_a_voter_may_itself_cast_a_relayed_vote_that_was_not_believed(
    stores: Stores, memory: MemoryRecord
) -> None:
    eve = by("eve", relays=True)
    for voter in ("bob", "zoe"):
        await stores.ledger.apply(memory.key, vote("upvote", voter), eve)
    assert (await stores.counts(memory)).believed_votes == (1, 0)
    for day in (1, 2):
        await stores.ledger.apply(memory.key, vote("upvote", "bob"), by("bob", day=day))
        counts = await stores.counts(memory)
        assert (counts.upvotes, counts.believed_votes) == (2, (2, 0))


async def test_a_judges_vote_and_outcomes_of_one_day_are_believed_as_one_word(
    stores: Stores, memory: MemoryRecord
) -> None:
    await stores.ledger.apply(memory.key, vote("upvote", "bob"), by("bob"))
    for correction in ("One thing", "Another"):
        said = MemoryOutcome("corrected", NOON, correction)
        await stores.ledger.apply(memory.key, said, by("bob"))
    counts = await stores.counts(memory)
    assert (counts.upvotes, counts.upvotes_beyond) == (1, 1)
    assert (counts.downvotes, counts.downvotes_beyond) == (2, 1)


async def test_a_judge_that_stores_a_memory_again_as_failed_is_believed_once_a_day(
    stores: Stores, memory: MemoryRecord
) -> None:
    failed = replace(memory, metadata={**memory.metadata, "outcome": "failed"})
    for _ in range(6):
        await begin(stores.ledger, failed, by=replace(by("bob"), judges=True))
    counts = await stores.counts(memory)
    assert (counts.downvotes, counts.downvotes_beyond) == (6, 5)


async def test_the_first_to_report_a_failure_does_not_silence_others_that_report_it_too(
    stores: Stores, memory: MemoryRecord
) -> None:
    for day, who in enumerate(("eve", "bob", "bob", "cid", "desk"), 1):
        said = MemoryOutcome("failed", NOON + timedelta(days=day))
        await stores.ledger.apply(memory.key, said, by(who, day=day, relays=who == "desk"))
    counts = await stores.counts(memory)
    assert (counts.downvotes, counts.believed_votes) == (4, (0, 4))
    said = MemoryOutcome("success", NOON + timedelta(days=9))
    await stores.ledger.apply(memory.key, said, by("eve", day=9))
    assert (await stores.counts(memory)).believed_votes == (1, 4)
