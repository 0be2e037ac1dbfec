import asyncio
from dataclasses import replace

import pytest

from recollect.core.errors import DeadlineExceeded, NotFound, StoreUnavailable
from recollect.core.security_levels import SecurityLevel
from recollect.memories.known.reading import get_memory, memory_history
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.receipts import DeletionReceipt
from recollect.memories.requests import NewVote
from recollect.memories.stored.judged_cases import JudgedCases
from recollect.memories.stored.ledger_data import ClaimResult
from recollect.memories.stored.record import MemoryRecord
from tests.cases import each_case
from tests.memories.acting import KEY, RECORD, Actors, Clock
from tests.memories.fake_cases import FakeCases, NoCases
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import begin_deletion, delete, new_token
from tests.memories.samples import COLLECTION, NOW, op, record_of
from tests.memories.stepping import CLAIM_SECONDS, Fault, Faults
from tests.virtual_time import virtually

FIRST = record_of("First", conversation_id="cnv_1")
SECOND = record_of("Second", conversation_id="cnv_1")
OTHER = record_of("Other")

# Where a removal may break off, and how much of the memory its repeat still finds.
BREAKS = [
    Fault("ledger.begin_deletion", "before"),
    Fault("ledger.begin_deletion", "after"),
    Fault("index.remove", "before"),
    Fault("index.remove", "after"),
    Fault("ledger.finish_deletion", "before"),
]

FORGETTING = [Fault("cases.forget_citing", "before"), Fault("cases.forget_citing", "after")]


async def forget(
    actors: Actors,
    cases: JudgedCases,
    looks: int = 1_000,
    level: SecurityLevel = "restricted",
    operation: str = "",
) -> DeletionReceipt:
    """Delete the conversation of the first two until the clock was looked at `looks` times."""
    deletion = Deletion(COLLECTION, level, new_token(), actors.stores, operation)
    return await deletion.of_conversation("cnv_1", Clock(looks).is_up, cases)


@pytest.fixture
async def actors() -> Actors:
    return await Actors().keep(FIRST, SECOND, OTHER)


async def breaking_off(*faults: Fault) -> Actors:
    """Both stores with one memory; the faults happen from now on."""
    steps = Faults()
    actors = Actors(FakeIndex(steps), FakeLedger(steps))
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
        await get_memory(FIRST.key, "restricted", NOW, actors.stores)
    with pytest.raises(NotFound):
        await memory_history(FIRST.key, "restricted", actors.stores)
    assert set(actors.index.records) == {SECOND.key, OTHER.key}
    assert actors.is_nowhere(FIRST)


async def test_deleting_a_memory_a_second_time_is_not_found(actors: Actors) -> None:
    await actors.delete(FIRST.id)
    with pytest.raises(NotFound, match=FIRST.id):
        await actors.delete(FIRST.id)
    assert actors.is_nowhere(FIRST)


async def test_a_memory_that_only_one_store_has_is_deleted_there(actors: Actors) -> None:
    await actors.index.remove(COLLECTION, (FIRST.id,))
    receipt = await actors.delete(FIRST.id)
    assert (receipt.deleted_ids, receipt.removed.vectors) == ((FIRST.id,), 0)
    await delete(actors.ledger, SECOND.key)
    receipt = await actors.delete(SECOND.id)
    assert (receipt.deleted_ids, receipt.removed.keys) == ((SECOND.id,), 0)
    assert set(actors.index.records) == {OTHER.key}


async def test_the_receipt_names_only_memories_that_existed(actors: Actors) -> None:
    receipt = await actors.delete(FIRST.id, "mem_unknown", OTHER.id)
    assert receipt.deleted_ids == (FIRST.id, OTHER.id)
    assert (receipt.deleted_count, receipt.removed.vectors) == (2, 2)


async def test_deleting_a_conversation_deletes_its_memories_and_no_other(actors: Actors) -> None:
    receipt = await forget(actors, NoCases())
    assert set(receipt.deleted_ids) == {FIRST.id, SECOND.id}
    assert set(actors.index.records) == {OTHER.key}
    with pytest.raises(NotFound, match="cnv_1"):
        await forget(actors, NoCases())


