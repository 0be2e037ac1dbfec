import pytest

from recollect.memories.lifecycle.maintenance import PAGE_SIZE, collection_stats
from tests.memories.acting import Actors, Clock
from tests.memories.lifecycle import break_off_deletion
from tests.memories.samples import COLLECTION, NOW, record_of


async def test_statistics_leave_out_memories_that_are_being_deleted() -> None:
    deleted, other = record_of("Deleted"), record_of("Other")
    stores = await Actors().keep(deleted, other)
    stores.ledger.entries[deleted.key].count("upvotes", 5)
    await break_off_deletion(stores.ledger, deleted.key)
    stats = await collection_stats(COLLECTION, "", "restricted", NOW, Clock().is_up, stores.stores)
    assert (stats.count, stats.total_upvotes, stats.avg_confidence) == (1, 0, 0.5)


async def test_statistics_sum_up_the_counts_of_all_memories() -> None:
    good, bad, mute = (record_of(each, age_days=30) for each in ("Good", "Bad", "Mute"))
    stores = await Actors().keep(good, bad, mute)
    for name, by in (("upvotes", 3), ("successes", 3), ("failures", 1), ("citations", 4)):
        stores.ledger.entries[good.key].count(name, by)
    stores.ledger.entries[bad.key].count("downvotes", 2)
    stats = await collection_stats(COLLECTION, "", "restricted", NOW, Clock().is_up, stores.stores)
    assert (stats.collection, stats.count, stats.next_cursor) == (COLLECTION, 3, None)
    assert (stats.total_upvotes, stats.total_downvotes, stats.total_citations) == (3, 2, 4)
    assert stats.avg_success_rate == 0.25
    reputations = (0.3 * 4 / 5 + 0.7 * 4 / 6, 0.3 / 4 + 0.35, 0.5)
    assert stats.avg_confidence == pytest.approx(0.5 * sum(reputations) / 3, rel=1e-12)


async def test_statistics_of_an_empty_collection_are_zero() -> None:
    stats = await collection_stats(
        COLLECTION, "", "restricted", NOW, Clock().is_up, Actors().stores
    )
    assert (stats.count, stats.avg_confidence, stats.avg_success_rate) == (0, 0, 0)


async def test_parts_of_statistics_add_up_to_the_whole() -> None:
    records = [record_of(f"Case {number}") for number in range(PAGE_SIZE + 3)]
    stores = await Actors().keep(*records)
    parts: list[int] = []
    cursor = ""
    while cursor or not parts:
        part = await collection_stats(
            COLLECTION, cursor, "restricted", NOW, Clock(1).is_up, stores.stores
        )
        parts.append(part.count)
        cursor = part.next_cursor or ""
    assert parts == [PAGE_SIZE, 3]
