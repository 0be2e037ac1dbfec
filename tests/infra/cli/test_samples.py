"""Sample events and sample data: complete, and each gives what its README says."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from infra.cli.lines import parsed_lines
from infra.cli.sample_data import (
    memory_files,
    sample_business_contexts,
    sample_cases,
    sample_evidence,
    sample_runs,
    seed,
)
from infra.cli.stores import platform_target
from infra.local.environment import environment
from infra.local.platform import PlatformOptions, running_platform
from infra.local.workers import FunctionError, Result, Workers
from infra.routes import EVENTS, FUNCTIONS, KEY_AUTHORIZER, ROUTES
from infra.samples import DATA_FOLDER, EVENTS_FOLDER
from recollect.core.ids import collection_of
from recollect.memories.lifecycle.transfer import Line
from recollect.memories.stored.identity import memory_id
from recollect.memories.stored.record import new_record

# All are tried on the same data: a history is read before its memory is deleted.
SAMPLES = sorted(
    (path for path in EVENTS_FOLDER.glob("*/*.json") if path.parent.name != "data"),
    key=lambda path: (path.stem != "get_history", path),
)
_ROW = re.compile(r"\| `([\w/]+\.json)` \| (?:event )?`([^`]+)`(?: of an authorizer)? \| `?(\w+)")


def readme_rows() -> dict[str, tuple[str, str]]:
    rows = _ROW.findall((EVENTS_FOLDER / "README.md").read_text())
    return {name: (reached_by, answers) for name, reached_by, answers in rows}


def read(path: Path) -> dict[str, str]:
    event: dict[str, str] = json.loads(path.read_text())
    return event


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running_platform(PlatformOptions()) as platform:
        yield platform.url


@pytest_asyncio.fixture(scope="module")
async def workers(url: str) -> AsyncIterator[Workers]:
    options = PlatformOptions()
    workers = Workers(FUNCTIONS, lambda function: environment(function, url, options))
    yield workers
    await workers.aclose()


@pytest_asyncio.fixture(scope="module")
async def sample_data(url: str) -> None:
    """The sample data, which may be changed by earlier tests."""
    await asyncio.to_thread(seed, platform_target(url))


@pytest_asyncio.fixture(scope="module")
async def fresh_data(url: str) -> None:
    """Only the sample data, for tests that do not change them."""
    emulators = platform_target(url).environment
    full = {"Authorization": f"Bearer {emulators['UPSTASH_REDIS_REST_TOKEN']}"}
    async with httpx.AsyncClient(headers=full, timeout=30) as client:
        vector = f"{emulators['UPSTASH_VECTOR_REST_URL']}/reset?all"
        (await client.delete(vector)).raise_for_status()
        redis = f"{emulators['UPSTASH_REDIS_REST_URL']}/"
        (await client.post(redis, json=["FLUSHDB"])).raise_for_status()
    await asyncio.to_thread(seed, platform_target(url))


def test_there_is_a_sample_for_every_route_and_every_rule() -> None:
    reached = {(path.parent.name, reached_by(path)) for path in SAMPLES}

    assert reached == {
        *((route.function, f"{route.method} {route.path}") for route in ROUTES),
        *((rule.function, f"{rule.source} {rule.detail_type}") for rule in EVENTS),
        (KEY_AUTHORIZER, "REQUEST"),
    }


def reached_by(path: Path) -> str:
    event = read(path)
    return event.get("type") or event.get("routeKey") or f"{event['source']} {event['detail-type']}"


def test_the_readme_lists_every_sample() -> None:
    listed = {name: row[0] for name, row in readme_rows().items()}

    assert listed == {
        str(path.relative_to(EVENTS_FOLDER)): reached_by(path)
        .removeprefix("recollect.feedback ")
        .removeprefix("recollect.schedule ")
        .removeprefix("recollect.tools ")
        for path in SAMPLES
    }


@pytest.mark.usefixtures("sample_data")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
async def test_a_sample_gives_what_the_readme_says(path: Path, workers: Workers, url: str) -> None:
    outcome = await workers.invoke(path.parent.name, read(path))

    expected = readme_rows()[str(path.relative_to(EVENTS_FOLDER))][1]
    if isinstance(outcome, FunctionError):
        assert f": {expected}: " in outcome.reason
        return
    assert isinstance(outcome, Result)
    if expected == "nobody":
        assert outcome.value == {"isAuthorized": False, "context": {}}
    elif isinstance(outcome.value, dict):
        assert str(outcome.value["statusCode"]) == expected, outcome.value["body"]
    else:
        assert expected == "nothing"
        async with httpx.AsyncClient() as client:
            letters = (await client.get(f"{url}/_events/dead-letters")).json()
        assert letters == {"deadLetters": []}


def test_the_sample_of_a_context_request_is_that_of_the_specification() -> None:
    body = read(EVENTS_FOLDER / "request_context" / "request_context.json")["body"]

    assert json.loads(body) == {
        "meta": {
            "type": "ContextRequest",
            "from": {"type": "specialist", "id": "playwright_healer", "securityLevel": "internal"},
        },
        "payload": {
            "query": {
                "type": "semantic",
                "text": "login test failures with selector issues",
                "filters": {"test_type": "e2e", "status": "failed"},
            },
            "limit": 10,
            "include_scores": True,
        },
    }


def test_the_sample_evidence_has_something_for_every_rule() -> None:
    items = sample_evidence().items
    ids = {item.id for item in items}

    assert len(ids) == len(items) == 32
    assert {cause for item in items for cause in (*item.caused_by, *item.derived_from)} <= ids
    assert any(item.sensitivity > 0.7 for item in items)
    assert any(item.trust < 0.3 for item in items)
    assert any(item.restrictedToGroups for item in items)
    assert sum(item.thread is not None for item in items) == 7
    # Detection says so, not the file.
    assert not any(item.containsPII or item.hasCredentials for item in items)


NUMBER = re.compile(r"\b(?:SCS|CS|INC|CHG)0\d{5,9}\b")
# Cases that a sample event brings in, or that an answer to be validated is about.
BROUGHT_BY_EVENTS = {"SCS0001102", "SCS0009876", "SCS0012300", "SCS0012301", "SCS0012345"}


def desk_rows(table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(
        (DATA_FOLDER / "servicenow" / f"{table}.json").read_text()
    )["rows"]
    return rows


def test_customers_have_the_same_names_everywhere() -> None:
    clients = {
        each.entity_name for each in sample_business_contexts() if each.entity_type == "CLIENT"
    }
    accounts = {row["name"] for row in desk_rows("customer_account")}
    named = {
        row[field]
        for path in (DATA_FOLDER / "servicenow").glob("*.json")
        for row in desk_rows(path.stem)
        for field in ("account", "company")
        if row.get(field)
    }

    assert accounts == clients
    assert named <= clients
    assert {case.company for case in sample_cases().cases} <= clients


def test_every_number_in_the_samples_belongs_to_an_existing_record() -> None:
    known = {
        row["number"]
        for table in ("sn_customerservice_case", "incident", "change_request")
        for row in desk_rows(table)
    } | {str(item.id) for item in sample_evidence().items}
    data = [path for path in DATA_FOLDER.rglob("*") if path.suffix in {".json", ".jsonl"}]
    of_data = {each for path in data for each in NUMBER.findall(path.read_text())}
    of_events = {each for path in SAMPLES for each in NUMBER.findall(path.read_text())}

    assert of_data - known == set()
    assert of_events - known == BROUGHT_BY_EVENTS


async def test_the_link_of_every_sample_case_leads_to_its_page(url: str) -> None:
    desk = platform_target(url).desk_url
    assert desk is not None
    async with httpx.AsyncClient() as client:
        for case in sample_cases(desk).cases:
            page = (await client.get(str(case.url))).raise_for_status().text
            assert f"<h1>{case.case_number}</h1>" in page
        unknown = await client.get(f"{desk}/incident.do?sysparm_query=number=INC9999999")
        every = await client.get(f"{desk}/incident.do")
    assert (unknown.status_code, every.status_code) == (404, 404)


def test_the_sample_cases_are_of_customers_in_the_directory() -> None:
    cases, entities = (
        sample_cases().cases,
        {each.entity_name for each in sample_business_contexts()},
    )
    numbers = [each.case_number for each in cases]

    assert len(set(numbers)) == len(numbers) == 25
    assert {each.company for each in cases} < entities
    of_the_seed = next(each for each in cases if each.case_number == "SCS0001010")
    assert of_the_seed.content.startswith("Altus Amarillo North - ISP circuit flapping")


def test_the_sample_directory_has_the_customer_of_the_seed() -> None:
    altus = next(
        each for each in sample_business_contexts() if "Altus Health" in each.aliases
    ).model_dump()

    assert (
        altus.items()
        >= {
            "entityName": "Altus Community Healthcare",
            "entityType": "CLIENT",
            "industry": "Healthcare",
            "aliases": ("Altus", "Altus Health"),
            "technologyPortfolio": "Azure, VMware SD-WAN",
            "serviceDetails": "Altus Health - Azure Environment",
            "slackChannels": ("C123456",),
        }.items()
    )


def test_the_sample_data_are_memories_of_several_apps_and_kinds() -> None:
    lines = {}
    for app_slug, path in memory_files():
        with path.open("rb") as file:
            lines[app_slug] = list(parsed_lines(file, Line.model_validate_json))

    every = [line for of_app in lines.values() for line in of_app]
    assert set(lines) == {"epic-web", "total-typescript", "badass", "global"}
    assert len(every) == 42
    assert {line.outcome for line in every} == {"success", "corrected", "failed"}
    assert {line.stage for line in every} == {"classify", "route", "gather", "draft", "validate"}
    now = datetime.now(UTC)
    records = [new_record(app, line, now) for app, of_app in lines.items() for line in of_app]
    assert not any(each.metadata["instruction_like"] for each in records)


def test_the_sample_runs_cite_sample_memories() -> None:
    ids = set()
    for app_slug, path in memory_files():
        with path.open("rb") as file:
            collection = collection_of(app_slug)
            ids |= {
                memory_id(collection, line.situation, line.decision)
                for line in parsed_lines(file, Line.model_validate_json)
            }

    for run in sample_runs():
        assert set(run.memory_ids) <= ids


@pytest.mark.usefixtures("fresh_data")
async def test_seeding_again_changes_nothing_and_duplicates_no_evidence(url: str) -> None:
    query = {"type": "hybrid", "text": "login test, refund, tablet"}

    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        before = (await client.get("/apps/epic-web/stats")).json()
        found_before = await ledger(client, query)
        seeded = await asyncio.to_thread(seed, platform_target(url))
        after = (await client.get("/apps/epic-web/stats")).json()
        found_after = await ledger(client, query)

    assert (seeded.memories, seeded.evidence) == (0, len(sample_evidence().items))
    assert {**before, "avg_confidence": 0} == {**after, "avg_confidence": 0}
    items = {item.id for item in sample_evidence().items}
    assert set(found_before) == set(found_after) == items


@pytest.mark.usefixtures("fresh_data")
async def test_the_documented_scores_are_the_computed_ones(url: str) -> None:
    text = "why do login links arrive late"
    query = {"type": "hybrid", "text": text, "filters": {"state": ["implemented", "in_progress"]}}

    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        await ledger(client, query)
        found = await ledger(client, query)

    page = (EVENTS_FOLDER.parent / "docs" / "context.md").read_text()
    by_hand = page[page.index("### By hand") : page.index("## Bringing knowledge in")]
    outage = found["INC0007003"]
    assert text in by_hand
    for share in outage["shares"].values():
        assert f"{share:.4f}" in by_hand
    assert f"{outage['signals']['relevance']:.4f}" in by_hand
    assert f"together {outage['score']:.3f}" in by_hand
    assert f"scores {found['INC0007002']['score']:.3f}" in by_hand


async def ledger(client: httpx.AsyncClient, query: dict[str, Any]) -> dict[str, Any]:
    """Every candidate of a query by its id."""
    request = {
        "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "tester"}},
        "payload": {"query": query, "limit": 100, "include_explain": True},
    }
    answer = (await client.post("/context", json=request)).raise_for_status().json()
    return {each["id"]: each for each in answer["payload"]["explainability"]["ledger"]}
