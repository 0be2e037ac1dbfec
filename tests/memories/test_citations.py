import pytest

from recollect.core.errors import NotFound, NotYet
from recollect.memories.judging.citations import cite_memories, record_run_outcome
from recollect.memories.model import CitationOutcome
from recollect.memories.receipts import CitationsJudged, Cited
from recollect.memories.stored.ledger_data import RunOutcome
from tests.memories.acting import Actors
from tests.memories.fake_cases import NoCases
from tests.memories.lifecycle import begin
from tests.memories.samples import COLLECTION, NOW, op, record_of

FIRST, SECOND = record_of("First"), record_of("Second")


class CitingActors(Actors):
    """Both stores with two memories."""

    def __init__(self) -> None:
        super().__init__()
        self.index.records = {FIRST.key: FIRST, SECOND.key: SECOND}

    async def cite(self, *ids: str) -> Cited:
        return await cite_memories(COLLECTION, "run_1", ids, "restricted", op(), self.stores)

    async def judge(
        self, outcome: CitationOutcome, ids: tuple[str, ...] | None = None
    ) -> CitationsJudged:
        given = RunOutcome("run_1", outcome, NOW)
        return await record_run_outcome(
            COLLECTION, given, ids, "restricted", op(), self.stores, NoCases()
        )

    async def counted(self) -> list[tuple[int, int, int]]:
        all_counts = await self.ledger.read((FIRST.key, SECOND.key))
        return [(each.citations, each.successes, each.failures) for each in all_counts]


async def test_a_run_cites_memories_in_its_own_order_and_each_once() -> None:
    stores = CitingActors()
    cited = await stores.cite(SECOND.id, FIRST.id, SECOND.id)
    assert cited == Cited(run_id="run_1", cited=(SECOND.id, FIRST.id))
    await stores.cite(FIRST.id)
    assert await stores.counted() == [(1, 0, 0), (1, 0, 0)]


async def test_an_unknown_memory_is_named_and_nothing_is_cited() -> None:
    stores = CitingActors()
    with pytest.raises(NotFound, match="mem_unknown"):
        await stores.cite(FIRST.id, "mem_unknown")
    assert await stores.counted() == [(0, 0, 0), (0, 0, 0)]


async def test_a_retracted_memory_is_named_as_one_that_no_run_can_cite() -> None:
    stores = CitingActors()
    await begin(stores.ledger, FIRST, SECOND)
    await stores.ledger.retract(SECOND, op())
    with pytest.raises(NotFound, match=f"memory {SECOND.id} was retracted or deleted"):
        await stores.cite(FIRST.id, SECOND.id)
    assert await stores.counted() == [(0, 0, 0), (0, 0, 0)]


async def test_the_outcome_of_a_run_applies_to_all_memories_that_it_cited() -> None:
    stores = CitingActors()
    await stores.cite(FIRST.id, SECOND.id)
    judged = await stores.judge("success")
    assert (judged.outcome, set(judged.updated)) == ("success", {FIRST.id, SECOND.id})
    assert await stores.counted() == [(1, 1, 0), (1, 1, 0)]


async def test_the_outcome_of_a_run_may_apply_to_only_some_of_its_citations() -> None:
    stores = CitingActors()
    await stores.cite(FIRST.id, SECOND.id)
    assert (await stores.judge("failure", (FIRST.id, FIRST.id))).updated == (FIRST.id,)
    assert await stores.counted() == [(1, 0, 1), (1, 0, 0)]


async def test_judging_a_run_that_cited_nothing_is_answered_with_not_yet() -> None:
    with pytest.raises(NotYet, match="run_1"):
        await CitingActors().judge("success")


async def test_judging_a_memory_that_the_run_did_not_cite_is_answered_with_not_yet() -> None:
    stores = CitingActors()
    await stores.cite(FIRST.id)
    with pytest.raises(NotYet, match=SECOND.id):
        await stores.judge("success", (FIRST.id, SECOND.id))
    assert await stores.counted() == [(1, 0, 0), (0, 0, 0)]
