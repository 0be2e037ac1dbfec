"""How memories are scored: relevance times decay times reputation, and which are dropped."""

from typing import Any

import pytest

from tests.functions.calling import SITUATION, App, Json, assert_problem, read
from tests.functions.importing import Importer


async def only_result(app: App, **options: Any) -> Json:
    (result,) = (await app.found(threshold=0, include_stale=True, **options))["results"]
    return dict(result)


async def test_confidence_halves_every_thirty_days(app: App, importer: Importer) -> None:
    await importer.aged(app, SITUATION, 45)
    result = await only_result(app)

    assert result["age_days"] == pytest.approx(45, abs=0.01)
    assert result["decay_factor"] == pytest.approx(0.5**1.5, rel=1e-3)
    assert result["confidence"] == pytest.approx(0.5**1.5 * 0.5, rel=1e-3)
    assert result["score"] == pytest.approx(result["raw_score"] * result["confidence"], rel=1e-9)
    assert result["memory"]["metadata"]["confidence"] == pytest.approx(result["confidence"])


async def test_reputation_follows_votes_and_outcomes_of_runs(app: App) -> None:
    memory_id = await app.stored()
    for vote in ("upvote", "upvote", "downvote"):
        read(await app.send("POST", f"memories/{memory_id}/votes", {"vote": vote}))
    for run, outcome in enumerate(("success", "success", "failure")):
        read(await app.cite(f"run-{run}", memory_id))
        read(await app.send("PUT", f"citations/run-{run}/outcome", {"outcome": outcome}))
    result = await only_result(app)

    reputation = 0.3 * 3 / 5 + 0.7 * 3 / 5
    assert result["confidence"] == pytest.approx(reputation * result["decay_factor"], rel=1e-9)
    assert result["score"] == pytest.approx(result["raw_score"] * result["confidence"], rel=1e-9)
    rate = pytest.approx(2 / 3)
    counted = {"upvotes": 2, "downvotes": 1, "citations": 3, "success_rate": rate}
    counted |= {"judged": 3, "failed_last": 1}
    assert result["memory"]["metadata"]["votes"] == counted


async def test_every_dropped_candidate_has_a_reason_and_a_score(
    app: App, importer: Importer
) -> None:
    stale = await importer.aged(app, f"{SITUATION} stale", 90)
    quarantined = await app.stored(f"{SITUATION} doubtful", trust=0)
    first, second = await app.stored(f"{SITUATION} one"), await app.stored(f"{SITUATION} two")
    far = await app.stored("A customer", decision="Nothing")
    found = await app.found(threshold=0.4, limit=1, explain=True)

    (kept,) = (result["memory"]["id"] for result in found["results"])
    reasons = {each["id"]: each["reason"] for each in found["dropped"]}
    (other,) = {first, second} - {kept}
    assert reasons == {
        stale: "stale",
        quarantined: "quarantined",
        other: "limit",
        far: "threshold",
    }
    for each in found["dropped"]:
        assert 0 <= each["raw_score"] <= 1
        if each["reason"] != "threshold":
            assert each["score"] == pytest.approx(each["raw_score"] * each["confidence"])


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
