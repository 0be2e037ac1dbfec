"""Memories for a tool call: runs of the tool, incidents of its domain, and the session's talk."""

from collections.abc import Iterable
from datetime import UTC, datetime

import httpx
import pytest
from pydantic import JsonValue

from recollect.adapters.upstash.vector.client import STORE, VectorIndex
from recollect.adapters.upstash.vector.tools import VectorToolMemories
from recollect.core.errors import StoreRefused
from recollect.enrichment.keeping import (
    conversation_record,
    execution_record,
    incident_record,
    keep,
)
from recollect.enrichment.memories import (
    FoundMemories,
    MemorySearch,
    ToolMemory,
    ToolMemoryRecord,
    session_key,
)
from recollect.enrichment.models import NewConversation, NewExecution, NewIncident
from recollect.wiring.stores import Stores
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import service
from tests.cases import each_case

NOW = datetime(2025, 9, 10, 8, 30, tzinfo=UTC)
POD_HEALTH, DOMAIN = "oc_diagnostic_pod_health", "openshift"
TEXT = "Pods crash in payments"


@pytest.fixture
async def memories(emulated: Stores) -> VectorToolMemories:
    """No memories but those of this test."""
    for domain in (DOMAIN, "general"):
        await emulated.vector.reset(namespace=f"tools:{domain}")
    return VectorToolMemories(emulated.vector)


def wanted(
    tool: str | None = POD_HEALTH,
    session: str | None = None,
    *,
    text: str = TEXT,
    limit: int = 10,
    domain: str = DOMAIN,
) -> MemorySearch:
    return MemorySearch(domain, text, limit, tool, session)


async def execution(emulated: Stores, result: str = TEXT, tool: str = POD_HEALTH) -> str:
    new = NewExecution(arguments={}, result=result, session_id="s", domain=DOMAIN)
    return await kept(emulated, execution_record(tool, new, NOW))


async def incident(emulated: Stores, symptom: str = TEXT, domain: str = DOMAIN) -> str:
    new = NewIncident(symptoms=(symptom,), domain=domain)
    return await kept(emulated, incident_record(new, NOW))


async def conversation(
    emulated: Stores, session: str, text: str = TEXT, domain: str = DOMAIN
) -> str:
    new = NewConversation(session_id=session, text=text, domain=domain)
    return await kept(emulated, conversation_record(new, NOW))


async def kept(emulated: Stores, record: ToolMemoryRecord) -> str:
    return (await keep(record, VectorToolMemories(emulated.vector))).id


def ids(found: Iterable[ToolMemory]) -> set[str]:
    named = [each.id for each in found]
    assert len(named) == len(set(named))
    return set(named)


