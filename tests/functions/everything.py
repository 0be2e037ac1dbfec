"""Every kind of request to the platform, with secrets in every place that takes a text."""

import asyncio
from typing import Any

import httpx

from tests.functions.calling import App, Bus, Json, entry
from tests.functions.evidence import Project
from tests.functions.packs import EXEMPLAR
from tests.functions.stores import Stores

SECRETS = {
    "situation": "Zaphod Beeblebrox of 42 Heart of Gold",
    "decision": "wire 1234567890 to IBAN-GB33BUKB20201555555555",
    "correction": "call +49-151-2345-6789 instead",
    "category": "divorce",
    "tag": "hiv-positive",
    "voter": "trillian@example.com",
    "item": "item-of-the-mattresses-of-sqornshellous",
    "query": "Beeblebrox bankruptcy",
    "unknown": "social-security-078051120",
    "key": "idempotent-trillian-7781",
    "run": "run-of-the-dentrassis-0815",
    "evidence": "Slartibartfast's fjords in Norway",
    "field": "magrathea_award",
    "question": "who designed Lofoten and for how much",
    "filter": "deep-thought-seven-and-a-half",
    "specialist": "marvin-the-android-4711",
    "group": "vogon-poets-guild",
    "thread": "thread-of-the-white-mice",
    "password": "gU7!kq2Z#pan",
}


async def requests(app: App) -> list[str]:
    """Send one request of every kind; the answers do not matter."""
    body = {
        "situation": SECRETS["situation"],
        "decision": SECRETS["decision"],
        "stage": "draft",
        "outcome": "corrected",
        "correction": SECRETS["correction"],
        "category": SECRETS["category"],
        "tags": [SECRETS["tag"]],
        "conversation_id": "cnv_1",
    }
    key = {"Idempotency_Key": SECRETS["key"]}
    stored = await app.send("POST", "memories", body, **key)
    memory_id = stored.json().get("id", "mem_x")
    memory = f"memories/{memory_id}"
    plan: list[tuple[str, str, Any]] = [
        ("POST", "memories", body | {"decision": f"{SECRETS['decision']} please"}),
        ("POST", "memories", body | {SECRETS["unknown"]: SECRETS["unknown"]}),
        ("POST", "memories", body | {"stage": SECRETS["category"], "trust": SECRETS["tag"]}),
        ("POST", "memories/search", {"query": SECRETS["query"], "tags": [SECRETS["tag"]]}),
        ("POST", "memories/search", {"query": SECRETS["query"], "category": "\\" + SECRETS["tag"]}),
        ("PUT", f"{memory}/correction", {"correction": SECRETS["correction"]}),
        ("PUT", f"{memory}/outcome", {"outcome": "failed", "correction": SECRETS["correction"]}),
        ("POST", f"{memory}/votes", {"vote": "upvote", "voter_id": SECRETS["voter"]}),
        ("POST", f"{memory}/validation", None),
        ("POST", "citations", {"run_id": SECRETS["voter"], "memory_ids": [memory_id]}),
        ("PUT", f"citations/{SECRETS['voter']}/outcome", {"outcome": "success"}),
        ("GET", memory, None),
        ("GET", f"{memory}/history", None),
        ("GET", f"memories/{SECRETS['voter']}", None),
        ("DELETE", f"conversations/{SECRETS['voter']}", None),
        ("GET", f"stats?cursor={SECRETS['unknown']}", None),
        ("GET", f"memories?category={SECRETS['category']}&cursor={SECRETS['unknown']}", None),
        ("POST", f"memories/{SECRETS['unknown']}/restore", None),
        ("POST", f"memories/{SECRETS['unknown']}/retract", None),
        ("POST", "memories/prune", {"dry_run": True}),
    ]
    answers = [stored, *await asyncio.gather(*(app.send(*each) for each in plan))]
    answers.append(await app.client.post(app.path("memories"), content=SECRETS["unknown"].encode()))
    return [answer.headers["x-request-id"] for answer in answers]


