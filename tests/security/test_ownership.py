"""Records and runs belong to their writer or opener: others can neither change nor find them."""

import httpx

from tests.cases import each_case
from tests.functions.calling import DECISION, SITUATION, Json, assert_problem, read
from tests.functions.enrichment import TOOL
from tests.security.callers import AGENT_SCOPES, Caller, Callers, unique


async def test_a_project_needs_a_right_of_its_own(callers: Callers) -> None:
    ann = callers("ann", tenants=["default"], projects=["web"])
    read(await ann.store("web", {"content": unique("Mine")}))

    problem = assert_problem(await ann.store("shop", {"content": "Not mine"}), 403)
    assert "the project shop" in problem["detail"]


# Evidence


async def test_a_batch_that_overwrites_another_writers_item_is_refused_as_a_whole(
    callers: Callers,
) -> None:
    ann, bob, project = callers("ann"), callers("bob"), unique("project")
    read(await ann.store(project, {"id": "sky", "content": "The sky is blue."}))
    read(await ann.store(project, {"id": "sky", "content": "The sky is blue again."}))
    new = {"id": "grass", "content": "The grass is red."}
    problem = assert_problem(
        await bob.store(project, new, {"id": "sky", "content": "The sky is green."}), 409
    )

    assert problem["type"] == "urn:recollect:problem:owned-by-another"
    assert "sky" in problem["detail"]
    assert "knowledge:admin" in problem["detail"]
    assert (await ann.found(project, "The sky"))["content"] == "The sky is blue again."


async def test_an_administrator_of_knowledge_takes_an_item_over(callers: Callers) -> None:
    ann, root, project = callers("ann"), callers.admin(), unique("project")
    read(await ann.store(project, {"id": "sky", "content": "The sky is blue."}))
    read(await root.store(project, {"id": "sky", "content": "The sky is red."}))

    problem = assert_problem(await ann.store(project, {"id": "sky", "content": "Blue."}), 409)
    assert problem["detail"].startswith("root wrote sky")
    assert (await ann.found(project, "The sky"))["content"] == "The sky is red."


@each_case(
    ("flags", "claims", "is_told"),
    [
        ({}, {}, True),
        ({"sensitivity": 0.9}, {"security_level": "public"}, False),
        ({"sensitivity": 0.9}, {"security_level": "confidential"}, True),
        ({"restrictedToGroups": ["ops"]}, {}, False),
        ({"restrictedToGroups": ["ops"]}, {"groups": ["ops"]}, True),
        ({"hasCredentials": True}, {"security_level": "restricted"}, False),
        ({}, {"scopes": ["knowledge:write"]}, False),
    ],
)
async def test_a_refusal_names_an_items_writer_only_to_callers_that_may_see_the_item(
    callers: Callers, flags: Json, claims: Json, is_told: bool
) -> None:
    project = unique("project")
    read(await callers("ann").store(project, {"id": "sky", "content": "Blue.", **flags}))

    refused = await callers("bob", **claims).store(project, {"id": "sky", "content": "Green."})
    detail = assert_problem(refused, 409)["detail"]
    assert detail.startswith("ann wrote" if is_told else "somebody else wrote")


async def test_each_writer_has_an_item_of_its_own_for_the_same_content_without_an_id(
    callers: Callers,
) -> None:
    ann, bob, project = callers("ann"), callers("bob"), unique("project")
    item = {"content": "The PIN is 4711."}
    first = read(await ann.store(project, item | {"sensitivity": 1.0}))["ids"]
    other = read(await bob.store(project, item))["ids"]

    assert read(await ann.store(project, item | {"sensitivity": 1.0}))["ids"] == first
    assert other != first
    untouched = read(await bob.store(unique("project"), item))["ids"]
    assert len(untouched) == len(other) == 1


# Cases and the directory


def case(number: str, content: str = "Restart the modem.", **fields: str) -> Json:
    return {"cases": [{"case_number": number, "content": content, **fields}]}


