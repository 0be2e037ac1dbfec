"""POST /prepare: all knowledge in one text, whichever store is down and whoever asks."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from recollect.relevance.calibration import named
from tests.functions.calling import Json, assert_problem, new_app, read
from tests.functions.evidence import new_project
from tests.functions.guarded import Issue
from tests.functions.packs import PACKING, bring_in_samples
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

LOSS = "Packet loss at Altus Amarillo North, the circuit flaps"


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform with the sample cases and short timeouts for its stores."""
    async with own_client(PACKING | {"STORE_TIMEOUT_MS": "1000"}) as client:
        await bring_in_samples(client)
        yield client


async def prepared(client: httpx.AsyncClient, **fields: object) -> Json:
    return read(await client.post("/prepare", json=fields))


async def test_alerts_evidence_and_memories_are_combined_in_one_text(
    api: httpx.AsyncClient,
) -> None:
    app, project = new_app(api), new_project(api)
    memory = await app.stored(LOSS, decision="Pin the SD-WAN to the backup")
    await project.stored({"id": "ev-1", "content": f"{LOSS} since the carrier's maintenance."})
    told = await prepared(
        api,
        app_slug=app.slug,
        text=LOSS,
        case_numbers=["scs-0001234"],
        tenant=project.tenant,
        project=project.project,
    )

    assert told["degraded"] == []
    assert "nothing_found" not in told
    assert set(told["parts"]) == {"pack", "evidence", "memories"}
    now, _, facts = told["prompt"].partition("\n")
    assert re.fullmatch(r"It is \d{4}-\d\d-\d\d \d\d:\d\d UTC\.", now)
    assert facts.startswith("## The case\n- SCS0001234 (")
    assert "Packet loss at Altus Amarillo North. Since about three this morning" in told["prompt"]
    assert "MPLS backup looks clean. [C1]\n## Latest notes\n" in told["prompt"]
    assert " UTC · SCS0001234, dana.whitfield: Better on the backup, still slow" in told["prompt"]
    assert "## Alerts\n- CRITICAL: SCS0001234: SLA breached" in told["prompt"]
    assert "- Notes: Clinics open at seven; imaging and the EHR matter most." in told["prompt"]
    cited = {each["id"]: each["marker"] for each in told["citations"]}
    assert {"ev-1", memory, "SCS0001234", "SCS0001010"} <= cited.keys()
    for marker in cited.values():
        assert f"[{marker}]" in told["prompt"]
    assert "→ Pin the SD-WAN to the backup" in told["prompt"]


async def test_a_request_with_only_a_case_is_looked_up_by_the_cases_subject(
    api: httpx.AsyncClient,
) -> None:
    app, project = new_app(api), new_project(api)
    memory = await app.stored(LOSS, decision="Pin the SD-WAN to the backup")
    await project.stored({"id": "ev-1", "content": f"{LOSS} since the carrier's maintenance."})
    scope = {"app_slug": app.slug, "tenant": project.tenant, "project": project.project}
    told = await prepared(api, case_numbers=["SCS0001234"], **scope)
    assert {"ev-1", memory, "SCS0001234"} <= {each["id"] for each in told["citations"]}
    assert told["degraded"] == []
    unknown = await prepared(api, case_numbers=["SCS9999999"], **scope)
    assert unknown["parts"]["evidence"] == unknown["parts"]["memories"]["results"] == []
    assert "There is no case SCS9999999" in unknown["prompt"]


async def test_a_small_budget_is_kept_to_and_only_included_parts_are_asked_for(
    api: httpx.AsyncClient,
) -> None:
    told = await prepared(api, case_numbers=["SCS0001234"], include=["pack"], budget={"tokens": 60})
    assert 0 < len(told["prompt"].encode()) <= 240
    assert set(told["parts"]) == {"pack"}


async def test_an_item_found_beside_the_answer_is_not_shown_to_a_model() -> None:
    strict = replace(named("hashed"), floor=0.22)
    async with own_client({"RELEVANCE_CALIBRATION": strict.written()}) as client:
        project = new_project(client)
        answer = "The harbour master answers on channel 12."
        beside = "The car park behind the depot is for staff."
        for id_, content in (("answer", answer), ("beside", beside)):
            await project.stored({"id": id_, "content": content})
        question = "harbour staff"
        assert await project.found(question) == ["answer", "beside"]
        scope = {"tenant": project.tenant, "project": project.project}
        told = await prepared(client, text=question, **scope)
        arguments = {"query": question, **scope}
        words = await client.post("/tools/get_context", json={"arguments": arguments})
        listed = read(words)["payload"]["results"]
    assert [each["id"] for each in told["citations"]] == ["answer"]
    assert [each["id"] for each in listed] == ["answer"]


