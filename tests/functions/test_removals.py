"""A removal that breaks off hides the memory at once, and the next request finishes it."""

from collections.abc import Awaitable, Callable

import httpx
import pytest

from tests.functions.calling import App, assert_problem, new_app, read, votes
from tests.functions.operations import delete, forget, prune, seen
from tests.functions.stores import Stores

Finish = Callable[[App, str], Awaitable[httpx.Response]]


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


@pytest.mark.parametrize("finish", [forget, prune], ids=lambda finish: finish.__name__)
@pytest.mark.parametrize(("store", "after"), [("vector", True), ("redis", True), ("redis", False)])
async def test_a_deletion_that_breaks_off_anywhere_is_finished_by_the_next_request(
    api: httpx.AsyncClient, stores: Stores, store: str, after: bool, finish: Finish
) -> None:
    for calls in range(5):
        app = new_app(api)
        memory_id = await used(app)
        whole = await seen(app, memory_id)
        await stores.let_through(store, calls)
        # A call that is applied leaves the same as a next call that is not, except for a claim that
        # cannot be given back.
        await stores.fault(store, "status", status=503, after=after)
        answer = await delete(app, memory_id)
        await stores.heal()
        if answer.status_code == 200:
            assert calls > 0
            return
        assert_problem(answer, 503)

        begun = await seen(app, memory_id) is None
        await stores.expire_claims(app)
        assert (await finish(app, memory_id)).status_code in {200, 404}

        if finish is prune and not begun:
            assert await seen(app, memory_id) == whole
        else:
            assert await stores.remains(app, memory_id) == [], f"call {calls + 1}"
            assert await seen(app, memory_id) is None
    pytest.fail("a deletion makes more calls than anybody expected")


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


async def test_a_memory_stored_anew_survives_the_repeat_of_its_deletion(
    app: App, stores: Stores
) -> None:
    memory_id = await used(app)
    key = {"Idempotency_Key": f"{app.slug}-gone"}
    await stores.let_through("redis", 3)  # all calls except the one that keeps the answer
    await stores.fault("redis", "status", status=503)
    assert_problem(await app.send("DELETE", f"memories/{memory_id}", **key), 503)
    await stores.heal()
    read(await app.store(), 201)

    receipt = read(await app.send("DELETE", f"memories/{memory_id}", **key))
    assert (receipt["deleted_ids"], receipt["removed"]["vectors"]) == ([memory_id], 1)
    assert (await app.get(memory_id))["id"] == memory_id


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


async def test_a_dry_run_leaves_a_memory_with_a_tombstone_to_the_next_prune(
    app: App, stores: Stores, entombed: str
) -> None:
    dry = read(await app.send("POST", "memories/prune", {"dry_run": True}))
    assert dry == {"deleted_count": 0, "deleted_ids": [], "archived_ids": []}
    assert len(await stores.records(app)) == 1

    pruned = read(await app.send("POST", "memories/prune", {}))
    assert pruned == {"deleted_count": 1, "deleted_ids": [entombed], "archived_ids": []}
    assert await stores.remains(app, entombed) == []


async def test_a_memory_with_a_tombstone_that_is_stored_anew_is_not_pruned(
    app: App, entombed: str
) -> None:
    memory = read(await app.store(), 201)

    assert memory["id"] == entombed
    assert votes(memory) == (0, 0)
    assert memory["metadata"]["votes"]["citations"] == 0
    assert [each["type"] for each in await app.history(entombed)] == ["stored"]
    assert read(await app.send("POST", "memories/prune", {}))["deleted_count"] == 0
    assert (await app.get(entombed))["id"] == entombed


async def test_a_repeat_waits_until_the_claim_of_the_interrupted_request_expires(
    app: App, stores: Stores
) -> None:
    memory_id = await used(app)
    await stores.let_through("redis", 1)
    await stores.fault("redis", "status", status=503)
    assert_problem(await delete(app, memory_id), 503)
    await stores.heal()
    await stores.expire_claims(app, after_ms=600)

    assert read(await delete(app, memory_id))["deleted_ids"] == [memory_id]
    assert await stores.remains(app, memory_id) == []
