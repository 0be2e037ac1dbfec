import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from typing_extensions import override

from recollect.core.errors import NotFound, NotYet
from recollect.core.ids import Key
from recollect.memories.judging.feedback import give_conversation_feedback, give_feedback
from recollect.memories.model import Memory
from recollect.memories.requests import NewVote
from recollect.memories.stored.ledger_data import MemoryOutcome, Validation
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores
from recollect.retrieval.items import Metadata
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import begin, delete
from tests.memories.samples import COLLECTION, NOW, op, record_of
from tests.memories.stepping import Delays
from tests.virtual_time import virtually

UPVOTE = NewVote(vote="upvote", voter_id="v1")


class InterruptedIndex(FakeIndex):
    """An index where interruptions happen, one after each patch, before its caller goes on."""

    def __init__(self, *interruptions: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._interruptions = list(interruptions)

    @override
    async def patch(self, key: Key, metadata: Metadata) -> bool:
        patched = await super().patch(key, metadata)
        if self._interruptions:
            await self._interruptions.pop(0)()
        return patched


async def keep(index: FakeIndex, ledger: FakeLedger, *records: MemoryRecord) -> None:
    await index.add(records)
    await begin(ledger, *records)


async def judge(index: FakeIndex, ledger: FakeLedger, judgement: MemoryOutcome) -> Memory:
    return await give_feedback(
        record_of().key, judgement, "restricted", op(), MemoryStores(index, ledger)
    )


@pytest.fixture
async def stores() -> tuple[FakeIndex, FakeLedger]:
    index, ledger = FakeIndex(), FakeLedger()
    await keep(index, ledger, record_of())
    return index, ledger


async def test_a_judgement_reaches_the_record_and_the_answer(
    stores: tuple[FakeIndex, FakeLedger],
) -> None:
    memory = await judge(*stores, MemoryOutcome("corrected", NOW, "Escalate", "billing"))
    assert (memory.metadata.outcome, memory.metadata.correction) == ("corrected", "Escalate")
    assert (memory.metadata.category, memory.metadata.votes.downvotes) == ("billing", 1)
    metadata = stores[0].records[record_of().key].metadata
    assert (metadata["outcome"], metadata["correction"]) == ("corrected", "Escalate")
    assert metadata["category"] == "billing"


async def test_a_validation_resets_the_age_and_lifts_the_quarantine() -> None:
    index, ledger = FakeIndex(), FakeLedger()
    record = record_of(age_days=90, trust=0.1)
    await keep(index, ledger, record)
    memory = await give_feedback(
        record.key, Validation(), "restricted", op(), MemoryStores(index, ledger)
    )
    assert memory.metadata.last_validated_at == "2026-03-01T12:00:00.000Z"
    assert (memory.metadata.state, memory.metadata.confidence) == ("active", 0.5)
    assert index.records[record.key].metadata["state"] == "active"
    assert index.records[record.key].metadata["last_validated_at_ms"] == 1772366400000


async def test_the_record_gets_outcomes_that_are_decided_just_after_it_is_patched() -> None:
    ledger, key = FakeLedger(), record_of().key

    async def decide_otherwise() -> None:
        later = MemoryOutcome("failed", op(minutes=1).at, "Too slow", "speed")
        await ledger.apply(key, later, op("later"))

    async def decide_once_more() -> None:
        await ledger.apply(key, MemoryOutcome("success", op(minutes=2).at), op("last"))

    index = InterruptedIndex(decide_otherwise, decide_once_more)
    await keep(index, ledger, record_of())
    memory = await judge(index, ledger, MemoryOutcome("corrected", NOW, "Escalate"))
    assert (memory.metadata.outcome, memory.metadata.correction) == ("success", None)
    metadata = index.records[key].metadata
    assert (metadata["outcome"], metadata["category"]) == ("success", "speed")
    assert "correction" not in metadata


async def test_patches_in_the_wrong_order_leave_the_outcome_of_the_latest_moment() -> None:
    ledger, key = FakeLedger(), record_of().key

    async def let_another_finish_first() -> None:
        await judge(index, ledger, MemoryOutcome("failed", op(minutes=1).at))
        # Our own patch arrives after theirs.
        await index.patch(key, {"outcome": "success"})

    index = InterruptedIndex(let_another_finish_first)
    await keep(index, ledger, record_of())
    await judge(index, ledger, MemoryOutcome("success", NOW))
    assert index.records[key].metadata["outcome"] == "failed"


async def test_a_vote_cast_during_another_judgement_is_in_the_answer() -> None:
    ledger, key = FakeLedger(), record_of().key
    index = InterruptedIndex(lambda: ledger.apply(key, UPVOTE, op()))
    await keep(index, ledger, record_of())
    memory = await judge(index, ledger, MemoryOutcome("success", NOW))
    assert memory.metadata.votes.upvotes == 2


async def test_a_missing_memory_cannot_be_judged() -> None:
    index, ledger = FakeIndex(), FakeLedger()
    with pytest.raises(NotFound, match=record_of().id):
        await judge(index, ledger, MemoryOutcome("success", NOW))
    with pytest.raises(NotFound):
        await give_feedback(
            record_of().key, UPVOTE, "restricted", op(), MemoryStores(index, ledger)
        )
    with pytest.raises(NotFound):
        await give_feedback(
            record_of().key, Validation(), "restricted", op(), MemoryStores(index, ledger)
        )
    assert await ledger.history(record_of().key) == ()


async def test_a_judgement_does_not_bring_back_a_memory_that_is_being_deleted(
    stores: tuple[FakeIndex, FakeLedger],
) -> None:
    index, ledger = stores
    await delete(ledger, record_of().key)
    with pytest.raises(NotFound):
        await judge(index, ledger, MemoryOutcome("success", NOW))
    assert await ledger.history(record_of().key) == ()


async def test_a_record_deleted_while_it_is_patched_is_not_found() -> None:
    ledger = FakeLedger()

    async def delete() -> None:
        await index.remove(COLLECTION, (record_of().id,))
        await ledger.apply(record_of().key, MemoryOutcome("failed", op(minutes=1).at), op())

    index = InterruptedIndex(delete)
    await keep(index, ledger, record_of())
    with pytest.raises(NotFound):
        await judge(index, ledger, MemoryOutcome("success", NOW))


async def test_the_outcome_of_a_conversation_applies_to_each_of_its_memories() -> None:
    index, ledger = FakeIndex(), FakeLedger()
    records = [record_of(f"Case {number}", conversation_id="cnv_1") for number in range(20)]
    other = record_of("Another one", conversation_id="cnv_2")
    await keep(index, ledger, *records, other)
    await index.remove(COLLECTION, (records[3].id,))
    for _ in range(2):
        await give_conversation_feedback(
            COLLECTION,
            "cnv_1",
            MemoryOutcome("failed", NOW),
            op("event"),
            MemoryStores(index, ledger),
        )
    all_counts = await ledger.read(tuple(record.key for record in (*records, other)))
    assert [each.downvotes for each in all_counts] == [1, 1, 1, 0, *[1] * 16, 0]


def test_memories_that_one_delivery_has_no_time_for_are_judged_by_the_next() -> None:
    async def deliver_until_it_is_done() -> list[bool]:
        index, ledger = FakeIndex(Delays([10])), FakeLedger(Delays([10]))
        records = [record_of(f"Case {number}", conversation_id="cnv_1") for number in range(300)]
        await keep(index, ledger, *records)
        failed, stores = MemoryOutcome("failed", NOW), MemoryStores(index, ledger)
        for _ in range(3):
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await give_conversation_feedback(
                        COLLECTION, "cnv_1", failed, op("event"), stores
                    )
        told = await ledger.read(tuple(record.key for record in records))
        written = await index.get(COLLECTION, tuple(record.id for record in records))
        return [
            counts.downvotes == 1 and record is not None and record.metadata["outcome"] == "failed"
            for counts, record in zip(told, written, strict=True)
        ]

    assert virtually(deliver_until_it_is_done()) == [True] * 300


async def test_judging_a_conversation_without_memories_is_answered_with_not_yet(
    stores: tuple[FakeIndex, FakeLedger],
) -> None:
    index, ledger = stores
    with pytest.raises(NotYet):
        await give_conversation_feedback(
            COLLECTION,
            "cnv_9",
            MemoryOutcome("failed", NOW),
            op("event"),
            MemoryStores(index, ledger),
        )
