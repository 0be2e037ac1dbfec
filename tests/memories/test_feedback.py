from collections.abc import Awaitable, Callable

import pytest
from typing_extensions import override

from recollect.core.errors import NotFound, NotYet
from recollect.core.ids import Key
from recollect.memories.feedback import (
    Judgement,
    judge_conversation,
    judge_memory,
    validate_memory,
    vote_on_memory,
)
from recollect.memories.model import Memory
from recollect.memories.record import Metadata, Record
from recollect.memories.requests import NewVote
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import begin, forget
from tests.memories.samples import COLLECTION, NOW, op, record_of

UPVOTE = NewVote(vote="upvote", voter_id="v1")


class InterruptedIndex(FakeIndex):
    """After each patch, something happens before whoever patched goes on; each thing once."""

    def __init__(self, *interruptions: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._interruptions = list(interruptions)

    @override
    async def patch(self, key: Key, metadata: Metadata) -> bool:
        patched = await super().patch(key, metadata)
        if self._interruptions:
            await self._interruptions.pop(0)()
        return patched


async def keep(index: FakeIndex, counts: FakeCounts, *records: Record) -> None:
    await index.add(records)
    await begin(counts, *records)


async def judge(index: FakeIndex, counts: FakeCounts, judgement: Judgement) -> Memory:
    return await judge_memory(record_of().key, judgement, op(), records=index, feedback=counts)


@pytest.fixture
async def stores() -> tuple[FakeIndex, FakeCounts]:
    index, counts = FakeIndex(), FakeCounts()
    await keep(index, counts, record_of())
    return index, counts


async def test_a_vote_is_counted_and_shown(stores: tuple[FakeIndex, FakeCounts]) -> None:
    index, counts = stores
    memory = await vote_on_memory(record_of().key, UPVOTE, op(), records=index, feedback=counts)
    assert memory.metadata.votes.upvotes == 1
    assert memory.metadata.confidence == 0.3 * 2 / 3 + 0.7 / 2


async def test_a_judgement_reaches_the_record_and_the_answer(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    memory = await judge(*stores, Judgement("corrected", NOW, "Escalate", "billing"))
    assert (memory.metadata.outcome, memory.metadata.correction) == ("corrected", "Escalate")
    assert (memory.metadata.category, memory.metadata.votes.downvotes) == ("billing", 1)
    metadata = stores[0].records[record_of().key].metadata
    assert (metadata["outcome"], metadata["correction"]) == ("corrected", "Escalate")
    assert metadata["category"] == "billing"


async def test_success_takes_the_correction_out_of_the_record(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    await judge(*stores, Judgement("corrected", NOW, "Escalate"))
    memory = await judge(*stores, Judgement("success", NOW))
    assert (memory.metadata.outcome, memory.metadata.correction) == ("success", None)
    assert "correction" not in stores[0].records[record_of().key].metadata


async def test_a_late_judgement_of_an_early_moment_leaves_the_record_as_decided(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    await judge(*stores, Judgement("failed", op(minutes=5).at))
    memory = await judge(*stores, Judgement("success", NOW))
    assert memory.metadata.outcome == "failed"
    assert stores[0].records[record_of().key].metadata["outcome"] == "failed"


async def test_a_validation_resets_the_clock_and_lifts_the_quarantine() -> None:
    index, counts = FakeIndex(), FakeCounts()
    record = record_of(age_days=90, trust=0.1)
    await keep(index, counts, record)
    memory = await validate_memory(record.key, op(), records=index, feedback=counts)
    assert memory.metadata.last_validated_at == "2026-03-01T12:00:00.000Z"
    assert (memory.metadata.state, memory.metadata.confidence) == ("active", 0.5)
    assert index.records[record.key].metadata["state"] == "active"
    assert index.records[record.key].metadata["last_validated_at_ms"] == 1772366400000


async def test_the_record_follows_what_is_decided_between_patch_and_look() -> None:
    counts, key = FakeCounts(), record_of().key

    async def decide_otherwise() -> None:
        later = Judgement("failed", op(minutes=1).at, "Too slow", "speed")
        await counts.judge(key, later, op("later"))

    async def decide_once_more() -> None:
        await counts.judge(key, Judgement("success", op(minutes=2).at), op("last"))

    index = InterruptedIndex(decide_otherwise, decide_once_more)
    await keep(index, counts, record_of())
    memory = await judge(index, counts, Judgement("corrected", NOW, "Escalate"))
    assert (memory.metadata.outcome, memory.metadata.correction) == ("success", None)
    metadata = index.records[key].metadata
    assert (metadata["outcome"], metadata["category"]) == ("success", "speed")
    assert "correction" not in metadata


async def test_two_that_patch_in_the_wrong_order_leave_the_record_as_decided() -> None:
    counts, key = FakeCounts(), record_of().key

    async def let_another_finish_first() -> None:
        await judge(index, counts, Judgement("failed", op(minutes=1).at))
        # Our own patch arrives after theirs.
        await index.patch(key, {"outcome": "success"})

    index = InterruptedIndex(let_another_finish_first)
    await keep(index, counts, record_of())
    await judge(index, counts, Judgement("success", NOW))
    assert index.records[key].metadata["outcome"] == "failed"


async def test_a_vote_that_comes_in_between_is_in_the_answer() -> None:
    counts, key = FakeCounts(), record_of().key
    index = InterruptedIndex(lambda: counts.vote(key, UPVOTE, op()))
    await keep(index, counts, record_of())
    memory = await judge(index, counts, Judgement("success", NOW))
    assert memory.metadata.votes.upvotes == 2


async def test_what_is_not_there_cannot_be_judged() -> None:
    index, counts = FakeIndex(), FakeCounts()
    with pytest.raises(NotFound, match=record_of().id):
        await judge(index, counts, Judgement("success", NOW))
    with pytest.raises(NotFound):
        await vote_on_memory(record_of().key, UPVOTE, op(), records=index, feedback=counts)
    with pytest.raises(NotFound):
        await validate_memory(record_of().key, op(), records=index, feedback=counts)
    assert await counts.history(record_of().key) == ()


async def test_what_is_being_deleted_is_not_brought_back(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    index, counts = stores
    await forget(counts, record_of().key)
    with pytest.raises(NotFound):
        await judge(index, counts, Judgement("success", NOW))
    assert await counts.history(record_of().key) == ()


async def test_a_record_deleted_while_it_is_patched_is_not_found() -> None:
    counts = FakeCounts()

    async def delete() -> None:
        await index.remove(COLLECTION, (record_of().id,))
        await counts.judge(record_of().key, Judgement("failed", op(minutes=1).at), op())

    index = InterruptedIndex(delete)
    await keep(index, counts, record_of())
    with pytest.raises(NotFound):
        await judge(index, counts, Judgement("success", NOW))


async def test_the_outcome_of_a_conversation_holds_for_each_of_its_memories() -> None:
    index, counts = FakeIndex(), FakeCounts()
    records = [record_of(f"Case {number}", conversation_id="cnv_1") for number in range(20)]
    other = record_of("Another one", conversation_id="cnv_2")
    await keep(index, counts, *records, other)
    await index.remove(COLLECTION, (records[3].id,))
    for _ in range(2):
        await judge_conversation(
            COLLECTION,
            "cnv_1",
            Judgement("failed", NOW),
            op("event"),
            records=index,
            feedback=counts,
            conversations=counts,
        )
    standings = await counts.read(tuple(record.key for record in (*records, other)))
    assert [each.downvotes for each in standings] == [1, 1, 1, 0, *[1] * 16, 0]


async def test_a_conversation_without_memories_may_still_get_some(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    index, counts = stores
    with pytest.raises(NotYet):
        await judge_conversation(
            COLLECTION,
            "cnv_9",
            Judgement("failed", NOW),
            op("event"),
            records=index,
            feedback=counts,
            conversations=counts,
        )
