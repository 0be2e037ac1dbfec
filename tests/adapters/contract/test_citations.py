"""What the counting store promises about citations and how their runs turned out."""

import asyncio

import pytest

from recollect.memories.citations import RunJudgement
from recollect.memories.model import CitationOutcome
from recollect.memories.record import Record
from tests.adapters.contract.stores import Stores, at, op
from tests.memories.lives import begin, forget


def judgement(outcome: CitationOutcome, minutes: float = 0) -> RunJudgement:
    return RunJudgement("run_1", outcome, at(minutes))


async def counts(stores: Stores, record: Record) -> tuple[int, int, int]:
    standing = await stores.standing(record)
    return standing.citations, standing.successes, standing.failures


@pytest.fixture
async def pair(stores: Stores) -> tuple[Record, Record]:
    """Two memories that run_1 cited."""
    first, second = stores.new("First"), stores.new("Second")
    await begin(stores.counts, first, second)
    ids = [first.id, second.id]
    assert await stores.counts.cite(stores.collection, "run_1", ids, op()) is None
    return first, second


async def test_a_citation_counts_once_a_run(stores: Stores, pair: tuple[Record, Record]) -> None:
    first, second = pair
    again = [stores.counts.cite(stores.collection, "run_1", [first.id], op()) for _ in range(4)]
    assert await asyncio.gather(*again) == [None] * 4
    assert await stores.counts.cite(stores.collection, "run_2", [first.id], op()) is None
    assert await counts(stores, first) == (2, 0, 0)
    assert await counts(stores, second) == (1, 0, 0)


async def test_a_run_knows_what_it_cited(stores: Stores, pair: tuple[Record, Record]) -> None:
    cited = await stores.counts.cited(stores.collection, "run_1")
    assert sorted(cited) == sorted(record.id for record in pair)
    assert await stores.counts.cited(stores.collection, "run_9") == ()


async def test_with_a_deleted_memory_nothing_is_cited(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, second = pair
    await forget(stores.counts, second.key)
    ids = [first.id, second.id]
    assert await stores.counts.cite(stores.collection, "run_2", ids, op()) == second.id
    assert await stores.counts.cited(stores.collection, "run_2") == ()
    assert await counts(stores, first) == (1, 0, 0)


async def test_a_judged_run_counts_for_each_citation(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    ids = [record.id for record in pair]
    given = await stores.counts.judge_run(stores.collection, judgement("success"), ids, op())
    assert given is None
    assert [await counts(stores, record) for record in pair] == [(1, 1, 0), (1, 1, 0)]
    assert sorted(await stores.counts.cited(stores.collection, "run_1")) == sorted(ids)


async def test_judging_a_run_the_same_way_again_changes_nothing(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, _ = pair
    for minutes in (0, 0, 5):
        said = judgement("failure", minutes)
        await stores.counts.judge_run(stores.collection, said, [first.id], op())
    assert await counts(stores, first) == (1, 0, 1)


async def test_a_change_of_mind_moves_the_count(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, second = pair
    for said in (judgement("success"), judgement("failure", 1)):
        await stores.counts.judge_run(stores.collection, said, [first.id], op())
    assert await counts(stores, first) == (1, 0, 1)
    assert await counts(stores, second) == (1, 0, 0)


async def test_the_later_outcome_stands_whichever_arrives_first(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, _ = pair
    for said in (judgement("success", 9), judgement("failure", 1)):
        await stores.counts.judge_run(stores.collection, said, [first.id], op())
    assert await counts(stores, first) == (1, 1, 0)


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
async def test_of_two_outcomes_of_one_moment_the_operation_decides(
    stores: Stores, pair: tuple[Record, Record], order: tuple[str, str]
) -> None:
    first, _ = pair
    says = {"a": judgement("success"), "b": judgement("failure")}
    for operation in order:
        await stores.counts.judge_run(stores.collection, says[operation], [first.id], op(operation))
    assert await counts(stores, first) == (1, 0, 1)


async def test_with_a_memory_that_is_not_cited_nothing_is_judged(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, _ = pair
    ids = [first.id, "mem_unknown"]
    given = await stores.counts.judge_run(stores.collection, judgement("success"), ids, op())
    assert given == "mem_unknown"
    assert await counts(stores, first) == (1, 0, 0)


@pytest.mark.parametrize("suffix", ["_at", "_at_at"])
async def test_no_name_reaches_what_a_run_keeps_beside_its_citations(
    stores: Stores, pair: tuple[Record, Record], suffix: str
) -> None:
    first, _ = pair
    await stores.counts.judge_run(stores.collection, judgement("success"), [first.id], op())
    forged = [first.id + suffix]
    given = await stores.counts.judge_run(stores.collection, judgement("failure"), forged, op())
    assert given == forged[0]
    await stores.counts.judge_run(stores.collection, judgement("failure", 1), [first.id], op())
    assert await counts(stores, first) == (1, 0, 1)


async def test_a_deleted_memory_leaves_its_runs(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, second = pair
    await stores.counts.judge_run(stores.collection, judgement("success"), [first.id], op())
    await forget(stores.counts, first.key)
    assert await stores.counts.cited(stores.collection, "run_1") == (second.id,)


async def test_the_history_tells_citations_and_changes_of_their_outcome(
    stores: Stores, pair: tuple[Record, Record]
) -> None:
    first, _ = pair
    for said in (judgement("success"), judgement("success", 1), judgement("failure", 2)):
        await stores.counts.judge_run(stores.collection, said, [first.id], op())
    events = await stores.counts.history(first.key)
    assert [(event.type, event.details) for event in events] == [
        ("stored", {}),
        ("cited", {"run_id": "run_1"}),
        ("citation_judged", {"run_id": "run_1", "outcome": "success"}),
        ("citation_judged", {"run_id": "run_1", "outcome": "failure"}),
    ]
