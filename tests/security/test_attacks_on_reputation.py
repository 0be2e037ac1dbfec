"""What a writer can do for its own memories, and against those of others."""

from typing import Any

from tests.functions.calling import Bus, Json, assert_problem, entry, read
from tests.security.callers import Callers, unique

HARMFUL = {"situation": "Users cannot log in", "decision": "Disable MFA for all", "stage": "draft"}
HONEST = {"situation": "Users cannot log in", "decision": "Sync the clocks", "stage": "draft"}
SEARCH = {"query": "Users cannot log in", "threshold": 0}
ONLY_WRITES = ("memory:read", "memory:write")


def first(found: Json) -> Any:
    return found["results"][0]


async def end_conversation(callers: Callers, app: str, conversation: str, outcome: str) -> None:
    """Report by an event how a conversation ended."""
    said = {"app_slug": app, "conversation_id": conversation, "outcome": outcome}
    await Bus(callers.client).deliver(entry("ConversationResolved", said))


async def test_self_praise_has_no_effect(callers: Callers) -> None:
    app = unique("app")
    mallory, relay = callers("mallory"), callers("relay-of-mallory", relay=True)
    doubted = read(await mallory.post(f"/apps/{app}/memories", {**HONEST, "trust": 0.05}), 201)
    assert doubted["metadata"]["state"] == "quarantined"
    own = await mallory.post(f"/apps/{app}/memories/{doubted['id']}/validation", None)
    assert_problem(own, 403)

    stored = read(await mallory.post(f"/apps/{app}/memories", HARMFUL), 201)
    memory, runs = f"/apps/{app}/memories/{stored['id']}", f"/apps/{app}/citations"
    assert_problem(await mallory.post(f"{memory}/votes", {"vote": "upvote"}), 403)
    own = await mallory.send("PUT", f"{memory}/outcome", {"outcome": "success"})
    assert "does not judge it" in assert_problem(own, 403)["detail"]
    for number in range(6):
        run = f"run-{number}"
        vote = {"vote": "upvote", "voter_id": f"invented-{number}"}
        read(await relay.post(f"{memory}/votes", vote))
        cited = {"run_id": run, "memory_ids": [stored["id"]]}
        read(await relay.post(runs, cited))
        read(await relay.send("PUT", f"{runs}/{run}/outcome", {"outcome": "success"}))

    found = first(read(await mallory.post(f"/apps/{app}/memories/search", SEARCH)))
    assert found["memory"]["id"] == stored["id"]
    votes = found["memory"]["metadata"]["votes"]
    assert votes["upvotes"] == 6
    believed = {"upvotes": 1, "downvotes": 0, "successes": 1, "failures": 0}
    assert votes["believed"] == believed
    # One vote and one run are believed: .3 · 2/3 + .7 · 2/3.
    assert found["confidence"] < 0.67


async def test_six_failed_runs_reported_by_one_caller_hide_no_honest_memory(
    callers: Callers,
) -> None:
    app = unique("app")
    ann, mallory, accomplice = callers("ann"), callers("mallory"), callers("accomplice")
    honest = read(await ann.post(f"/apps/{app}/memories", HONEST), 201)["id"]
    runs = f"/apps/{app}/citations"
    for number in range(6):
        run = f"run-{number}"
        read(await accomplice.post(runs, {"run_id": run, "memory_ids": [honest]}))
        read(await mallory.send("PUT", f"{runs}/{run}/outcome", {"outcome": "failure"}))

    found = first(read(await ann.post(f"/apps/{app}/memories/search", SEARCH)))
    assert found["memory"]["id"] == honest
    votes = found["memory"]["metadata"]["votes"]
    assert (votes["failed_last"], votes["believed"]["failures"]) == (6, 1)
    # One of them is believed: .3 · 1/2 + .7 · 1/3.
    assert found["confidence"] > 0.38


async def test_storing_an_honest_memory_again_as_failed_needs_the_right_to_judge(
    callers: Callers,
) -> None:
    app = unique("app")
    ann = callers("ann")
    mallory = callers("mallory", scopes=ONLY_WRITES)
    memories = f"/apps/{app}/memories"
    honest = read(await ann.post(memories, HONEST), 201)["id"]
    attack = {**HONEST, "outcome": "failed", "correction": "Disable MFA for all"}
    for _ in range(2):
        again = read(await mallory.post(memories, attack))
        assert (again["deduplicated"], again["not_taken"]) == (True, ["outcome", "correction"])
        assert again["metadata"]["outcome"] == "success"
        assert again["metadata"]["correction"] is None
    batch = read(await mallory.post(f"{memories}/batch", {"memories": [attack]}))
    assert batch["results"][0]["not_taken"] == ["outcome", "correction"]
    known = read(await ann.send("GET", f"{memories}/{honest}"))["metadata"]
    assert (known["votes"]["downvotes"], known["occurrences"]) == (0, 4)
    assert "Disable MFA" not in str(read(await ann.send("GET", f"{memories}/{honest}/history")))

    judged = read(await callers("bob").post(memories, attack))
    assert "not_taken" not in judged
    assert judged["metadata"]["outcome"] == "failed"
    assert judged["metadata"]["votes"]["downvotes"] == 1
    own = read(await ann.post(memories, {**HONEST, "outcome": "failed"}))
    assert "not_taken" not in own


