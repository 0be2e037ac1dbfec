"""POST /cases, PUT and GET /business-contexts: storing, reading back, and refusals."""

from dataclasses import dataclass
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from tests.functions.anything import assert_taken_or_refused, nearly
from tests.functions.calling import Json, assert_problem, read
from tests.functions.stores import Stores

# A ¦ keeps a made-up secret from looking like one in this file.
SECRET = "AKIA¦Q3EXK7LPZ2MWN5TR".replace("¦", "")
CASES: Json = {
    "cases": [
        {"case_number": "HOSTILE-1", "company": "Hostile", "content": "x", "url": "https://a.b/c",
         "resolved_at": "2025-01-15T04:53:11Z"}
    ]
}  # fmt: skip
CONTEXT: Json = {
    "entityType": "CLIENT", "industry": "x", "aliases": ["Hostile"], "technologyPortfolio": "x",
    "serviceDetails": "x", "notes": "x", "tags": ["x"], "slackChannels": ["C0HOSTILE"],
    "businessHours": {"timeZone": "UTC", "days": ["mon"], "start": "08:00", "end": "17:00"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Desk:
    """Cases and entities whose names nobody else uses."""

    client: httpx.AsyncClient
    slug: str

    def number(self, n: int) -> str:
        return f"{self.slug}-{n}"

    async def send(self, *cases: Json, **headers: str) -> httpx.Response:
        """Send cases; header names are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.post("/cases", json={"cases": list(cases)}, headers=named)

    async def put(self, name: str, **fields: object) -> httpx.Response:
        body = {"entityType": "CLIENT", **fields}
        return await self.client.put(f"/business-contexts/{quote(name, safe='')}", json=body)

    async def get(self, name: str) -> httpx.Response:
        return await self.client.get(f"/business-contexts/{quote(name, safe='')}")


@pytest.fixture
def desk(api: httpx.AsyncClient) -> Desk:
    return Desk(api, f"desk{uuid4().hex[:12]}")


async def kept(stores: Stores, *ids: str) -> list[Json | None]:
    body = {"ids": list(ids), "includeMetadata": True, "includeData": True}
    found: list[Json | None] = await stores.vector("fetch/cases", body)
    return found


async def test_cases_are_stored_and_replace_their_earlier_versions(
    desk: Desk, stores: Stores
) -> None:
    first, second = desk.number(1), desk.number(2)
    told = read(
        await desk.send(
            {"case_number": first, "content": "Old", "company": "Altus"},
            {"case_number": second, "content": f"The key {SECRET} was changed."},
        )
    )
    assert told == {"stored": 2, "ids": [first.upper(), second.upper()]}

    read(await desk.send({"case_number": first.upper(), "content": "New"}))
    one, two = await kept(stores, first.upper(), second.upper())
    assert one is not None
    assert two is not None
    assert (one["data"], one["metadata"]) == ("New", {"case_number": first.upper()})
    assert two["data"] == "The key [REDACTED:aws] was changed."


async def test_a_hundred_long_cases_are_stored_in_one_request_of_at_most_a_megabyte(
    desk: Desk, stores: Stores
) -> None:
    text = ("The circuit flapped until the carrier mended a splice. " * 200)[:7_990]
    cases = [{"case_number": desk.number(n), "content": f"{text} {n}"} for n in range(100)]
    stored = read(await desk.send(*cases))
    assert stored["stored"] == 100
    assert all(await kept(stores, *stored["ids"]))
    huge = {"case_number": desk.number(101), "content": "x" * 1024 * 1024}
    assert_problem(await desk.send(huge), 413)


async def test_an_invalid_field_of_a_case_is_named_and_nothing_is_stored(
    desk: Desk, stores: Stores
) -> None:
    good = {"case_number": desk.number(1), "content": "x"}
    twice = assert_problem(await desk.send(good, good | {"case_number": good["case_number"]}), 422)
    assert twice["errors"][0]["field"] == "cases.1.case_number"
    unknown = assert_problem(await desk.send(good, {**good, "priority": 1}), 422)
    assert unknown["errors"][0]["field"] == "cases.1.priority"
    secret = await desk.send(good | {"url": f"https://desk.example/?key={SECRET}"})
    assert assert_problem(secret, 422)["errors"][0]["field"] == "cases.0.url"
    assert SECRET not in secret.text
    assert await kept(stores, desk.number(1).upper()) == [None]


async def test_a_context_comes_back_whole_by_any_spelling_of_its_name(desk: Desk) -> None:
    name = f"Altus & Söhne / {desk.slug}"
    fields = {**CONTEXT, "aliases": [f"a-{desk.slug}"], "slackChannels": [desk.slug.upper()]}
    told = read(await desk.put(name, **fields))

    assert told == {**fields, "entityName": name}
    assert read(await desk.get(name)) == told
    assert read(await desk.get(name.upper() + " ")) == told


async def test_an_unknown_context_is_not_found(desk: Desk) -> None:
    assert_problem(await desk.get("No such entity"), 404)


@pytest.mark.parametrize("name", ["../x?b#c", "%2F", "'\"\\;日本 🙂*", "alias:x"])
async def test_any_single_line_is_a_valid_entity_name(desk: Desk, name: str) -> None:
    full = f"{name} {desk.slug}"
    assert read(await desk.put(full))["entityName"] == full
    assert read(await desk.get(full))["entityName"] == full


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases=nearly(CASES), context=nearly(CONTEXT))
async def test_no_request_about_cases_and_contexts_makes_the_api_fail(
    api: httpx.AsyncClient, cases: Json, context: Json
) -> None:
    await assert_taken_or_refused(api, "/cases", cases)
    await assert_taken_or_refused(api, "/business-contexts/Hostile", context, "PUT")
    assert (await api.get("/business-contexts/Hostile")).status_code in {200, 404}


async def test_a_store_that_is_down_is_reported_and_the_same_request_works_afterwards(
    desk: Desk, stores: Stores
) -> None:
    case = {"case_number": desk.number(1), "content": "x"}
    for store in ("vector", "redis"):
        await stores.fault(store, "status", status=503)
    assert_problem(await desk.send(case), 503)
    assert_problem(await desk.put(desk.slug), 503)
    assert_problem(await desk.get(desk.slug), 503)
    await stores.heal()

    assert read(await desk.send(case))["stored"] == 1
    assert read(await desk.put(desk.slug)) == read(await desk.get(desk.slug))
