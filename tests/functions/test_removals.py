"""A removal that breaks off hides the memory at once, and the next request finishes it."""

import httpx
import pytest

from tests.functions.calling import App, assert_problem, new_app, read
from tests.functions.operations import delete
from tests.functions.stores import Stores


async def used(app: App) -> str:
    """A memory with a conversation, a run, a vote and a kept answer."""
    memory_id = await app.stored(conversation_id="cnv_1")
    vote = {"vote": "upvote", "voter_id": "ann"}
    key = {"Idempotency_Key": f"{app.slug}-vote"}
    read(await app.send("POST", f"memories/{memory_id}/votes", vote, **key))
    read(await app.cite("run-1", memory_id))
    return memory_id


@pytest.fixture
async def entombed(app: App, stores: Stores) -> str:
    """A memory whose deletion has begun and not ended."""
    memory_id = await used(app)
    await stores.let_through("vector", 1)
    await stores.fault("vector", "status", status=503)
    assert_problem(await delete(app, memory_id), 503)
    await stores.heal()
    assert [record["id"] for record in await stores.records(app)] == [memory_id]
    return memory_id


@pytest.mark.parametrize("path", ["memories/{}", "conversations/cnv_1"])
async def test_a_repeat_under_its_key_gets_the_receipt_wherever_the_deletion_broke_off(
    api: httpx.AsyncClient, stores: Stores, path: str
) -> None:
    async def forget_once(app: App, memory_id: str) -> httpx.Response:
        return await app.send("DELETE", path.format(memory_id), Idempotency_Key=f"{app.slug}-gone")

    twin = new_app(api)
    whole = read(await forget_once(twin, await used(twin)))["removed"]
    for calls in range(12):
        app = new_app(api)
        memory_id = await used(app)
        await stores.let_through("redis", calls)
        await stores.fault("redis", "status", status=503, after=True)
        answer = await forget_once(app, memory_id)
        await stores.heal()
        if answer.status_code == 200:
            assert calls > 2
            return
        await stores.expire_claims(app)

        receipt = read(await forget_once(app, memory_id))
        assert receipt["deleted_ids"] == [memory_id], f"call {calls + 1}"
        assert receipt["removed"]["keys"] == whole["keys"]
        assert read(await forget_once(app, memory_id)) == receipt
    pytest.fail("a deletion makes more calls than anybody expected")


async def test_a_memory_with_a_tombstone_is_found_by_no_request(app: App, entombed: str) -> None:
    memory = f"memories/{entombed}"

    for method, rest, body in (
        ("GET", memory, None),
        ("GET", f"{memory}/history", None),
        ("POST", f"{memory}/votes", {"vote": "upvote"}),
        ("PUT", f"{memory}/outcome", {"outcome": "failed"}),
        ("PUT", f"{memory}/correction", {"correction": "Escalate"}),
        ("POST", f"{memory}/validation", None),
        ("POST", "citations", {"run_id": "run-2", "memory_ids": [entombed]}),
    ):
        assert_problem(await app.send(method, rest, body), 404)
    found = await app.found(threshold=0, include_stale=True, explain=True)
    assert found["results"] == []
    assert [(each["id"], each["reason"]) for each in found["dropped"]] == [(entombed, "deleted")]
    assert read(await app.send("GET", "stats"))["count"] == 0
