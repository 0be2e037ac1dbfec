"""GET and DELETE of evidence and cases: reading, listing, deleting, and the rights to do so."""

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import Project
from tests.functions.guarded import Issue
from tests.functions.stores import Stores
from tests.functions.test_knowledge import Desk, desk

__all__ = ["desk"]

JANUARY = "2026-01-15T09:00:00Z"


def scope_params(project: Project, **query: object) -> Json:
    return {"tenant": project.tenant, "project": project.project, **query}


async def listed(project: Project, **query: object) -> Json:
    return read(
        await project.client.get(
            "/evidence", params=scope_params(project, **query), headers=project.headers
        )
    )


async def request_item(project: Project, item_id: str, method: str = "GET") -> httpx.Response:
    return await project.client.request(
        method, f"/evidence/{item_id}", params=scope_params(project), headers=project.headers
    )


def ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["items"]]


async def test_evidence_is_read_back_as_a_search_would_show_it(project: Project) -> None:
    content = {"text": "The printer is on fire"}
    await project.stored({"id": "urn:printer:1", "content": content, "colour": "red", "title": "P"})
    item = read(await request_item(project, "urn:printer:1"))
    assert (item["id"], item["content"], item["title"]) == ("urn:printer:1", content, "P")
    (found,) = (await project.payload("printer on fire", include_scores=False))["results"]
    assert item == found
    problem = assert_problem(await request_item(project, "urn:printer:2"), 404)
    assert problem["detail"].startswith("there is no evidence urn:printer:2 in ")


async def test_evidence_is_listed_newest_first_and_filtered_by_the_query(project: Project) -> None:
    await project.stored(
        {"id": "old", "content": "x", "created_at": JANUARY, "tags": ["a", "b"], "size": 3},
        {"id": "new", "content": "y", "tags": ["a"], "size": 4},
    )
    assert ids(await listed(project)) == ["new", "old"]
    assert ids(await listed(project, tags=["a", "b"])) == ["old"]
    assert ids(await listed(project, size=4)) == ["new"]
    assert ids(await listed(project, until="2026-01-15T09:00:00.000Z")) == ["old"]
    assert ids(await listed(project, since="2026-01-15T09:00:01Z")) == ["new"]
    first = await listed(project, limit=1)
    rest = await listed(project, limit=1, cursor=first["next_cursor"])
    assert (ids(first), ids(rest), "next_cursor" in rest) == (["new"], ["old"], False)
    for query in ({"cursor": first["next_cursor"], "tags": "a"}, {"limit": 0}, {"since": "now"}):
        answer = await project.client.get("/evidence", params=scope_params(project, **query))
        assert_problem(answer, 422)


async def test_deleted_evidence_is_found_nowhere(project: Project, stores: Stores) -> None:
    await project.stored(
        {"id": "first", "content": "The router hums.", "thread": "t"},
        {"id": "second", "content": "Zaphod unplugged it.", "thread": "t"},
    )
    await project.found("router")
    assert read(await request_item(project, "second", "DELETE")) == {
        "deleted_count": 1,
        "deleted_ids": ["second"],
    }
    assert_problem(await request_item(project, "second"), 404)
    assert_problem(await request_item(project, "second", "DELETE"), 404)
    assert ids(await listed(project)) == ["first"]
    assert await project.found("Zaphod unplugged", query={"type": "keyword"}) == []
    named = await stores.keys_that_name("second", among=f"*{project.project}*")
    assert [each for each in named if not each.startswith("reads:")] == []
    body = {"cursor": "0", "limit": 100, "includeData": True}
    for namespace in (project.namespace, f"{project.namespace}:turns"):
        kept = await stores.vector(f"range/{namespace}", body)
        assert [each["id"] for each in kept["vectors"]] == ["first"]
        assert "Zaphod" not in str(kept)


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("GET", "/a"), ("DELETE", "/a")])
async def test_evidence_routes_need_their_scope_the_tenant_and_the_project(
    door: httpx.AsyncClient, issue: Issue, method: str, path: str
) -> None:
    scope = "context:read" if method == "GET" else "knowledge:write"
    allowed = issue(scopes=[scope], tenants=["acme"], projects=["web"])

    async def status(headers: dict[str, str], **query: str) -> int:
        params = {"tenant": "acme", "project": "web", **query}
        answer = await door.request(method, f"/evidence{path}", params=params, headers=headers)
        return answer.status_code

    assert await status({}) == 401
    assert await status(issue(scopes=["memory:read"], tenants=["acme"])) == 403
    assert await status(allowed, tenant="other") == 403
    assert await status(allowed, project="other") == 403
    assert await status(allowed) == (404 if path else 200)


