"""What a retraction promises: it voids the citations and names the runs and memories affected."""

from datetime import timedelta

from recollect.core.operation import Operation
from recollect.memories.stored.ledger_data import (
    MemoryExport,
    RecordedOutcome,
    Retraction,
    RunOutcome,
    Validation,
)
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.judging import by, vote
from tests.adapters.contract.stores import NOON, Stores, op
from tests.memories.lifecycle import begin, break_off_deletion, delete, new_token


async def retracted(stores: Stores, record: MemoryRecord) -> Retraction:
    retraction = await stores.ledger.retract(record, op())
    assert retraction is not None
    return retraction


async def judged(stores: Stores, run_id: str, record: MemoryRecord) -> None:
    await stores.ledger.cite(stores.collection, run_id, [record.id], op())
    await stores.ledger.apply_run_outcome(
        stores.collection, RunOutcome(run_id, "success", NOON), [record.id], op()
    )


async def test_a_retracted_memory_is_archived_and_no_run_has_cited_it(stores: Stores) -> None:
    record, other = stores.new("Bad"), stores.new("Good")
    await begin(stores.ledger, record, other)
    for run_id in ("run_1", "run_2"):
        await judged(stores, run_id, record)
        await judged(stores, run_id, other)
    retraction = await retracted(stores, record)
    counts = retraction.counts
    assert (counts.citations, counts.successes, counts.failures) == (0, 0, 0)
    assert counts.succeeded_at is None
    assert (counts.archived_at, counts.decided["state"]) == (NOON, "archived")
    assert (retraction.runs, retraction.derived) == (("run_1", "run_2"), ())
    assert await stores.ledger.memories_of_run(stores.collection, "run_1") == (other.id,)
    assert (await stores.counts(other)).successes == 2
    assert await retracted(stores, record) == retraction
    history = await stores.ledger.history(record.key)
    assert [each.details for each in history if each.type == "retracted"] == [
        {"authority": "operator"}
    ]


async def test_no_run_cites_or_judges_a_retracted_memory_until_it_is_restored(
    stores: Stores,
) -> None:
    record = await stores.begun()
    await judged(stores, "run_1", record)
    await retracted(stores, record)
    ledger, collection = stores.ledger, stores.collection
    late = RunOutcome("run_1", "failure", NOON)
    assert await ledger.apply_run_outcome(collection, late, [record.id], op()) == record.id
    for run_id in ("run_1", "run_2"):
        assert await ledger.cite(collection, run_id, [record.id], op()) == record.id
    assert (await stores.counts(record)).citations == 0
    await ledger.unarchive(record.key, op())
    assert (await stores.counts(record)).failed_last == 0
    failed = RunOutcome("run_3", "failure", NOON)
    await ledger.cite(collection, "run_3", [record.id], op())
    await ledger.apply_run_outcome(collection, failed, [record.id], op())
    # The success of run_1 is void and confirms nothing.
    assert (await stores.counts(record)).succeeded_at is None
    await judged(stores, "run_1", record)
    assert (await stores.counts(record)).successes == 1


async def test_whoever_retracts_a_memory_speaks_against_it(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.ledger, record, by=by("ann"))
    await stores.ledger.apply(record.key, vote("upvote", "bob"), by("bob"))
    retraction = await stores.ledger.retract(record, by("bob"))
    assert retraction is not None
    assert not retraction.counts.supporters
    assert retraction.counts.opponents == {"bob"}


async def test_storing_a_retracted_memory_again_does_not_restore_it(stores: Stores) -> None:
    record = await stores.begun()
    await retracted(stores, record)
    (again,) = await begin(stores.ledger, record)
    assert (again.counts.occurrences, again.counts.archived_at) == (2, NOON)


async def test_memories_derived_before_are_named_and_those_derived_later_are_quarantined(
    stores: Stores,
) -> None:
    origin = stores.new("Origin")
    child = stores.new("Child", derived_from=[origin.id])
    await begin(stores.ledger, origin, child)
    assert (await stores.counts(child)).state == "active"
    assert (await retracted(stores, origin)).derived == (child.id,)

    (quarantined,) = await stores.ledger.quarantine([child.key], op())
    assert quarantined is not None
    assert quarantined.counts.state == "quarantined"
    grandchild = stores.new("Grandchild", derived_from=[child.id])
    late = stores.new("Late", derived_from=["mem_unknown", origin.id])
    for record in (grandchild, late):
        (begun,) = await begin(stores.ledger, record)
        assert begun.counts.state == "quarantined"
    (again,) = await stores.ledger.quarantine([child.key], op())
    assert again is not None
    assert again.derived == (grandchild.id,)
    imported = stores.new("Imported", derived_from=[origin.id])
    await stores.ledger.restore([imported], [MemoryExport({"state": "active"})], new_token(), op())
    assert (await stores.counts(imported)).state == "quarantined"
    everything = {child.id, late.id, imported.id}
    assert set((await retracted(stores, origin)).derived) == everything
    await stores.ledger.apply(child.key, Validation(), op())
    fresh = stores.new("Fresh", derived_from=[child.id])
    (begun,) = await begin(stores.ledger, fresh)
    assert begun.counts.state == "active"


async def test_the_state_of_a_derived_memory_does_not_reveal_a_secret_origin(
    stores: Stores,
) -> None:
    origin = await stores.begun("Secret", sensitivity=0.9)
    await retracted(stores, origin)
    plain = stores.new("Plain", derived_from=[origin.id])
    secret = stores.new("Secret, too", derived_from=[origin.id], sensitivity=0.9)
    await begin(stores.ledger, plain, secret)
    assert (await stores.counts(plain)).state == "active"
    assert (await stores.counts(secret)).state == "quarantined"
    assert set((await retracted(stores, origin)).derived) == {plain.id, secret.id}


async def test_a_deleted_memory_has_no_origins_and_no_derived_memories(stores: Stores) -> None:
    origin = stores.new("Origin")
    child = stores.new("Child", derived_from=[origin.id])
    await begin(stores.ledger, origin, child)
    await judged(stores, "run_1", origin)
    await delete(stores.ledger, child.key)
    retraction = await retracted(stores, origin)
    assert (retraction.derived, retraction.runs) == ((), ("run_1",))
    assert await stores.ledger.quarantine([child.key], op()) == (None,)
    await delete(stores.ledger, origin.key)
    assert await stores.ledger.retract(origin, op()) is None
    await begin(stores.ledger, origin)
    retraction = await retracted(stores, origin)
    assert (retraction.derived, retraction.runs) == ((), ())
    await break_off_deletion(stores.ledger, origin.key)
    assert await stores.ledger.retract(origin, op()) is None


async def test_a_judge_of_void_runs_gets_its_allowance_back(stores: Stores) -> None:
    record, ledger, app = stores.new(), stores.ledger, stores.collection
    await begin(ledger, record)

    async def judges(run: str, day: int) -> tuple[int, int]:
        bob = Operation("bob", NOON + timedelta(days=day))
        await ledger.cite(app, run, [record.id], op())
        said = RunOutcome(run, "failure", bob.at)
        assert isinstance(
            await ledger.apply_run_outcome(app, said, [record.id], bob), RecordedOutcome
        )
        return (await stores.counts(record)).believed_runs

    for day in range(4):
        await judges(f"run_{day}", day)
    await retracted(stores, record)
    await ledger.unarchive(record.key, op())
    # Also about an earlier run that cites it again.
    assert [await judges(f"run_{day}", day) for day in range(4)] == [(0, 1), (0, 2), (0, 3), (0, 3)]
