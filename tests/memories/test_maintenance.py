from collections.abc import Sequence

import pytest
from typing_extensions import override

from recollect.memories.maintenance import Pruner, collection_stats, should_prune
from recollect.memories.model import NewVote, PruneRequest, PruneResult
from recollect.memories.paging import PAGE_SIZE, Place
from recollect.memories.record import Key, Record, Standing
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.samples import COLLECTION, NOW, deed, record_of, validated

RULES = PruneRequest(min_confidence=0.1, min_age_days=30)
OUTVOTED = PruneRequest(min_confidence=0, max_downvotes=2)


class Clock:
    """Time that is up after so many looks at it."""

    def __init__(self, looks: int = 1_000) -> None:
        self._looks = looks

    def is_up(self) -> bool:
        self._looks -= 1
        return self._looks <= 0


class Stores:
    """Both stores, and ways to walk them."""

    def __init__(self, counts: FakeCounts | None = None) -> None:
        self.index, self.counts = FakeIndex(), counts or FakeCounts()

    async def keep(self, *records: Record) -> "Stores":
        await self.index.add(records)
        await self.counts.settle(records, "", deed())
        return self

    def pruner(self, looks: int = 1_000) -> Pruner:
        return Pruner(
            now=NOW,
            time_is_up=Clock(looks).is_up,
            pages=self.index,
            standings=self.counts,
            records=self.index,
            removal=self.counts,
        )

    async def prune(self, rules: PruneRequest = RULES, looks: int = 1_000) -> PruneResult:
        return await self.pruner(looks).prune(COLLECTION, rules)


@pytest.mark.parametrize(
    ("age_days", "standing", "rules", "goes"),
    [
        (100, Standing(), RULES, True),
        (60, Standing(), RULES, False),
        (100, validated(days_ago=1), RULES, False),
        (90, Standing(), RULES, True),
        (90, Standing(successes=50), RULES, False),
        (29, Standing(failures=1000, downvotes=1000), RULES, False),
        (30, Standing(failures=1000, downvotes=1000), RULES, True),
        (100, validated(days_ago=0), PruneRequest(min_confidence=0.6, min_age_days=30), True),
        (0, Standing(), PruneRequest(min_confidence=0.6, min_age_days=0), True),
        (0, Standing(), PruneRequest(min_confidence=0.5, min_age_days=0), False),
        (0, Standing(downvotes=3), OUTVOTED, True),
        (0, Standing(downvotes=2), OUTVOTED, False),
        (0, Standing(downvotes=9), RULES, False),
        (0, Standing(downvotes=1), PruneRequest(max_downvotes=0), True),
    ],
)
def test_a_memory_goes_when_old_and_doubted_or_outvoted(
    age_days: float, standing: Standing, rules: PruneRequest, *, goes: bool
) -> None:
    assert should_prune(record_of(age_days=age_days), standing, rules, NOW) is goes


async def test_pruning_forgets_in_both_stores_and_nothing_else() -> None:
    old, young = record_of("Old", age_days=100), record_of("Young")
    stores = await Stores().keep(old, young)
    result = await stores.prune()
    assert (result.deleted_count, result.deleted_ids) == (1, (old.id,))
    assert result.next_cursor is None
    assert set(stores.index.records) == {young.key}
    assert await stores.counts.begun([old.key, young.key]) == (False, True)


async def test_a_dry_run_names_what_would_go_and_forgets_nothing() -> None:
    old = record_of("Old", age_days=100)
    stores = await Stores().keep(old)
    result = await stores.prune(RULES.model_copy(update={"dry_run": True}))
    assert result.deleted_ids == (old.id,)
    assert set(stores.index.records) == {old.key}
    assert await stores.counts.begun([old.key]) == (True,)


async def test_a_memory_that_gets_a_word_meanwhile_is_left_alone() -> None:
    class Interrupted(FakeCounts):
        """Somebody votes just before the removal."""

        @override
        async def remove(
            self, keys: Sequence[Key], revisions: Sequence[int] | None
        ) -> tuple[int, ...]:
            await self.vote(keys[0], NewVote(vote="upvote"), deed())
            return await super().remove(keys, revisions)

    records = [record_of(f"Old {number}", age_days=100) for number in range(2)]
    stores = await Stores(Interrupted()).keep(*records)
    result = await stores.prune()
    assert result.deleted_count == 1
    (left,) = stores.index.records.values()
    assert left.id not in result.deleted_ids
    assert (await stores.counts.read((left.key,)))[0].upvotes == 1


async def test_a_record_without_counts_is_pruned_too() -> None:
    stores = Stores()
    await stores.index.add((record_of(age_days=100),))
    assert (await stores.prune()).deleted_count == 1
    assert stores.index.records == {}