async def test_executions_of_the_tool_are_found_and_incidents_for_every_tool(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    own, other = await execution(emulated), await execution(emulated, tool="other_tool")
    shared = await incident(emulated)
    await conversation(emulated, "s")

    assert ids((await memories.find(wanted())).of_tool) == {own, shared}
    assert ids((await memories.find(wanted("other_tool"))).of_tool) == {other, shared}
    assert ids((await memories.find(wanted("third_tool"))).of_tool) == {shared}


async def test_a_found_memory_comes_with_all_its_fields(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    own = await execution(emulated)
    await execution(emulated, "Printer on fire")
    found = {each.id: each for each in (await memories.find(wanted())).of_tool}

    assert len(found) == 2
    best = found.pop(own)
    (worst,) = found.values()
    assert (best.source, best.text, best.session_id) == ("tool_exec", TEXT, "s")
    assert best.created_at_ms == 1_757_493_000_000
    assert best.tags[:2] == (f"tool:{POD_HEALTH}", f"domain:{DOMAIN}")
    assert 0 <= worst.arms.dense < best.arms.dense <= 1


async def test_conversations_are_found_in_their_session_alone(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    mine = await conversation(emulated, "mine")
    await conversation(emulated, "theirs")
    await execution(emulated)
    await incident(emulated)
    found = await memories.find(wanted(None, session_key("mine")))

    assert (ids(found.of_session), found.of_tool) == ({mine}, ())
    (memory,) = found.of_session
    assert (memory.source, memory.text, memory.session_id) == ("conversation", TEXT, "mine")
    assert (await memories.find(wanted(None, session_key("nobody's")))) == FoundMemories()


async def test_runs_of_tools_in_a_session_take_no_place_from_its_conversations(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    unlike = await conversation(emulated, "s", "The printer is on fire")
    for number in range(3):
        await execution(emulated, f"{TEXT} {number}")

    found = await memories.find(wanted(None, session_key("s"), limit=1))
    assert ids(found.of_session) == {unlike}


async def test_runs_of_a_tool_and_conversations_are_found_in_one_search(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    own, said = await execution(emulated), await conversation(emulated, "mine")
    found = await memories.find(wanted(session=session_key("mine")))

    assert (ids(found.of_tool), ids(found.of_session)) == ({own}, {said})


async def test_other_domains_are_never_searched(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    elsewhere = await incident(emulated, domain="general")

    assert await memories.find(wanted()) == FoundMemories()
    assert ids((await memories.find(wanted(domain="general"))).of_tool) == {elsewhere}


async def test_malformed_records_are_skipped(memories: VectorToolMemories) -> None:
    kind: dict[str, JsonValue] = {"kind": "operational"}
    strangers: dict[str, dict[str, JsonValue]] = {
        "A": {"kind": "rumour"},
        "B": {},
        "C": kind | {"tags": "a"},
        "D": kind | {"created_at_ms": "yesterday"},
        "E": kind | {"session_id": 7},
        "F": kind | {"snippet": ["a"]},
    }
    for name, metadata in {**strangers, "G": kind}.items():
        await memories.put(ToolMemoryRecord(name, f"tools:{DOMAIN}", TEXT, (), metadata))

    (memory,) = (await memories.find(wanted())).of_tool
    assert (memory.id, memory.text, memory.tags) == ("G", TEXT, ())
    assert (memory.session_id, memory.created_at_ms) == (None, None)


async def test_an_empty_text_resembles_no_memory(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    await execution(emulated)

    assert await memories.find(wanted(text=" \n\0")) == FoundMemories()
    assert len((await memories.find(wanted(text="half of \ud83d"))).of_tool) == 1


@each_case(
    ("tool", "session", "arms"), [("t", None, 4), (None, "s", 2), ("t", "s", 6), ("'\"", "s", 2)]
)
async def test_a_domain_is_searched_in_one_request(
    http_client: httpx.AsyncClient, tool: str | None, session: str | None, arms: int
) -> None:
    asked = wanted(tool, session, domain="general")
    async with misbehaving([reply(200, {"result": [[]] * arms})]) as server:
        assert await foreign(http_client, server.url).find(asked) == FoundMemories()
        assert server.requests == 1


async def test_runs_that_found_nothing_leave_a_place_for_one_that_found_the_cause(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    for number in range(9):
        await execution(emulated, f"{TEXT}: no problems found, {number}")
    why = NewExecution(arguments={}, result={"cause": "The disk is full."}, session_id="s")
    telling = await kept(emulated, execution_record(POD_HEALTH, why, NOW))
    found = (await memories.find(wanted(limit=2))).of_tool

    assert telling in ids(found)
    assert {each.finding for each in found if each.id == telling} == {"cause"}


async def test_a_conversation_without_a_domain_is_found_for_tools_of_every_domain(
    emulated: Stores, memories: VectorToolMemories
) -> None:
    there = await conversation(emulated, "mine", domain="general")
    here = await conversation(emulated, "mine", "Another pod crashes in payments")
    await incident(emulated, domain="general")
    found = await memories.find(wanted(session=session_key("mine")))

    assert (ids(found.of_session), found.of_tool) == ({there, here}, ())


@each_case("unwanted", [wanted(None), wanted("'\"", "\\"), wanted("", ""), wanted(text="")])
async def test_an_empty_search_sends_no_request(
    http_client: httpx.AsyncClient, unwanted: MemorySearch
) -> None:
    async with misbehaving([]) as server:
        assert await foreign(http_client, server.url).find(unwanted) == FoundMemories()
        assert server.requests == 0


HIT = {"id": "A", "score": 1, "metadata": {"kind": "operational"}, "data": TEXT}


@each_case(("limit", "dense_of_b"), [(1, 0.8), (2, 0.0)])
async def test_a_memory_that_an_arm_does_not_name_scores_no_more_than_the_arms_last(
    http_client: httpx.AsyncClient, limit: int, dense_of_b: float
) -> None:
    dense, sparse = HIT | {"id": "A", "score": 0.9}, HIT | {"id": "B", "score": 3.0}
    async with misbehaving([reply(200, {"result": [[dense], [sparse], [], []]})]) as server:
        found = await foreign(http_client, server.url).find(wanted(limit=limit))
    scores = {each.id: each.arms.dense for each in found.of_tool}

    assert scores == pytest.approx({"A": 0.8, "B": dense_of_b})


@each_case(
    "answer",
    [
        {"result": []},
        {"result": [[]]},
        {"result": [[], [], [], [], []]},
        {"result": None},
        {"result": "ab"},
        {"result": [[HIT | {"score": "x"}], [], [], []]},
        {"result": [[HIT | {"score": None}], [], [], []]},
        {"result": [[HIT | {"id": ["A"]}], [], [], []]},
        {"result": [[{"id": "A"}], [], [], []]},
        {"error": "no"},
        [],
        "text",
        b"<html>Welcome</html>",
        b"\xff\xfe",
        b'{"result": [[{"id": "A", "score": 1e999}], [], [], []]}',
        b'{"result": [[{"id": "A", "score": NaN}], [], [], []]}',
    ],
)
async def test_a_malformed_answer_is_refused(
    http_client: httpx.AsyncClient, answer: object
) -> None:
    async with misbehaving([reply(200, answer)]) as server:
        with pytest.raises(StoreRefused):
            await foreign(http_client, server.url).find(wanted())


@each_case(
    "hit",
    [
        HIT | {"metadata": None},
        HIT | {"metadata": [1]},
        HIT | {"metadata": {"kind": "conversation"}},
        HIT | {"data": None},
        HIT | {"data": " "},
        HIT | {"data": 7},
    ],
)
async def test_a_malformed_memory_is_skipped(
    http_client: httpx.AsyncClient, hit: dict[str, object]
) -> None:
    good = HIT | {"id": "B"}
    async with misbehaving([reply(200, {"result": [[hit, good], [], [], []]})]) as server:
        found = await foreign(http_client, server.url).find(wanted())
    assert ids(found.of_tool) == {"B"}


async def test_an_id_that_is_a_number_is_read_as_text(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(200, {"result": [[HIT | {"id": 7}], [], [], []]})]) as server:
        found = await foreign(http_client, server.url).find(wanted())
    assert ids(found.of_tool) == {"7"}


def foreign(client: httpx.AsyncClient, url: str, timeout: float = 20) -> VectorToolMemories:
    return VectorToolMemories(VectorIndex(service(client, STORE, url, seconds=timeout)))
