from collections.abc import Sequence
from dataclasses import replace

import pytest
from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.ids import Key
from recollect.memories.deletion import Condemnation, Condition
from recollect.memories.maintenance import should_prune
from recollect.memories.model import PruneResult
from recollect.memories.paging import PAGE_SIZE
from recollect.memories.record import Standing
from recollect.memories.requests import NewVote, PruneRequest
from recollect.memories.storing import Claim
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import break_off, doom
from tests.memories.samples import COLLECTION, NOW, op, record_of, validated
from tests.memories.walking import NOBODY, OUTVOTED, RULES, Stores


def begun(standing: Standing) -> Standing:
    """The standing of a memory of which something is kept."""
    return replace(standing, created_at=1)


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
        (100, Standing(downvotes=9, condemned=True), PruneRequest(max_downvotes=0), False),
    ],
)
def test_a_memory_goes_when_old_and_doubted_or_outvoted(
    age_days: float, standing: Standing, rules: PruneRequest, *, goes: bool
) -> None:
    assert should_prune(record_of(age_days=age_days), begun(standing), rules, NOW) is goes


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
        async def condemn(
            self, keys: Sequence[Key], conditions: Sequence[Condition], token: str
        ) -> tuple[Condemnation, ...]:
            if keys:
                await self.vote(keys[0], NewVote(vote="upvote"), op())
            return await super().condemn(keys, conditions, token)

    records = [record_of(f"Old {number}", age_days=100) for number in range(2)]
    stores = await Stores(Interrupted()).keep(*records)
    result = await stores.prune()
    assert result.deleted_count == 1
    (left,) = stores.index.records.values()
    assert left.id not in result.deleted_ids
    assert (await stores.counts.read((left.key,)))[0].upvotes == 1
    assert await stores.counts.claim([left.key], "next") == (Claim.REGRANTED,)


async def test_a_memory_that_somebody_stores_again_right_now_is_left_alone() -> None:
    busy, old = record_of("Busy", age_days=100), record_of("Old", age_days=100)
    stores = await Stores().keep(busy, old)
    await stores.counts.claim([busy.key], "theirs")
    assert (await stores.prune()).deleted_ids == (old.id,)
    assert set(stores.index.records) == {busy.key}


async def test_pruning_finishes_removals_that_broke_off_whatever_the_rules_say() -> None:
    broken, recordless, young = (record_of(each) for each in ("Broken", "Recordless", "Young"))
    stores = await Stores().keep(broken, recordless, young)
    await break_off(stores.counts, broken.key, recordless.key)
    await stores.index.remove(COLLECTION, (recordless.id,))
    result = await stores.prune()
    assert (result.deleted_count, set(result.deleted_ids)) == (2, {broken.id, recordless.id})
    assert set(stores.index.records) == {young.key}
    assert await stores.counts.condemned(COLLECTION) == ()


async def test_a_dry_run_finishes_no_removal_and_names_none() -> None:
    record = record_of("Old", age_days=100)
    stores = await Stores().keep(record)
    await break_off(stores.counts, record.key)
    result = await stores.prune(RULES.model_copy(update={"dry_run": True}))
    assert result == PruneResult(deleted_count=0, deleted_ids=())
    assert await stores.counts.condemned(COLLECTION) == (record.id,)


async def test_pruning_leaves_a_removal_to_who_is_at_it() -> None:
    record = record_of("Old", age_days=100)
    stores = await Stores().keep(record)
    await doom(stores.counts, record.key)
    assert await stores.prune() == PruneResult(deleted_count=0, deleted_ids=())
    assert set(stores.index.records) == {record.key}


async def test_a_prune_that_breaks_off_gives_its_claims_back_and_is_finished_by_the_next() -> None:
    class Stuck(FakeIndex):
        """It removes nothing the first time."""

        times = 0

        @override
        async def remove(self, collection: str, ids: tuple[str, ...]) -> int:
            self.times += 1
            if self.times == 1:
                raise StoreUnavailable("index", f"{len(ids)} of {collection} stay")
            return await super().remove(collection, ids)

    records = [record_of(f"Old {number}", age_days=100) for number in range(2)]
    stores = await Stores(index=Stuck()).keep(*records)
    with pytest.raises(StoreUnavailable):
        await stores.prune()
    result = await stores.prune(NOBODY)
    assert set(result.deleted_ids) == {record.id for record in records}
    assert stores.index.records == {}


@pytest.mark.parametrize("rules", [RULES, OUTVOTED, PruneRequest(min_confidence=1)])
async def test_where_the_counts_were_lost_nothing_is_forgotten(rules: PruneRequest) -> None:
    stores, record = Stores(), record_of(age_days=100)
    await stores.index.add((record,))
    assert (await stores.prune(rules)).deleted_count == 0
    assert set(stores.index.records) == {record.key}


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
