"""The archive: a pruned memory is not found, can be restored, and is erased in the end."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.errors import NotFound, StoreUnavailable
from recollect.memories.browsing.listing import Lister
from recollect.memories.confidence_settings import SEED_PARAMETERS
from recollect.memories.lifecycle.archiving import restore_memory
from recollect.memories.lifecycle.maintenance import should_prune
from recollect.memories.requests import MemoryListing, PruneRequest, Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import MemoryOutcome, Validation
from tests.memories.acting import KEY, OUTVOTED, RECORD, RULES, UPVOTE, Actors, stats_of
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.samples import COLLECTION, NOW, op, record_of
from tests.memories.stepping import Fault, Faults
from tests.memories.test_listing import CURSORS, never


async def with_one_archived() -> Actors:
    actors = Actors()
    await actors.store()
    await actors.vote()
    assert (await actors.prune_all()).archived_ids == (RECORD.id,)
    return actors


async def found(actors: Actors, *, explain: bool = False) -> SearchResult:
    search = Search(query=RECORD.situation, threshold=0, include_stale=True, explain=explain)
    result, _ = await actors.search(search)
    return result


async def test_an_archived_memory_is_not_found_but_listed_with_its_counts() -> None:
    actors = await with_one_archived()
    assert (await found(actors)).results == ()
    lister = Lister(NOW + timedelta(days=100), "restricted", never, actors.stores)
    (memory,) = (await lister.page(COLLECTION, MemoryListing(state="archived"), CURSORS)).memories
    assert memory.metadata.archived_at == "2026-06-09T12:00:00.000Z"
    assert (memory.expires_at, memory.needs_validation) == ("2026-07-09T12:00:00.000Z", False)
    assert memory.metadata.votes.upvotes == 1


async def test_an_archived_memory_is_not_found_even_if_its_record_still_says_active() -> None:
    actors = await with_one_archived()
    await actors.index.patch(KEY, {"state": "active"})
    result = await found(actors, explain=True)
    assert result.results == ()
    assert [(each.id, each.reason) for each in result.dropped or ()] == [(RECORD.id, "archived")]


async def test_statistics_leave_out_archived_memories() -> None:
    actors = await with_one_archived()
    stats = await stats_of(actors.stores)
    assert (stats.count, stats.total_upvotes) == (0, 0)


async def test_a_restored_memory_is_found_with_its_votes_and_history() -> None:
    actors = await with_one_archived()
    memory = await actors.restore()
    assert (memory.metadata.state, memory.metadata.archived_at) == ("active", None)
    assert memory.metadata.votes.upvotes == 1
    assert [each.memory.id for each in (await found(actors)).results] == [RECORD.id]
    kinds = [each.type for each in await actors.ledger.history(KEY)]
    assert kinds == ["stored", "voted", "archived", "restored"]
    assert actors.index.records[KEY].metadata["state"] == "active"


async def test_a_missing_or_too_sensitive_memory_cannot_be_restored() -> None:
    actors = Actors()
    secret = record_of("Secret", sensitivity=0.9)
    await actors.keep(secret)
    await actors.pruner(later_days=100).prune(COLLECTION, RULES)
    with pytest.raises(NotFound) as hidden:
        await restore_memory(secret.key, "internal", op(), actors.stores)
    with pytest.raises(NotFound) as missing:
        await restore_memory(KEY, "internal", op(), actors.stores)
    assert str(hidden.value).replace(secret.id, RECORD.id) == str(missing.value)


async def test_a_prune_erases_a_memory_once_it_has_been_archived_for_long_enough() -> None:
    actors = await with_one_archived()
    for later_days, goes in ((129.9, False), (130, True)):
        dry = PruneRequest(dry_run=True)
        for rules in (dry, RULES):
            pruner = actors.pruner(later_days=later_days, archive_days=30)
            pruned = await pruner.prune(COLLECTION, rules)
            assert (pruned.deleted_ids, pruned.archived_ids) == ((RECORD.id,) * goes, ())
    assert actors.is_nowhere()
    with pytest.raises(NotFound):
        await actors.restore()


async def test_a_restored_memory_is_not_pruned_for_as_long_as_a_new_one() -> None:
    restored = MemoryCounts(downvotes=9, created_at=1, restored_at=NOW - timedelta(days=30))
    old, moment = record_of(age_days=100), timedelta(minutes=1)
    for rules in (RULES, OUTVOTED):
        assert not should_prune(old, restored, rules, NOW - moment, SEED_PARAMETERS)
        assert should_prune(old, restored, rules, NOW + moment, SEED_PARAMETERS)


async def test_the_next_prune_repairs_a_record_that_an_interrupted_prune_left_active() -> None:
    steps = Faults()
    actors = Actors(FakeIndex(steps), FakeLedger(steps))
    await actors.store()
    steps.add(Fault("index.patch"))
    with pytest.raises(StoreUnavailable):
        await actors.prune_all()
    assert (await found(actors)).results == ()
    assert not actors.agrees()
    await actors.pruner(archive_days=30).prune(COLLECTION, RULES)
    assert actors.agrees()


_SAID = st.sampled_from(
    [UPVOTE, Validation(), MemoryOutcome("success", NOW), MemoryOutcome("failed", NOW, "No")]
)


@given(st.lists(_SAID, max_size=6))
async def test_feedback_does_not_bring_an_archived_memory_back(said: list[object]) -> None:
    actors = await with_one_archived()
    for feedback in said:
        await actors.give(feedback)  # type: ignore[arg-type]  # what the strategy draws
    assert (await found(actors)).results == ()
    assert actors.agrees()
    assert (await actors.restore()).metadata.state == "active"