async def test_deleting_a_conversation_deletes_the_cases_of_runs_that_cited_its_memories(
    actors: Actors,
) -> None:
    cases = FakeCases()
    cases.cited = {
        (COLLECTION, "cited both"): {FIRST.id, OTHER.id},
        (COLLECTION, "cnv_1"): set(),
        (COLLECTION, "cited another"): {OTHER.id},
    }
    await forget(actors, cases)
    assert set(cases.cited) == {(COLLECTION, "cited another")}


async def test_repeating_an_interrupted_deletion_of_a_conversation_leaves_no_case() -> None:
    for fault in (*FORGETTING, *BREAKS):
        steps = Faults()
        actors, cases = Actors(FakeIndex(steps), FakeLedger(steps)), FakeCases(steps)
        await actors.keep(FIRST, SECOND, OTHER)
        cases.cited = {(COLLECTION, "run"): {SECOND.id}}
        steps.add(fault)
        with pytest.raises(StoreUnavailable, match=fault.call):
            await forget(actors, cases)
        receipt = await forget(actors, cases)
        assert set(receipt.deleted_ids) == {FIRST.id, SECOND.id}
        assert not cases.cited
        assert actors.is_nowhere(FIRST)
        assert actors.is_nowhere(SECOND)


async def long_conversation() -> tuple[Actors, set[str]]:
    records = [record_of(f"Turn {n}", conversation_id="cnv_1") for n in range(201)]
    return await Actors().keep(*records), {each.id for each in records}


async def test_the_receipt_of_a_long_conversation_names_all_of_its_memories() -> None:
    actors, ids = await long_conversation()
    receipt = await forget(actors, NoCases())
    assert set(receipt.deleted_ids) == ids
    assert (receipt.deleted_count, receipt.removed.vectors) == (201, 201)
    assert receipt.removed.keys == 3 * 201
    assert not actors.index.records


async def test_a_repeat_deletes_the_rest_of_a_conversation_when_time_ran_out() -> None:
    actors, ids = await long_conversation()
    with pytest.raises(DeadlineExceeded):
        await forget(actors, NoCases(), looks=2)
    assert len(actors.index.records) == 1
    left = {memory_id for _, memory_id in actors.index.records}
    assert set((await forget(actors, NoCases())).deleted_ids) == left < ids
    assert not actors.index.records


async def test_a_deletion_that_runs_out_of_time_does_not_reveal_too_sensitive_memories() -> None:
    actors, everything = await long_conversation()
    ids = sorted(everything)
    for key, record in actors.index.records.items():
        if record.id in ids[100:]:
            sensitive = {**record.metadata, "sensitivity": 0.9}
            actors.index.records[key] = replace(record, metadata=sensitive)
    receipt = await forget(actors, NoCases(), looks=1, level="internal")
    assert receipt.deleted_ids == tuple(ids[:100])
    with pytest.raises(NotFound):
        await forget(actors, NoCases(), level="internal")
    assert len(actors.index.records) == 101


async def test_repeating_an_interrupted_deletion_gives_a_receipt_and_leaves_nothing() -> None:
    for fault in BREAKS:
        actors = await half_deleted(fault)
        receipt = await actors.delete()
        assert (receipt.deleted_count, receipt.deleted_ids) == (1, (RECORD.id,))
        assert receipt.removed.vectors == (0 if fault in BREAKS[3:] else 1)
        assert receipt.removed.keys == 6
        assert actors.is_nowhere()


async def test_repeating_a_deletion_operation_returns_its_receipt_and_deletes_nothing_more() -> (
    None
):
    actors = await breaking_off()
    receipt = await actors.delete(operation="op")
    assert (receipt.deleted_ids, receipt.removed.vectors) == ((RECORD.id,), 1)
    assert await actors.delete(operation="op") == receipt
    await actors.store()
    assert await actors.delete(operation="op") == receipt
    assert actors.is_whole()
    assert (await actors.delete(operation="another")).deleted_ids == (RECORD.id,)
    assert actors.is_nowhere()


