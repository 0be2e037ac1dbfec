"""Erasing a person from everything, in any spelling, and erasing nobody else."""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tests.cases import each_case
from tests.functions.calling import App, Json, assert_problem, new_app, read
from tests.functions.enrichment import Domain
from tests.functions.erasures import erase, erasing_client, held, whole
from tests.functions.evidence import Project, new_project
from tests.functions.guarded import Issue
from tests.functions.packs import EXEMPLAR
from tests.functions.stores import Stores

NAME = "Ottoline Quarrington"
SUBJECT = {"name": NAME}
OTHER = "Barnaby Fitzgibbon"


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform of this module alone."""
    async with erasing_client() as client:
        yield client


async def written_of(app: App, project: Project, name: str) -> Json:
    """Store records of every kind: some are about a person, others mention them."""
    client, slug = app.client, app.slug
    about = await app.stored(f"{name} cannot log in to the portal.")
    mention = await app.stored(f"The portal of {slug} refuses it.", decision=f"Ask {name}.")
    memory, thread = f"memories/{mention}", {"thread": f"thread-{slug}"}
    read(await app.send("PUT", f"{memory}/correction", {"correction": f"Ask Ms {name}"}))
    read(await app.send("POST", f"{memory}/votes", {"vote": "upvote", "voter_id": "ann"}))
    await project.stored(
        {"id": "about", "content": {"contact": name, "matter": "a lost card"}},
        {"id": "mention", "content": f"The branch in Leeds asked {name} for a form."},
        {"id": "neighbour", "content": "Yes, that one.", **thread},
        {"id": "turn", "content": f"Was it {name}?", **thread},
    )
    number = int(uuid4().hex[:8], 16)
    numbers = [f"SCS{number}", f"SCS{number + 1}"]
    cases = [
        {"case_number": numbers[0], "content": f"{name}: card lost on a journey"},
        {"case_number": numbers[1], "content": f"The circuit flapped; {name} was on site."},
    ]
    read(await client.post("/cases", json={"cases": cases}))
    request = {"userRequest": f"Packet loss at the desk of {name} in {slug}."}
    exemplar = {**EXEMPLAR, "caseNumber": numbers[0], "inputContext": request}
    assert read(await client.post("/exemplars", json=exemplar))["captured"]
    domain = Domain(client)
    await domain.add_execution(result={"rootCause": f"The rows of {name} fill the memory."})
    await domain.add_conversation("s-1", f"{name} restarted the worker of {slug}.")
    entity = f"/business-contexts/{quote(f'Branch of {slug}', safe='')}"
    notes = {"entityType": "CLIENT", "notes": f"Call {name} first."}
    read(await client.put(entity, json=notes, headers={"Idempotency-Key": f"put-{slug}"}))
    needed = {"tenant": "default", "project": project.project, "id": "mention"}
    cited = {"run_id": "run-1", "situation": f"A card was lost, says {name}", "evidence": [needed]}
    read(await app.send("POST", "citations", cited))
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "success"}))
    return {"about": about, "mention": mention, "entity": entity}


async def test_a_person_is_erased_from_everything_and_nobody_else_is(
    client: httpx.AsyncClient,
) -> None:
    app, project = new_app(client), new_project(client)
    other_app, other_project = new_app(client), new_project(client)
    theirs = await written_of(app, project, NAME)
    await written_of(other_app, other_project, OTHER)
    before = await held(client, "Fitzgibbon")

    dry = await erase(client, SUBJECT, dry_run=True)
    assert await held(client, "Fitzgibbon") == before
    assert dry["proof"]["found"] > 0

    receipt = await erase(client, SUBJECT, limit=15)
    # The feedback on a memory is masked with it.
    assert dry["masked"].pop("traces") == receipt["masked"].pop("traces") + 1 == 2
    assert (receipt["removed"], receipt["masked"]) == (dry["removed"], dry["masked"])
    assert whole(receipt) == {
        "memories": 1, "evidence": 1, "cases": 1, "tool_memories": 1, "answers": 1
    }  # fmt: skip
    assert whole(receipt, "masked") == {
        "memories": 1, "evidence": 2, "cases": 1, "solved_cases": 1, "exemplars": 1,
        "tool_memories": 1, "directory": 1
    }  # fmt: skip
    assert receipt["proof"]["found"] == 0
    assert receipt["proof"]["asked"] > 0
    assert await held(client, "Quarrington", "quarrington", "Ottoline") == []
    assert await held(client, "Fitzgibbon") == before

    assert_problem(await app.send("GET", f"memories/{theirs['about']}"), 404)
    kept = await app.get(theirs["mention"])
    assert kept["decision"] == "Ask [REDACTED:subject]."
    assert kept["metadata"]["correction"] == "Ask [REDACTED:subject]"
    assert kept["metadata"]["votes"]["upvotes"] == 1
    entity = read(await client.get(theirs["entity"]))
    assert entity["notes"] == "Call [REDACTED:subject] first."
    assert "The branch in Leeds asked" in str(await project.payload("Who asked for a form?"))
    again = await erase(client, SUBJECT)
    assert whole(again, "removed") == whole(again, "masked") == {}


async def test_kept_answers_that_name_the_person_are_erased_too(client: httpx.AsyncClient) -> None:
    project, name = new_project(client), "Peregrine Hollingsworth"
    await project.stored({"id": "i", "content": f"The branch in Leeds asked {name} for a form."})
    company = f"Branch {project.project}"
    entity = {"entityType": "CLIENT", "technologyPortfolio": f"Citrix, says {name}."}
    read(await client.put(f"/business-contexts/{quote(company, safe='')}", json=entity))
    asked = {"companyName": company}
    assert name in (await client.post("/packs/discovery", json=asked)).text
    assert name in str(await project.payload("Who was asked for a form in Leeds?"))
    kinds = {key.partition(":")[0] for key in await held(client, name)}
    assert {"pack", "evidence"} <= kinds

    receipt = await erase(client, {"name": name})
    assert receipt["removed"]["packs"] == 1
    assert await held(client, name) == []
    # No earlier answer is given from a cache.
    assert "Hollingsworth" not in (await client.post("/packs/discovery", json=asked)).text
    assert "Hollingsworth" not in str(await project.payload("Who was asked for a form in Leeds?"))


async def test_an_erasure_page_that_breaks_off_can_be_repeated(client: httpx.AsyncClient) -> None:
    app, project = new_app(client), new_project(client)
    stores, subject = Stores(client), {"name": "Percival Thistlewood"}
    await written_of(app, project, "Percival Thistlewood")
    failed = 0
    for store, calls in (("vector", 3), ("redis", 9), ("vector", 8), ("redis", 16)):
        await stores.let_through(store, calls)
        await stores.fault(store, "status", status=500, count=2)
        answer = await client.post("/erasures", json={"subject": subject})
        failed += answer.is_server_error
        await stores.heal()
    assert failed

    receipt = await erase(client, subject)
    assert receipt["proof"]["found"] == 0
    assert await held(client, "Thistlewood") == []


async def test_simultaneous_erasures_and_stores_leave_nothing_of_the_person(
    client: httpx.AsyncClient,
) -> None:
    app, project, other = new_app(client), new_project(client), new_app(client)
    subject = {"name": "Cornelius Applegarth"}
    await written_of(app, project, "Cornelius Applegarth")
    kept = await other.stored("Nobody cannot log in", decision="Ask Barnaby")
    at_once = await asyncio.gather(
        *(client.post("/erasures", json={"subject": subject}) for _ in range(3)),
        *(app.store(f"Nr. {n}", decision="Ask Cornelius Applegarth.") for n in range(5)),
    )
    assert {answer.status_code for answer in at_once} <= {200, 201}
    assert (await erase(client, subject))["proof"]["found"] == 0
    assert await held(client, "Applegarth") == []
    assert (await other.get(kept))["decision"] == "Ask Barnaby"
    assert read(await app.send("GET", "stats"))["count"] == 6


async def test_the_name_of_a_voter_is_erased_and_the_votes_stay(client: httpx.AsyncClient) -> None:
    app, voter = new_app(client), "U0VOTER7"
    memory = await app.stored()
    for each in (voter, f"{voter}8"):
        vote = {"vote": "upvote", "voter_id": each}
        read(await app.send("POST", f"memories/{memory}/votes", vote))
    before = await app.history(memory)
    receipt = await erase(client, {"user_id": voter})

    assert whole(receipt, "masked") == {"traces": 4}
    assert (await app.get(memory))["metadata"]["votes"]["upvotes"] == 2
    after = await app.history(memory)
    assert [each["type"] for each in after] == [each["type"] for each in before]
    assert after[1]["details"]["voter_id"] == "[REDACTED:subject]"
    assert after[2] == before[2]
    voters = await Stores(client).redis("HKEYS", f"mem:{app.collection}:{memory}:voters")
    assert voters == [f"{voter}8"]


async def test_a_conversation_is_erased_with_its_memories_and_a_thread_with_its_turns(
    client: httpx.AsyncClient,
) -> None:
    app, project, talk = new_app(client), new_project(client), f"talk-{uuid4().hex[:8]}"
    first = await app.stored("A card was lost", conversation_id="elsewhere")
    read(await app.store("A card was lost", conversation_id=talk))
    other = await app.stored("Another matter", conversation_id=f"{talk}-2")
    domain = Domain(client)
    await domain.add_conversation(talk)
    await project.stored(
        {"id": "turn", "content": "Yes, that one.", "thread": talk},
        {"id": "plain", "content": "Opening hours"},
    )
    receipt = await erase(client, {"conversation_id": talk})
    assert whole(receipt)["memories"] == 1
    assert whole(receipt)["tool_memories"] == 1
    assert_problem(await app.send("GET", f"memories/{first}"), 404)
    await app.get(other)

    receipt = await erase(client, {"thread": talk})
    assert (whole(receipt), receipt["proof"]["found"]) == ({"evidence": 1}, 0)
    items = read(await client.get("/evidence", params={"project": project.project}))["items"]
    assert [each["id"] for each in items] == ["plain"]


async def test_a_cursor_is_refused_by_any_other_erasure(client: httpx.AsyncClient) -> None:
    await new_project(client).stored({"content": "Opens at 9"}, {"content": "Until 5"})
    body = {"subject": {"email": "a@example.com"}, "dry_run": True, "limit": 1}
    cursor = read(await client.post("/erasures", json=body))["next_cursor"]
    read(await client.post("/erasures", json={**body, "cursor": cursor, "limit": 9}))
    for changed in ({"dry_run": False}, {"subject": {"email": "b@example.com"}}):
        answer = await client.post("/erasures", json={**body, **changed, "cursor": cursor})
        assert_problem(answer, 422)


@each_case(
    "subject",
    [
        {}, {"name": "X"}, {"email": "nobody"}, {"phone": "123"}, {"name": "redacted"},
        {"email": "a@b.c", "name": "Ada"}, {"user_id": ""}, {"age": "42"},
        {"name": "a b c d e f g"},
    ],
)  # fmt: skip
async def test_an_erasure_without_a_valid_subject_is_refused(
    client: httpx.AsyncClient, subject: Json
) -> None:
    assert_problem(await client.post("/erasures", json={"subject": subject}), 422)


@each_case("nowhere", [{"apps": []}, {"apps": None}, {"tenants": []}, {"tenants": None}])
async def test_an_empty_list_of_places_or_null_does_not_mean_everywhere(
    client: httpx.AsyncClient, nowhere: Json
) -> None:
    asked = {"subject": SUBJECT, **nowhere}
    problem = assert_problem(await client.post("/erasures", json=asked), 422)
    assert problem["errors"][0]["field"] in nowhere


ERASING = ("memory:admin", "knowledge:admin")
ALL: Json = {
    "tenants": ("*",),
    "customers": ("*",),
    "groups": ("*",),
    "security_level": "restricted",
}


@each_case(
    "less",
    [
        {"scopes": ("memory:admin",)}, {"scopes": ("knowledge:admin",)}, {"customers": ("Altus",)},
        {"groups": ("support",)}, {"security_level": "internal"},
    ],
)  # fmt: skip
async def test_a_caller_without_rights_to_everything_erases_nobody(
    door: httpx.AsyncClient, issue: Issue, less: Json
) -> None:
    headers = issue("*", **{"scopes": ERASING, **ALL, **less})
    answer = await door.post("/erasures", json={"subject": SUBJECT}, headers=headers)
    assert_problem(answer, 403)


async def test_apps_and_tenants_of_the_caller_and_of_the_request_bound_it(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    mine, other = new_app(door), new_app(door)
    project = new_project(door)
    scopes = ("memory:write", "memory:read", "knowledge:write", "context:read", *ERASING)
    everywhere = issue("*", scopes=scopes, **ALL)
    memory = {"situation": f"{NAME} cannot log in", "decision": "Reset", "stage": "draft"}
    for app in (mine, other):
        read(await door.post(app.path("memories"), json=memory, headers=everywhere), 201)
    await project.as_(everywhere).stored({"id": "i", "content": f"{NAME} lost a card"})

    here = issue(mine.slug, scopes=ERASING, **ALL | {"tenants": ("elsewhere",)})
    for body in ({"apps": [other.slug]}, {"tenants": ["default"]}):
        refused = await door.post("/erasures", json={"subject": SUBJECT, **body}, headers=here)
        assert_problem(refused, 403)
    receipt = read(await door.post("/erasures", json={"subject": SUBJECT}, headers=here))
    assert whole(receipt) == {"memories": 1}

    asked = {"subject": SUBJECT, "apps": [other.slug]}
    receipt = read(await door.post("/erasures", json=asked, headers=everywhere))
    assert whole(receipt) == {"memories": 1}
    asked = {"subject": SUBJECT, "tenants": ["default"]}
    receipt = read(await door.post("/erasures", json=asked, headers=everywhere))
    assert whole(receipt) == {"evidence": 1}


async def test_a_long_item_is_masked_in_its_passages_too(client: httpx.AsyncClient) -> None:
    project, name = new_project(client), "Balthazar Quill"
    filler = "Every device is listed in the inventory. " * 60
    await project.stored({"id": "page", "content": f"{filler}\n\nAsk {name}.\n\n{filler}"})
    passages = f"{project.namespace}:passages"
    assert len(await held(client, "Quill")) == 2
    # The remains of an item that is gone, as after a crash.
    left = {"id": "gone 0123456789abcdef 0", "data": f"Ask {name}.", "metadata": {}}
    await Stores(client).vector(f"upsert-data/{passages}", left)

    receipt = await erase(client, {"name": name})
    assert (whole(receipt, "masked"), receipt["proof"]["found"]) == ({"evidence": 2}, 0)
    assert await held(client, "Quill") == []
    body = {"cursor": "0", "limit": 100, "includeData": True}
    kept = await Stores(client).vector(f"range/{passages}", body)
    assert any("Ask [REDACTED:subject]." in each["data"] for each in kept["vectors"])
