"""The ledger's archive: a memory that has changed stays active, a restored one is as it was."""

import asyncio
from datetime import timedelta

from recollect.memories.model import Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import MemoryOutcome, Validation
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import NOON, Stores, op
from tests.memories.lifecycle import begin, break_off_deletion, delete, only


async def archived(stores: Stores, record: MemoryRecord) -> MemoryCounts | None:
    counts = await stores.counts(record)
    (answer,) = await stores.ledger.archive([(record, counts)], op())
    return answer


async def voted(stores: Stores, record: MemoryRecord, vote: Vote = "upvote") -> None:
    await stores.ledger.apply(record.key, NewVote(vote=vote, voter_id="grace"), op())


async def test_a_memory_is_archived_once_and_keeps_its_counts(stores: Stores) -> None:
    record = await stores.begun()
    await voted(stores, record)
    counts = await archived(stores, record)
    assert counts is not None
    assert counts.archived_at == NOON
    assert (counts.upvotes, counts.decided["state"]) == (1, "archived")
    assert await archived(stores, record) is None
    assert await stores.counts(record) == counts
    kinds = [each.type for each in await stores.ledger.history(record.key)]
    assert kinds == ["stored", "voted", "archived"]


async def test_a_memory_that_changed_since_its_counts_were_read_is_not_archived(
    stores: Stores,
) -> None:
    changed, same = stores.new("Changed"), stores.new("Same")
    await begin(stores.ledger, changed, same)
    before = [(each, await stores.counts(each)) for each in (changed, same)]
    await voted(stores, changed)
    stays, goes = await stores.ledger.archive(before, op())
    assert (stays, goes is not None) == (None, True)
    assert (await stores.counts(changed)).archived_at is None


async def test_a_missing_or_deleted_memory_is_neither_archived_nor_restored(stores: Stores) -> None:
    never, deleted, going = (stores.new(each) for each in ("Never", "Deleted", "Going"))
    await begin(stores.ledger, deleted, going)
    await delete(stores.ledger, deleted.key)
    await break_off_deletion(stores.ledger, going.key)
    for record in (never, deleted, going):
        assert await archived(stores, record) is None
        assert await stores.ledger.unarchive(record.key, op()) is None
    assert await stores.ledger.archive([], op()) == ()


async def test_a_restored_memory_has_the_state_that_it_had_before(stores: Stores) -> None:
    plain, doubted = stores.new("Plain"), stores.new("Doubted", trust=0.1)
    for record, state in ((plain, "active"), (doubted, "quarantined")):
        await begin(stores.ledger, record)
        await archived(stores, record)
        counts = await stores.ledger.unarchive(record.key, op())
        assert counts is not None
        assert (counts.archived_at, counts.restored_at) == (None, NOON)
        assert counts.decided["state"] == state
        assert counts.decided["archived_at"] is None


async def test_a_validation_does_not_restore_a_memory_but_takes_effect_once_it_is_restored(
    stores: Stores,
) -> None:
    record = await stores.begun("Doubted", trust=0.1)
    await archived(stores, record)
    counts = await stores.ledger.apply(record.key, Validation(), op())
    assert counts is not None
    assert counts.decided["state"] == "archived"
    back = await stores.ledger.unarchive(record.key, op())
    assert back is not None
    assert back.decided["state"] == "active"


async def test_restoring_a_memory_that_is_not_archived_changes_nothing(stores: Stores) -> None:
    record = await stores.begun()
    before = await stores.counts(record)
    assert await stores.ledger.unarchive(record.key, op()) == before


async def test_an_operation_restores_once_however_often_it_arrives(stores: Stores) -> None:
    record = await stores.begun()
    await archived(stores, record)
    restoring = op(f"restore {record.id}")
    await stores.ledger.unarchive(record.key, restoring)
    await archived(stores, record)
    late = await stores.ledger.unarchive(record.key, restoring)
    assert late is not None
    assert late.archived_at == NOON


async def test_storing_a_memory_again_restores_it_but_a_repeat_of_that_request_does_not(
    stores: Stores,
) -> None:
    record = stores.new()
    storing = op(f"store {record.id}")
    await begin(stores.ledger, record)
    await archived(stores, record)
    again = only(await begin(stores.ledger, record, by=storing))
    assert (again.created, again.counts.occurrences) == (False, 2)
    assert (again.counts.archived_at, again.counts.restored_at) == (None, NOON)
    await archived(stores, record)
    repeated = only(await begin(stores.ledger, record, by=storing))
    assert (repeated.counts.occurrences, repeated.counts.archived_at) == (2, NOON)


async def test_storing_a_memory_again_as_failed_does_not_restore_it(stores: Stores) -> None:
    record, failed = stores.new(), stores.new(outcome="failed")
    await begin(stores.ledger, record)
    await archived(stores, record)
    again = only(await begin(stores.ledger, failed))
    assert (again.counts.occurrences, again.counts.downvotes) == (2, 1)
    assert (again.counts.archived_at, again.counts.outcome) == (NOON, "failed")


async def test_an_archived_memory_is_listed_and_deleted_like_any_other(stores: Stores) -> None:
    record = await stores.begun()
    await archived(stores, record)
    assert await stores.ledger.how_many([stores.collection], sensitive=False) == (1,)
    await delete(stores.ledger, record.key)
    assert await stores.ledger.how_many([stores.collection], sensitive=False) == (0,)
    assert (await stores.counts(record)).archived_at is None


async def test_archiving_and_storing_at_the_same_time_leave_the_memory_active(
    stores: Stores,
) -> None:
    record = await stores.begun()
    for _ in range(10):
        counts = await stores.counts(record)
        (went,), (again,) = await asyncio.gather(
            stores.ledger.archive([(record, counts)], op()), begin(stores.ledger, record)
        )
        now = await stores.counts(record)
        assert now.archived_at is None
        assert now.occurrences == again.counts.occurrences
        assert now.revision == counts.revision + 1 + (went is not None)


async def test_an_outcome_of_an_archived_memory_is_not_lost(stores: Stores) -> None:
    record = await stores.begun()
    await archived(stores, record)
    failed = MemoryOutcome("failed", NOON - timedelta(hours=1), "No")
    await stores.ledger.apply(record.key, failed, op())
    back = await stores.ledger.unarchive(record.key, op())
    assert back is not None
    assert (back.outcome, back.correction, back.downvotes) == ("failed", "No", 1)