async def knowledge_requests(project: Project) -> list[str]:
    """Send valid and invalid evidence and questions of every kind; answers do not matter."""
    item = {
        "content": {"text": SECRETS["evidence"], "password": SECRETS["password"]},
        SECRETS["field"]: SECRETS["filter"],
        "restrictedToGroups": [SECRETS["group"]],
    }
    turn = {"id": SECRETS["item"], "content": SECRETS["evidence"], "thread": SECRETS["thread"],
            "piiFields": [f"$.content.{SECRETS['field']}["], "containsPII": True,
            "lift_instruction_like": True}  # fmt: skip
    asked: list[Json] = [
        {},
        {"include_graph": True, "sender": {"authorizedGroups": [SECRETS["group"]]}},
        {"query": {"type": "keyword", "filters": {SECRETS["field"]: SECRETS["filter"]}}},
        {"query": {"filters": {SECRETS["field"]: SECRETS["filter"] + "\\"}}},
        {"query": {"filters": {SECRETS["unknown"]: SECRETS["filter"]}}},
        {"query": {"type": "graph_traversal", "graph_params": {"start_node": SECRETS["item"]}}},
        {"query": {"type": SECRETS["category"]}, "limit": SECRETS["tag"]},
        {"meta": {"tenant": SECRETS["run"]}},
    ]
    sender = {"id": SECRETS["specialist"]}
    answers = [await project.send(item, turn, Idempotency_Key=f"{SECRETS['key']}-2")]
    answers += await _desk_requests(project.client)
    answers += await asyncio.gather(
        project.send({"id": SECRETS["voter"] + " ", "content": [SECRETS["evidence"]]}),
        *(
            project.ask(SECRETS["question"], **{**each, "sender": sender | each.get("sender", {})})
            for each in asked
        ),
    )
    return [answer.headers["x-request-id"] for answer in answers]


async def _desk_requests(client: httpx.AsyncClient) -> list[httpx.Response]:
    case = {"case_number": "LOG-1", "content": SECRETS["evidence"], "company": SECRETS["group"]}
    entity = f"/business-contexts/{SECRETS['group']}"
    context = {"entityType": SECRETS["category"], "aliases": [SECRETS["specialist"]],
               "notes": SECRETS["password"]}  # fmt: skip
    return [
        await client.post("/cases", json={"cases": [case]}),
        await client.post("/cases", json={"cases": [case | {"url": SECRETS["password"]}]}),
        await client.put(entity, json=context),
        await client.put(entity, json={SECRETS["unknown"]: SECRETS["filter"]}),
        await client.get(entity),
        await client.get(f"/business-contexts/{SECRETS['specialist']}%0A"),
        await client.post("/erasures", json={"subject": {"name": SECRETS["group"]}, "limit": 9}),
        await client.post("/erasures", json={"subject": {"email": SECRETS["question"]}}),
        await client.post("/prepare", json={"text": SECRETS["question"], "app_slug": "hidden"}),
    ]


async def pack_requests(client: httpx.AsyncClient) -> list[str]:
    """Ask for packs and send exemplars of every kind; answers do not matter."""
    pack: Json = {
        "caseNumbers": ["SCS0001234"],
        "companyName": SECRETS["group"],
        "messages": [{"role": "user", "text": f"{SECRETS['question']} {SECRETS['password']}"}],
        "journalText": f"10.52.0.4 {SECRETS['evidence']} {SECRETS['field']}",
    }
    exemplar = EXEMPLAR | {
        "inputContext": {"userRequest": SECRETS["situation"],
                         "caseSnapshot": {SECRETS["field"]: SECRETS["password"]}},
        "actionTaken": {SECRETS["unknown"]: SECRETS["decision"]},
    }  # fmt: skip
    plan: list[tuple[str, Json]] = [
        ("/packs/discovery", pack),
        ("/packs/discovery", pack | {"refresh": True, "companyName": SECRETS["query"] + "^OR"}),
        ("/packs/discovery", {"channelId": "C123456", "threadTs": "1700000000.123456"}),
        ("/packs/discovery", pack | {SECRETS["unknown"]: SECRETS["unknown"]}),
        ("/packs/discovery", pack | {"caseNumbers": [SECRETS["voter"]]}),
        ("/exemplars", exemplar),
        ("/exemplars", exemplar | {"outcome": SECRETS["category"]}),
        ("/exemplars", exemplar | {"caseNumber": SECRETS["thread"]}),
    ]
    answers = await asyncio.gather(*(client.post(path, json=body) for path, body in plan))
    return [answer.headers["x-request-id"] for answer in answers]


