"""What the ledger promises about finished deletions."""

from recollect.memories.receipts import Removed
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import DeletionStart
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import Stores, op
from tests.memories.lifecycle import begin_deletion, delete, exist, new_token

UPVOTE = NewVote(vote="upvote", voter_id="ada")
ONLY_A_RECORD = Removed(vectors=1, keys=0)


async def test_a_removed_memory_leaves_nothing(stores: Stores) -> None:
    record = await stores.begun(conversation_id="cnv_1")
    await stores.ledger.apply(record.key, UPVOTE, op())
    await stores.ledger.cite(stores.collection, "run_1", [record.id], op())
    (keys,) = await delete(stores.ledger, record.key)
    assert keys > 0
    assert await stores.counts(record) == MemoryCounts()
    assert await stores.ledger.history(record.key) == ()
    assert await exist(stores.ledger, record.key) == (False,)
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_1") == ()
    assert await stores.ledger.memories_of_run(stores.collection, "run_1") == ()


async def test_deleting_an_unknown_memory_removes_no_keys(stores: Stores) -> None:
    record = await stores.begun()
    unknown = stores.new("Unknown")
    removed = await delete(stores.ledger, unknown.key, record.key)
    assert removed[0] == 0
    assert removed[1] > 0
    assert await delete(stores.ledger, record.key) == (0,)


async def test_only_the_holder_of_the_claim_can_finish_a_deletion(stores: Stores) -> None:
    record = await stores.begun()
    token = await begin_deletion(stores.ledger, record.key)
    assert await stores.ledger.finish_deletion([record.key], [1], "mine") == (ONLY_A_RECORD,)
    assert (await stores.counts(record)).occurrences == 1
    assert await stores.ledger.unfinished_deletions(stores.collection) == (record.id,)
    (went,) = await stores.ledger.finish_deletion([record.key], [1], token)
    assert went.keys > 0


async def test_a_caller_that_released_its_claim_can_no_longer_finish_the_deletion(
    stores: Stores,
) -> None:
    record = await stores.begun()
    token = await begin_deletion(stores.ledger, record.key)
    await stores.ledger.release([record.key], token)
    await stores.begun()
    assert await stores.ledger.finish_deletion([record.key], [1], token) == (ONLY_A_RECORD,)
    assert await stores.counts(record) == MemoryCounts(state="active", revision=1)


async def test_the_receipt_counts_all_keys_of_a_memory(stores: Stores) -> None:
    bare, rich = await stores.begun("Bare"), await stores.begun("Rich")
    await stores.ledger.apply(rich.key, UPVOTE, op())
    bare_keys, rich_keys = await delete(stores.ledger, bare.key, rich.key)
    # Hash and log; voters, the times of their votes, and when each judge last voted for them.
    assert (bare_keys, rich_keys) == (2, 5)


async def test_a_removed_memory_is_no_unfinished_deletion(stores: Stores) -> None:
    record = await stores.begun()
    await delete(stores.ledger, record.key)
    assert await stores.ledger.unfinished_deletions(stores.collection) == ()


async def test_feedback_that_arrives_late_does_not_revive_a_removed_memory(stores: Stores) -> None:
    record = await stores.begun()
    await delete(stores.ledger, record.key)
    assert await stores.ledger.apply(record.key, UPVOTE, op()) is None
    assert await stores.ledger.cite(stores.collection, "run_1", [record.id], op()) == record.id
    assert await stores.counts(record) == MemoryCounts()


async def test_a_memory_that_is_stored_again_begins_anew(stores: Stores) -> None:
    record = await stores.begun()
    await stores.ledger.apply(record.key, UPVOTE, op())
    await delete(stores.ledger, record.key)
    await stores.begun()
    counts = await stores.ledger.apply(record.key, UPVOTE, op())
    assert counts is not None
    assert (counts.upvotes, counts.occurrences) == (1, 1)


async def test_removing_a_memory_releases_the_claim(stores: Stores) -> None:
    record = await stores.begun()
    await delete(stores.ledger, record.key)
    (claim,) = await stores.ledger.claim([record.key], "mine")
    assert claim.value == "granted"


async def ask_to_delete(
    stores: Stores, record: MemoryRecord, operation: str
) -> DeletionStart | Removed:
    """Begin and finish the deletion of a memory, unless this operation has deleted it already."""
    token, keys = new_token(), [record.key]
    (start,) = await stores.ledger.begin_deletion(keys, [None], token, operation)
    if isinstance(start, DeletionStart):
        (start,) = await stores.ledger.finish_deletion(keys, [1], token, operation)
    return start


async def test_an_operation_deletes_a_memory_once_and_a_repeat_returns_the_same_receipt(
    stores: Stores,
) -> None:
    record = await stores.begun()
    went = await ask_to_delete(stores, record, "first")
    assert went == Removed(vectors=1, keys=2)
    await stores.begun()
    assert await ask_to_delete(stores, record, "first") == went
    assert await exist(stores.ledger, record.key) == (True,)
    assert await ask_to_delete(stores, record, "second") == went
    assert await exist(stores.ledger, record.key) == (False,)


async def test_finishing_a_deletion_twice_returns_the_same_receipt(stores: Stores) -> None:
    record = await stores.begun()
    await stores.ledger.begin_deletion([record.key], [None], "mine", "op")
    went = [await stores.ledger.finish_deletion([record.key], [1], "mine", "op") for _ in range(2)]
    assert went == [(Removed(vectors=1, keys=2),)] * 2


async def test_an_operation_that_found_nothing_deletes_what_is_stored_later(stores: Stores) -> None:
    record = stores.new()
    await stores.ledger.begin_deletion([record.key], [None], "mine", "op")
    (nothing,) = await stores.ledger.finish_deletion([record.key], [0], "mine", "op")
    assert nothing == Removed(vectors=0, keys=0)
    await stores.begun()
    assert await ask_to_delete(stores, record, "op") == Removed(vectors=1, keys=2)


async def test_the_ledger_lists_what_an_operation_has_deleted(stores: Stores) -> None:
    one, other, third = [await stores.begun(name) for name in ("One", "Other", "Third")]
    for record, operation in ((one, "op"), (other, "op"), (third, "")):
        await ask_to_delete(stores, record, operation)
    went = Removed(vectors=1, keys=2)
    assert await stores.ledger.deleted_by(stores.collection, "op") == {one.id: went, other.id: went}
    assert await stores.ledger.deleted_by(stores.collection, "") == {}
    assert await stores.ledger.deleted_by(f"{stores.collection}-b", "op") == {}


async def test_deleting_in_one_collection_leaves_another_untouched(stores: Stores) -> None:
    record = await stores.begun(conversation_id="cnv_1")
    namesake = f"{stores.collection}-b"
    await delete(stores.ledger, (namesake, record.id))
    assert (await stores.counts(record)).occurrences == 1
    assert await stores.ledger.memories_of_conversation(namesake, "cnv_1") == ()
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_1") == (record.id,)


async def test_no_id_reaches_a_part_of_another_memory(stores: Stores) -> None:
    record = await stores.begun()
    await stores.ledger.apply(record.key, UPVOTE, op())
    for part in ("voters", "log", "runs", "gone"):
        assert await delete(stores.ledger, stores.key(f"{record.id}:{part}")) == (0,)
    counts = await stores.ledger.apply(record.key, UPVOTE, op())
    assert counts is not None
    assert counts.upvotes == 1
    assert len(await stores.ledger.history(record.key)) == 2
