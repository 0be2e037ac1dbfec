import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.timestamps import iso
from recollect.memories.judging.feedback import give_conversation_feedback
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.model import Outcome
from recollect.memories.stored.ledger_data import ClaimResult, MemoryOutcome
from recollect.memories.stored.record import MemoryRecord
from tests.memories.acting import Actors, Clock
from tests.memories.fake_cases import NoCases
from tests.memories.fakes import FakeIndex
from tests.memories.samples import COLLECTION, NOW, new_memory, op, record_of


class SlowIndex(FakeIndex):
    """An index that reads and adds slowly, so that other requests come in between."""

    @override
    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        found = await super().get(collection, ids)
        await asyncio.sleep(0.001)
        return found

    @override
    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        await asyncio.sleep(0.001)
        await super().add(records)


class OvertakenIndex(FakeIndex):
    """An index where something else happens once, after a record was read."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Callable[[], Awaitable[object]]] = []

    @override
    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        found = await super().get(collection, ids)
        if self.meanwhile:
            await self.meanwhile.pop()()
        return found


class FullIndex(FakeIndex):
    """An index that takes nothing more in."""

    @override
    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        raise StoreUnavailable("index", f"no room for {len(records)}")


class UnreadableIndex(FakeIndex):
    """An index that answers no question."""

    @override
    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        raise StoreUnavailable("index", f"{len(ids)} of {collection} asked in vain")


async def test_a_new_decision_is_stored_with_all_of_its_fields() -> None:
    stores = Actors()
    stored = await stores.store(new_memory(category="refund", conversation_id="cnv_1"))
    expected = record_of(category="refund", conversation_id="cnv_1")
    assert stores.index.records == {expected.key: expected}
    assert not stored.deduplicated
    assert (stored.metadata.occurrences, stored.metadata.confidence) == (1, 0.5)
    assert await stores.ledger.memories_of_conversation(expected.collection, "cnv_1") == (
        expected.id,
    )


async def test_the_same_decision_again_is_one_more_occurrence() -> None:
    stores = Actors()
    first = await stores.store()
    second = await stores.store(new_memory("a customer wants a REFUND."))
    assert (second.id, second.deduplicated) == (first.id, True)
    assert second.metadata.occurrences == 2
    assert second.situation == "A customer wants a refund"
    assert len(stores.index.records) == 1


async def test_a_memory_stored_in_two_conversations_is_judged_and_deleted_with_either() -> None:
    for one, other in (("cnv_1", "cnv_2"), ("cnv_2", "cnv_1")):
        stores = Actors()
        await stores.store(new_memory(conversation_id="cnv_1"))
        again = await stores.store(new_memory(conversation_id="cnv_2"))
        assert again.metadata.conversation_id == "cnv_1"
        failed = MemoryOutcome("failed", NOW)
        await give_conversation_feedback(COLLECTION, one, failed, op(), stores.stores)
        assert (await stores.counts_of(record_of())).downvotes == 1
        deletion = Deletion(COLLECTION, "restricted", "token", stores.stores)
        await deletion.of_conversation(one, Clock().is_up, NoCases())
        assert stores.is_nowhere(record_of())
        assert await stores.ledger.memories_of_conversation(COLLECTION, other) == ()


async def test_a_memory_stored_again_as_failed_has_failed_in_both_stores() -> None:
    stores = Actors()
    await stores.store()
    again = await stores.store(new_memory(outcome="corrected", correction="Escalate"))
    assert (again.metadata.outcome, again.metadata.correction) == ("corrected", "Escalate")
    assert again.metadata.votes.downvotes == 1
    metadata = stores.index.records[record_of().key].metadata
    assert (metadata["outcome"], metadata["correction"]) == ("corrected", "Escalate")


async def test_the_record_gets_an_outcome_that_was_decided_after_it_was_read() -> None:
    index = OvertakenIndex()
    stores = Actors(index)
    await stores.store(new_memory(outcome="failed"))
    index.meanwhile.append(lambda: stores.give(MemoryOutcome("success", NOW)))
    again = await stores.store(new_memory(outcome="failed"))
    assert (again.metadata.votes.upvotes, again.metadata.votes.downvotes) == (1, 2)
    assert index.records[record_of().key].metadata["outcome"] == "failed"


async def test_storing_a_memory_again_confirms_it_unless_it_failed() -> None:
    cases: list[tuple[Outcome, float]] = [("success", 0), ("failed", 60)]
    for outcome, age_days in cases:
        stores = await Actors().keep(record_of(age_days=60))
        memory = await stores.store(new_memory(outcome=outcome))
        confirmed_at = NOW - timedelta(days=age_days)
        assert memory.metadata.last_confirmed_at == iso(confirmed_at)
        believed = 0.5 if outcome == "success" else 0.25 * (0.3 / 3 + 0.7 / 2)
        assert memory.metadata.confidence == pytest.approx(believed)


async def test_a_record_that_the_index_lost_is_restored_with_its_decided_outcome() -> None:
    stores = Actors()
    await stores.store()
    await stores.give(MemoryOutcome("failed", NOW))
    stores.index.records.clear()
    await stores.store()
    assert stores.index.records[record_of().key].metadata["outcome"] == "failed"


async def test_a_repeat_of_the_same_operation_counts_once_and_answers_the_same() -> None:
    stores = Actors()
    first = await stores.store(operation="op")
    assert await stores.store(operation="op") == first


async def test_concurrent_stores_of_one_decision_make_one_memory_and_all_count() -> None:
    stores = Actors(SlowIndex())
    stored = await asyncio.gather(*(stores.store() for _ in range(8)))
    assert sorted(each.deduplicated for each in stored) == [False] + [True] * 7
    assert max(each.metadata.occurrences for each in stored) == 8
    assert len(stores.index.records) == 1


async def test_a_record_that_was_left_without_counts_is_kept_as_it_is() -> None:
    stores = Actors()
    half_done = record_of(category="from the first attempt")
    await stores.index.add((half_done,))
    stored = await stores.store()
    assert not stored.deduplicated
    assert stores.index.records == {half_done.key: half_done}


async def test_the_claim_is_released_when_a_record_cannot_be_stored() -> None:
    cases: list[FakeIndex] = [FullIndex(), UnreadableIndex()]
    for index in cases:
        stores = Actors(index)
        with pytest.raises(StoreUnavailable):
            await stores.store()
        assert await stores.ledger.claim([record_of().key], "next") == (ClaimResult.GRANTED,)
        assert await stores.ledger.history(record_of().key) == ()


async def test_a_waiting_request_takes_over_when_the_other_request_gives_up() -> None:
    stores = Actors()
    await stores.ledger.claim([record_of().key], "theirs")
    waiting = asyncio.create_task(stores.store())
    await asyncio.sleep(0.01)
    assert not waiting.done()
    await stores.ledger.release([record_of().key], "theirs")
    assert not (await waiting).deduplicated
