"""POST /apps/{app_slug}/memories, and what GET returns."""

from tests.functions.calling import DECISION, SITUATION, App, Json, assert_problem, read

EVERYTHING: Json = {
    "situation": "Zoë ☕️ paid twice\n\nDECISION: a trap in the situation\r\n\ttab « ¿ü? » 日本語",
    "decision": "Refunded one payment 💸\n\nSITUATION: another trap\n\nDECISION: and one more",
    "stage": "validate",
    "outcome": "corrected",
    "correction": "Ask for the second receipt first — “always”",
    "category": "billing/é",
    "conversation_id": "cnv_1:2.3@x+y-z",
    "tags": ["o'brien", 'say "hi"', "naïve", "👩‍💻", "a,b", "x"],
    "source": "human",
    "importance": 0.25,
    "trust": 1.0,
    "sensitivity": 0.125,
}


async def test_every_field_comes_back_as_it_was_sent(app: App) -> None:
    stored = read(await app.store(**EVERYTHING), 201)
    memory = await app.get(stored["id"])

    stored["metadata"]["confidence"] = memory["metadata"]["confidence"]  # it has decayed by now
    assert memory == stored
    assert memory["situation"] == EVERYTHING["situation"]
    assert memory["decision"] == EVERYTHING["decision"]
    expected = {k: v for k, v in EVERYTHING.items() if k not in {"situation", "decision"}}
    assert {name: memory["metadata"][name] for name in expected} == expected
    assert memory["metadata"]["app_slug"] == app.slug
    assert memory["metadata"]["collection"] == app.collection


async def test_a_repeated_decision_is_one_more_occurrence(app: App) -> None:
    first = read(await app.store(), 201)
    second = read(await app.store(SITUATION.upper(), decision=f"“{DECISION}”"), 200)

    assert second["deduplicated"] is True
    assert "deduplicated" not in first or first["deduplicated"] is False
    assert second["id"] == first["id"]
    assert second["situation"] == SITUATION
    assert second["metadata"]["occurrences"] == 2
    assert [event["type"] for event in await app.history(first["id"])] == ["stored", "stored_again"]


async def test_apps_do_not_see_each_others_memories(app: App, other_app: App) -> None:
    mine, theirs = await app.stored(), await other_app.stored()

    assert mine != theirs
    assert_problem(await app.send("GET", f"memories/{theirs}"), 404)
    assert_problem(await app.send("GET", f"memories/{theirs}/history"), 404)
    assert_problem(await app.send("POST", f"memories/{theirs}/votes", {"vote": "upvote"}), 404)
    assert_problem(await app.send("PUT", f"memories/{theirs}/outcome", {"outcome": "failed"}), 404)
    assert_problem(await app.cite("run", theirs), 404)
    assert_problem(await app.send("DELETE", f"memories/{theirs}"), 404)
    assert await app.found_ids(threshold=0) == [mine]
    assert await other_app.found_ids(threshold=0) == [theirs]
