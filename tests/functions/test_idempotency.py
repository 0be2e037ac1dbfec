"""Idempotency-Key: the same key and request get the first answer, another request is refused."""

import asyncio
import json

import httpx

from tests.functions.calling import DECISION, SITUATION, App, Json, assert_problem, read, votes

BODY: Json = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}


async def keyed(app: App, key: str, method: str, rest: str, body: object = None) -> httpx.Response:
    return await app.send(method, rest, body, Idempotency_Key=key)


async def test_a_repeat_gets_the_first_answer_and_has_no_effect(app: App) -> None:
    first = await keyed(app, app.slug, "POST", "memories", BODY)
    read(await app.store(), 200)
    again = await keyed(app, app.slug, "POST", "memories", BODY)

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert first.status_code == 201
    assert (await app.get(first.json()["id"]))["metadata"]["occurrences"] == 2


async def test_a_repeat_may_order_and_space_its_body_anew(app: App) -> None:
    first = read(await keyed(app, app.slug, "POST", "memories", BODY), 201)
    reordered = json.dumps(dict(reversed(BODY.items())), indent=2)
    again = await app.client.post(
        f"/apps/{app.slug}/memories",
        content=reordered,
        headers={"Idempotency-Key": app.slug},
    )
    assert read(again, 201) == first


async def test_every_write_can_be_repeated(app: App) -> None:
    memory_id = await app.stored()
    for method, rest, body in (
        ("POST", "votes", {"vote": "upvote"}),
        ("PUT", "outcome", {"outcome": "failed"}),
        ("PUT", "correction", {"correction": "Escalate"}),
        ("POST", "validation", None),
    ):
        path, key = f"memories/{memory_id}/{rest}", f"{app.slug}-{rest}"
        first = await keyed(app, key, method, path, body)
        read(await app.send("POST", f"memories/{memory_id}/votes", {"vote": "upvote"}))
        again = await keyed(app, key, method, path, body)
        assert read(again) == read(first)

    kinds = [each["type"] for each in await app.history(memory_id)]
    assert len(kinds) == 1 + 2 * 4


async def test_a_different_request_under_the_same_key_is_refused(app: App) -> None:
    memory_id = await app.stored()
    path = f"memories/{memory_id}/votes"
    read(await keyed(app, app.slug, "POST", path, {"vote": "upvote"}))

    assert_problem(await keyed(app, app.slug, "POST", path, {"vote": "downvote"}), 409)
    assert_problem(await keyed(app, app.slug, "POST", "memories", BODY), 409)
    assert_problem(await keyed(app, app.slug, "DELETE", f"memories/{memory_id}"), 409)
    assert votes(await app.get(memory_id)) == (1, 0)


async def test_six_simultaneous_stores_under_one_key_count_as_one(app: App) -> None:
    answers = await asyncio.gather(
        *(keyed(app, app.slug, "POST", "memories", BODY) for _ in range(6))
    )

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    memory = await app.get(answers[0].json()["id"])
    assert memory["metadata"]["occurrences"] == 1
    assert [each["type"] for each in await app.history(memory["id"])] == ["stored"]


async def test_a_key_has_no_effect_on_a_search(app: App) -> None:
    first = await app.stored()
    search = {"query": SITUATION, "threshold": 0}
    assert len(read(await keyed(app, app.slug, "POST", "memories/search", search))["results"]) == 1
    second = await app.stored(f"{SITUATION} Again")
    found = read(await keyed(app, app.slug, "POST", "memories/search", search))["results"]

    assert {result["memory"]["id"] for result in found} == {first, second}
