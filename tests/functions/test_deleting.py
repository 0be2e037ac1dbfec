"""Deletion gives a receipt, and leaves nothing in either store."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.functions.calling import App, assert_problem, new_app, read
from tests.functions.platforms import own_client
from tests.functions.stores import Stores


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform of this module alone, since remains are looked for everywhere."""
    async with own_client({"STORE_TIMEOUT_MS": "5000"}, workers=2) as client:
        yield client


async def used(app: App, **fields: Any) -> str:
    """A memory that went through everything, much of it under idempotency keys."""
    memory_id = await app.stored(**fields)
    path = f"memories/{memory_id}"
    vote = {"vote": "upvote", "voter_id": "ann"}
    read(await app.send("POST", f"{path}/votes", vote, Idempotency_Key=f"{app.slug}-vote"))
    correction = {"correction": "Escalate"}
    read(await app.send("PUT", f"{path}/correction", correction, Idempotency_Key=f"{app.slug}-c"))
    read(await app.send("POST", f"{path}/validation", None, Idempotency_Key=f"{app.slug}-v"))
    cited = {"run_id": "run-1", "memory_ids": [memory_id]}
    read(await app.send("POST", "citations", cited, Idempotency_Key=f"{app.slug}-cite"))
    outcome = {"outcome": "success"}
    answer = await app.send(
        "PUT", "citations/run-1/outcome", outcome, Idempotency_Key=f"{app.slug}-run"
    )
    read(answer)
    return memory_id


async def delete(app: App, memory_id: str) -> httpx.Response:
    return await app.send("DELETE", f"memories/{memory_id}")


async def test_a_deleted_memory_is_found_nowhere_and_no_kept_answer_shows_it(
    app: App,
) -> None:
    memory_id = await used(app)
    read(await delete(app, memory_id))

    vote, votes_path = {"vote": "upvote", "voter_id": "ann"}, f"memories/{memory_id}/votes"
    assert_problem(await app.send("GET", f"memories/{memory_id}"), 404)
    assert_problem(await app.send("GET", f"memories/{memory_id}/history"), 404)
    assert_problem(await delete(app, memory_id), 404)
    assert_problem(await app.send("POST", votes_path, vote), 404)
    kept = await app.send("POST", votes_path, vote, Idempotency_Key=f"{app.slug}-vote")
    assert_problem(kept, 404)
    cited = {"run_id": "run-1", "memory_ids": [memory_id]}
    kept = await app.send("POST", "citations", cited, Idempotency_Key=f"{app.slug}-cite")
    assert_problem(kept, 404)
    assert_problem(await app.send("PUT", "citations/run-1/outcome", {"outcome": "failure"}), 404)
    assert await app.found_ids(threshold=0, include_stale=True) == []
    assert read(await app.send("GET", "stats"))["count"] == 0


async def test_a_receipt_is_answered_and_nothing_is_left_in_either_store(
    app: App, stores: Stores
) -> None:
    kept = await app.stored("Another matter altogether", conversation_id="cnv_1")
    memory_id = await used(app, conversation_id="cnv_1")
    read(await app.cite("run-2", kept, memory_id))
    receipt = read(await delete(app, memory_id))

    assert (receipt["deleted_count"], receipt["deleted_ids"]) == (1, [memory_id])
    assert receipt["removed"]["vectors"] == 1
    assert receipt["removed"]["keys"] >= 4
    assert [record["id"] for record in await stores.records(app)] == [kept]
    # The mark that it is gone keeps running requests from bringing it back; marks of operations
    # keep repeats from counting again. Neither holds content, and both expire by themselves.
    marks = {key: await stores.redis("GET", key) for key in await stores.keys_that_name(memory_id)}
    assert marks.pop(f"mem:{app.collection}:{memory_id}:gone") == "1"
    for key, value in marks.items():
        assert key.startswith("once:op:")
        assert key.endswith(f":mem:{app.collection}:{memory_id}")
        assert value == "1"
        assert 0 < await stores.redis("TTL", key) <= 86_400


async def test_nothing_of_the_content_is_left_in_redis(app: App, stores: Stores) -> None:
    memory_id = await used(app, situation=f"Very private {app.slug} ☎️", category=app.slug)
    note = {"correction": f"Very private {app.slug} ☎️ too"}
    path = f"memories/{memory_id}/correction"
    read(await app.send("PUT", path, note, Idempotency_Key=f"{app.slug}-note"))
    assert len(await stores.keys_that_name(f"Very private {app.slug}")) >= 2
    read(await delete(app, memory_id))

    assert await stores.keys_that_name(f"Very private {app.slug}") == []


async def test_a_deletion_under_a_key_keeps_the_counts_of_its_receipt_for_a_day(
    app: App, stores: Stores
) -> None:
    memory_id = await used(app)
    path, key = f"memories/{memory_id}", f"{app.slug}-gone"
    receipt = read(await app.send("DELETE", path, Idempotency_Key=key))

    (name,) = await stores.redis("KEYS", f"deleted:{app.collection}:*")
    assert await stores.redis("HGETALL", name) == [memory_id, f"1 {receipt['removed']['keys']}"]
    assert 0 < await stores.redis("TTL", name) <= 86_400


async def test_a_repeat_gets_the_receipt_wherever_the_deletion_of_a_conversation_broke_off(
    api: httpx.AsyncClient, stores: Stores
) -> None:
    for calls in range(12):
        app = new_app(api)
        memory_id = await used(app, conversation_id=f"cnv-{app.slug}")
        path, key = f"conversations/cnv-{app.slug}", f"{app.slug}-gone"
        await stores.let_through("redis", calls)
        await stores.fault("redis", "status", status=503, after=True)
        answer = await app.send("DELETE", path, Idempotency_Key=key)
        await stores.heal()
        if answer.status_code == 200:
            assert calls > 2
            return
        await stores.expire_claims(app)
        receipt = read(await app.send("DELETE", path, Idempotency_Key=key))
        assert receipt["deleted_ids"] == [memory_id], f"call {calls + 1}"
        assert read(await app.send("DELETE", path, Idempotency_Key=key)) == receipt
    pytest.fail("a deletion makes more calls than anybody expected")


async def test_nothing_of_a_deleted_conversation_is_left(app: App, stores: Stores) -> None:
    conversation = f"cnv-{app.slug}"
    await app.stored(conversation_id=conversation)
    read(await app.send("DELETE", f"conversations/{conversation}"))

    assert await stores.keys_that_name(conversation) == []
    assert await stores.records(app) == []
