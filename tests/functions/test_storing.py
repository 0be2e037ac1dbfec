"""POST /apps/{app_slug}/memories, and what GET returns."""

import asyncio

import pytest

from tests.functions.calling import DECISION, SITUATION, App, Json, assert_problem, read, votes
from tests.functions.importing import Importer
from tests.functions.stores import Stores

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


async def test_an_omitted_field_has_its_default(app: App) -> None:
    metadata = read(await app.store(), 201)["metadata"]

    assert metadata["outcome"] == "success"
    assert metadata["source"] == "agent"
    assert (metadata["importance"], metadata["trust"], metadata["sensitivity"]) == (0.5, 0.7, 0.0)
    assert metadata["tags"] == []
    assert metadata["votes"] == {
        "upvotes": 0, "downvotes": 0, "citations": 0, "success_rate": 0.0
    }  # fmt: skip
    assert metadata["occurrences"] == 1
    assert metadata["state"] == "active"
    assert metadata["last_validated_at"] is None
    assert metadata["confidence"] == pytest.approx(0.5, abs=0.001)


async def test_a_repeated_decision_is_one_more_occurrence(app: App) -> None:
    first = read(await app.store(), 201)
    second = read(await app.store(SITUATION.upper(), decision=f"“{DECISION}”"), 200)

    assert second["deduplicated"] is True
    assert "deduplicated" not in first or first["deduplicated"] is False
    assert second["id"] == first["id"]
    assert second["situation"] == SITUATION
    assert second["metadata"]["occurrences"] == 2
    assert [event["type"] for event in await app.history(first["id"])] == ["stored", "stored_again"]


async def test_a_repeat_does_not_undo_a_later_correction(app: App) -> None:
    memory_id = await app.stored(tags=["first"])
    read(await app.send("PUT", f"memories/{memory_id}/correction", {"correction": "Escalate"}))

    again = read(await app.store(tags=["second"], outcome="success"), 200)

    assert again["metadata"]["outcome"] == "corrected"
    assert again["metadata"]["correction"] == "Escalate"
    assert again["metadata"]["tags"] == ["first"]


async def test_each_occurrence_keeps_its_own_outcome_and_conversation(app: App) -> None:
    memory_id = await app.stored(conversation_id="cnv_1")
    said = {"outcome": "corrected", "correction": "Ask jo@example.com", "conversation_id": "cnv_2"}
    again = read(await app.store(**said))
    assert (again["id"], again["deduplicated"]) == (memory_id, True)
    assert (again["metadata"]["outcome"], votes(again)) == ("corrected", (0, 1))
    third = read(await app.store(conversation_id="cnv_3"))
    assert (third["metadata"]["outcome"], third["metadata"]["occurrences"]) == ("corrected", 3)

    masked = {**said, "correction": "Ask [REDACTED:email]"}
    assert [each["details"] for each in await app.history(memory_id)] == [
        {"outcome": "success", "conversation_id": "cnv_1"},
        masked,
        {"outcome": "success", "conversation_id": "cnv_3"},
    ]
    assert await app.found_ids(threshold=0, outcome="corrected") == [memory_id]


async def test_storing_again_or_a_successful_run_makes_a_memory_fresh(
    app: App, importer: Importer
) -> None:
    stored = await importer.aged(app, "Ticket 1", days=90)
    cited = await importer.aged(app, "Ticket 2", days=90)
    read(await app.store("Ticket 1"))
    read(await app.cite("run-1", cited))
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "success"}))
    for memory_id in (stored, cited):
        (found,) = [
            each
            for each in (await app.found("Ticket", threshold=0, include_stale=True))["results"]
            if each["memory"]["id"] == memory_id
        ]
        assert found["age_days"] < 1
        assert found["decay_factor"] == pytest.approx(1, abs=0.01)
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "failure"}))
    metadata = (await app.get(cited))["metadata"]
    assert metadata["last_confirmed_at"] == metadata["created_at"]


async def test_eight_simultaneous_identical_stores_make_one_memory(app: App) -> None:
    answers = await asyncio.gather(*(app.store() for _ in range(8)))

    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    (memory_id,) = {answer.json()["id"] for answer in answers}
    assert (await app.get(memory_id))["metadata"]["occurrences"] == 8
    kinds = [event["type"] for event in await app.history(memory_id)]
    assert kinds == ["stored"] + ["stored_again"] * 7
    assert read(await app.send("GET", "stats"))["count"] == 1


async def test_simultaneous_different_stores_are_all_kept(app: App) -> None:
    ids = await asyncio.gather(*(app.stored(f"Ticket number {n} is stuck") for n in range(6)))

    assert len(set(ids)) == 6
    assert read(await app.send("GET", "stats"))["count"] == 6


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


async def test_simultaneous_storing_and_deleting_leaves_a_whole_memory_or_none(
    app: App, stores: Stores
) -> None:
    memory_id = await app.stored(conversation_id="cnv_1")
    for _ in range(4):
        answers = await asyncio.gather(
            *(app.store(conversation_id="cnv_1") for _ in range(4)),
            *(app.send("DELETE", f"memories/{memory_id}") for _ in range(2)),
        )
        assert {answer.status_code for answer in answers[:4]} <= {200, 201}
        assert {answer.status_code for answer in answers[4:]} <= {200, 404}

        there = (await app.send("GET", f"memories/{memory_id}")).status_code
        told = (await app.send("GET", f"memories/{memory_id}/history")).status_code
        assert there == told
        if there == 404:
            assert await stores.remains(app, memory_id) == []
        else:
            assert [record["id"] for record in await stores.records(app)] == [memory_id]
            memory = f"mem:{app.collection}:{memory_id}"
            whole = [f"conv:{app.collection}:cnv_1", memory, f"{memory}:conversations"]
            names = await stores.redis("KEYS", f"*{app.slug}*")
            assert sorted(names) == [
                whole[0],
                f"listed:{app.collection}",
                *whole[1:],
                f"{memory}:log",
                f"{memory}:sum",
            ]
