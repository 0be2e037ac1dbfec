"""Simultaneous feedback of six callers, over HTTP and the bus, counts once each."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from tests.functions.calling import DECISION, SITUATION, App, Bus, Json, entry, read, votes
from tests.functions.stores import Stores

CALLERS = 6
CONVERSATIONS = ("cnv_0", "cnv_1")


def bus_entries(app: App, memory_id: str) -> list[Json]:
    """Bus entries: two outcomes of the memory and two of its conversations, at different times."""
    memory = {"memory_id": memory_id}
    conversations = [{"conversation_id": each} for each in CONVERSATIONS]
    told = [
        ("MemoryOutcomeRecorded", memory, "failed", 1),
        ("MemoryOutcomeRecorded", memory, "success", 4),
        ("ConversationResolved", conversations[0], "success", 3),
        ("ConversationResolved", conversations[1], "corrected", 2),
    ]
    return [
        entry(
            detail_type,
            {
                "app_slug": app.slug,
                **about,
                "outcome": outcome,
                "occurred_at": f"2026-03-01T12:00:00.00{millisecond}Z",
            },
        )
        for detail_type, about, outcome, millisecond in told
    ]


async def test_feedback_that_six_callers_repeat_counts_once_and_a_deleted_memory_stays_gone(
    app: App, bus: Bus, stores: Stores
) -> None:
    memory_id = await app.stored(conversation_id="cnv_0")
    events = bus_entries(app, memory_id)

    async def store(caller: int) -> None:
        said = {"conversation_id": CONVERSATIONS[caller % 2], "stage": "draft"}
        body = {"situation": SITUATION, "decision": DECISION, **said}
        read(await app.send("POST", "memories", body, Idempotency_Key=f"store-{caller}"))

    async def judge(caller: int) -> None:
        said = {"outcome": "failed", "occurred_at": f"2026-02-01T12:00:00.{caller:03}Z"}
        path = f"memories/{memory_id}/outcome"
        read(await app.send("PUT", path, said, Idempotency_Key=f"judge-{caller}"))

    acts: list[Callable[[int], Awaitable[None]]] = [store, judge]
    calls = [act(caller) for _ in range(3) for caller in range(CALLERS) for act in acts]
    await asyncio.gather(bus.put(*events, *reversed(events), *events), *calls)
    await bus.until_idle()

    assert await bus.dead_letters(each["Id"] for each in events) == {}
    memory = await app.get(memory_id)
    assert memory["metadata"]["occurrences"] == 1 + CALLERS
    assert votes(memory) == (2, CALLERS + 2)
    assert memory["metadata"]["outcome"] == "success"
    assert await app.found_ids(threshold=0, outcome="success") == [memory_id]
    kinds = Counter(each["type"] for each in await app.history(memory_id))
    assert kinds == {
        "stored": 1,
        "stored_again": CALLERS,
        "outcome_recorded": CALLERS + 3,
        "corrected": 1,
    }

    read(await app.send("DELETE", "conversations/cnv_1"))
    await bus.deliver(*events)
    assert await stores.remains(app, memory_id) == []
    assert await app.found_ids(threshold=0) == []
    letters = await bus.dead_letters(each["Id"] for each in events)
    assert set(letters) == {each["Id"] for each in events}
