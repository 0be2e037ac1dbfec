"""Erasing a whole tenant, project or customer, and nothing of another."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest

from tests.cases import each_case
from tests.functions.calling import App, Json, assert_problem, new_app, read
from tests.functions.enrichment import Domain
from tests.functions.erasures import erase, erasing_client, held, whole
from tests.functions.evidence import Project
from tests.functions.guarded import Issue
from tests.functions.packs import EXEMPLAR
from tests.functions.stores import Stores


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform of this module alone."""
    async with erasing_client() as client:
        yield client


async def filled(app: App, tenant: str, project: str = "p") -> Project:
    """A project with an item, a conversation, and a case that needed the item."""
    theirs = Project(app.client, project, tenant)
    thread = {"thread": f"talk of {tenant}"}
    await theirs.stored(
        {"id": "item", "content": f"The card readers of {tenant} in Leeds fail."},
        {"id": "said", "content": "Was it the reader?", **thread},
        {"id": "heard", "content": "Yes, that one.", **thread},
    )
    await theirs.payload("Which readers fail in Leeds?")
    return theirs


async def needed(app: App, run: str, *projects: Project) -> None:
    """Store a successful run that needed the items of these projects."""
    evidence = [{"tenant": each.tenant, "project": each.project, "id": "item"} for each in projects]
    situation = f"Readers failed at {', '.join(each.tenant for each in projects)}"
    cited = {"run_id": run, "situation": situation, "evidence": evidence}
    read(await app.send("POST", "citations", cited))
    read(await app.send("PUT", f"citations/{run}/outcome", {"outcome": "success"}))


async def lasting(client: httpx.AsyncClient, text: str) -> list[str]:
    """What `held` finds, except the candidates that are cached for 30 s."""
    return [each for each in await held(client, text) if not each.startswith("h4r")]


async def test_erasing_a_tenant_removes_all_of_it_and_nothing_of_another(
    client: httpx.AsyncClient,
) -> None:
    app = new_app(client)
    gone, stays = f"gone-{uuid4().hex[:8]}", f"stays-{uuid4().hex[:8]}"
    first, second = await filled(app, gone, "p"), await filled(app, gone, "q")
    other = await filled(app, stays)
    await needed(app, "alone", first, second)
    await needed(app, "shared", first, other)
    before = await lasting(client, stays)

    dry = await erase(client, {"tenant": gone}, dry_run=True)
    counted = whole(dry)
    assert counted.pop("traces") > 0
    assert counted == {"evidence": 6, "solved_cases": 1}

    receipt = await erase(client, {"tenant": gone}, limit=10)
    assert whole(receipt) | {"traces": 0} == {"evidence": 6, "solved_cases": 1, "traces": 0}
    assert whole(receipt, "masked") == whole(dry, "masked") == {"solved_cases": 1}
    assert receipt["proof"]["found"] == 0
    assert any("memories" in each for each in receipt["proof"]["unreached"])
    # Left are the marks that old answers are no longer true, and the situation of a shared case.
    left = await lasting(client, gone)
    assert {each.partition(":")[0] for each in left} == {"knowledge", "case", "experience"}
    assert not [each for each in left if each.startswith(f"experience:{gone}")]
    assert await lasting(client, stays) == [each for each in before if gone not in each]
    assert "Leeds" in str(await other.payload("Which readers fail in Leeds?"))
    assert (await first.payload("Which readers fail in Leeds?"))["results"] == []


