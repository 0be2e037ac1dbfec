"""What the ledger promises about begun deletions: who may begin one, and what is gone by then."""

import asyncio

from recollect.memories.receipts import Removed
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import (
    ClaimResult,
    DeletionCondition,
    DeletionStart,
    MemoryExport,
    MemoryOutcome,
    RecordedOutcome,
    RunOutcome,
    Validation,
)
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lifecycle import begin, begin_deletion, break_off_deletion, delete, exist

BEGUN, CHANGED, BUSY = DeletionStart.BEGUN, DeletionStart.CHANGED, DeletionStart.BUSY
UPVOTE = NewVote(vote="upvote", voter_id="ada")
ONLY_A_RECORD = Removed(vectors=1, keys=0)


async def begin_one_deletion(
    stores: Stores, record: MemoryRecord, token: str = "mine", condition: DeletionCondition = None
) -> DeletionStart | Removed:
    (verdict,) = await stores.ledger.begin_deletion([record.key], [condition], token)
    return verdict


async def test_only_one_of_many_simultaneous_callers_may_begin_a_deletion(stores: Stores) -> None:
    record = await stores.begun()
    verdicts = await asyncio.gather(
        *(begin_one_deletion(stores, record, f"token {number}") for number in range(8))
    )
    assert (verdicts.count(BEGUN), verdicts.count(BUSY)) == (1, 7)


async def test_a_deletion_may_be_begun_twice_by_its_holder(stores: Stores) -> None:
    record = await stores.begun()
    assert [await begin_one_deletion(stores, record) for _ in range(2)] == [BEGUN] * 2


async def test_a_memory_that_another_caller_has_claimed_cannot_be_deleted(stores: Stores) -> None:
    record = await stores.begun()
    await stores.ledger.claim([record.key], "theirs")
    assert await begin_one_deletion(stores, record) is BUSY
    assert await stores.ledger.unfinished_deletions(stores.collection) == ()
    assert not (await stores.counts(record)).tombstoned
    await stores.ledger.release([record.key], "theirs")
    assert await begin_one_deletion(stores, record) is BEGUN


async def test_a_memory_under_deletion_cannot_be_claimed(stores: Stores) -> None:
    record, unknown = await stores.begun(), stores.new("Unknown")
    await begin_deletion(stores.ledger, record.key, unknown.key)
    keys = [record.key, unknown.key]
    assert await stores.ledger.claim(keys, "mine") == (ClaimResult.BUSY, ClaimResult.BUSY)


async def test_each_deletion_of_a_batch_is_decided_on_its_own(stores: Stores) -> None:
    taken, moved, free = [await stores.begun(name) for name in ("Taken", "Moved", "Free")]
    await stores.ledger.claim([taken.key], "theirs")
    keys = [taken.key, moved.key, free.key]
    assert await stores.ledger.begin_deletion(keys, [None, 7, 1], "mine") == (BUSY, CHANGED, BEGUN)
    assert await stores.ledger.unfinished_deletions(stores.collection) == (free.id,)


async def test_a_memory_with_another_revision_than_expected_is_not_deleted(stores: Stores) -> None:
    record = await stores.begun()
    await stores.ledger.apply(record.key, UPVOTE, op())
    before = await stores.counts(record)
    assert await begin_one_deletion(stores, record, condition=1) is CHANGED
    assert await stores.counts(record) == before
    # Nothing was done: not even the claim is kept.
    assert await begin_one_deletion(stores, record, "theirs", condition=2) is BEGUN


async def test_a_memory_without_a_history_may_be_deleted_at_revision_zero(stores: Stores) -> None:
    record = stores.new("Only a record")
    assert await begin_one_deletion(stores, record, condition=0) is BEGUN
    assert await stores.ledger.finish_deletion([record.key], [1], "mine") == (ONLY_A_RECORD,)


async def test_only_a_memory_that_still_has_a_tombstone_is_an_unfinished_deletion(
    stores: Stores,
) -> None:
    never, stored_again, still, gone = [
        await stores.begun(name) for name in ("Never", "Stored again", "Still", "Gone")
    ]
    await break_off_deletion(stores.ledger, stored_again.key, still.key, gone.key)
    await begin(stores.ledger, stored_again)
    await delete(stores.ledger, gone.key)
    records = (never, stored_again, still, gone)
    verdicts = [await begin_one_deletion(stores, each, condition="unfinished") for each in records]
    assert verdicts == [CHANGED, CHANGED, BEGUN, CHANGED]
    assert await stores.ledger.claim([never.key], "theirs") == (ClaimResult.REGRANTED,)


async def test_the_deletion_of_a_memory_that_was_never_stored_may_be_unfinished(
    stores: Stores,
) -> None:
    record = stores.new("Only a record")
    await break_off_deletion(stores.ledger, record.key)
    assert await stores.ledger.unfinished_deletions(stores.collection) == (record.id,)
    assert await begin_one_deletion(stores, record, condition="unfinished") is BEGUN


