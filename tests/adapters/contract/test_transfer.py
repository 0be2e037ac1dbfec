"""What the ledger promises about export, import and the cursors of scheduled walks."""

from recollect.core.operation import Operation
from recollect.core.timestamps import epoch_ms
from recollect.learning.contexts import RunContext
from recollect.learning.judges import OPERATOR
from recollect.memories.lifecycle.transfer import Line, line_of
from recollect.memories.model import HistoryEvent
from recollect.memories.requests import NewVote
from recollect.memories.stored.ledger_data import (
    Exposure,
    MemoryExport,
    MemoryOutcome,
    RunOutcome,
    Validation,
    WalkCursor,
)
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lifecycle import begin, delete, exist


async def with_a_past(stores: Stores, name: str = "One") -> MemoryRecord:
    """A memory that was voted on, judged and validated."""
    record = await stores.begun(name, conversation_id="cnv_1")
    await stores.ledger.apply(record.key, NewVote(vote="downvote", voter_id="ada"), op())
    await stores.ledger.apply(record.key, MemoryOutcome("corrected", at(3), "Ünlike"), op())
    await stores.ledger.apply(record.key, Validation(), op(minutes=4))
    return record


async def test_a_memory_survives_export_and_restore(stores: Stores) -> None:
    record = await with_a_past(stores)
    counts, history = await stores.counts(record), await stores.ledger.history(record.key)
    dumped = await stores.ledger.export([record.key])
    await delete(stores.ledger, record.key)
    assert await stores.ledger.restore([record], dumped, "", op(minutes=9)) == (True,)
    again = await stores.counts(record)
    assert (again.upvotes, again.downvotes) == (counts.upvotes, counts.downvotes)
    assert (again.outcome, again.correction) == (counts.outcome, counts.correction)
    assert (again.occurrences, again.validated_at) == (1, at(4))
    events = await stores.ledger.history(record.key)
    assert events[:-1] == history
    assert (events[-1].type, events[-1].at) == ("imported", "2026-03-01T12:09:00.000Z")
    assert await stores.ledger.memories_of_conversation(stores.collection, "cnv_1") == (record.id,)


async def judged(stores: Stores, record: MemoryRecord, outcome: RunOutcome) -> int:
    """Cite the memory in a run that ends so; count its runs that failed since the last success."""
    await stores.ledger.cite(stores.collection, outcome.run_id, [record.id], op())
    await stores.ledger.apply_run_outcome(stores.collection, outcome, [record.id], op())
    return (await stores.counts(record)).failed_last


async def test_the_count_of_latest_failures_goes_on_after_an_import(stores: Stores) -> None:
    record = stores.new()
    await begin(stores.ledger, record)
    for run in ("run_1", "run_2"):
        await judged(stores, record, RunOutcome(run, "failure", at(1)))
    dumped = await stores.ledger.export([record.key])
    await delete(stores.ledger, record.key)
    await stores.ledger.restore([record], dumped, "", op(minutes=9))
    assert (await stores.counts(record)).failed_last == 2
    assert await judged(stores, record, RunOutcome("run_3", "failure", at(10))) == 3
    assert await judged(stores, record, RunOutcome("run_4", "success", at(11))) == 0


async def test_a_failure_before_an_imported_success_is_not_one_of_the_latest(
    stores: Stores,
) -> None:
    record = stores.new()
    await begin(stores.ledger, record)
    await judged(stores, record, RunOutcome("run_1", "success", at(5)))
    await judged(stores, record, RunOutcome("run_2", "failure", at(6)))
    dumped = await stores.ledger.export([record.key])
    await delete(stores.ledger, record.key)
    await stores.ledger.restore([record], dumped, "", op(minutes=9))
    assert await judged(stores, record, RunOutcome("run_3", "failure", at(3))) == 1
    assert await judged(stores, record, RunOutcome("run_4", "failure", at(10))) == 2