async def test_a_solved_case_is_erased_even_if_its_evidence_no_longer_names_it(
    client: httpx.AsyncClient,
) -> None:
    app, stores, tenant = new_app(client), Stores(client), f"t-{uuid4().hex[:8]}"
    theirs, other = await filled(app, tenant), await filled(app, f"o-{uuid4().hex[:8]}")
    await needed(app, "alone", theirs)
    await needed(app, "shared", theirs, other)
    # The item no longer names the cases that needed it.
    await stores.redis("DEL", f"mem:{theirs.namespace}:item:needed_by")
    receipt = await erase(client, {"tenant": tenant})
    assert (receipt["removed"]["solved_cases"], receipt["masked"]["solved_cases"]) == (1, 1)
    assert await stores.redis("EXISTS", f"case:support:{app.slug}:alone") == 0
    shared = await stores.redis("HKEYS", f"case:support:{app.slug}:shared")
    assert not [each for each in shared if tenant in each]
    assert [each for each in shared if other.tenant in each]


async def test_an_erasure_of_a_tenant_that_breaks_off_can_be_repeated(
    client: httpx.AsyncClient,
) -> None:
    app, stores, tenant = new_app(client), Stores(client), f"t-{uuid4().hex[:8]}"
    await needed(app, "alone", await filled(app, tenant))
    failed = 0
    for store, calls in (("vector", 2), ("redis", 2), ("redis", 5), ("vector", 3)):
        await stores.let_through(store, calls)
        await stores.fault(store, "status", status=500, count=2)
        answer = await client.post("/erasures", json={"subject": {"tenant": tenant}})
        failed += answer.is_server_error
        await stores.heal()
    assert failed
    assert (await erase(client, {"tenant": tenant}))["proof"]["found"] == 0
    assert {each.partition(":")[0] for each in await lasting(client, tenant)} == {"knowledge"}


async def test_remains_under_the_names_of_a_tenant_are_counted_and_erased(
    client: httpx.AsyncClient,
) -> None:
    app, stores, tenant = new_app(client), Stores(client), f"t-{uuid4().hex[:8]}"
    theirs = await filled(app, tenant)
    await needed(app, "alone", theirs)
    await stores.vector(f"delete/{theirs.namespace}", {"ids": ["item", "said", "heard"]})
    assert (await erase(client, {"tenant": tenant}, dry_run=True))["proof"]["found"] > 0
    await erase(client, {"tenant": tenant})
    assert not [each for each in await lasting(client, tenant) if each.startswith("experience")]
    assert (await erase(client, {"tenant": tenant}, dry_run=True))["proof"]["found"] == 0


async def test_a_customer_is_erased_under_each_of_its_names(client: httpx.AsyncClient) -> None:
    mark = uuid4().hex[:8]
    name, alias, other = f"Quillfeather {mark}", f"QF-{mark}", f"Bramblewick {mark}"
    for entity, aliases in ((name, [alias]), (other, [])):
        context = {"entityType": "CLIENT", "aliases": aliases}
        path = f"/business-contexts/{quote(entity, safe='')}"
        read(
            await client.put(
                path, json=context, headers={"Idempotency-Key": entity.replace(" ", "-")}
            )
        )
    number = int(mark, 16)
    cases = [
        {"case_number": f"SCS{number + at}", "company": company, "content": "The circuit flapped."}
        for at, company in enumerate((name.upper(), alias.lower(), other))
    ]
    read(await client.post("/cases", json={"cases": cases}))
    for case in cases:
        request = {"userRequest": f"Packet loss of {case['case_number']}"}
        exemplar = {**EXEMPLAR, "caseNumber": case["case_number"], "inputContext": request}
        assert read(await client.post("/exemplars", json=exemplar))["captured"]
    domain = Domain(client)
    await domain.add_execution(result={"customer": alias, "rootCause": "Its rows fill the memory."})
    await domain.add_execution(result={"customer": other, "rootCause": "Its logs fill the disk."})
    project = Project(client, f"p-{mark}")
    await project.stored(
        {"id": "theirs", "content": {"customer": name, "matter": "a lost card"}},
        {"id": "others", "content": f"A note in which {name} is named", "customer": other},
    )
    memory = await new_app(client).stored(f"The portal of {name} refuses it.")
    before = await lasting(client, other)

    dry = await erase(client, {"customer": alias}, dry_run=True)
    receipt = await erase(client, {"customer": alias}, limit=15)
    assert whole(receipt) == whole(dry)
    assert whole(receipt) == {
        "evidence": 1, "cases": 2, "exemplars": 2, "tool_memories": 1, "answers": 1,
        "directory": 1,
    }  # fmt: skip
    assert whole(receipt, "masked") == {}
    assert receipt["proof"]["found"] == 0
    assert any("memories" in each for each in receipt["proof"]["unreached"])
    assert await lasting(client, other) == before
    assert_problem(await client.get(f"/business-contexts/{quote(alias, safe='')}"), 404)
    # A memory that only mentions the customer is found by an erasure of its name.
    assert read(await client.post("/erasures", json={"subject": {"name": name}, "dry_run": True}))
    found = await lasting(client, name)
    assert [each for each in found if memory in each]


