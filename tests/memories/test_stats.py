import pytest

from recollect.core.errors import InvalidRequest
from recollect.memories.browsing.statistics import PAGE_SIZE
from tests.memories.acting import STATS_CURSORS, Actors, stats_of
from tests.memories.lifecycle import break_off_deletion
from tests.memories.samples import COLLECTION, record_of


async def test_statistics_leave_out_memories_that_are_being_deleted() -> None:
    deleted, other = record_of("Deleted"), record_of("Other")
    actors = await Actors().keep(deleted, other)
    actors.ledger.entries[deleted.key].count("upvotes", 5)
    await break_off_deletion(actors.ledger, deleted.key)
    found = await stats_of(actors.stores)
    assert (found.count, found.total_upvotes, found.avg_confidence) == (1, 0, 0.5)


async def test_statistics_sum_up_the_counts_of_all_memories() -> None:
    good, bad, mute = (record_of(each, age_days=30) for each in ("Good", "Bad", "Mute"))
    actors = await Actors().keep(good, bad, mute)
    for name, by in (("upvotes", 3), ("successes", 3), ("failures", 1), ("citations", 4)):
        actors.ledger.entries[good.key].count(name, by)
    actors.ledger.entries[bad.key].count("downvotes", 2)
    found = await stats_of(actors.stores)
    assert (found.collection, found.count, found.next_cursor) == (COLLECTION, 3, None)
    assert (found.total_upvotes, found.total_downvotes, found.total_citations) == (3, 2, 4)
    assert found.avg_success_rate == 0.25
    reputations = (0.3 * 4 / 5 + 0.7 * 4 / 6, 0.3 / 4 + 0.35, 0.5)
    assert found.avg_confidence == pytest.approx(0.5 * sum(reputations) / 3, rel=1e-12)


async def test_statistics_of_an_empty_collection_are_zero() -> None:
    found = await stats_of(Actors().stores)
    assert (found.count, found.avg_confidence, found.avg_success_rate) == (0, 0, 0)


async def test_parts_of_statistics_add_up_to_the_whole_and_name_no_memory() -> None:
    records = [record_of(f"Case {number}") for number in range(PAGE_SIZE + 3)]
    actors = await Actors().keep(*records)
    first = await stats_of(actors.stores, looks=1)
    assert first.next_cursor
    rest = await stats_of(actors.stores, first.next_cursor)
    assert (first.count, rest.count, rest.next_cursor) == (PAGE_SIZE, 3, None)

    place = STATS_CURSORS.opened(first.next_cursor)
    assert place not in first.next_cursor
    with pytest.raises(InvalidRequest, match="cursor"):
        await stats_of(actors.stores, place)


async def test_a_part_of_statistics_counts_as_many_memories_whatever_the_caller_may_not_see() -> (
    None
):
    actors = await Actors().keep(
        *(record_of(f"Hidden {number}", sensitivity=0.9) for number in range(40)),
        *(record_of(f"Case {number}") for number in range(PAGE_SIZE + 3)),
    )
    first = await stats_of(actors.stores, looks=1, level="public")
    rest = await stats_of(actors.stores, first.next_cursor or "", level="public")
    assert (first.count, rest.count) == (PAGE_SIZE, 3)
    assert (await stats_of(actors.stores)).count == PAGE_SIZE + 43


async def test_a_part_behind_which_all_was_deleted_is_the_last() -> None:
    records = [record_of(f"Case {number}") for number in range(PAGE_SIZE + 1)]
    actors = await Actors().keep(*records)
    first = await stats_of(actors.stores, looks=1)
    for record in records:
        await break_off_deletion(actors.ledger, record.key)
    rest = await stats_of(actors.stores, first.next_cursor or "")
    assert (rest.count, rest.next_cursor) == (0, None)


async def test_a_page_that_is_exactly_full_is_the_last() -> None:
    actors = await Actors().keep(*(record_of(f"Case {number}") for number in range(PAGE_SIZE)))
    found = await stats_of(actors.stores, looks=1)
    assert (found.count, found.next_cursor) == (PAGE_SIZE, None)
