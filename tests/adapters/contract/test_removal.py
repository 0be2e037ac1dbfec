"""What the counting store promises about forgetting."""

import pytest

from recollect.memories.model import NewVote
from recollect.memories.record import Record, Standing
from tests.adapters.contract.stores import Stores, deed

UPVOTE = NewVote(vote="upvote", voter_id="ada")


async def settled(stores: Stores, name: str = "One", **fields: object) -> Record:
    record = stores.new(name, **fields)
    await stores.counts.settle([record], "", deed())
    return record


async def test_a_removed_memory_leaves_nothing(stores: Stores) -> None:
    record = await settled(stores, conversation_id="cnv_1")
    await stores.counts.vote(record.key, UPVOTE, deed())
    await stores.counts.cite(stores.collection, "run_1", [record.id], deed())
    (keys,) = await stores.counts.remove([record.key], None)
    assert keys > 0
    assert await stores.standing(record) == Standing()
    assert await stores.counts.history(record.key) == ()
    assert await stores.counts.begun([record.key]) == (False,)
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == ()
    assert await stores.counts.cited(stores.collection, "run_1") == ()


async def test_what_is_not_there_leaves_no_keys_to_remove(stores: Stores) -> None:
    record = await settled(stores)
    unknown = stores.new("Unknown")
    removed = await stores.counts.remove([unknown.key, record.key], None)
    assert removed[0] == 0
    assert removed[1] > 0
    assert await stores.counts.remove([record.key], None) == (0,)


async def test_a_memory_that_moved_on_is_left_alone(stores: Stores) -> None:
    moved, still = await settled(stores, "Moved"), await settled(stores, "Still")
    revisions = [(await stores.standing(each)).revision for each in (moved, still)]
    await stores.counts.vote(moved.key, UPVOTE, deed())
    removed = await stores.counts.remove([moved.key, still.key], revisions)
    assert removed[0] == -1
    assert removed[1] > 0
    assert (await stores.standing(moved)).upvotes == 1
    assert await stores.standing(still) == Standing()


async def test_a_memory_without_a_history_may_be_removed_at_revision_zero(stores: Stores) -> None:
    assert await stores.counts.remove([stores.new("Only a record").key], [0]) == (0,)


async def test_a_memory_that_is_stored_again_begins_anew(stores: Stores) -> None:
    record = await settled(stores)
    await stores.counts.vote(record.key, UPVOTE, deed())
    await stores.counts.remove([record.key], None)
    await settled(stores)
    standing = await stores.counts.vote(record.key, UPVOTE, deed())
    assert standing is not None
    assert (standing.upvotes, standing.occurrences) == (1, 1)


async def test_a_removed_memory_gives_its_claim_up(stores: Stores) -> None:
    record = await settled(stores)
    await stores.counts.claim([record.key], "theirs")
    await stores.counts.remove([record.key], None)
    (claim,) = await stores.counts.claim([record.key], "mine")
    assert claim.value == "granted"


async def test_memories_of_two_collections_are_apart(stores: Stores) -> None:
    record = await settled(stores, conversation_id="cnv_1")
    namesake = f"{stores.collection}-b"
    await stores.counts.remove([(namesake, record.id)], None)
    assert (await stores.standing(record)).occurrences == 1
    assert await stores.counts.of_conversation(namesake, "cnv_1") == ()
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == (record.id,)


@pytest.mark.parametrize("part", ["voters", "log", "runs", "gone"])
async def test_no_name_reaches_a_part_of_another_memory(stores: Stores, part: str) -> None:
    record = await settled(stores)
    await stores.counts.vote(record.key, UPVOTE, deed())
    assert await stores.counts.remove([stores.key(f"{record.id}:{part}")], None) == (0,)
    standing = await stores.counts.vote(record.key, UPVOTE, deed())
    assert standing is not None
    assert standing.upvotes == 1
    assert len(await stores.counts.history(record.key)) == 2
