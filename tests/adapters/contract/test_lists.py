"""What the ledger's lists promise: newest first, each memory once, none that is deleted."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from recollect.core.places import id_at
from recollect.core.timestamps import epoch_ms
from recollect.memories.stored.ledger_data import MemoryExport
from recollect.memories.stored.record import MemoryRecord
from tests.adapters.contract.stores import NOON, Stores, op
from tests.memories.lifecycle import begin, break_off_deletion, delete, new_token


def aged(stores: Stores, number: int, **fields: object) -> MemoryRecord:
    """A memory that is `number` days old."""
    record = stores.new(f"Ticket {number}", **fields)
    created_at = epoch_ms(NOON - timedelta(days=number))
    return replace(record, metadata={**record.metadata, "created_at_ms": created_at})


async def listed(
    stores: Stores, after: str = "", limit: int = 10, *, all_: bool = True
) -> list[str]:
    places = await stores.ledger.listed(stores.collection, after, limit, sensitive=all_)
    return [id_at(each) for each in places]


async def test_memories_are_listed_newest_first_and_page_by_page(stores: Stores) -> None:
    records = [aged(stores, number) for number in (3, 1, 30_000, 2)]
    await begin(stores.ledger, *records)
    ordered = [records[1].id, records[3].id, records[0].id, records[2].id]
    assert await listed(stores) == ordered
    first = await stores.ledger.listed(stores.collection, "", 2, sensitive=False)
    assert await listed(stores, first[-1]) == ordered[2:]
    assert await listed(stores, limit=2) == ordered[:2]


async def test_memories_created_at_the_same_time_are_ordered_by_their_ids(stores: Stores) -> None:
    records = [stores.new(f"Ticket {number}") for number in range(5)]
    await begin(stores.ledger, *records)
    seen, after = list[str](), ""
    while places := await stores.ledger.listed(stores.collection, after, 2, sensitive=True):
        seen += map(id_at, places)
        after = places[-1]
    assert seen == sorted((record.id for record in records), reverse=True)


async def test_sensitive_memories_are_listed_and_counted_only_when_asked_for(
    stores: Stores,
) -> None:
    plain, secret = aged(stores, 2), aged(stores, 1, sensitivity=0.9)
    await begin(stores.ledger, plain, secret)
    assert await listed(stores, all_=True) == [secret.id, plain.id]
    assert await listed(stores, all_=False) == [plain.id]
    collections = [stores.collection, "support:nobody-has-this"]
    assert await stores.ledger.how_many(collections, sensitive=True) == (2, 0)
    assert await stores.ledger.how_many(collections, sensitive=False) == (1, 0)
    assert await stores.ledger.how_many([], sensitive=True) == ()


async def test_a_memory_that_is_stored_again_is_listed_once(stores: Stores) -> None:
    record = aged(stores, 1)
    await begin(stores.ledger, record)
    await asyncio.gather(*(begin(stores.ledger, record) for _ in range(4)))
    assert await listed(stores) == [record.id]


async def test_a_deleted_memory_is_not_listed_until_it_is_stored_anew(stores: Stores) -> None:
    old, new = aged(stores, 9), stores.new("Ticket 9")
    assert old.id == new.id
    await begin(stores.ledger, old)
    await delete(stores.ledger, old.key)
    assert await listed(stores) == []
    await begin(stores.ledger, old)
    await break_off_deletion(stores.ledger, old.key)
    await begin(stores.ledger, new)
    (place,) = await stores.ledger.listed(stores.collection, "", 10, sensitive=True)
    (counts,) = await stores.ledger.read([new.key])
    assert (id_at(place), counts.created_at) == (new.id, epoch_ms(NOON))


async def test_an_imported_memory_is_listed(stores: Stores) -> None:
    record = aged(stores, 1)
    await stores.ledger.restore(
        [record], [MemoryExport({"listed": "elsewhere"})], new_token(), op()
    )
    assert await listed(stores) == [record.id]
    await delete(stores.ledger, record.key)
    assert await listed(stores) == []
