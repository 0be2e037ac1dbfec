"""Events take effect once, in any order of arrival; hopeless ones become dead letters."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from tests.functions.calling import App, Bus, Json, entry, read, votes
from tests.functions.stores import Stores

NOW = datetime.now(UTC)


def moment(seconds_ago: float) -> str:
    return (NOW - timedelta(seconds=seconds_ago)).isoformat()


def outcome(
    app: App, memory_id: str, how: str, correction: str | None = None, **fields: str
) -> Json:
    said = {"memory_id": memory_id, "outcome": how, "correction": correction}
    return event_of("MemoryOutcomeRecorded", app, said, fields)


def run_outcome(app: App, run_id: str, how: str, **fields: str) -> Json:
    return event_of("CitationOutcomeRecorded", app, {"run_id": run_id, "outcome": how}, fields)


def resolved(
    app: App, conversation_id: str, how: str, correction: str | None = None, **fields: str
) -> Json:
    said = {"conversation_id": conversation_id, "outcome": how, "correction": correction}
    return event_of("ConversationResolved", app, said, fields)


def event_of(detail_type: str, app: App, said: Json, fields: dict[str, str]) -> Json:
    """A bus entry with these details; of `fields`, `occurred_at` goes into the details."""
    detail = {"app_slug": app.slug, **said, "occurred_at": fields.pop("occurred_at", None)}
    kept = {name: value for name, value in detail.items() if value is not None}
    return entry(detail_type, kept, **fields)


async def test_an_outcome_is_recorded_as_it_is_over_http(app: App, bus: Bus) -> None:
    memory_id = await app.stored()
    await bus.deliver(outcome(app, memory_id, "corrected", "Escalate"))

    memory = await app.get(memory_id)
    assert memory["metadata"]["outcome"] == "corrected"
    assert memory["metadata"]["correction"] == "Escalate"
    assert votes(memory) == (0, 1)
    assert await app.found_ids(threshold=0, outcome="corrected") == [memory_id]
    assert (await app.history(memory_id))[-1]["actor"] == "recollect.feedback"


async def test_an_event_delivered_three_times_at_once_counts_once(app: App, bus: Bus) -> None:
    ids = [await app.stored(f"Ticket {n}", conversation_id="cnv_1") for n in range(3)]
    read(await app.cite("run-1", *ids))
    events = [
        outcome(app, ids[0], "failed"),
        run_outcome(app, "run-1", "success"),
        resolved(app, "cnv_1", "success"),
    ]
    await bus.deliver(*(event for event in events for _ in range(3)))
    await bus.deliver(*events)

    assert votes(await app.get(ids[0])) == (1, 1)
    for memory_id in ids:
        memory = await app.get(memory_id)
        assert memory["metadata"]["votes"]["citations"] == 1
        assert memory["metadata"]["votes"]["success_rate"] == 1.0
        kinds = [each["type"] for each in await app.history(memory_id)]
        assert kinds.count("citation_judged") == 1
    assert votes(await app.get(ids[1])) == (1, 0)


async def test_a_correction_over_http_outlasts_an_older_event_that_arrives_late(
    app: App, bus: Bus
) -> None:
    memory_id = await app.stored()
    correction = {"correction": "Escalate"}
    read(await app.send("PUT", f"memories/{memory_id}/correction", correction))
    await bus.deliver(outcome(app, memory_id, "success", Time=moment(3600)))

    assert (await app.get(memory_id))["metadata"]["correction"] == "Escalate"


async def test_an_event_from_the_future_does_not_stand_forever(app: App, bus: Bus) -> None:
    memory_id = await app.stored()
    await bus.deliver(outcome(app, memory_id, "failed", Time=moment(-86_400)))
    assert (await app.get(memory_id))["metadata"]["outcome"] == "failed"

    read(await app.send("PUT", f"memories/{memory_id}/outcome", {"outcome": "success"}))
    assert (await app.get(memory_id))["metadata"]["outcome"] == "success"


SLUG = "nowhere"
HOPELESS: list[tuple[str, Json]] = [
    ("MemoryOutcomeRecorded", {}),
    ("MemoryOutcomeRecorded", {"app_slug": SLUG, "memory_id": "mem_unknown", "outcome": "failed"}),
    ("MemoryOutcomeRecorded", {"app_slug": SLUG, "memory_id": "mem_x", "outcome": "superb"}),
    (
        "CitationOutcomeRecorded",
        {"app_slug": SLUG, "run_id": "r", "outcome": "success", "memory_ids": [0] * 60_000},
    ),
    ("ConversationResolved", {"app_slug": SLUG, "conversation_id": "", "outcome": "success"}),
]


async def test_a_hopeless_event_becomes_a_dead_letter_with_its_reason(bus: Bus) -> None:
    entries = [entry(detail_type, detail) for detail_type, detail in HOPELESS]
    await asyncio.gather(*(bus.put(each) for each in entries))
    await bus.until_idle()
    letters = await bus.dead_letters(each["Id"] for each in entries)

    for each in entries:
        letter = letters[each["Id"]]
        assert letter["function"] == "apply_outcomes"
        assert letter["reason"]
        assert len(letter["reason"]) < 8_192
        assert letter["event"]["detail"] == json.loads(each["Detail"])
    assert "mem_unknown" in letters[entries[1]["Id"]]["reason"]
    assert "outcome" in letters[entries[2]["Id"]]["reason"]


async def test_an_outcome_waits_for_a_citation_that_is_not_there_yet(app: App, bus: Bus) -> None:
    memory_id = await app.stored()
    event = run_outcome(app, "run-1", "success")
    await bus.put(event)
    read(await app.cite("run-1", memory_id))
    await bus.until_idle()

    assert await bus.dead_letters([event["Id"]]) == {}
    assert (await app.get(memory_id))["metadata"]["votes"]["success_rate"] == 1.0


async def test_an_outcome_that_overtakes_its_memory_waits_for_it(app: App, bus: Bus) -> None:
    memory_id = await app.stored()
    read(await app.send("DELETE", f"memories/{memory_id}"))
    events = [outcome(app, memory_id, "failed"), resolved(app, "cnv_1", "corrected", "Escalate")]
    await bus.put(*events)
    await asyncio.sleep(0.3)
    assert await app.stored(conversation_id="cnv_1") == memory_id
    await bus.until_idle()

    assert await bus.dead_letters(each["Id"] for each in events) == {}
    memory = await app.get(memory_id)
    assert votes(memory) == (0, 2)
    assert memory["metadata"]["correction"] == "Escalate"


async def test_an_old_outcome_of_an_unknown_memory_is_given_up_at_once(app: App, bus: Bus) -> None:
    event = outcome(app, "mem_unknown", "failed", Time=moment(600))
    await bus.deliver(event)

    letter = (await bus.dead_letters([event["Id"]]))[event["Id"]]
    assert (letter["attempts"], letter["reason"]) == (
        1,
        f"there is no memory mem_unknown in support:{app.slug}",
    )


async def test_the_time_that_an_event_states_counts_to_the_millisecond(app: App, bus: Bus) -> None:
    memory_id = await app.stored()
    read(await app.cite("run-1", memory_id))
    last, first = f"{NOW:%Y-%m-%dT%H:%M:%S}.002Z", f"{NOW:%Y-%m-%dT%H:%M:%S}.001Z"
    await bus.deliver(
        outcome(app, memory_id, "failed", occurred_at=last),
        run_outcome(app, "run-1", "failure", occurred_at=last),
    )
    await bus.deliver(
        outcome(app, memory_id, "success", occurred_at=first),
        run_outcome(app, "run-1", "success", occurred_at=first),
    )
    memory = await app.get(memory_id)
    assert memory["metadata"]["outcome"] == "failed"
    assert memory["metadata"]["votes"]["success_rate"] == 0.0

    future = outcome(app, memory_id, "success", occurred_at=moment(-3600))
    await bus.deliver(future)
    letter = (await bus.dead_letters([future["Id"]]))[future["Id"]]
    assert letter["reason"] == "occurred_at: must not be in the future"
    assert (await app.get(memory_id))["metadata"]["outcome"] == "failed"


@pytest.mark.parametrize("store", ["vector", "redis"])
@pytest.mark.parametrize("calls", [0, 3])
async def test_a_resolution_that_fails_halfway_is_exact_after_a_retry(
    app: App, bus: Bus, stores: Stores, store: str, calls: int
) -> None:
    ids = [await app.stored(f"Ticket {n}", conversation_id="cnv_1") for n in range(3)]
    event = resolved(app, "cnv_1", "failed")
    await stores.let_through(store, calls)
    await stores.fault(store, "status", status=503, count=5, after=True)
    await bus.deliver(event)
    assert (await stores.faults())[-1]["hits"] > 0
    await stores.heal()
    assert await bus.dead_letters([event["Id"]]) == {}
    await bus.deliver(event)

    for memory_id in ids:
        memory = await app.get(memory_id)
        assert (memory["metadata"]["outcome"], votes(memory)) == ("failed", (0, 1))
    assert set(await app.found_ids("Ticket", threshold=0, outcome="failed", limit=20)) == set(ids)


async def test_a_dead_letter_is_not_lost_when_its_queue_fails(bus: Bus, stores: Stores) -> None:
    event = entry("MemoryOutcomeRecorded", {"app_slug": SLUG, "memory_id": "mem_x"})
    await stores.fault("sqs", "status", status=500, count=2)
    await bus.deliver(event)
    await stores.heal()

    letter = (await bus.dead_letters([event["Id"]]))[event["Id"]]
    assert "outcome" in letter["reason"]


async def test_events_of_unknown_types_or_sources_do_nothing(app: App, bus: Bus) -> None:
    memory_id = await app.stored()
    unknown = outcome(app, memory_id, "failed") | {"DetailType": "MemoryExploded"}
    foreign = outcome(app, memory_id, "failed") | {"Source": "somebody.else"}
    await bus.deliver(unknown, foreign)

    assert votes(await app.get(memory_id)) == (0, 0)
    assert await bus.dead_letters([unknown["Id"], foreign["Id"], uuid4().hex]) == {}