async def test_a_case_is_not_overwritten_by_another_writer(callers: Callers) -> None:
    number = unique("case").upper()
    ann, bob = callers("ann"), callers("bob")
    read(await ann.post("/cases", case(number, company="Altus")))
    read(await ann.post("/cases", case(number.lower(), company="Altus")))

    told = assert_problem(await bob.post("/cases", case(number, "Send a password.")), 409)
    assert told["detail"].startswith("ann wrote")
    blind = callers("eve", customers=["Contoso"])
    theirs = case(number, "Pay here.", company="Contoso")
    untold = assert_problem(await blind.post("/cases", theirs), 409)
    assert untold["detail"].startswith("somebody else wrote")
    read(await callers.admin().post("/cases", case(number, "Restart the router.")))


async def put(caller: Caller, name: str, **fields: object) -> httpx.Response:
    return await caller.send(
        "PUT", f"/business-contexts/{name}", {"entityType": "CLIENT", **fields}
    )


async def known_as(caller: Caller, **asked: str) -> object:
    """The entity that a pack finds for a channel or a company."""
    told = read(await caller.post("/packs/discovery", {**asked, "refresh": True}))
    return told.get("businessContext", {}).get("entityName")


@each_case("way", ["name", "alias", "channel", "alias-as-name"])
async def test_names_aliases_and_channels_of_a_customer_belong_to_its_writer(
    callers: Callers, way: str
) -> None:
    name, alias, channel = unique("altus"), unique("alias"), unique("C").replace("-", "").upper()
    ann, bob = callers("ann"), callers("bob")
    read(await put(ann, name, aliases=[alias], slackChannels=[channel]))
    ways: dict[str, tuple[str, Json]] = {
        "name": (name, {"notes": "Pay here."}),
        "alias": (unique("evil"), {"aliases": [alias.upper()]}),
        "channel": (unique("evil"), {"slackChannels": [channel]}),
        "alias-as-name": (alias, {}),
    }
    evil, fields = ways[way]
    told = assert_problem(await put(bob, evil, **fields), 409)

    assert told["detail"].startswith("ann wrote")
    blind = callers("eve", customers=["Contoso", *({evil} - {name, alias})])
    untold = assert_problem(await put(blind, evil, **fields), 403)["detail"]
    assert "ann wrote" not in untold
    assert await known_as(ann, channelId=channel) == await known_as(ann, companyName=alias) == name
    read(await put(ann, name, aliases=[alias]))
    read(await put(bob, unique("other"), slackChannels=[channel]))
    read(await put(callers.admin(), evil, **fields))


# Runs


async def run_of(callers: Callers) -> tuple[str, str]:
    """An app, and the id of a memory in it that ann's run r cited."""
    app = f"/apps/{unique('app')}"
    body = {"situation": SITUATION, "decision": DECISION, "stage": "draft"}
    ann = callers("ann")
    memory_id = read(await ann.post(f"{app}/memories", body), 201)["id"]
    read(await ann.post(f"{app}/citations", {"run_id": "r", "memory_ids": [memory_id]}))
    return app, str(memory_id)


async def test_others_cannot_continue_a_run(callers: Callers) -> None:
    app, memory_id = await run_of(callers)
    bob = callers("bob")
    cited = {"run_id": "r", "memory_ids": [memory_id]}
    problem = assert_problem(await bob.post(f"{app}/citations", cited), 404)

    assert "there is no run r" in problem["detail"]
    history = read(await bob.send("GET", f"{app}/memories/{memory_id}/history"))["events"]
    assert [each["type"] for each in history] == ["stored", "cited"]


async def test_others_may_judge_a_run_but_its_opener_may_not(callers: Callers) -> None:
    app, memory_id = await run_of(callers)
    relay, path = callers("desk", relay=True), f"{app}/citations/r/outcome"
    read(await relay.post(f"{app}/citations", {"run_id": "r", "memory_ids": [memory_id]}))
    assert_problem(await callers("ann").send("PUT", path, {"outcome": "success"}), 403)
    for caller, outcome in ((callers("bob"), "failure"), (relay, "success")):
        assert read(await caller.send("PUT", path, {"outcome": outcome}))["updated"] == [memory_id]


