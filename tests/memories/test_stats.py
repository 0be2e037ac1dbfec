import pytest

from recollect.core.cursors import Cursors
from recollect.core.errors import InvalidRequest
from recollect.memories.lifecycle.maintenance import PAGE_SIZE, collection_stats, sealed_part
from recollect.memories.model import Stats
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


async def test_parts_of_statistics_add_up_to_the_whole_and_name_no_memory() -> None:
    stores = await Actors().keep(*(record_of(f"Case {number}") for number in range(PAGE_SIZE + 3)))

    async def sum_up(cursor: str) -> Stats:
        at, time_is_up = NOW, Clock(1).is_up
        return await collection_stats(
            COLLECTION, cursor, "restricted", at, time_is_up, stores.stores
        )

    cursors = Cursors("secret", "all")
    first = await sealed_part(sum_up, "", cursors)
    assert first.next_cursor
    rest = await sealed_part(sum_up, first.next_cursor, cursors)
    assert (first.count, rest.count, rest.next_cursor) == (PAGE_SIZE, 3, None)

    place = (await sum_up("")).next_cursor
    assert place
    assert place not in first.next_cursor
    with pytest.raises(InvalidRequest, match="cursor"):
        await sealed_part(sum_up, place, cursors)
