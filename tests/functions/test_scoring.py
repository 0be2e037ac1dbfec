"""How memories are scored: relevance times decay times reputation, and which are dropped."""

from tests.functions.calling import SITUATION, App, assert_problem, read
from tests.functions.importing import Importer


async def test_the_global_collection_is_searched_only_when_asked(app: App) -> None:
    everybody = App(app.client, "global")
    marker = f"Common pattern {app.slug}0001"
    shared = read(await everybody.store(marker), 201)["id"]
    mine = await app.stored(f"{marker} of ours")

    assert await app.found_ids(marker, threshold=0) == [mine]
    found = await app.found_ids(marker, threshold=0, include_global=True, limit=100)
    assert {mine, shared} <= set(found)
    assert len(found) == len(set(found))
    both = await everybody.found_ids(marker, include_global=True, threshold=0, limit=100)
    assert both.count(shared) == 1
    read(await everybody.send("DELETE", f"memories/{shared}"))


async def test_a_limit_or_a_threshold_out_of_bounds_is_refused(app: App) -> None:
    for name, value in (("limit", 0), ("limit", 101), ("limit", None), ("threshold", 1.1)):
        problem = assert_problem(await app.find(SITUATION, **{name: value}), 422)
        assert [error["field"] for error in problem["errors"]] == [name]


async def test_a_search_that_finds_only_a_stale_memory_says_so(
    app: App, importer: Importer
) -> None:
    stale = await importer.aged(app, SITUATION, 40)
    found = await app.found(SITUATION)
    assert (found["results"], found["stale"]) == ([], [stale])
    asked = {"text": SITUATION, "app_slug": app.slug, "include": ["memories"]}
    told = read(await app.client.post("/prepare", json=asked))
    said = "What is remembered about this is hardly believed any more"
    assert told["prompt"].endswith(f"UTC.\n## Alerts\n- {said}\n")
    assert told["nothing_found"] is True
    given = {"arguments": {"app": app.slug, "query": SITUATION}}
    recalled = read(await app.client.post("/tools/recall", json=given))
    assert recalled["summary"] == f"{said}: {stale}."