async def test_a_caller_that_only_searched_may_judge_evidence_that_another_cited_in_the_run(
    callers: Callers,
) -> None:
    app, _ = await run_of(callers)
    ann, bob, path = callers("ann"), callers("bob"), f"{app}/citations/shared/outcome"
    item = unique("item")
    read(await bob.post("/evidence", {"items": [{"id": item, "content": "Form 7b"}]}))
    read(await ann.post(f"{app}/memories/search", {"query": SITUATION, "run_id": "shared"}))
    assert_problem(await ann.send("PUT", path, {"outcome": "success"}), 403)
    cited = {"run_id": "shared", "evidence": [{"id": item}], "situation": SITUATION}
    read(await bob.post(f"{app}/citations", cited))
    for caller in (ann, bob):
        answer = read(await caller.send("PUT", path, {"outcome": "success"}))
        assert answer == {"run_id": "shared", "outcome": "success", "updated": []}


# Sessions


async def snippets(caller: Caller, session: str, domain: str) -> list[str]:
    """The snippets of memory that a tool gets when a caller runs it in a session."""
    body = {"arguments": {"domain": domain, "namespace": "nothing"}, "sessionId": session}
    told = read(await caller.post(f"/tools/{TOOL}/memory-context", body))
    assert told["enrichment"]["status"] in {"used", "not_used"}
    return [each["snippet"] for each in told["arguments"].get("memoryContext", {}).get("items", [])]


async def test_a_conversation_in_a_session_is_found_only_by_the_caller_that_stored_it(
    callers: Callers,
) -> None:
    ann, bob, domain = callers("ann"), callers("bob"), unique("domain")
    said = {"sessionId": "s", "domain": domain, "text": "The worker was restarted by hand."}
    read(await ann.post("/conversations", said), 201)

    assert await snippets(ann, "s", domain) == [said["text"]]
    assert await snippets(bob, "s", domain) == []
    assert await snippets(callers("desk", relay=True), "s", domain) == []


async def test_relays_share_their_sessions_with_each_other(callers: Callers) -> None:
    one, other = callers("one", relay=True), callers("other", relay=True)
    said = {"sessionId": "s", "domain": unique("domain"), "text": "The worker was restarted."}
    read(await one.post("/conversations", said), 201)

    assert await snippets(other, "s", said["domain"]) == [said["text"]]


async def test_the_same_incident_is_kept_once_for_each_caller_that_reports_it(
    callers: Callers,
) -> None:
    incident = {"domain": unique("domain"), "symptoms": ["payments-api in CrashLoopBackOff"]}
    ids = [
        read(await callers(subject).post("/incidents", incident), 201)["id"]
        for subject in ("ann", "bob", "ann")
    ]
    assert ids[0] == ids[2] != ids[1]


# Threads


async def thread_of(caller: Caller, channel: str, *numbers: str) -> Json | None:
    """The case context that a pack gives for a thread."""
    asked = {"channelId": channel, "threadTs": "1700000000.123456", "caseNumbers": list(numbers)}
    messages = [{"role": "user", "text": "Is it down?"}] * len(numbers)
    told: Json = read(await caller.post("/packs/discovery", {**asked, "messages": messages}))
    return told.get("caseContext")


async def test_each_caller_finds_only_its_own_facts_about_a_thread(callers: Callers) -> None:
    channel = unique("C").replace("-", "").upper()
    ann, bob = callers("ann"), callers("bob")
    mine = await thread_of(ann, channel, "SCS0001234")
    assert mine is not None
    assert await thread_of(bob, channel) is None

    theirs = await thread_of(bob, channel, "SCS0001235")
    assert theirs is not None
    assert theirs["caseNumber"] == "SCS0001235"
    again = await thread_of(ann, channel)
    assert again is not None
    assert (again["caseNumber"], again["messageCount"]) == ("SCS0001234", 1)
    assert await thread_of(callers("desk", relay=True), channel) is None


async def test_a_caller_without_the_right_to_read_packs_is_refused(callers: Callers) -> None:
    scopes = [each for each in AGENT_SCOPES if each != "pack:read"]
    refused = await callers("ann", scopes=scopes).post("/packs/discovery", {})
    assert_problem(refused, 403)
