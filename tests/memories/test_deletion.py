import asyncio

import pytest

from recollect.core.errors import NotFound, StoreUnavailable
from recollect.memories.deletion import delete_conversation
from recollect.memories.model import DeletionReceipt
from recollect.memories.reading import get_memory, memory_history
from recollect.memories.record import Record
from recollect.memories.requests import NewVote
from recollect.memories.storing import Claim
from tests.memories import virtual_time
from tests.memories.acting import KEY, RECORD, Actors
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import begin, doom, forget
from tests.memories.samples import COLLECTION, NOW, op, record_of
from tests.memories.stepping import (
    ExpiringCounts,
    Fault,
    Faults,
    SteppedCounts,
    SteppedIndex,
)

FIRST = record_of("First", conversation_id="cnv_1")
SECOND = record_of("Second", conversation_id="cnv_1")
OTHER = record_of("Other")

# Where a removal may break off, and how much of the memory its repeat still finds.
BREAKS = [
    Fault("counts.condemn", "before"),
    Fault("counts.condemn", "after"),
    Fault("index.remove", "before"),
    Fault("index.remove", "after"),
    Fault("counts.remove", "before"),
]


@pytest.fixture
async def actors() -> Actors:
    index, counts = FakeIndex(), FakeCounts()
    await index.add((FIRST, SECOND, OTHER))
    await begin(counts, FIRST, SECOND, OTHER)
    return Actors(index, counts)


async def breaking_off(*faults: Fault) -> Actors:
    """Both stores with one memory; the faults happen from now on."""
    steps = Faults()
    actors = Actors(SteppedIndex(steps), SteppedCounts(steps))
    await actors.store()
    await actors.vote()
    steps.add(*faults)
    return actors


async def half_deleted(fault: Fault) -> Actors:
    """Both stores after the removal of their one memory broke off."""
    actors = await breaking_off(fault)
    with pytest.raises(StoreUnavailable, match=fault.call):
        await actors.delete()
    return actors


async def test_a_deleted_memory_is_gone_from_both_stores_and_the_receipt_says_so(
    actors: Actors,
) -> None:
    receipt = await actors.delete(FIRST.id)
    assert (receipt.deleted_count, receipt.deleted_ids) == (1, (FIRST.id,))
    assert (receipt.removed.vectors, receipt.removed.keys) == (1, 3)
    with pytest.raises(NotFound):
        await get_memory(FIRST.key, NOW, records=actors.index, standings=actors.counts)
    with pytest.raises(NotFound):
        await memory_history(FIRST.key, chronicle=actors.counts)
    assert set(actors.index.records) == {SECOND.key, OTHER.key}
    assert actors.is_nowhere(FIRST)


async def test_what_is_not_there_is_not_found_a_second_time(actors: Actors) -> None:
    await actors.delete(FIRST.id)
    with pytest.raises(NotFound, match=FIRST.id):
        await actors.delete(FIRST.id)
    assert actors.is_nowhere(FIRST)


async def test_a_memory_that_one_store_has_only_is_deleted_there(actors: Actors) -> None:
    await actors.index.remove(COLLECTION, (FIRST.id,))
    receipt = await actors.delete(FIRST.id)
    assert (receipt.deleted_ids, receipt.removed.vectors) == ((FIRST.id,), 0)
    await forget(actors.counts, SECOND.key)
    receipt = await actors.delete(SECOND.id)
    assert (receipt.deleted_ids, receipt.removed.keys) == ((SECOND.id,), 0)
    assert set(actors.index.records) == {OTHER.key}


async def test_the_receipt_names_only_what_was_there(actors: Actors) -> None:
    receipt = await actors.delete(FIRST.id, "mem_unknown", OTHER.id)
    assert receipt.deleted_ids == (FIRST.id, OTHER.id)
    assert (receipt.deleted_count, receipt.removed.vectors) == (2, 2)


async def test_deleting_a_conversation_deletes_its_memories_and_no_other(actors: Actors) -> None:
    receipt = await delete_conversation("cnv_1", actors.remover(), actors.counts)
    assert set(receipt.deleted_ids) == {FIRST.id, SECOND.id}
    assert set(actors.index.records) == {OTHER.key}
    with pytest.raises(NotFound, match="cnv_1"):
        await delete_conversation("cnv_1", actors.remover(), actors.counts)


@pytest.mark.parametrize("fault", BREAKS, ids=str)
async def test_a_repeat_of_what_broke_off_gets_a_receipt_and_leaves_nothing(fault: Fault) -> None:
    actors = await half_deleted(fault)
    receipt = await actors.delete()
    assert (receipt.deleted_count, receipt.deleted_ids) == (1, (RECORD.id,))
    assert receipt.removed.vectors == (0 if fault in BREAKS[3:] else 1)
    assert receipt.removed.keys == 4
    assert actors.is_nowhere()


async def test_a_repeat_after_all_went_but_the_answer_is_not_found() -> None:
    actors = await half_deleted(Fault("counts.remove", "after"))
    assert actors.is_nowhere()
    with pytest.raises(NotFound, match=RECORD.id):
        await actors.delete()