async def test_records_under_a_name_of_another_customer_are_not_erased(
    client: httpx.AsyncClient,
) -> None:
    mark = uuid4().hex[:8]
    name, other, both = f"Quillfeather {mark}", f"Bramblewick {mark}", f"QB-{mark}"
    for entity, aliases in ((name, [both]), (other, [both, name])):
        context = {"entityType": "CLIENT", "aliases": aliases}
        headers = {"Idempotency-Key": entity.replace(" ", "-")}
        path = f"/business-contexts/{quote(entity, safe='')}"
        read(await client.put(path, json=context, headers=headers))
    cases = [
        {"case_number": f"SCS{int(mark, 16) + at}", "company": company, "content": "It flapped."}
        for at, company in enumerate((name, other, both))
    ]
    read(await client.post("/cases", json={"cases": cases}))
    receipt = await erase(client, {"customer": name})
    assert whole(receipt) == {"cases": 1, "answers": 2, "directory": 1}
    assert read(await client.get(f"/business-contexts/{quote(other, safe='')}"))
    # The other customer's directory entry claims this name.
    assert [each for each in await lasting(client, mark) if each.startswith("cases")] == [
        f"cases {each['case_number']}" for each in cases[1:]
    ]


@each_case(
    "asked",
    [
        {"subject": {"project": "p"}}, {"subject": {"tenant": "t", "customer": "Altus"}},
        {"subject": {"tenant": "t"}, "tenants": ["t"]}, {"subject": {"tenant": "No Slug"}},
        {"subject": {"tenant": "t"}, "apps": ["a"]}, {"subject": {"customer": ""}},
        {"subject": {"customer": "Altus", "project": "p"}},
    ],
)  # fmt: skip
async def test_an_erasure_of_an_invalid_whole_is_refused(
    client: httpx.AsyncClient, asked: Json
) -> None:
    assert_problem(await client.post("/erasures", json=asked), 422)


ALL: Json = {
    "scopes": ("memory:admin", "knowledge:admin"),
    "customers": ("*",),
    "groups": ("*",),
    "security_level": "restricted",
}


async def test_erasing_a_tenant_needs_a_right_to_all_of_it(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    async def status(subject: Json, **rights: Any) -> int:
        headers = issue("*", **{**ALL, **rights})
        body = {"subject": subject, "dry_run": True, "limit": 1}
        return (await door.post("/erasures", json=body, headers=headers)).status_code

    project = {"tenant": "t", "project": "p"}
    assert await status({"tenant": "t"}, tenants=("t",)) == 200
    assert await status({"tenant": "t"}, tenants=("u",)) == 403
    assert await status({"tenant": "t"}, tenants=("t",), projects=("p",)) == 403
    assert await status(project, tenants=("t",), projects=("p",)) == 200
    assert await status(project, tenants=("t",), projects=("q",)) == 403
    # The solved cases that needed its evidence belong to apps.
    one_app = issue("a", **ALL, tenants=("t",))
    asked = {"subject": {"tenant": "t"}, "dry_run": True}
    assert_problem(await door.post("/erasures", json=asked, headers=one_app), 403)