async def test_nobody_reads_lists_or_deletes_evidence_of_others(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    project = Project(door, "not-theirs")
    ann = project.as_(issue(subject="ann", tenants=["*"], security_level="restricted"))
    agent = ["context:read", "knowledge:write"]
    bob = project.as_(issue(subject="bob", tenants=["*"], scopes=agent, security_level="public"))
    await ann.stored(
        {"id": "open", "content": "x", "created_at": JANUARY},
        {"id": "secret", "content": "y", "sensitivity": 0.9},
    )
    assert ids(await listed(ann)) == ["secret", "open"]
    assert ids(await listed(bob, limit=1)) == ["open"]
    assert "next_cursor" not in await listed(bob, limit=1)
    assert_problem(await request_item(bob, "secret"), 404)
    problem = assert_problem(await request_item(bob, "open", "DELETE"), 409)
    assert problem["detail"].startswith("ann wrote open")
    assert "ann" not in assert_problem(await request_item(bob, "secret", "DELETE"), 409)["detail"]
    assert ids(await listed(ann)) == ["secret", "open"]
    # A cursor belongs to one list and one reader.
    cursor = (await listed(ann, limit=1))["next_cursor"]
    params = scope_params(project, limit=1, cursor=cursor)
    assert_problem(await door.get("/evidence", params=params, headers=bob.headers), 422)


def case(number: str, **fields: object) -> Json:
    return {"case_number": number, "content": f"It is {number}.", **fields}


async def test_a_case_is_read_back_listed_and_deleted(desk: Desk) -> None:
    company = f"Firm {desk.slug}"
    older, newer, undated = (desk.number(n) for n in (1, 2, 3))
    read(
        await desk.send(
            case(older, company=company, resolved_at="2024-01-01T00:00:00Z", url="https://a.b/c"),
            case(newer, company=company, resolved_at="2025-01-01T00:00:00Z"),
            case(undated, company=company),
        )
    )
    one_case = read(await desk.client.get(f"/cases/{older.lower()}"))
    assert one_case == {
        "case_number": older.upper(),
        "content": f"It is {older}.",
        "company": company,
        "url": "https://a.b/c",
        "resolved_at": "2024-01-01T00:00:00.000Z",
    }

    async def numbers(**query: str) -> list[str]:
        answer = await desk.client.get("/cases", params={"company": company, **query})
        return [each["case_number"] for each in read(answer)["cases"]]

    assert await numbers() == [newer.upper(), older.upper(), undated.upper()]
    assert await numbers(since="2024-06-01T00:00:00Z") == [newer.upper()]
    assert await numbers(until="2024-06-01T00:00:00Z") == [older.upper()]
    gone = read(await desk.client.delete(f"/cases/{newer}"))
    assert gone == {"deleted_count": 1, "deleted_ids": [newer.upper()]}
    assert_problem(await desk.client.get(f"/cases/{newer}"), 404)
    assert_problem(await desk.client.delete(f"/cases/{newer}"), 404)
    assert await numbers() == [older.upper(), undated.upper()]


async def test_an_alias_opens_nothing_that_its_caller_may_not_see(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    everybody = issue(customers=["*"], subject="ann")
    context = {"entityType": "CLIENT", "aliases": ["Caelum"]}
    entity = "/business-contexts/Caelum%20Holdings"
    read(await door.put(entity, json=context, headers=everybody))
    cases = [case("ALI-1", company="Caelum Holdings"), case("ALI-2", company="Caelum")]
    read(await door.post("/cases", json={"cases": cases}, headers=everybody))

    async def numbers(company: str, *customers: str) -> list[str]:
        headers = issue(customers=customers, subject="bob", scopes=["pack:read"])
        answer = await door.get("/cases", params={"company": company}, headers=headers)
        return [each["case_number"] for each in read(answer)["cases"]]

    async def status(name: str, *customers: str) -> int:
        headers = issue(customers=customers, subject="bob", scopes=["pack:read"])
        return (await door.get(f"/business-contexts/{name}", headers=headers)).status_code

    assert await numbers("Caelum", "Caelum Holdings", "Caelum") == ["ALI-2", "ALI-1"]
    assert await numbers("Caelum", "Caelum Holdings") == ["ALI-1"]
    assert await numbers("Caelum", "Caelum") == ["ALI-2"]
    assert await numbers("Caelum", "Borealis") == []
    assert await numbers("Caelum Holdings", "Borealis") == []
    assert await status("Caelum", "Caelum Holdings") == 200
    assert await status("Caelum", "Caelum") == 200
    assert await status("Caelum", "Borealis") == 404


async def test_cases_of_other_customers_are_not_found(
    door: httpx.AsyncClient, issue: Issue
) -> None:
    everybody = issue(customers=["*"], subject="ann")
    altus = issue(customers=["Altus"], subject="bob", scopes=["pack:read", "knowledge:write"])
    cases = [case("LST-1", company="Altus"), case("LST-2", company="Borealis")]
    read(await door.post("/cases", json={"cases": cases}, headers=everybody))

    async def numbers(headers: dict[str, str]) -> list[str]:
        answer = read(await door.get("/cases?limit=100", headers=headers))
        return [e["case_number"] for e in answer["cases"] if e["case_number"].startswith("LST-")]

    assert await numbers(everybody) == ["LST-2", "LST-1"]
    assert await numbers(altus) == ["LST-1"]
    hidden = assert_problem(await door.get("/cases/LST-2", headers=altus), 404)
    missing = assert_problem(await door.get("/cases/LST-3", headers=altus), 404)
    assert hidden["detail"].replace("LST-2", "LST-3") == missing["detail"]
    assert_problem(await door.delete("/cases/LST-2", headers=altus), 404)
    assert_problem(await door.delete("/cases/LST-1", headers=altus), 409)
    read(await door.delete("/cases/LST-1", headers=everybody))
