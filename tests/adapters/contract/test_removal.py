"""What the counting store promises about forgetting."""

import pytest

from recollect.memories.record import Record, Standing
from recollect.memories.requests import NewVote
from tests.adapters.contract.stores import Stores, op
from tests.memories.lives import begin, doom, forget

UPVOTE = NewVote(vote="upvote", voter_id="ada")


async def settled(stores: Stores, name: str = "One", **fields: object) -> Record:
    record = stores.new(name, **fields)
    await begin(stores.counts, record)
    return record


async def test_a_removed_memory_leaves_nothing(stores: Stores) -> None:
    record = await settled(stores, conversation_id="cnv_1")
    await stores.counts.vote(record.key, UPVOTE, op())
    await stores.counts.cite(stores.collection, "run_1", [record.id], op())
    (keys,) = await forget(stores.counts, record.key)
    assert keys > 0
    assert await stores.standing(record) == Standing()
    assert await stores.counts.history(record.key) == ()
    assert await stores.counts.begun([record.key]) == (False,)
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == ()
    assert await stores.counts.cited(stores.collection, "run_1") == ()


async def test_what_is_not_there_leaves_no_keys_to_remove(stores: Stores) -> None:
    record = await settled(stores)
    unknown = stores.new("Unknown")
    removed = await forget(stores.counts, unknown.key, record.key)
    assert removed[0] == 0
    assert removed[1] > 0
    assert await forget(stores.counts, record.key) == (0,)


async def test_only_the_holder_of_the_claim_removes(stores: Stores) -> None:
    record = await settled(stores)
    token = await doom(stores.counts, record.key)
    assert await stores.counts.remove([record.key], "mine") == (0,)
    assert (await stores.standing(record)).occurrences == 1
    assert await stores.counts.condemned(stores.collection) == (record.id,)
    (keys,) = await stores.counts.remove([record.key], token)
    assert keys > 0


async def test_who_gave_the_claim_back_removes_no_more(stores: Stores) -> None:
    record = await settled(stores)
    token = await doom(stores.counts, record.key)
    await stores.counts.release([record.key], token)
    await settled(stores)
    assert await stores.counts.remove([record.key], token) == (0,)
    assert await stores.standing(record) == Standing(revision=1)


async def test_the_receipt_counts_what_hangs_on_a_memory(stores: Stores) -> None:
    bare, rich = await settled(stores, "Bare"), await settled(stores, "Rich")
    await stores.counts.vote(rich.key, UPVOTE, op())
    bare_keys, rich_keys = await forget(stores.counts, bare.key, rich.key)
    assert (bare_keys, rich_keys) == (2, 3)  # hash and log; voters


async def test_a_removed_memory_is_doomed_no_more(stores: Stores) -> None:
    record = await settled(stores)
    await forget(stores.counts, record.key)
    assert await stores.counts.condemned(stores.collection) == ()


async def test_a_removed_memory_stays_gone_for_what_is_still_under_way(stores: Stores) -> None:
    record = await settled(stores)
    await forget(stores.counts, record.key)
    assert await stores.counts.vote(record.key, UPVOTE, op()) is None
    assert await stores.counts.cite(stores.collection, "run_1", [record.id], op()) == record.id
    assert await stores.standing(record) == Standing()


async def test_a_memory_that_is_stored_again_begins_anew(stores: Stores) -> None:
    record = await settled(stores)
    await stores.counts.vote(record.key, UPVOTE, op())
    await forget(stores.counts, record.key)
    await settled(stores)
    standing = await stores.counts.vote(record.key, UPVOTE, op())
    assert standing is not None
    assert (standing.upvotes, standing.occurrences) == (1, 1)


async def test_removing_gives_the_claim_back(stores: Stores) -> None:
    record = await settled(stores)
    await forget(stores.counts, record.key)
    (claim,) = await stores.counts.claim([record.key], "mine")
    assert claim.value == "granted"


async def test_memories_of_two_collections_are_apart(stores: Stores) -> None:
    record = await settled(stores, conversation_id="cnv_1")
    namesake = f"{stores.collection}-b"
    await forget(stores.counts, (namesake, record.id))
    assert (await stores.standing(record)).occurrences == 1
    assert await stores.counts.of_conversation(namesake, "cnv_1") == ()
    assert await stores.counts.of_conversation(stores.collection, "cnv_1") == (record.id,)


@pytest.mark.parametrize("part", ["voters", "log", "runs", "gone"])
async def test_no_name_reaches_a_part_of_another_memory(stores: Stores, part: str) -> None:
    record = await settled(stores)
    await stores.counts.vote(record.key, UPVOTE, op())
    assert await forget(stores.counts, stores.key(f"{record.id}:{part}")) == (0,)
    standing = await stores.counts.vote(record.key, UPVOTE, op())
    assert standing is not None
    assert standing.upvotes == 1
    assert len(await stores.counts.history(record.key)) == 2
