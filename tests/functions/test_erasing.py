"""Erasing a person: whatever holds them, in whatever spelling, and nobody else."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from infra.local.platform import PlatformOptions, RunningPlatform
from tests.cases import each_case
from tests.functions.calling import App, Json, assert_problem, calling, new_app, read
from tests.functions.enrichment import ENABLED, Domain
from tests.functions.evidence import Project, new_project
from tests.functions.packs import EXEMPLAR, PACKING
from tests.functions.platforms import own_platform
from tests.functions.stores import Stores

NAME = "Ottoline Quarrington"
SUBJECT = {"name": NAME}
OTHER = "Barnaby Fitzgibbon"
KINDS = (
    "memories", "evidence", "cases", "solved_cases", "exemplars", "tool_memories", "packs",
    "answers", "directory", "traces",
)  # fmt: skip


@pytest.fixture(scope="module")
def busy() -> Iterator[RunningPlatform]:
    """A platform of this module alone: an erasure goes through everything."""
    with own_platform(
        PlatformOptions(workers=2, extra_environment={**ENABLED, **PACKING})
    ) as running:
        yield running


@pytest.fixture
async def client(busy: RunningPlatform) -> AsyncIterator[httpx.AsyncClient]:
    async with calling(busy) as client:
        yield client


async def erase(client: httpx.AsyncClient, subject: Json = SUBJECT, **fields: Any) -> Json:
    """Erase somebody from the first page to the last; the receipt."""
    body, cursor = {"subject": subject, **fields}, ""
    while True:
        receipt = read(await client.post("/erasures", json={**body, "cursor": cursor}))
        assert NAME.split()[1].casefold() not in json.dumps(receipt).casefold()
        if "next_cursor" not in receipt:
            return receipt
        cursor = receipt["next_cursor"]


def whole(receipt: Json, part: str) -> dict[str, int]:
    """The kinds of which there were any."""
    return {kind: receipt[part][kind] for kind in KINDS if receipt[part].get(kind)}


async def written_of(app: App, project: Project, name: str) -> Json:
    """Somebody in every kind of thing: in some it is about them, others mention them."""
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
    await domain.executed(result={"rootCause": f"The rows of {name} fill the memory."})
    await domain.said("s-1", f"{name} restarted the worker of {slug}.")
    entity = f"/business-contexts/{quote(f'Branch of {slug}', safe='')}"
    notes = {"entityType": "CLIENT", "notes": f"Call {name} first."}
    read(await client.put(entity, json=notes, headers={"Idempotency-Key": f"put-{slug}"}))
    needed = {"tenant": "default", "project": project.project, "id": "mention"}
    cited = {"run_id": "run-1", "situation": f"A card was lost, says {name}", "evidence": [needed]}
    read(await app.send("POST", "citations", cited))
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "success"}))
    return {"about": about, "mention": mention, "entity": entity}


async def held(client: httpx.AsyncClient, *texts: str) -> list[str]:
    """Everything in either store that has one of these texts in it."""
    stores = Stores(client)
    found = await stores.keys_that_name(*texts)
    for namespace in await stores.vector("list-namespaces", {}):
        body = {"cursor": "0", "limit": 1000, "includeMetadata": True, "includeData": True}
        records = (await stores.vector(f"range/{namespace}", body))["vectors"]
        found += [
            f"{namespace} {each['id']}"
            for each in records
            if any(text in json.dumps(each, ensure_ascii=False) for text in texts)
        ]
    return found


@each_case("limit", [3, 2_000])
async def test_a_person_is_gone_from_everything_and_nobody_else_is(
    client: httpx.AsyncClient, limit: int
) -> None:
    app, project = new_app(client), new_project(client)
    other_app, other_project = new_app(client), new_project(client)
    theirs = await written_of(app, project, NAME)
    await written_of(other_app, other_project, OTHER)
    before = await held(client, "Fitzgibbon")

    dry = await erase(client, dry_run=True, limit=limit)
    assert await held(client, "Fitzgibbon") == before
    assert dry["proof"]["found"] > 0

    receipt = await erase(client, limit=limit)
    # What is said of a memory is masked with it.
    assert dry["masked"].pop("traces") == receipt["masked"].pop("traces") + 1 == 2
    assert (receipt["removed"], receipt["masked"]) == (dry["removed"], dry["masked"])
    assert whole(receipt, "removed") == {
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
    assert kept["metadata"]["correction"] == "Ask Ms [REDACTED:subject]"
    assert kept["metadata"]["votes"]["upvotes"] == 1
    entity = read(await client.get(theirs["entity"]))
    assert entity["notes"] == "Call [REDACTED:subject] first."
    assert "The branch in Leeds asked" in str(await project.told("Who asked for a form?"))
    again = await erase(client)
    assert whole(again, "removed") == whole(again, "masked") == {}