async def test_a_deletion_is_unfinished_until_it_is_finished_or_the_memory_is_stored_again(
    stores: Stores,
) -> None:
    removed, stored, restored, left = [
        await stores.begun(name) for name in ("Removed", "Stored", "Restored", "Left")
    ]
    await stores.begun("Never tombstoned")
    records = (removed, stored, restored, left)
    await break_off_deletion(stores.ledger, *(each.key for each in records))
    ids = sorted(each.id for each in records)
    assert sorted(await stores.ledger.unfinished_deletions(stores.collection)) == ids
    await delete(stores.ledger, removed.key)
    await begin(stores.ledger, stored)
    await stores.ledger.claim([restored.key], "import")
    await stores.ledger.restore([restored], [MemoryExport()], "import", op())
    assert await stores.ledger.unfinished_deletions(stores.collection) == (left.id,)
    assert await stores.ledger.unfinished_deletions(f"{stores.collection}-b") == ()


async def test_a_tombstone_is_read_at_once(stores: Stores) -> None:
    record = await stores.begun()
    assert not (await stores.counts(record)).tombstoned
    await begin_one_deletion(stores, record)
    assert (await stores.counts(record)).tombstoned


async def test_feedback_on_a_memory_with_a_tombstone_has_no_effect(stores: Stores) -> None:
    record = await stores.begun()
    await begin_one_deletion(stores, record)
    before = await stores.counts(record)
    assert await stores.ledger.apply(record.key, UPVOTE, op()) is None
    assert await stores.ledger.apply(record.key, MemoryOutcome("failed", at(1)), op()) is None
    assert await stores.ledger.apply(record.key, Validation(), op()) is None
    assert await stores.counts(record) == before


async def test_feedback_on_a_tombstone_without_a_memory_has_no_effect(stores: Stores) -> None:
    record = stores.new("Only a record")
    await begin_one_deletion(stores, record)
    assert await stores.ledger.apply(record.key, UPVOTE, op()) is None
    assert await stores.counts(record) == MemoryCounts()


async def test_a_citation_that_includes_a_memory_with_a_tombstone_is_refused_as_a_whole(
    stores: Stores,
) -> None:
    record, other = await stores.begun(), await stores.begun("Other")
    await begin_one_deletion(stores, record)
    ids = [other.id, record.id]
    assert await stores.ledger.cite(stores.collection, "run_1", ids, op()) == record.id
    assert await stores.ledger.memories_of_run(stores.collection, "run_1") == ()
    assert (await stores.counts(other)).citations == 0


async def test_a_run_that_cited_a_deleted_memory_may_still_have_an_outcome(stores: Stores) -> None:
    record, other = await stores.begun(), await stores.begun("Other")
    ids = [record.id, other.id]
    await stores.ledger.cite(stores.collection, "run_1", ids, op())
    await begin_one_deletion(stores, record)
    said = RunOutcome("run_1", "success", at(1))
    assert isinstance(
        await stores.ledger.apply_run_outcome(stores.collection, said, ids, op()), RecordedOutcome
    )
    assert (await stores.counts(other)).successes == 1


async def test_an_answer_about_a_memory_with_a_tombstone_is_returned_but_not_kept(
    stores: Stores,
) -> None:
    record, key = await stores.begun(), f"request-of-{stores.app_slug}"
    await begin_one_deletion(stores, record)
    assert await stores.answers.begin(key, "a" * 64) == ""
    given = await stores.answers.complete(key, "a" * 64, "about it", (record.key,))
    assert given == "a" * 64 + "about it"
    assert await stores.answers.begin(key, "a" * 64) == "a" * 64


async def test_the_history_of_a_memory_with_a_tombstone_is_gone(stores: Stores) -> None:
    record = await stores.begun()
    await begin_one_deletion(stores, record)
    assert await stores.ledger.history(record.key) == ()


async def test_a_memory_with_a_tombstone_does_not_exist(stores: Stores) -> None:
    record, other = await stores.begun(), await stores.begun("Other")
    await begin_one_deletion(stores, record)
    assert await exist(stores.ledger, record.key, other.key) == (False, True)


async def test_a_memory_with_a_tombstone_is_found_by_its_conversation(stores: Stores) -> None:
    record = await stores.begun(conversation_id="cnv_1")
    await begin_one_deletion(stores, record)
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_1") == (record.id,)


async def test_a_memory_keeps_its_tombstone_when_the_claim_is_released(stores: Stores) -> None:
    record = await stores.begun()
    await begin_one_deletion(stores, record)
    await stores.ledger.release([record.key], "mine")
    assert (await stores.counts(record)).tombstoned
    assert await stores.ledger.unfinished_deletions(stores.collection) == (record.id,)
    assert await stores.ledger.apply(record.key, UPVOTE, op()) is None
    assert await begin_one_deletion(stores, record, "theirs") is BEGUN
