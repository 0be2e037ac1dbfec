"""What the index promises: keeping, patching, removing and walking through records."""

from collections.abc import AsyncIterator

from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import Stores


async def test_a_record_comes_back_as_it_was_added(stores: Stores) -> None:
    record = stores.new(
        'He said "no"\n\nDECISION: — ünïcode 🙂', tags=["a b", "ü"], conversation_id="cnv_1"
    )
    await stores.index.add((record,))
    await stores.wait_for(record, lambda: stores.get(record))


async def test_records_come_in_the_order_asked_for_with_none_for_unknown_ids(
    stores: Stores,
) -> None:
    first, second = stores.new("First"), stores.new("Second")
    await stores.stored(first, second)
    ids = (second.id, "mem_unknown", first.id)
    assert await stores.index.get(stores.collection, ids) == (second, None, first)


async def test_a_collection_that_nobody_wrote_to_is_empty(stores: Stores) -> None:
    assert await stores.index.get(stores.collection, ("mem_1",)) == (None,)
    await stores.index.remove(stores.collection, ("mem_1",))
    assert (await stores.index.page(stores.collection, "", 10)).records == ()
    assert stores.collection not in await stores.index.collections()


async def test_a_collection_is_listed_once_it_holds_something(stores: Stores) -> None:
    await stores.stored(stores.new())

    async def listed() -> bool:
        return stores.collection in await stores.index.collections()

    await stores.wait_for(True, listed)


async def test_a_patch_merges_and_leaves_the_text(stores: Stores) -> None:
    record = stores.new(category="refund", tags=["vip"])
    await stores.stored(record)
    assert await stores.index.patch(record.key, {"outcome": "failed", "tags": ["calm"]})
    expected = stores.new(category="refund", tags=["calm"], outcome="failed")
    await stores.wait_for(expected, lambda: stores.get(record))


async def test_null_in_a_patch_removes_the_field(stores: Stores) -> None:
    record = stores.new(category="refund")
    await stores.stored(record)
    assert await stores.index.patch(record.key, {"category": None, "never_there": None})
    await stores.wait_for(stores.new(), lambda: stores.get(record))


async def test_patching_an_unknown_record_fails_and_creates_nothing(stores: Stores) -> None:
    await stores.stored(stores.new("Another one"))
    absent = stores.new("Never stored")
    assert not await stores.index.patch(absent.key, {"outcome": "failed"})
    assert await stores.get(absent) is None


async def test_removing_records_leaves_all_others(stores: Stores) -> None:
    gone, stays = stores.new("Gone"), stores.new("Stays")
    await stores.stored(gone, stays)
    await stores.index.remove(stores.collection, (gone.id, "mem_unknown"))
    ids = (gone.id, stays.id)
    await stores.wait_for((None, stays), lambda: stores.index.get(stores.collection, ids))


async def test_a_walk_meets_every_record_once(stores: Stores) -> None:
    records = [stores.new(f"Situation {number}") for number in range(7)]
    await stores.stored(*records)
    met = [record async for record in walked(stores, 3, forget=False)]
    assert sorted(met, key=id_of) == sorted(records, key=id_of)


async def test_a_walk_that_removes_records_still_meets_every_record(stores: Stores) -> None:
    records = [stores.new(f"Situation {number}") for number in range(7)]
    await stores.stored(*records)
    met = [record async for record in walked(stores, 2, forget=True)]
    assert sorted(met, key=id_of) == sorted(records, key=id_of)


def id_of(record: MemoryRecord) -> str:
    return record.id


async def walked(stores: Stores, limit: int, *, forget: bool) -> AsyncIterator[MemoryRecord]:
    """Every record that a walk meets, page by page."""
    cursor = ""
    while True:
        page = await stores.index.page(stores.collection, cursor, limit)
        assert len(page.records) <= limit
        for record in page.records:
            yield record
        if forget:
            ids = tuple(record.id for record in page.records)
            await stores.index.remove(stores.collection, ids)
        cursor = page.next_cursor
        if not cursor:
            return