async def test_an_export_contains_the_results_of_runs_but_not_their_names(stores: Stores) -> None:
    record, runs = stores.new(), RunContext("draft", "access rights")
    await begin(stores.ledger, record)
    shown = [Exposure(record.key, True, 0.9, 1)]
    await stores.ledger.expose(stores.collection, "run_1", shown, op())
    await stores.ledger.cite(stores.collection, "run_1", [record.id], op(), runs)
    said = RunOutcome("run_1", "success", at(1))
    await stores.ledger.apply_run_outcome(stores.collection, said, [record.id], op(), is_whole=True)
    (kept,) = await stores.ledger.export([record.key])
    line = Line.model_validate_json(line_of(record, kept).model_dump_json())
    await delete(stores.ledger, record.key)
    await stores.ledger.restore([record], [line.export()], "", op())
    again = await stores.counts(record)

    assert (again.citations, again.success_rate) == (1, 1.0)
    assert (again.trials, again.contexts) == ((), ())


async def test_a_restored_voter_still_counts_once(stores: Stores) -> None:
    record = await with_a_past(stores)
    dumped = await stores.ledger.export([record.key])
    await delete(stores.ledger, record.key)
    await stores.ledger.restore([record], dumped, "", op())
    for _ in range(2):
        vote = NewVote(vote="upvote", voter_id="ada")
        counts = await stores.ledger.apply(record.key, vote, op())
        assert counts is not None
        assert (counts.upvotes, counts.downvotes) == (1, 1)
        assert counts.believed_votes == (1, 1)


async def test_an_imported_vote_is_the_operators_and_no_other_judge_takes_it_back(
    stores: Stores,
) -> None:
    record = stores.new()
    export = MemoryExport({"upvotes": "1"}, {"bob": "upvote"})
    await stores.ledger.restore([record], [export], "", op())
    downvote = NewVote(vote="downvote", voter_id="bob")
    for by, believed in ((Operation("bob", at(1)), (1, 1)), (op(minutes=2), (0, 1))):
        counts = await stores.ledger.apply(record.key, downvote, by)
        assert counts is not None
        assert (counts.upvotes, counts.downvotes) == (0, 1)
        assert counts.believed_votes == believed


async def test_the_operator_stands_by_an_imported_memory_whatever_one_judge_says_of_it(
    stores: Stores,
) -> None:
    record = stores.new()
    await stores.ledger.restore([record], [MemoryExport()], "", op())
    for minutes, way in enumerate(("upvote", "downvote")):
        said = NewVote.model_validate({"vote": way, "voter_id": "bob"})
        await stores.ledger.apply(record.key, said, Operation("bob", at(minutes)))
    counts = await stores.counts(record)
    assert counts.backers == {OPERATOR}
    assert counts.opponents == {"bob"}


async def test_nobody_stands_by_an_imported_memory_that_was_unproven(stores: Stores) -> None:
    record = stores.new()
    await stores.ledger.restore([record], [MemoryExport({"unproven": "1"})], "", op())
    assert (await stores.counts(record)).backers == frozenset()
    said = NewVote(vote="upvote", voter_id="bob")
    await stores.ledger.apply(record.key, said, Operation("bob", at(1)))
    assert (await stores.counts(record)).backers == {"bob"}


async def test_a_restored_outcome_yields_only_to_a_later_one(stores: Stores) -> None:
    record = await with_a_past(stores)
    dumped = await stores.ledger.export([record.key])
    await delete(stores.ledger, record.key)
    await stores.ledger.restore([record], dumped, "", op())
    early = await stores.ledger.apply(record.key, MemoryOutcome("failed", at(2)), op("early"))
    late = await stores.ledger.apply(record.key, MemoryOutcome("failed", at(5)), op("late"))
    assert early is not None
    assert late is not None
    assert (early.outcome, late.outcome) == ("corrected", "failed")


