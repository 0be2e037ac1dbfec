"""Deletion gives a receipt, and leaves nothing in either store."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from recollect.memories.stored.identity import memory_id as id_of
from tests.functions.calling import DECISION, SITUATION, App, assert_problem, read, votes
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

BODY = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}


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


async def test_a_deleted_memory_can_be_stored_anew(app: App) -> None:
    memory_id = await used(app)
    read(await delete(app, memory_id))
    memory = read(await app.store(), 201)

    assert memory["id"] == memory_id
    assert votes(memory) == (0, 0)
    assert memory["metadata"]["votes"]["citations"] == 0
    assert (memory["metadata"]["occurrences"], memory["metadata"]["outcome"]) == (1, "success")
    assert [each["type"] for each in await app.history(memory_id)] == ["stored"]
    assert votes(read(await app.send(
        "POST", f"memories/{memory_id}/votes", {"vote": "downvote", "voter_id": "ann"}
    ))) == (0, 1)  # fmt: skip


async def test_a_deleted_memory_can_be_stored_anew_under_the_same_key(app: App) -> None:
    key = f"{app.slug}-store"
    memory_id = read(await app.send("POST", "memories", BODY, Idempotency_Key=key), 201)["id"]
    read(await delete(app, memory_id))

    memory = read(await app.send("POST", "memories", BODY, Idempotency_Key=key), 201)

    assert memory["metadata"]["occurrences"] == 1
    assert [each["type"] for each in await app.history(memory_id)] == ["stored"]
    vote = await app.send("POST", f"memories/{memory_id}/votes", {"vote": "upvote"})
    assert votes(read(vote)) == (1, 0)


async def test_a_whole_conversation_can_be_deleted(app: App) -> None:
    mine = [await app.stored(f"Ticket {n}", conversation_id="cnv_1") for n in range(3)]
    other = await app.stored("Ticket 9", conversation_id="cnv_2")
    receipt = read(await app.send("DELETE", "conversations/cnv_1"))

    assert receipt["deleted_count"] == 3
    assert sorted(receipt["deleted_ids"]) == sorted(mine)
    assert receipt["removed"]["vectors"] == 3
    for memory_id in mine:
        assert_problem(await app.send("GET", f"memories/{memory_id}"), 404)
    assert (await app.get(other))["id"] == other
    assert_problem(await app.send("DELETE", "conversations/cnv_1"), 404)


async def test_nothing_of_a_deleted_conversation_is_left(app: App, stores: Stores) -> None:
    conversation = f"cnv-{app.slug}"
    await app.stored(conversation_id=conversation)
    read(await app.send("DELETE", f"conversations/{conversation}"))

    assert await stores.keys_that_name(conversation) == []
    assert await stores.records(app) == []


async def test_conversations_of_different_apps_are_different(app: App, other_app: App) -> None:
    await app.stored(conversation_id="cnv_1")
    theirs = await other_app.stored(conversation_id="cnv_1")
    read(await app.send("DELETE", "conversations/cnv_1"))

    assert (await other_app.get(theirs))["id"] == theirs


async def test_eight_simultaneous_deletions_remove_a_memory_once(app: App) -> None:
    memory_id = await used(app)
    answers = await asyncio.gather(*(delete(app, memory_id) for _ in range(8)))

    assert {answer.status_code for answer in answers} <= {200, 404}
    receipts = [answer.json() for answer in answers if answer.status_code == 200]
    assert receipts
    assert sum(receipt["removed"]["vectors"] for receipt in receipts) == 1
    assert_problem(await delete(app, memory_id), 404)


async def test_feedback_during_a_deletion_leaves_nothing_behind(app: App, stores: Stores) -> None:
    gone = []
    for n in range(2):
        memory_id = await app.stored(f"Ticket {n}")
        path = f"memories/{memory_id}"
        await asyncio.gather(
            *(app.send("POST", f"{path}/votes", {"vote": "upvote"}) for _ in range(4)),
            delete(app, memory_id),
            app.send("PUT", f"{path}/outcome", {"outcome": "failed"}),
            app.send("POST", f"{path}/validation"),
            app.cite(f"run-{n}", memory_id),
        )
        gone.append(memory_id)
        assert await stores.records(app) == []
    marks = [f"mem:{app.collection}:{memory_id}:gone" for memory_id in gone]
    assert await stores.keys_that_name(*gone) == sorted(marks)


async def test_deleting_an_unknown_memory_does_not_keep_it_from_being_stored(app: App) -> None:
    memory_id = id_of(app.collection, SITUATION, DECISION)
    assert_problem(await delete(app, memory_id), 404)

    assert await app.stored() == memory_id
    vote = await app.send("POST", f"memories/{memory_id}/votes", {"vote": "upvote"})
    assert votes(read(vote)) == (1, 0)
