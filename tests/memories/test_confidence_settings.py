"""An app may have its own half-life, and votes another weight than the seed's."""

from math import isclose

from recollect.core.ids import collection_of
from recollect.memories.browsing.together import explained_memory
from recollect.memories.confidence_settings import (
    SEED_SETTINGS,
    ConfidenceParameters,
    ConfidenceSettings,
)
from recollect.memories.finding.scored import score
from recollect.memories.known.confidence import days_found, reputation
from recollect.memories.known.reading import get_memory
from recollect.memories.requests import Search
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.stores import MemoryStores
from tests.memories.acting import RULES, Actors
from tests.memories.samples import APP, COLLECTION, NOW, record_of

WEEK_OLD = record_of(age_days=7)
QUICK = ConfidenceSettings(half_lives={APP: 7.0})


async def forgetting(settings: ConfidenceSettings) -> Actors:
    actors = Actors()
    actors.stores = MemoryStores(actors.index, actors.ledger, settings)
    return await actors.keep(WEEK_OLD)


async def test_an_app_with_a_half_life_of_7_days_halves_the_decay_of_a_week_old_memory() -> None:
    actors = await forgetting(QUICK)

    found, _ = await actors.search(Search(query="refund", threshold=0))
    (result,) = found.results
    memory, _ = await get_memory(WEEK_OLD.key, "restricted", NOW, actors.stores)
    explained, _ = await explained_memory(WEEK_OLD.key, "restricted", NOW, actors.stores)

    assert isclose(result.decay_factor, 0.5)
    assert isclose(result.confidence, 0.25)
    assert result.memory.metadata.confidence == memory.metadata.confidence == result.confidence
    assert explained.half_life_days == 7


def test_other_apps_keep_the_default_half_life() -> None:
    settings = ConfidenceSettings(ConfidenceParameters(half_life_days=14), {"another": 7.0})

    assert settings.of(COLLECTION).half_life_days == 14
    assert settings.of(collection_of("another")).half_life_days == 7
    assert SEED_SETTINGS.of(COLLECTION) == ConfidenceParameters(30, 0.3)


async def test_memories_with_a_shorter_half_life_are_archived_sooner() -> None:
    late = 60.0
    slow, quick = await forgetting(SEED_SETTINGS), await forgetting(QUICK)

    kept = await slow.pruner(later_days=late).prune(COLLECTION, RULES)
    gone = await quick.pruner(later_days=late).prune(COLLECTION, RULES)

    assert kept.deleted_ids == ()
    assert gone.deleted_ids == (WEEK_OLD.id,)


def test_the_days_until_a_memory_is_stale_depend_on_its_apps_half_life() -> None:
    liked = MemoryCounts(upvotes=3)

    assert isclose(
        days_found(liked, ConfidenceParameters(7)) * 30,
        days_found(liked, ConfidenceParameters(30)) * 7,
    )


def test_the_weight_of_votes_can_be_configured() -> None:
    upvoted = MemoryCounts(upvotes=1)

    assert isclose(
        reputation(upvoted, parameters=ConfidenceParameters(votes_weight=0.6)),
        0.6 * 2 / 3 + 0.4 / 2,
    )


def test_of_equal_scores_the_memory_with_judged_runs_comes_first() -> None:
    fresh, used = record_of("Another refund"), record_of()
    beside = [
        score(fresh, 0.8, MemoryCounts(), NOW, SEED_SETTINGS),
        score(used, 0.8, MemoryCounts(citations=2, successes=1, failures=1), NOW, SEED_SETTINGS),
    ]

    assert beside[0].score == beside[1].score
    assert [each.id for each in sorted(beside, key=lambda each: each.order)] == [used.id, fresh.id]