@pytest.mark.parametrize("fault", BREAKS[1:], ids=str)
async def test_what_nobody_repeats_is_gone_and_the_next_prune_finishes_it(fault: Fault) -> None:
    actors = await half_deleted(fault)
    with pytest.raises(NotFound):
        await get_memory(KEY, NOW, records=actors.index, standings=actors.counts)
    with pytest.raises(NotFound):
        await memory_history(KEY, chronicle=actors.counts)
    assert await actors.counts.vote(KEY, NewVote(vote="upvote"), op()) is None
    pruned = await actors.prune(later_days=0)
    assert (pruned.deleted_count, pruned.deleted_ids) == (1, (RECORD.id,))
    assert actors.is_nowhere()
    assert (await actors.prune(later_days=0)).deleted_ids == ()


@pytest.mark.parametrize("fault", BREAKS, ids=str)
async def test_what_broke_off_gives_its_claim_back(fault: Fault) -> None:
    actors = await half_deleted(fault)
    (claim,) = await actors.counts.claim([KEY], "next")
    assert claim is (Claim.REGRANTED if fault == BREAKS[0] else Claim.CONDEMNED)


@pytest.mark.parametrize("fault", BREAKS[1:], ids=str)
async def test_what_is_stored_after_a_removal_that_broke_off_begins_anew(fault: Fault) -> None:
    actors = await half_deleted(fault)
    stored = await actors.store()
    assert (stored.deduplicated, stored.metadata.occurrences) == (False, 1)
    assert stored.metadata.votes.upvotes == 0
    assert [each.type for each in await actors.counts.history(KEY)] == ["stored"]
    assert actors.is_whole()
    assert (await actors.prune(later_days=0)).deleted_ids == ()


async def test_a_store_that_breaks_off_over_a_broken_off_removal_leaves_it_to_the_prune() -> None:
    actors = await breaking_off(Fault("index.remove"), Fault("counts.settle"))
    with pytest.raises(StoreUnavailable, match=r"index\.remove"):
        await actors.delete()
    with pytest.raises(StoreUnavailable, match=r"counts\.settle"):
        await actors.store()
    await actors.prune(later_days=0)
    assert actors.is_nowhere()


async def test_deleting_waits_for_who_stores_and_then_deletes_it() -> None:
    actors = await breaking_off()
    await actors.counts.claim([KEY], "theirs")
    deleting = asyncio.create_task(actors.delete())
    await asyncio.sleep(0.01)
    assert not deleting.done()
    await actors.counts.settle([RECORD], "theirs", op())
    assert (await deleting).deleted_ids == (RECORD.id,)
    assert actors.is_nowhere()


async def test_storing_waits_for_who_deletes_and_then_makes_it_anew() -> None:
    actors = await breaking_off()
    token = await doom(actors.counts, KEY)
    storing = asyncio.create_task(actors.store())
    await asyncio.sleep(0.01)
    assert not storing.done()
    await actors.index.remove(COLLECTION, (RECORD.id,))
    await actors.counts.remove([KEY], token)
    stored = await storing
    assert (stored.deduplicated, stored.metadata.votes.upvotes) == (False, 0)
    assert actors.is_whole()


async def with_both(actors: Actors) -> Actors:
    await actors.index.add((FIRST, SECOND))
    await begin(actors.counts, FIRST, SECOND)
    return actors


def test_one_that_never_comes_free_does_not_keep_the_others() -> None:
    async def delete_both() -> Actors:
        actors = await with_both(Actors(FakeIndex(), FakeCounts()))
        await actors.counts.claim([SECOND.key], "for good")
        with pytest.raises(StoreUnavailable, match="adding or removing"):
            await actors.delete(FIRST.id, SECOND.id)
        assert actors.is_nowhere(FIRST)
        assert await actors.counts.claim([SECOND.key], "for good") == (Claim.REGRANTED,)
        await actors.counts.release([SECOND.key], "for good")
        return actors

    assert virtual_time.run(delete_both()).is_whole(SECOND)


def test_one_that_is_waited_for_as_long_as_a_claim_lives_is_deleted_with_the_others() -> None:
    async def delete_both() -> DeletionReceipt:
        steps = Faults()
        actors = await with_both(Actors(SteppedIndex(steps), ExpiringCounts(steps)))
        await actors.counts.claim([SECOND.key], "left by who crashed")
        await asyncio.sleep(0.01)
        receipt = await actors.delete(FIRST.id, SECOND.id)
        assert actors.is_nowhere(FIRST)
        assert actors.is_nowhere(SECOND)
        return receipt

    receipt = virtual_time.run(delete_both())
    assert receipt.deleted_ids == (FIRST.id, SECOND.id)
    assert (receipt.removed.vectors, receipt.removed.keys) == (2, 6)


@pytest.mark.parametrize("order", [(FIRST, SECOND), (SECOND, FIRST)])
def test_two_that_delete_the_same_memories_do_not_wait_for_each_other(
    order: tuple[Record, Record],
) -> None:
    async def delete_twice() -> list[DeletionReceipt]:
        steps = Faults()
        actors = await with_both(Actors(SteppedIndex(steps), ExpiringCounts(steps)))
        await actors.counts.claim([order[0].key], "theirs")
        one = asyncio.create_task(actors.delete(FIRST.id, SECOND.id))
        other = asyncio.create_task(actors.delete(SECOND.id, FIRST.id))
        await asyncio.sleep(0.01)
        await actors.counts.release([order[0].key], "theirs")
        receipts = [await one, await other]
        assert asyncio.get_running_loop().time() < 1
        assert actors.is_nowhere(FIRST)
        assert actors.is_nowhere(SECOND)
        return receipts

    receipts = virtual_time.run(delete_twice())
    assert sum(each.removed.vectors for each in receipts) == 2
    assert sum(each.removed.keys for each in receipts) == 6
