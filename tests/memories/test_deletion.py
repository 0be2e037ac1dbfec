import pytest

from recollect.errors import NotFound
from recollect.memories.deletion import delete_conversation, delete_memories
from recollect.memories.model import DeletionReceipt
from recollect.memories.reading import get_memory, memory_history
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.samples import COLLECTION, NOW, deed, record_of

FIRST = record_of("First", conversation_id="cnv_1")
SECOND = record_of("Second", conversation_id="cnv_1")
OTHER = record_of("Other")


@pytest.fixture
async def stores() -> tuple[FakeIndex, FakeCounts]:
    index, counts = FakeIndex(), FakeCounts()
    await index.add((FIRST, SECOND, OTHER))
    await counts.settle([FIRST, SECOND, OTHER], "", deed())
    return index, counts


async def delete(stores: tuple[FakeIndex, FakeCounts], *ids: str) -> DeletionReceipt:
    index, counts = stores
    return await delete_memories(COLLECTION, ids, records=index, removal=counts)


async def test_a_deleted_memory_is_gone_from_both_stores_and_the_receipt_says_so(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    receipt = await delete(stores, FIRST.id)
    assert (receipt.deleted_count, receipt.deleted_ids) == (1, (FIRST.id,))
    assert receipt.removed.vectors == 1
    assert receipt.removed.keys > 0
    index, counts = stores
    with pytest.raises(NotFound):
        await get_memory(FIRST.key, NOW, records=index, standings=counts)
    with pytest.raises(NotFound):
        await memory_history(FIRST.key, chronicle=counts)
    assert set(index.records) == {SECOND.key, OTHER.key}


async def test_what_is_not_there_is_not_found_a_second_time(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    await delete(stores, FIRST.id)
    with pytest.raises(NotFound, match=FIRST.id):
        await delete(stores, FIRST.id)


async def test_a_repeat_finishes_what_a_failure_left_half_done(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    await stores[0].remove(COLLECTION, (FIRST.id,))
    receipt = await delete(stores, FIRST.id)
    assert (receipt.deleted_ids, receipt.removed.vectors) == ((FIRST.id,), 0)
    await stores[1].remove([SECOND.key], None)
    receipt = await delete(stores, SECOND.id)
    assert (receipt.deleted_ids, receipt.removed.keys) == ((SECOND.id,), 0)


async def test_the_receipt_names_only_what_was_there(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    receipt = await delete(stores, FIRST.id, "mem_unknown", OTHER.id)
    assert receipt.deleted_ids == (FIRST.id, OTHER.id)


async def test_deleting_a_conversation_deletes_its_memories_and_no_other(
    stores: tuple[FakeIndex, FakeCounts],
) -> None:
    index, counts = stores
    receipt = await delete_conversation(
        COLLECTION, "cnv_1", records=index, removal=counts, conversations=counts
    )
    assert set(receipt.deleted_ids) == {FIRST.id, SECOND.id}
    assert set(index.records) == {OTHER.key}
    with pytest.raises(NotFound, match="cnv_1"):
        await delete_conversation(
            COLLECTION, "cnv_1", records=index, removal=counts, conversations=counts
        )
