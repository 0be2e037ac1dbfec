"""POST /apps/{app_slug}/memories/batch: many decisions, each stored as if it came alone."""

import asyncio

import httpx

from tests.functions.calling import DECISION, App, Json, assert_problem, read
from tests.functions.stores import Stores


def memory(number: int, **fields: object) -> Json:
    return {"situation": f"Situation {number}", "decision": DECISION, "stage": "draft", **fields}


async def batch(app: App, *memories: Json, **headers: str) -> httpx.Response:
    return await app.send("POST", "memories/batch", {"memories": [*memories]}, **headers)


def results(answer: httpx.Response, status: int = 200) -> list[Json]:
    found: list[Json] = read(answer, status)["results"]
    assert [each["index"] for each in found] == list(range(len(found)))
    return found


def statuses(found: list[Json]) -> list[int]:
    return [each["status"] for each in found]


async def occurrences(app: App, found: list[Json]) -> list[int]:
    kept = await asyncio.gather(*(app.get(each["id"]) for each in found))
    return [each["metadata"]["occurrences"] for each in kept]


async def test_a_hundred_memories_are_stored_at_once_and_found(app: App, stores: Stores) -> None:
    found = results(await batch(app, *map(memory, range(100))))
    assert statuses(found) == [201] * 100
    assert {record["id"] for record in await stores.records(app)} == {e["id"] for e in found}

    again = results(await batch(app, *map(memory, range(1, 101))))
    assert statuses(again) == [200] * 99 + [201]
    assert [each["id"] for each in again[:99]] == [each["id"] for each in found[1:]]
    assert await occurrences(app, [found[0], again[7], again[99]]) == [1, 2, 1]
    assert found[42]["id"] in await app.found_ids("Situation 42")


async def test_a_memory_that_is_not_stored_has_the_status_that_it_would_have_alone(
    app: App,
) -> None:
    found = results(
        await batch(app, memory(1), memory(2, supersedes=["mem_nobody"]), memory(3)), 207
    )
    assert statuses(found) == [201, 404, 201]
    assert "mem_nobody" in found[1]["error"]
    assert "id" not in found[1]
    assert "error" not in found[0]


async def test_after_a_fault_in_mid_batch_a_repeat_under_the_same_key_stores_the_rest(
    app: App, stores: Stores
) -> None:
    memories = [memory(number, outcome="failed") for number in range(25)]
    await stores.let_through("vector", 1)
    await stores.fault("vector", "status", status=400, count=1)
    told = results(await batch(app, *memories, Idempotency_Key=app.slug), 207)
    assert set(statuses(told)) == {201, 502}
    assert all(each["error"] for each in told if each["status"] == 502)

    again = await batch(app, *memories, Idempotency_Key=app.slug)
    found = results(again)
    assert statuses(found) == [201] * 25
    assert await occurrences(app, found) == [1] * 25
    kept = await batch(app, *memories, Idempotency_Key=app.slug)
    assert kept.content == again.content
    assert_problem(await batch(app, memory(1), Idempotency_Key=app.slug), 409)


async def test_if_stores_fail_the_whole_batch_their_error_is_the_answer(
    app: App, stores: Stores
) -> None:
    await stores.fault("redis", "status", status=503)
    answer = await batch(app, memory(1), memory(2))
    await stores.heal()

    assert_problem(answer, 503)
    assert "retry-after" in answer.headers
    assert statuses(results(await batch(app, memory(1), memory(2)))) == [201, 201]


async def test_an_invalid_batch_stores_nothing(app: App, stores: Stores) -> None:
    problem = assert_problem(await batch(app, memory(1), memory(2, stage="dream")), 422)
    assert [each["field"] for each in problem["errors"]] == ["memories.1.stage"]
    assert_problem(await batch(app), 422)
    assert_problem(await batch(app, *map(memory, range(101))), 422)
    assert_problem(await batch(app, memory(1, situation="x" * 1024 * 1024)), 413)
    assert await stores.records(app) == []