async def test_two_concurrent_repeats_of_a_deletion_both_get_the_receipt() -> None:
    actors = await breaking_off(Fault("ledger.finish_deletion", "after"))
    with pytest.raises(StoreUnavailable):
        await actors.delete(operation="op")
    one, other = await asyncio.gather(*(actors.delete(operation="op") for _ in range(2)))
    assert one == other
    assert (one.deleted_ids, one.removed.vectors, one.removed.keys) == ((RECORD.id,), 1, 6)


async def test_a_caller_of_a_lower_level_does_not_get_the_receipt_of_a_higher_one() -> None:
    actors = await Actors().keep(FIRST, SECOND)
    await actors.delete(FIRST.id, operation="op")
    await forget(actors, NoCases(), operation="op")
    with pytest.raises(NotFound):
        await actors.delete(FIRST.id, operation="op", level="internal")
    with pytest.raises(NotFound):
        await forget(actors, NoCases(), operation="op", level="internal")


async def test_repeating_the_deletion_of_a_conversation_names_all_that_was_deleted() -> None:
    actors, ids = await long_conversation()
    with pytest.raises(DeadlineExceeded):
        await forget(actors, NoCases(), looks=2, operation="op")
    receipt = await forget(actors, NoCases(), operation="op")
    assert receipt.deleted_ids == tuple(sorted(ids))
    assert (receipt.removed.vectors, receipt.removed.keys) == (201, 3 * 201)
    assert await forget(actors, NoCases(), operation="op") == receipt
    with pytest.raises(NotFound):
        await forget(actors, NoCases(), operation="another")


async def test_repeating_a_deletion_keeps_the_cases_of_memories_stored_since() -> None:
    actors, cases = await Actors().keep(FIRST, SECOND), FakeCases()
    receipt = await forget(actors, cases, operation="op")
    await actors.keep(FIRST)
    cases.cited = {(COLLECTION, "run"): {FIRST.id}}
    assert await forget(actors, cases, operation="op") == receipt
    assert actors.is_whole(FIRST)
    assert set(cases.cited) == {(COLLECTION, "run")}


async def test_an_interrupted_deletion_hides_the_memory_and_the_next_prune_finishes_it() -> None:
    for fault in BREAKS[1:]:
        actors = await half_deleted(fault)
        with pytest.raises(NotFound):
            await get_memory(KEY, "restricted", NOW, actors.stores)
        with pytest.raises(NotFound):
            await memory_history(KEY, "restricted", actors.stores)
        assert await actors.ledger.apply(KEY, NewVote(vote="upvote"), op()) is None
        pruned = await actors.prune()
        assert (pruned.deleted_count, pruned.deleted_ids) == (1, (RECORD.id,))
        assert actors.is_nowhere()
        assert (await actors.prune()).deleted_ids == ()


async def test_an_interrupted_deletion_releases_its_claim() -> None:
    for fault in BREAKS:
        actors = await half_deleted(fault)
        (claim,) = await actors.ledger.claim([KEY], "next")
        assert claim is (ClaimResult.REGRANTED if fault == BREAKS[0] else ClaimResult.TOMBSTONED)


async def test_a_memory_stored_after_an_interrupted_deletion_begins_anew() -> None:
    for fault in BREAKS[1:]:
        actors = await half_deleted(fault)
        stored = await actors.store()
        assert (stored.deduplicated, stored.metadata.occurrences) == (False, 1)
        assert stored.metadata.votes.upvotes == 0
        assert [each.type for each in await actors.ledger.history(KEY)] == ["stored"]
        assert actors.is_whole()
        assert (await actors.prune()).deleted_ids == ()


