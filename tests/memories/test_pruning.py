from collections.abc import Sequence
from dataclasses import replace

import pytest
from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.confidence_settings import SEED_PARAMETERS
from recollect.memories.lifecycle.maintenance import PAGE_SIZE, should_prune
from recollect.memories.receipts import PruneResult
from recollect.memories.requests import NewVote, PruneRequest
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord
from recollect.retrieval.items import Metadata
from tests.memories.acting import NOBODY, OUTVOTED, RULES, Actors
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import begin_deletion, break_off_deletion, exist
from tests.memories.samples import COLLECTION, NOW, op, record_of, validated


def begun(counts: MemoryCounts) -> MemoryCounts:
    """The counts of an existing memory."""
    return replace(counts, created_at=1)


def test_a_memory_is_pruned_when_it_is_old_and_little_believed_or_outvoted() -> None:
    cases = [
        (100, MemoryCounts(), RULES, True),
        (60, MemoryCounts(), RULES, False),
        (100, validated(days_ago=1), RULES, False),
        (90, MemoryCounts(), RULES, True),
        (90, MemoryCounts(successes=50), RULES, False),
        (29, MemoryCounts(failures=1000, downvotes=1000), RULES, False),
        (30, MemoryCounts(failures=1000, downvotes=1000), RULES, True),
        (100, validated(days_ago=0), PruneRequest(min_confidence=0.6, min_age_days=30), True),
        (0, MemoryCounts(), PruneRequest(min_confidence=0.6, min_age_days=0), True),
        (0, MemoryCounts(), PruneRequest(min_confidence=0.5, min_age_days=0), False),
        (0, MemoryCounts(downvotes=3), OUTVOTED, True),
        (0, MemoryCounts(downvotes=2), OUTVOTED, False),
        (0, MemoryCounts(downvotes=9), RULES, False),
        (0, MemoryCounts(downvotes=1), PruneRequest(max_downvotes=0), True),
        (100, MemoryCounts(downvotes=9, tombstoned=True), PruneRequest(max_downvotes=0), False),
    ]
    for age_days, counts, rules, goes in cases:
        record = record_of(age_days=age_days)
        assert should_prune(record, begun(counts), rules, NOW, SEED_PARAMETERS) is goes, (
            age_days,
            counts,
            rules,
        )


async def test_pruning_archives_the_memories_that_the_rules_match_and_no_others() -> None:
    old, young = record_of("Old", age_days=100), record_of("Young")
    stores = await Actors().keep(old, young)
    result = await stores.prune()
    assert (result.deleted_count, result.deleted_ids) == (1, (old.id,))
    assert result.archived_ids == (old.id,)
    assert result.next_cursor is None
    assert stores.found() == {young.key}
    assert await exist(stores.ledger, old.key, young.key) == (True, True)


async def test_a_dry_run_names_the_memories_it_would_prune_and_changes_nothing() -> None:
    old = record_of("Old", age_days=100)
    stores = await Actors().keep(old)
    result = await stores.prune(RULES.model_copy(update={"dry_run": True}))
    assert result.deleted_ids == (old.id,)
    assert stores.found() == {old.key}
    assert await exist(stores.ledger, old.key) == (True,)


async def test_a_memory_judged_just_before_it_is_archived_is_left_alone() -> None:
    class Interrupted(FakeLedger):
        """Somebody votes just before it is archived."""

        @override
        async def archive(
            self, memories: Sequence[tuple[MemoryRecord, MemoryCounts]], operation: Operation
        ) -> tuple[MemoryCounts | None, ...]:
            await self.apply(memories[0][0].key, NewVote(vote="upvote"), op())
            return await super().archive(memories, operation)

    records = [record_of(f"Old {number}", age_days=100) for number in range(2)]
    stores = await Actors(ledger=Interrupted()).keep(*records)
    result = await stores.prune()
    assert result.deleted_count == 1
    (left,) = stores.found()
    assert left[1] not in result.deleted_ids
    assert (await stores.ledger.read((left,)))[0].upvotes == 1


async def test_pruning_finishes_interrupted_deletions_whatever_the_rules_say() -> None:
    broken, recordless, young = (record_of(each) for each in ("Broken", "Recordless", "Young"))
    stores = await Actors().keep(broken, recordless, young)
    await break_off_deletion(stores.ledger, broken.key, recordless.key)
    await stores.index.remove(COLLECTION, (recordless.id,))
    result = await stores.prune()
    assert (result.deleted_count, set(result.deleted_ids)) == (2, {broken.id, recordless.id})
    assert stores.found() == {young.key}
    assert await stores.ledger.unfinished_deletions(COLLECTION) == ()


async def test_a_dry_run_finishes_no_interrupted_deletion_and_names_none() -> None:
    record = record_of("Old", age_days=100)
    stores = await Actors().keep(record)
    await break_off_deletion(stores.ledger, record.key)
    result = await stores.prune(RULES.model_copy(update={"dry_run": True}))
    assert result == PruneResult(deleted_count=0, deleted_ids=(), archived_ids=())
    assert await stores.ledger.unfinished_deletions(COLLECTION) == (record.id,)


async def test_pruning_leaves_a_running_deletion_to_its_owner() -> None:
    record = record_of("Old", age_days=100)
    stores = await Actors().keep(record)
    await begin_deletion(stores.ledger, record.key)
    assert await stores.prune() == PruneResult(deleted_count=0, deleted_ids=(), archived_ids=())
    assert stores.found() == {record.key}


async def test_the_next_prune_finishes_an_interrupted_one() -> None:
    class Stuck(FakeIndex):
        """It changes nothing the first time."""

        times = 0

        @override
        async def patch(self, key: Key, metadata: Metadata) -> bool:
            self.times += 1
            if self.times == 1:
                raise StoreUnavailable("index", f"{key} stays as it is")
            return await super().patch(key, metadata)

    records = [record_of(f"Old {number}", age_days=100) for number in range(2)]
    stores = await Actors(index=Stuck()).keep(*records)
    with pytest.raises(StoreUnavailable):
        await stores.prune()
    assert len(stores.found()) == 1
    await stores.prune(NOBODY)
    assert stores.found() == set()


async def test_a_memory_whose_counts_were_lost_is_not_pruned() -> None:
    cases: list[PruneRequest] = [RULES, OUTVOTED, PruneRequest(min_confidence=1)]
    for rules in cases:
        stores, record = Actors(), record_of(age_days=100)
        await stores.index.add((record,))
        assert (await stores.prune(rules)).deleted_count == 0
        assert stores.found() == {record.key}


async def test_pruning_walks_through_all_pages() -> None:
    records = [record_of(f"Old {number}", age_days=100) for number in range(2 * PAGE_SIZE + 1)]
    stores = await Actors().keep(*records)
    assert (await stores.prune()).deleted_count == len(records)
    assert stores.found() == set()


async def test_a_prune_that_runs_out_of_time_returns_a_cursor_to_go_on_from() -> None:
    records = [record_of(f"Old {number}", age_days=100) for number in range(PAGE_SIZE + 1)]
    stores = await Actors().keep(*records)
    first = await stores.prune(looks=1)
    assert first.deleted_count == PAGE_SIZE
    assert first.next_cursor
    second = await stores.prune(RULES.model_copy(update={"cursor": first.next_cursor}))
    assert (second.deleted_count, second.next_cursor) == (1, None)
