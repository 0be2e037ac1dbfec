"""Every operation that changes a memory, with what it looks like before and after."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from recollect.memories.stored.identity import memory_id as id_of
from tests.functions.calling import DECISION, SITUATION, App, read, votes

Send = Callable[[App, str], Awaitable[httpx.Response]]


@dataclass(frozen=True, slots=True)
class State:
    """The visible state of a memory."""

    outcome: str = "success"
    correction: str | None = None
    category: str | None = "refund"
    votes: tuple[int, int] = (0, 0)
    citations: int = 0
    success_rate: float = 0.0
    occurrences: int = 1
    validated: bool = False
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """`send` turns a memory in state `before` into one in state `after`; None is no memory."""

    name: str
    send: Send
    after: State | None
    before: State | None = State()
    prepare: tuple[Send, ...] = field(default=())
    status: int = 200

    async def ready(self, app: App) -> str:
        """Prepare a memory for the operation; return its id."""
        memory_id = id_of(app.collection, SITUATION, DECISION)
        if self.before is not None:
            read(await store(app, memory_id), 201)
        for send in self.prepare:
            read(await send(app, memory_id))
        return memory_id


def keyed(app: App) -> dict[str, Any]:
    return {"Idempotency_Key": f"key-{app.slug}"}


async def store(app: App, _: str) -> httpx.Response:
    return await app.store(category="refund", conversation_id="cnv_1")


async def store_with_key(app: App, _: str) -> httpx.Response:
    body = {"situation": SITUATION, "decision": DECISION, "stage": "draft", "category": "refund"}
    return await app.send("POST", "memories", body, **keyed(app))


async def correct(app: App, memory_id: str) -> httpx.Response:
    body = {"correction": "Escalate", "category": "fraud"}
    return await app.send("PUT", f"memories/{memory_id}/correction", body)


async def fail(app: App, memory_id: str) -> httpx.Response:
    return await app.send("PUT", f"memories/{memory_id}/outcome", {"outcome": "failed"})


async def fail_with_key(app: App, memory_id: str) -> httpx.Response:
    body = {"outcome": "failed"}
    return await app.send("PUT", f"memories/{memory_id}/outcome", body, **keyed(app))


async def vote(app: App, memory_id: str) -> httpx.Response:
    body = {"vote": "upvote", "voter_id": "ann"}
    return await app.send("POST", f"memories/{memory_id}/votes", body)


async def vote_with_key(app: App, memory_id: str) -> httpx.Response:
    body = {"vote": "downvote"}
    return await app.send("POST", f"memories/{memory_id}/votes", body, **keyed(app))


async def cite(app: App, memory_id: str) -> httpx.Response:
    return await app.cite("run-1", memory_id)


async def judge(app: App, _: str) -> httpx.Response:
    return await app.send("PUT", "citations/run-1/outcome", {"outcome": "success"})


async def validate(app: App, memory_id: str) -> httpx.Response:
    return await app.send("POST", f"memories/{memory_id}/validation")


async def restore(app: App, memory_id: str) -> httpx.Response:
    return await app.send("POST", f"memories/{memory_id}/restore")


async def delete(app: App, memory_id: str) -> httpx.Response:
    return await app.send("DELETE", f"memories/{memory_id}")


async def forget(app: App, _: str) -> httpx.Response:
    return await app.send("DELETE", "conversations/cnv_1")


async def prune(app: App, _: str) -> httpx.Response:
    return await app.send("POST", "memories/prune", {"max_downvotes": 0})


CORRECTED = State(outcome="corrected", correction="Escalate", category="fraud", votes=(0, 1))
FAILED = State(outcome="failed", votes=(0, 1))
ARCHIVED = replace(FAILED, archived=True)

STORE = Operation("store", store_with_key, after=State(), before=None, status=201)
DELETE = Operation("delete", delete, after=None)
OPERATIONS = (
    STORE,
    Operation("correct", correct, after=CORRECTED),
    Operation("record outcome", fail, after=FAILED),
    Operation("record outcome with a key", fail_with_key, after=FAILED),
    Operation("vote with a voter", vote, after=State(votes=(1, 0))),
    Operation("vote with a key", vote_with_key, after=State(votes=(0, 1))),
    Operation("cite", cite, after=State(citations=1)),
    Operation(
        "judge a run",
        judge,
        before=State(citations=1),
        after=State(citations=1, success_rate=1.0),
        prepare=(cite,),
    ),
    Operation("validate", validate, after=State(validated=True)),
    Operation("restore", restore, before=ARCHIVED, after=FAILED, prepare=(fail, prune)),
    DELETE,
    Operation("delete a conversation", forget, after=None),
)
PRUNE = Operation("prune", prune, before=FAILED, after=ARCHIVED, prepare=(fail,))


async def seen(app: App, memory_id: str) -> State | None:
    """The state of a memory that GET shows, or None."""
    answer = await app.send("GET", f"memories/{memory_id}")
    if answer.status_code == 404:
        return None
    memory = read(answer)
    assert (memory["situation"], memory["decision"]) == (SITUATION, DECISION)
    metadata = memory["metadata"]
    return State(
        outcome=metadata["outcome"],
        correction=metadata["correction"],
        category=metadata["category"],
        votes=votes(memory),
        citations=metadata["votes"]["citations"],
        success_rate=metadata["votes"]["success_rate"],
        occurrences=metadata["occurrences"],
        validated=metadata["last_validated_at"] is not None,
        archived=metadata["state"] == "archived",
    )
