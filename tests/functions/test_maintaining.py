"""Statistics, pruning, and the event that prunes on a schedule."""

import json
from pathlib import Path

import pytest

from infra.local.emulators.tokens import StoreTokens
from infra.local.platform import PlatformOptions, RunningPlatform
from recollect.core.cursors import Cursors
from tests.functions.calling import (
    SITUATION,
    App,
    Bus,
    Json,
    assert_problem,
    calling,
    entry,
    new_app,
    read,
    votes,
)
from tests.functions.costs import Cost, cost
from tests.functions.importing import Importer, importing, line
from tests.functions.invoking import functions_with, sample
from tests.functions.platforms import own_platform
from tests.functions.stores import Stores

# The sample's own claims are for another app.
OPEN = {"OPEN_API": "true", "STAGE": "dev"}


def pruned(*ids: str) -> Json:
    return {"deleted_count": len(ids), "deleted_ids": list(ids), "archived_ids": list(ids)}


async def stats(app: App) -> Json:
    return read(await app.send("GET", "stats"))


async def prune(app: App, **rules: object) -> Json:
    return read(await app.send("POST", "memories/prune", rules))


def maintain(app: App | None = None, **rules: object) -> Json:
    detail = {"task": "prune", **rules} | ({"app_slug": app.slug} if app else {})
    return entry("MaintainMemories", detail) | {"Source": "recollect.schedule"}


async def test_statistics_sum_up_what_was_counted(app: App, importer: Importer) -> None:
    fresh = await app.stored("fresh")
    old = await importer.aged(app, "old", 30, upvotes=3, downvotes=1)
    for memory_id, vote in [(fresh, "upvote"), (fresh, "upvote"), (old, "downvote")]:
        read(await app.send("POST", f"memories/{memory_id}/votes", {"vote": vote}))
    read(await app.cite("run-1", fresh, old))
    read(await app.cite("run-2", fresh))
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "success"}))
    read(await app.send("PUT", "citations/run-2/outcome", {"outcome": "failure"}))

    fresh_confidence = 0.3 * 3 / 4 + 0.7 * 2 / 4
    old_confidence = 0.3 * 4 / 7 + 0.7 * 2 / 3  # a memory that a run confirmed is fresh
    assert await stats(app) == {
        "collection": app.collection,
        "count": 2,
        "avg_confidence": pytest.approx((fresh_confidence + old_confidence) / 2, rel=1e-3),
        "total_upvotes": 5,
        "total_downvotes": 2,
        "total_citations": 3,
        "avg_success_rate": pytest.approx((0.5 + 1.0) / 2),
    }


async def test_a_doubted_old_memory_is_pruned(app: App, importer: Importer) -> None:
    ancient = await importer.aged(app, "ancient", 100)
    middling = await importer.aged(app, "middling", 60)
    fresh = await app.stored("fresh")
    # 0.5 · 0.5^(100/30) is below 0.1, 0.5 · 0.5^2 is not.
    assert await prune(app) == pruned(ancient)

    assert (await app.get(ancient))["metadata"]["state"] == "archived"
    assert ancient not in await app.found_ids("ancient", threshold=0, include_stale=True)
    assert (await prune(app, min_confidence=0.2))["deleted_ids"] == [middling]
    assert (await prune(app, min_confidence=1, min_age_days=1))["deleted_ids"] == []
    assert (await prune(app, min_confidence=1, min_age_days=0))["deleted_ids"] == [fresh]
    assert (await stats(app))["count"] == 0


async def test_a_collection_of_many_pages_is_pruned_to_its_end_at_one_command_per_page(
    app: App, importer: Importer, stores: Stores
) -> None:
    """A page has 500 memories, some of them old. That pages cost little is ADR 0059."""
    await importer.add(app, [line(f"Ticket {n}", 1 if n % 17 else 100) for n in range(510)])
    assert (await stats(app))["count"] == 510

    first_page = await stores.vector(f"range/{app.collection}", {"cursor": "0", "limit": 500})
    place = first_page["nextCursor"]
    # A caller that could name a place might count memories that it may not see.
    assert_problem(await app.send("POST", "memories/prune", {"cursor": place}), 422)
    of_prunes = Cursors(StoreTokens().full, f"all {app.collection} restricted").sealed(place)
    for cursor in (place, of_prunes):
        assert_problem(await app.send("GET", f"stats?cursor={cursor}"), 422)

    nothing = app.send("POST", "memories/prune", {"min_age_days": 101})
    assert await cost(app.client, nothing) == Cost({"MGET": 2, "SMEMBERS": 1}, 0)
    answer = await prune(app)
    assert answer["deleted_count"] == len(set(answer["deleted_ids"])) == 30
    assert (await stats(app))["count"] == 480
    archived = read(await app.send("GET", "memories?state=archived&limit=100"))
    assert len(archived["memories"]) == 30