async def tool_requests(client: httpx.AsyncClient) -> list[str]:
    """Call tools, validate answers, store and read executions; answers do not matter."""
    said = f"{SECRETS['situation']} {SECRETS['password']} {SECRETS['question']}"
    summary = f"Summary\n\n{SECRETS['decision']} {SECRETS['evidence']}"
    call = {"toolName": "getCase", "result": {"caseSummary": summary, SECRETS["field"]: said}}
    pods = "/tools/oc_diagnostic_pod_health"
    asked: Json = {"arguments": {"namespace": "payments", "note": said}, "sessionId": said[:200]}
    plan: list[tuple[str, Json]] = [
        ("/tools/getCase", {"arguments": {"caseNumber": "SCS0001234"}, "sessionId": said[:200]}),
        ("/tools/searchCases", {"arguments": {"query": SECRETS["query"]}}),
        ("/tools/searchSimilarCases", {"arguments": {"query": SECRETS["evidence"]}}),
        ("/tools/microsoftLearnSearch", {"arguments": {"query": SECRETS["question"]}}),
        ("/tools/searchCMDB", {"arguments": {SECRETS["unknown"]: SECRETS["filter"]}}),
        ("/tools/recall", {"arguments": {"app": "hidden", "query": SECRETS["question"]}}),
        ("/tools/remember", {"arguments": {"app": "hidden", SECRETS["unknown"]: said}}),
        ("/a2a", {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {said: said}}),
        ("/mcp", {"jsonrpc": "2.0", "id": 1, "method": said, "params": {"name": said}}),
        (pods, asked),
        (f"{pods}/memory-context", asked),
        (f"{pods}/executions", asked | {"result": {SECRETS["field"]: said}}),
        ("/conversations", {"sessionId": said[:200], "text": said}),
        ("/incidents", {"symptoms": [said], "rootCause": SECRETS["correction"]}),
        ("/responses/validate", {"response": said * 20, "toolCalls": [call]}),
        ("/responses/validate", {"response": said, SECRETS["unknown"]: said}),
    ]
    answers = await asyncio.gather(*(client.post(path, json=body) for path, body in plan))
    return [answer.headers["x-request-id"] for answer in answers]


async def events(app: App, bus: Bus, stores: Stores, memory_id: str) -> None:
    """Put events on the bus that work, that are hopeless, and that fail for a while."""
    detail = {"app_slug": app.slug, "outcome": "corrected", "correction": SECRETS["correction"]}
    good = [
        entry("MemoryOutcomeRecorded", detail | {"memory_id": memory_id}),
        entry("ConversationResolved", detail | {"conversation_id": "cnv_1"}),
    ]
    hopeless = [
        entry("MemoryOutcomeRecorded", detail | {"memory_id": SECRETS["voter"]}),
        entry("MemoryOutcomeRecorded", detail | {SECRETS["unknown"]: SECRETS["unknown"]}),
        entry("ConversationResolved", detail | {"conversation_id": "cnv_unknown"}),
        entry("CitationOutcomeRecorded", detail | {"run_id": SECRETS["voter"]}),
    ]
    await bus.deliver(*good, *hopeless)
    for store in ("vector", "redis"):
        await stores.fault(store, "garbage", count=4)
        await bus.deliver(*good)
        await stores.heal()


async def given_up(app: App, bus: Bus) -> dict[str, Json]:
    """The dead letter of an event for an unknown run."""
    detail = {"app_slug": app.slug, "outcome": "success", "run_id": SECRETS["run"]}
    event = entry("CitationOutcomeRecorded", detail)
    await bus.deliver(event)
    return await bus.dead_letters([event["Id"]])