async def test_pruning_finishes_a_deletion_after_which_a_store_was_interrupted() -> None:
    actors = await breaking_off(Fault("index.remove"), Fault("ledger.count_occurrence"))
    with pytest.raises(StoreUnavailable, match=r"index\.remove"):
        await actors.delete()
    with pytest.raises(StoreUnavailable, match=r"ledger\.count_occurrence"):
        await actors.store()
    await actors.prune()
    assert actors.is_nowhere()


async def test_deleting_waits_for_a_running_store_and_then_deletes_the_memory() -> None:
    actors = await breaking_off()
    await actors.ledger.claim([KEY], "theirs")
    deleting = asyncio.create_task(actors.delete())
    await asyncio.sleep(0.01)
    assert not deleting.done()
    await actors.ledger.count_occurrence([RECORD], "theirs", op())
    assert (await deleting).deleted_ids == (RECORD.id,)
    assert actors.is_nowhere()


async def test_storing_waits_for_a_running_deletion_and_then_stores_the_memory_anew() -> None:
    actors = await breaking_off()
    token = await begin_deletion(actors.ledger, KEY)
    storing = asyncio.create_task(actors.store())
    await asyncio.sleep(0.01)
    assert not storing.done()
    await actors.index.remove(COLLECTION, (RECORD.id,))
    await actors.ledger.finish_deletion([KEY], [1], token)
    stored = await storing
    assert (stored.deduplicated, stored.metadata.votes.upvotes) == (False, 0)
    assert actors.is_whole()


async def with_both(actors: Actors) -> Actors:
    return await actors.keep(FIRST, SECOND)


def test_a_memory_that_stays_claimed_does_not_keep_others_from_being_deleted() -> None:
    async def delete_both() -> Actors:
        actors = await with_both(Actors(FakeIndex(), FakeLedger()))
        await actors.ledger.claim([SECOND.key], "for good")
        with pytest.raises(StoreUnavailable, match="adding or removing"):
            await actors.delete(FIRST.id, SECOND.id)
        assert actors.is_nowhere(FIRST)
        assert await actors.ledger.claim([SECOND.key], "for good") == (ClaimResult.REGRANTED,)
        await actors.ledger.release([SECOND.key], "for good")
        return actors

    assert virtually(delete_both()).is_whole(SECOND)


def test_a_memory_whose_claim_expires_is_deleted_with_the_others() -> None:
    async def delete_both() -> DeletionReceipt:
        steps = Faults()
        actors = await with_both(Actors(FakeIndex(steps), FakeLedger(steps, CLAIM_SECONDS)))
        await actors.ledger.claim([SECOND.key], "left by who crashed")
        await asyncio.sleep(0.01)
        receipt = await actors.delete(FIRST.id, SECOND.id)
        assert actors.is_nowhere(FIRST)
        assert actors.is_nowhere(SECOND)
        return receipt

    receipt = virtually(delete_both())
    assert receipt.deleted_ids == (FIRST.id, SECOND.id)
    assert (receipt.removed.vectors, receipt.removed.keys) == (2, 6)


@each_case("order", [(FIRST, SECOND), (SECOND, FIRST)])
def test_two_deletions_of_the_same_memories_do_not_block_each_other(
    order: tuple[MemoryRecord, MemoryRecord],
) -> None:
    async def delete_twice() -> list[DeletionReceipt]:
        steps = Faults()
        actors = await with_both(Actors(FakeIndex(steps), FakeLedger(steps, CLAIM_SECONDS)))
        await actors.ledger.claim([order[0].key], "theirs")
        one = asyncio.create_task(actors.delete(FIRST.id, SECOND.id))
        other = asyncio.create_task(actors.delete(SECOND.id, FIRST.id))
        await asyncio.sleep(0.01)
        await actors.ledger.release([order[0].key], "theirs")
        receipts = [await one, await other]
        assert asyncio.get_running_loop().time() < 1
        assert actors.is_nowhere(FIRST)
        assert actors.is_nowhere(SECOND)
        return receipts

    receipts = virtually(delete_twice())
    assert sum(each.removed.vectors for each in receipts) == 2
    assert sum(each.removed.keys for each in receipts) == 6