async def test_the_event_prunes_one_app(
    app: App, other_app: App, importer: Importer, bus: Bus
) -> None:
    mine = await importer.aged(app, SITUATION, 100)
    theirs = await importer.aged(other_app, SITUATION, 100)
    await bus.deliver(maintain(app))

    assert (await app.get(mine))["metadata"]["state"] == "archived"
    assert (await other_app.get(theirs))["id"] == theirs


async def test_the_event_prunes_all_apps() -> None:
    """On a platform of its own, since the event goes through all apps."""
    with own_platform(PlatformOptions(workers=1)) as alone:
        async with calling(alone) as client, importing(alone) as importer:
            apps = [new_app(client) for _ in range(2)]
            ids = [(app, await importer.aged(app, SITUATION, 100)) for app in apps]
            kept = await apps[0].stored("fresh")
            await Bus(client).deliver(maintain())

            for app, memory_id in ids:
                assert (await app.get(memory_id))["metadata"]["state"] == "archived"
            assert (await apps[0].get(kept))["id"] == kept
            place = await Stores(client).redis("HGETALL", "maintain:prune")
    assert dict(zip(place[::2], place[1::2], strict=True)) == {"collection": "", "cursor": ""}


async def test_a_pruned_memory_is_restored_with_all_its_counts(
    app: App, importer: Importer
) -> None:
    memory_id = await importer.aged(app, "an ancient printer", 100, upvotes=3, downvotes=4)
    await prune(app)
    read(await app.send("POST", f"memories/{memory_id}/votes", {"vote": "upvote"}))

    restored = read(await app.send("POST", f"memories/{memory_id}/restore"))
    assert (restored["metadata"]["state"], votes(restored)) == ("active", (4, 4))
    assert "archived_at" not in restored["metadata"]
    assert [each["type"] for each in await app.history(memory_id)][-3:] == [
        *("archived", "voted", "restored")
    ]
    found = await app.found_ids("an ancient printer", threshold=0, include_stale=True)
    assert found == [memory_id]
    assert await prune(app) == pruned()
    assert_problem(await app.send("POST", "memories/mem_unknown/restore"), 404)


async def test_a_memory_archived_long_enough_is_erased_by_the_next_prune(
    platform: RunningPlatform, app: App, importer: Importer, stores: Stores, tmp_path: Path
) -> None:
    memory_id = await importer.aged(app, "ancient", 100)
    await prune(app)
    assert await prune(app) == pruned()
    event = sample("maintain_memories/prune_memories") | {"body": "{}"}
    event = json.loads(json.dumps(event).replace("epic-web", app.slug))
    del event["requestContext"]["authorizer"]
    async with functions_with(platform, tmp_path, ARCHIVE_DAYS="0", **OPEN) as functions:
        answer = await functions.answer("maintain_memories", event)
    assert json.loads(answer["body"]) == {
        "deleted_count": 1,
        "deleted_ids": [memory_id],
        "archived_ids": [],
    }
    assert await stores.remains(app, memory_id) == []
    assert_problem(await app.send("POST", f"memories/{memory_id}/restore"), 404)


async def test_an_invalid_event_becomes_a_dead_letter(bus: Bus) -> None:
    event = maintain(None, min_confidence=2)
    await bus.deliver(event)

    assert (await bus.dead_letters([event["Id"]]))[event["Id"]]["function"] == "maintain_memories"


async def test_invalid_pruning_rules_are_refused(app: App) -> None:
    await app.stored()

    for rules in (
        {"min_confidence": 1.1},
        {"min_age_days": -1},
        {"min_age_days": 36_501},
        # Every memory has more than -1 downvotes.
        {"max_downvotes": -1},
        {"max_downvotes": 1.5},
        {"dry_run": "perhaps"},
        {"cursor": "nonsense"},
        {"everything": True},
    ):
        assert_problem(await app.send("POST", "memories/prune", rules), 422)
    assert (await stats(app))["count"] == 1