async def test_a_prompt_says_so_if_only_expired_evidence_answers(api: httpx.AsyncClient) -> None:
    project = new_project(api)
    over = {"id": "old", "content": "The depot opens at seven.", "valid_until": "2026-01-31T00:00Z"}
    await project.stored(over)
    named = {"tenant": project.tenant, "project": project.project, "include": ["evidence"]}
    told = await prepared(api, text="When does the depot open?", **named)
    said = "## Alerts\n- What is known about this as evidence is no longer valid\n"
    assert (told["prompt"].endswith(f"UTC.\n{said}"), told["nothing_found"]) == (True, True)

    await project.stored({"id": "new", "content": "The depot opens at eight."})
    told = await prepared(api, text="When does the depot open?", **named)
    assert "opens at eight" in told["prompt"]
    assert "no longer valid" not in told["prompt"]


async def test_an_unknown_case_or_customer_is_named_and_counts_as_nothing_known(
    api: httpx.AsyncClient,
) -> None:
    told = await prepared(api, case_numbers=["SCS9999999"])
    assert told["prompt"].endswith("UTC.\n## Alerts\n- There is no case SCS9999999\n")
    assert told["nothing_found"] is True
    stranger = await prepared(api, company_name="Nowhere Ltd")
    unlisted = "## Alerts\n- The directory has no customer Nowhere Ltd\n"
    assert stranger["prompt"].endswith(f"UTC.\n{unlisted}")
    assert stranger["nothing_found"] is True


async def test_parts_that_are_down_are_named_and_the_rest_stands(api: httpx.AsyncClient) -> None:
    app, stores = new_app(api), Stores(api)
    asked = {"app_slug": app.slug, "text": f"{LOSS} again", "case_numbers": ["SCS0001234"]}
    await stores.fault("vector", "hang")
    told = await prepared(api, **asked)
    await stores.heal()

    assert {"evidence", "memories", "pack.similarCases"} <= set(told["degraded"])
    assert "SLA breached" in told["prompt"]
    assert told["prompt"].endswith(f"\nCould not be looked up: {', '.join(told['degraded'])}.\n")


async def test_parts_that_depend_on_an_unreadable_case_are_missing(api: httpx.AsyncClient) -> None:
    app, project, stores = new_app(api), new_project(api), Stores(api)
    scope = {"app_slug": app.slug, "tenant": project.tenant, "project": project.project}
    await stores.fault("servicenow", "status", status=503)
    told = await prepared(api, case_numbers=["SCS0001235"], **scope)
    await stores.heal()
    assert {"evidence", "memories"} <= set(told["degraded"])
    assert not {"evidence", "memories"} & told["parts"].keys()


async def test_evidence_is_doubted_if_its_replacements_could_not_be_looked_up(
    api: httpx.AsyncClient,
) -> None:
    project, stores = new_project(api), Stores(api)
    await project.stored({"id": "ups", "content": "The UPS of hall 4 lasts 12 minutes"})
    scope = {"tenant": project.tenant, "project": project.project, "include": ["evidence"]}
    question = "How long does the UPS of hall 4 last?"
    await stores.fault("redis", "hang")
    told = await prepared(api, text=question, **scope)
    await stores.heal()
    assert "12 minutes" in told["prompt"]
    assert "Whether something newer replaces this evidence could not be" in told["prompt"]
    assert "newer" not in (await prepared(api, text=question, **scope))["prompt"]


async def test_memories_need_an_app_and_each_part_needs_its_right(
    api: httpx.AsyncClient, door: httpx.AsyncClient, issue: Issue
) -> None:
    missing = await api.post("/prepare", json={"text": LOSS, "include": ["memories"]})
    assert_problem(missing, 422)
    caller = issue("x", scopes=["context:read"], tenants=["default"])
    refused = await door.post("/prepare", json={"text": LOSS, "include": ["pack"]}, headers=caller)
    assert_problem(refused, 403)
    allowed = await door.post("/prepare", json={"text": LOSS, "app_slug": "x"}, headers=caller)
    assert set(read(allowed)["parts"]) == {"evidence"}
    packs = issue("x", scopes=["context:read", "pack:read"], tenants=["t"], customers=["*"])
    of_case = await door.post("/prepare", json={"case_numbers": ["SCS0001234"]}, headers=packs)
    assert (set(read(of_case)["parts"]), read(of_case)["degraded"]) == ({"pack"}, ["evidence"])
    untold = await door.post("/prepare", json={"case_numbers": ["SCS0001234"]}, headers=caller)
    assert read(untold)["parts"] == {}
    assert read(untold)["degraded"] == ["pack", "evidence"]
    # The part is named to the caller, but a missing right is not a failure.
    assert read(allowed)["degraded"] == ["pack", "memories"]
    assert "X-Degraded" not in allowed.headers