async def test_pruning_walks_through_all_pages() -> None:
    records = [record_of(f"Old {number}", age_days=100) for number in range(2 * PAGE_SIZE + 1)]
    stores = await Stores().keep(*records)
    assert (await stores.prune()).deleted_count == len(records)
    assert stores.index.records == {}


async def test_when_time_is_up_the_cursor_says_where_to_go_on() -> None:
    records = [record_of(f"Old {number}", age_days=100) for number in range(PAGE_SIZE + 1)]
    stores = await Stores().keep(*records)
    first = await stores.prune(looks=1)
    assert first.deleted_count == PAGE_SIZE
    assert first.next_cursor
    second = await stores.prune(RULES.model_copy(update={"cursor": first.next_cursor}))
    assert (second.deleted_count, second.next_cursor) == (1, None)


async def test_pruning_an_empty_collection_forgets_nothing() -> None:
    assert await Stores().prune() == PruneResult(deleted_count=0, deleted_ids=())


async def test_a_scheduled_prune_goes_through_all_collections() -> None:
    records = [record_of("Old", age_days=100, app=app) for app in ("a", "b", "c")]
    stores = await Stores().keep(*records)
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert stores.index.records == {}
    assert await stores.counts.load("prune") == Place()


async def test_a_scheduled_prune_goes_on_inside_the_collection_where_it_stopped() -> None:
    many = [record_of(f"Old {each}", age_days=100, app="b") for each in range(PAGE_SIZE + 1)]
    stores = await Stores().keep(record_of("Old", age_days=100, app="a"), *many)
    # Three looks: after a's only page, before b, after b's first page.
    await stores.pruner(looks=3).prune_everywhere(RULES, stores.counts)
    place = await stores.counts.load("prune")
    assert (place.collection, bool(place.cursor)) == ("support:b", True)
    assert len(stores.index.records) == 1
    # What comes before the bookmark has to wait for the next round.
    await stores.keep(record_of("Late", age_days=100, app="a"))
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert [key[0] for key in stores.index.records] == ["support:a"]
    assert await stores.counts.load("prune") == Place()


async def test_runs_with_time_for_one_collection_each_reach_the_last_one() -> None:
    old = [record_of("Old", age_days=100, app=app) for app in ("a", "b", "c")]
    young = [record_of("Young", app=app) for app in ("a", "b", "c")]
    stores = await Stores().keep(*old, *young)
    for _ in old:
        await stores.pruner(looks=1).prune_everywhere(RULES, stores.counts)
    assert set(stores.index.records) == {record.key for record in young}
    assert await stores.counts.load("prune") == Place()


async def test_a_bookmark_in_a_collection_that_is_gone_goes_on_behind_it() -> None:
    stores = await Stores().keep(*(record_of("Old", age_days=100, app=app) for app in "ac"))
    await stores.counts.save("prune", Place("support:b", "cursor of b"))
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert [key[0] for key in stores.index.records] == ["support:a"]


async def test_statistics_sum_up_what_is_counted() -> None:
    good, bad, mute = (record_of(each, age_days=30) for each in ("Good", "Bad", "Mute"))
    stores = await Stores().keep(good, bad, mute)
    for name, by in (("upvotes", 3), ("successes", 3), ("failures", 1), ("citations", 4)):
        stores.counts.kept(good.key).count(name, by)
    stores.counts.kept(bad.key).count("downvotes", 2)
    stats = await collection_stats(
        COLLECTION, "", NOW, Clock().is_up, pages=stores.index, standings=stores.counts
    )
    assert (stats.collection, stats.count, stats.next_cursor) == (COLLECTION, 3, None)
    assert (stats.total_upvotes, stats.total_downvotes, stats.total_citations) == (3, 2, 4)
    assert stats.avg_success_rate == 0.25
    reputations = (0.3 * 4 / 5 + 0.7 * 4 / 6, 0.3 / 4 + 0.35, 0.5)
    assert stats.avg_confidence == pytest.approx(0.5 * sum(reputations) / 3, rel=1e-12)


async def test_statistics_of_nothing_are_zero() -> None:
    stats = await collection_stats(
        COLLECTION, "", NOW, Clock().is_up, pages=FakeIndex(), standings=FakeCounts()
    )
    assert (stats.count, stats.avg_confidence, stats.avg_success_rate) == (0, 0, 0)


async def test_parts_of_statistics_add_up_to_the_whole() -> None:
    records = [record_of(f"Case {number}") for number in range(PAGE_SIZE + 3)]
    stores = await Stores().keep(*records)
    parts: list[int] = []
    cursor = ""
    while cursor or not parts:
        part = await collection_stats(
            COLLECTION, cursor, NOW, Clock(1).is_up, pages=stores.index, standings=stores.counts
        )
        parts.append(part.count)
        cursor = part.next_cursor or ""
    assert parts == [PAGE_SIZE, 3]