async def test_an_imported_outcome_yields_to_a_later_arrival_with_the_same_time(
    stores: Stores,
) -> None:
    record = stores.new()
    export = MemoryExport({"outcome": "failed", "outcome_at": f"{epoch_ms(at(0)):015d}"})
    await stores.ledger.claim([record.key], "import")
    await stores.ledger.restore([record], [export], "import", op())
    for minutes, stands in ((-1, "failed"), (0, "success")):
        counts = await stores.ledger.apply(record.key, MemoryOutcome("success", at(minutes)), op())
        assert counts is not None
        assert counts.outcome == stands


async def test_an_import_does_not_overwrite_an_existing_memory(stores: Stores) -> None:
    begun, new = await with_a_past(stores, "Begun"), stores.new("New")
    before = await stores.counts(begun)
    export = MemoryExport({"upvotes": "40"}, {"eve": "upvote"}, ())
    assert await stores.ledger.restore([begun, new], [export, export], "", op()) == (False, True)
    assert await stores.counts(begun) == before
    assert (await stores.counts(new)).upvotes == 40


async def test_restoring_a_memory_releases_the_claim(stores: Stores) -> None:
    begun, new = await with_a_past(stores, "Begun"), stores.new("New")
    keys = [begun.key, new.key]
    await stores.ledger.claim(keys, "import")
    await stores.ledger.restore([begun, new], [MemoryExport(), MemoryExport()], "import", op())
    claims = await stores.ledger.claim(keys, "mine")
    assert [claim.value for claim in claims] == ["regranted", "regranted"]


async def test_a_memory_without_a_past_begins_with_one_occurrence(stores: Stores) -> None:
    record = stores.new()
    await stores.ledger.restore([record], [MemoryExport()], "", op())
    assert (await stores.counts(record)).occurrences == 1
    assert [event.type for event in await stores.ledger.history(record.key)] == ["imported"]


async def test_an_import_brings_a_deleted_memory_back(stores: Stores) -> None:
    record = await with_a_past(stores)
    await delete(stores.ledger, record.key)
    await stores.ledger.restore([record], [MemoryExport()], "", op())
    assert await stores.ledger.apply(record.key, NewVote(vote="upvote"), op()) is not None


async def test_the_ledger_knows_which_memories_exist(stores: Stores) -> None:
    begun, only_claimed = await with_a_past(stores), stores.new("Claimed")
    await stores.ledger.claim([only_claimed.key], "theirs")
    keys = [only_claimed.key, begun.key, stores.new("Unknown").key]
    assert await exist(stores.ledger, *keys) == (False, True, False)


async def test_the_export_of_an_unknown_memory_is_empty(stores: Stores) -> None:
    (export,) = await stores.ledger.export([stores.new().key])
    assert (dict(export.fields), dict(export.voters), tuple(export.history)) == ({}, {}, ())


async def test_a_long_history_is_restored_whole_and_in_order(stores: Stores) -> None:
    past = [
        HistoryEvent(at=f"2025-01-01T00:00:00.{number:03}Z", type="voted", actor="a", details={})
        for number in range(300)
    ]
    record = stores.new()
    await stores.ledger.restore([record], [MemoryExport({}, {}, past)], "", op())
    assert list(await stores.ledger.history(record.key))[:-1] == past


async def test_a_cursor_keeps_its_place(stores: Stores) -> None:
    task = f"prune-{stores.app_slug}"
    assert await stores.ledger.load_cursor(task) == WalkCursor()
    await stores.ledger.save_cursor(task, WalkCursor("support:b", "cursor-7"))
    assert await stores.ledger.load_cursor(task) == WalkCursor("support:b", "cursor-7")
    await stores.ledger.save_cursor(task, WalkCursor())
    assert await stores.ledger.load_cursor(task) == WalkCursor()


async def test_an_export_says_whether_a_memory_has_a_tombstone(stores: Stores) -> None:
    alive, deleted = await with_a_past(stores, "Alive"), await with_a_past(stores, "Deleted")
    await stores.ledger.begin_deletion([deleted.key], [None], "remover")
    exports = await stores.ledger.export([alive.key, deleted.key])
    assert [export.tombstoned for export in exports] == [False, True]