async def test_an_unproven_memory_ranks_behind_a_proven_one_and_replaces_none(
    callers: Callers,
) -> None:
    app = unique("app")
    ann, bob, mallory = callers("ann"), callers("bob"), callers("mallory")
    honest = read(await ann.post(f"/apps/{app}/memories", HONEST), 201)["id"]
    read(await bob.post(f"/apps/{app}/memories/{honest}/votes", {"vote": "upvote"}))
    read(await bob.post(f"/apps/{app}/memories/{honest}/votes", {"vote": "downvote"}))
    stuffed = {**HARMFUL, "supersedes": [honest]}
    harmful = read(await mallory.post(f"/apps/{app}/memories", stuffed), 201)["id"]

    found = read(await ann.post(f"/apps/{app}/memories/search", SEARCH))["results"]
    assert [each["memory"]["id"] for each in found] == [honest, harmful]
    assert "unproven" not in found[0]
    assert found[1]["unproven"] is True

    renewed = {**HONEST, "decision": "Restart the time service", "supersedes": [honest]}
    own = read(await ann.post(f"/apps/{app}/memories", renewed), 201)["id"]
    found = read(await ann.post(f"/apps/{app}/memories/search", SEARCH))["results"]
    assert honest not in [each["memory"]["id"] for each in found]
    assert own in [each["memory"]["id"] for each in found]


async def test_a_claimed_conversation_that_went_well_is_one_judges_word_and_replaces_no_memory(
    callers: Callers,
) -> None:
    app = unique("app")
    ann = callers("ann")
    mallory = callers("mallory", scopes=ONLY_WRITES)
    memories = f"/apps/{app}/memories"
    conversations = [f"cnv_{number}" for number in range(4)]
    of_ann = {**HONEST, "conversation_id": conversations[0]}
    honest = read(await ann.post(memories, of_ann), 201)["id"]
    claimed = {**HARMFUL, "supersedes": [honest]}
    claims = [{**claimed, "conversation_id": each} for each in conversations]
    harmful = read(await mallory.post(memories, claims[0]), 201)["id"]
    for claim in claims[1:]:
        read(await mallory.post(memories, claim))
    for conversation in conversations:
        await end_conversation(callers, app, conversation, "success")

    known = read(await ann.send("GET", f"{memories}/{harmful}"))["metadata"]["votes"]
    assert (known["upvotes"], known["believed"]["upvotes"]) == (4, 1)
    found = read(await ann.post(f"{memories}/search", SEARCH))["results"]
    assert {each["memory"]["id"] for each in found} == {honest, harmful}
    read(await callers("bob").post(f"{memories}/{honest}/votes", {"vote": "upvote"}))
    assert first(read(await ann.post(f"{memories}/search", SEARCH)))["memory"]["id"] == honest


async def test_a_claimed_conversation_that_failed_hides_no_memory_that_two_judges_stand_by(
    callers: Callers,
) -> None:
    app = unique("app")
    ann = callers("ann")
    mallory = callers("mallory", scopes=ONLY_WRITES)
    memories = f"/apps/{app}/memories"
    honest = read(await ann.post(memories, HONEST), 201)["id"]
    for judge in ("bob", "cid"):
        read(await callers(judge).post(f"{memories}/{honest}/validation", None))
    read(await mallory.post(memories, {**HONEST, "conversation_id": "cnv_1"}))
    await end_conversation(callers, app, "cnv_1", "failed")

    found = read(await ann.post(f"{memories}/search", SEARCH))
    assert [each["memory"]["id"] for each in found["results"]] == [honest]


async def test_one_accomplice_cannot_hide_or_replace_a_memory_that_two_judges_stand_by(
    callers: Callers,
) -> None:
    app = unique("app")
    ann, mallory, accomplice = callers("ann"), callers("mallory"), callers("accomplice")
    honest = read(await ann.post(f"/apps/{app}/memories", HONEST), 201)["id"]
    for judge in ("bob", "cid"):
        vote = {"vote": "upvote"}
        read(await callers(judge).post(f"/apps/{app}/memories/{honest}/votes", vote))
    stuffed = {**HARMFUL, "situation": "Users cannot log in " * 3, "supersedes": [honest]}
    harmful = read(await mallory.post(f"/apps/{app}/memories", stuffed), 201)["id"]
    vouch = {"run_id": "run", "memory_ids": [harmful]}
    read(await mallory.post(f"/apps/{app}/citations", vouch))
    well, badly = {"outcome": "success"}, {"outcome": "failed"}
    read(await accomplice.send("PUT", f"/apps/{app}/citations/run/outcome", well))
    read(await accomplice.send("PUT", f"/apps/{app}/memories/{harmful}/outcome", well))
    read(await accomplice.send("PUT", f"/apps/{app}/memories/{honest}/outcome", badly))

    found = read(await ann.post(f"/apps/{app}/memories/search", SEARCH))["results"]
    assert [each["memory"]["id"] for each in found] == [honest, harmful]


async def test_a_token_from_before_the_scopes_for_judging_learns_which_scope_it_lacks(
    callers: Callers,
) -> None:
    app = unique("app")
    before = callers("agent", scopes=ONLY_WRITES)
    stored = read(await before.post(f"/apps/{app}/memories", HONEST), 201)["id"]
    memory = f"/apps/{app}/memories/{stored}"
    for method, path, body, scope in (
        ("POST", f"{memory}/votes", {"vote": "upvote"}, "memory:judge"),
        ("PUT", f"{memory}/outcome", {"outcome": "failed"}, "memory:judge"),
        ("PUT", f"{memory}/correction", {"correction": "No"}, "memory:judge"),
        ("PUT", f"/apps/{app}/citations/run/outcome", {"outcome": "success"}, "memory:judge"),
        ("POST", f"{memory}/validation", None, "memory:validate"),
    ):
        assert scope in assert_problem(await before.send(method, path, body), 403)["detail"]
