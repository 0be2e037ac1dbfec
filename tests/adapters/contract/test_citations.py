"""What the ledger promises about citations and how their runs turned out."""

import asyncio
from dataclasses import replace

import pytest

from recollect.core.operation import Operation
from recollect.core.timestamps import iso
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.model import CitationOutcome
from recollect.memories.stored.ledger_data import FOREIGN_RUN, RecordedOutcome, RunOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lifecycle import begin, delete


def judgement(outcome: CitationOutcome, minutes: float = 0) -> RunOutcome:
    return RunOutcome("run_1", outcome, at(minutes))


async def counts(stores: Stores, record: MemoryRecord) -> tuple[int, int, int]:
    counts = await stores.counts(record)
    return counts.citations, counts.successes, counts.failures


@pytest.fixture
async def pair(stores: Stores) -> tuple[MemoryRecord, MemoryRecord]:
    """Two memories that run_1 cited."""
    first, second = stores.new("First"), stores.new("Second")
    await begin(stores.ledger, first, second)
    ids = [first.id, second.id]
    assert await stores.ledger.cite(stores.collection, "run_1", ids, op()) is None
    return first, second


async def test_a_citation_counts_once_a_run(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    again = [stores.ledger.cite(stores.collection, "run_1", [first.id], op()) for _ in range(4)]
    assert await asyncio.gather(*again) == [None] * 4
    assert await stores.ledger.cite(stores.collection, "run_2", [first.id], op()) is None
    assert await counts(stores, first) == (2, 0, 0)
    assert await counts(stores, second) == (1, 0, 0)


async def test_a_run_knows_what_it_cited(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    cited = await stores.ledger.memories_of_run(stores.collection, "run_1")
    assert sorted(cited) == sorted(record.id for record in pair)
    assert await stores.ledger.memories_of_run(stores.collection, "run_9") == ()


async def test_a_citation_that_includes_a_deleted_memory_is_refused_as_a_whole(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    await delete(stores.ledger, second.key)
    ids = [first.id, second.id]
    assert await stores.ledger.cite(stores.collection, "run_2", ids, op()) == second.id
    assert await stores.ledger.memories_of_run(stores.collection, "run_2") == ()
    assert await counts(stores, first) == (1, 0, 0)


async def test_a_judged_run_counts_for_each_citation(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    ids = [record.id for record in pair]
    given = await stores.ledger.apply_run_outcome(
        stores.collection, judgement("success"), ids, op()
    )
    assert given == RecordedOutcome("success", tuple(ids))
    assert [await counts(stores, record) for record in pair] == [(1, 1, 0), (1, 1, 0)]
    assert sorted(await stores.ledger.memories_of_run(stores.collection, "run_1")) == sorted(ids)


async def test_a_change_of_mind_moves_the_count(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    for said in (judgement("success"), judgement("failure", 1)):
        await stores.ledger.apply_run_outcome(stores.collection, said, [first.id], op())
    assert await counts(stores, first) == (1, 0, 1)
    assert await counts(stores, second) == (1, 0, 0)


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
async def test_of_two_outcomes_with_the_same_time_the_later_arrival_stands(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord], order: tuple[str, str]
) -> None:
    first, _ = pair
    says = {"a": judgement("success"), "b": judgement("failure")}
    stands = {"a": (1, 1, 0), "b": (1, 0, 1)}
    # A repeated delivery is not a later arrival.
    for operation in (*order, order[0]):
        await stores.ledger.apply_run_outcome(
            stores.collection, says[operation], [first.id], op(operation)
        )
    assert await counts(stores, first) == stands[order[1]]


async def test_a_run_confirms_a_memory_only_while_its_outcome_is_success(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    app, ledger = stores.collection, stores.ledger
    await ledger.cite(app, "run_2", [first.id], op())
    other = RunOutcome("run_2", "success", at(1))
    for said, confirmed_at in (
        (judgement("success", 2), at(2)),
        (other, at(2)),
        (judgement("success", 4), at(4)),
        (judgement("success", 3), at(4)),
        (judgement("failure", 5), at(1)),
    ):
        await ledger.apply_run_outcome(app, said, [first.id], op())
        assert (await stores.counts(first)).succeeded_at == confirmed_at
    await ledger.apply_run_outcome(app, other._replace(outcome="failure"), [first.id], op())
    assert (await stores.counts(first)).succeeded_at is None


async def test_the_runs_that_failed_since_the_last_success_are_counted(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    app, ledger = stores.collection, stores.ledger
    for number in (2, 3):
        await ledger.cite(app, f"run_{number}", [first.id], op())
    for said, failed in (
        (judgement("success", 2), 0),
        (RunOutcome("run_2", "failure", at(3)), 1),
        (RunOutcome("run_3", "failure", at(4)), 2),
        (RunOutcome("run_3", "success", at(1)), 2),
        (RunOutcome("run_2", "success", at(5)), 0),
        (RunOutcome("run_2", "failure", at(6)), 2),
        (judgement("success", 5), 2),
        (judgement("failure", 7), 3),
        (RunOutcome("run_2", "success", at(8)), 0),
        (judgement("failure", 9), 0),
    ):
        await ledger.apply_run_outcome(app, said, [first.id], op())
        assert (await stores.counts(first)).failed_last == failed


async def test_an_outcome_that_names_an_uncited_memory_is_refused_as_a_whole(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    ids = [first.id, "mem_unknown"]
    given = await stores.ledger.apply_run_outcome(
        stores.collection, judgement("success"), ids, op()
    )
    assert given == "mem_unknown"
    assert await counts(stores, first) == (1, 0, 0)


@pytest.mark.parametrize("suffix", ["_at", "_at_at"])
async def test_no_forged_id_reaches_what_a_run_keeps_beside_its_citations(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord], suffix: str
) -> None:
    first, _ = pair
    await stores.ledger.apply_run_outcome(stores.collection, judgement("success"), [first.id], op())
    forged = [first.id + suffix]
    given = await stores.ledger.apply_run_outcome(
        stores.collection, judgement("failure"), forged, op()
    )
    assert given == forged[0]
    await stores.ledger.apply_run_outcome(
        stores.collection, judgement("failure", 1), [first.id], op()
    )
    assert await counts(stores, first) == (1, 0, 1)


async def test_a_deleted_memory_is_removed_from_its_runs(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    await stores.ledger.apply_run_outcome(stores.collection, judgement("success"), [first.id], op())
    await delete(stores.ledger, first.key)
    assert await stores.ledger.memories_of_run(stores.collection, "run_1") == (second.id,)


async def test_the_history_lists_citations_and_changes_of_their_outcome(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    for said, by in (
        (judgement("success"), op()),
        (judgement("success", 1), op()),
        (judgement("failure", 2), Operation("bob", at(2))),
    ):
        await stores.ledger.apply_run_outcome(stores.collection, said, [first.id], by)
    run, operators = {"run_id": "run_1"}, {"authority": "operator"}
    events = await stores.ledger.history(first.key)
    assert [(event.type, event.details) for event in events] == [
        ("stored", {"outcome": "success"}),
        ("cited", run),
        ("citation_judged", {**run, "outcome": "success", "as_of": iso(at(0)), **operators}),
        ("citation_judged", {**run, "outcome": "failure", "as_of": iso(at(2))}),
    ]


async def test_only_its_opener_and_relays_may_cite_in_a_run(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    (first, second), ledger, app = pair, stores.ledger, stores.collection
    bob, relay = op(actor="bob"), replace(op(actor="desk"), relays=True)

    assert await ledger.cite(app, "run_1", [first.id], bob) == FOREIGN_RUN
    failed = judgement("failure")
    assert isinstance(
        await ledger.apply_run_outcome(app, failed, [first.id, second.id], relay), RecordedOutcome
    )
    assert await ledger.cite(app, "run_1", [second.id], relay) is None
    assert await counts(stores, second) == (1, 0, 1)


async def test_a_run_whose_memories_are_all_deleted_may_be_opened_anew_by_anyone(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, _ = pair
    for each in pair:
        await delete(stores.ledger, each.key)
    await begin(stores.ledger, first)

    bob = op(actor="bob")
    assert await stores.ledger.memories_of_run(stores.collection, "run_1") == ()
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], bob) is None
    assert await stores.ledger.cite(stores.collection, "run_1", [first.id], op()) == FOREIGN_RUN


async def test_citing_a_deleted_memory_opens_no_run(
    stores: Stores, pair: tuple[MemoryRecord, MemoryRecord]
) -> None:
    first, second = pair
    await delete(stores.ledger, second.key)
    assert await stores.ledger.cite(stores.collection, "new", [second.id], op()) == second.id
    assert await stores.ledger.cite(stores.collection, "new", [first.id], op(actor="bob")) is None


async def test_outcomes_are_counted_for_the_stage_and_the_category_of_the_run(
    stores: Stores,
) -> None:
    first, second = stores.new("First"), stores.new("Second")
    await begin(stores.ledger, first, second)
    ledger, app = stores.ledger, stores.collection
    draft = RunContext("draft")
    refund, login = draft._replace(category="refund"), draft._replace(category="login")
    for run, context in (("run_1", refund), ("run_2", login), ("run_3", ANYWHERE)):
        await ledger.cite(app, run, [first.id], op(), context)
    # The first context stands.
    await ledger.cite(app, "run_1", [second.id], op(), login)
    said: list[tuple[str, CitationOutcome]] = [("run_2", "success"), ("run_3", "failure")]
    for run, outcome in (*said, ("run_2", "failure")):
        await ledger.apply_run_outcome(app, RunOutcome(run, outcome, at(0)), [first.id], op())
    both = [first.id, second.id]
    await ledger.apply_run_outcome(app, judgement("success"), both, op())

    counted = dict((await stores.counts(first)).contexts)
    assert {each: tally for each, tally in counted.items() if any(tally)} == {
        draft: (1, 1),
        refund: (1, 0),
        RunContext("", "refund"): (1, 0),
        login: (0, 1),
        RunContext("", "login"): (0, 1),
    }
    told = {each for each, _ in (await stores.counts(second)).contexts}
    assert told == {draft, refund, RunContext("", "refund")}
    assert await ledger.memories_of_run(app, "run_1") == tuple(sorted(both))

    await ledger.retract(first, op())
    assert (await stores.counts(first)).contexts == ()
    assert await ledger.memories_of_run(app, "run_2") == ()


async def test_a_memory_with_many_categories_still_learns_what_supersedes_it(
    stores: Stores,
) -> None:
    old = await stores.begun("Old")
    ledger, app = stores.ledger, stores.collection
    for number in range(60):
        run = f"run_{number}"
        await ledger.cite(app, run, [old.id], op(), RunContext("draft", f"category {number}"))
        await ledger.apply_run_outcome(app, RunOutcome(run, "success", at(0)), [old.id], op())
    new = await stores.begun("New", supersedes=[old.id])
    counts = await stores.counts(old)
    assert [each for each, _ in counts.superseded_by] == [new.id]
    assert dict(counts.contexts)[RunContext("draft")] == (60, 0)
