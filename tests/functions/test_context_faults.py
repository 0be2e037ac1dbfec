"""POST /context and POST /evidence while a store, OPA or a further source fails."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.functions.calling import Json, assert_problem, read
from tests.functions.evidence import Project, ids_of, ledger_of, new_project
from tests.functions.faults import each_fault_with
from tests.functions.packs import degraded
from tests.functions.platforms import own_client
from tests.functions.stores import Stores

TEXT = "The printer in accounting prints blank pages"
OPEN: Json = {"id": "open", "content": TEXT}
SECRET: Json = {"id": "secret", "content": TEXT, "sensitivity": 0.9}
INTERNAL = {"securityLevel": "internal"}
HURRIED = {
    "STORE_TIMEOUT_MS": "800",
    "SCS_OPA_TIMEOUT_MS": "500",
    # A cached decision of OPA would hide that OPA fails now.
    "SCS_OPA_CACHE_TTL_MS": "0",
}
each_fault = each_fault_with("status", {"hang": 504, "status 503": 503, "garbage": 502})


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform whose functions have short timeouts for every service."""
    async with own_client(HURRIED, workers=2) as client:
        yield client


@pytest.fixture(scope="module")
async def strict() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform that allows nothing without OPA, and has a source that is down."""
    unserved = {"SCS_OPA_FALLBACK_LOCAL": "false", "QDRANT_URL": "http://127.0.0.1:9"}
    async with own_client(HURRIED | unserved) as client:
        yield client


@each_fault
async def test_without_redis_an_answer_stands_and_names_the_missing_parts(
    project: Project, stores: Stores, mode: str, fields: Json, status: int
) -> None:
    del status
    await project.stored(OPEN, SECRET)
    await stores.fault("redis", mode, **fields)
    answer = await project.ask(TEXT, sender=INTERNAL)
    await stores.heal()

    payload = read(answer)["payload"]
    assert ids_of(payload) == ["open"]
    assert degraded(answer) == {"cache", "usage", "reads"}
    warnings = payload["explainability"]["warnings"]
    assert len([each for each in warnings if "could not be looked up" in each]) == 1
    well = await project.ask(TEXT, sender=INTERNAL)
    assert ids_of(read(well)["payload"]) == ["open"]
    assert degraded(well) == set()


@each_fault
async def test_without_its_only_source_a_request_fails_instead_of_an_empty_answer(
    project: Project, stores: Stores, mode: str, fields: Json, status: int
) -> None:
    await project.stored(OPEN)
    await stores.fault("vector", mode, **fields)
    walk = {"type": "graph_traversal", "graph_params": {"start_node": "open"}}
    answers = await asyncio.gather(project.ask(TEXT), project.ask(None, query=walk))
    await stores.heal()

    for answer in answers:
        problem = assert_problem(answer, status)
        assert problem["detail"].endswith(": upstash-vector")
        assert int(answer.headers["retry-after"]) >= 1
        assert TEXT not in answer.text
    assert await project.found(TEXT) == ["open"]


@pytest.mark.parametrize("store", ["vector", "redis"])
@each_fault
async def test_evidence_that_could_not_be_stored_is_reported_and_can_be_sent_again(
    project: Project, stores: Stores, store: str, mode: str, fields: Json, status: int
) -> None:
    turn: Json = {"id": "turn", "content": "Yes, that one.", "thread": "t"}
    await stores.fault(store, mode, **fields)
    answer = await project.send(OPEN, turn)
    await stores.heal()

    problem = assert_problem(answer, status)
    assert problem["detail"].endswith(f": upstash-{store}")
    assert await project.stored(OPEN, turn) == ["open", "turn"]
    assert set(await project.found("printer that one")) == {"open", "turn"}


@each_fault
async def test_without_opa_the_local_rules_decide_and_a_warning_says_so(
    project: Project, stores: Stores, mode: str, fields: Json, status: int
) -> None:
    del status
    await project.stored(OPEN, SECRET, {"id": "pii", "content": f"{TEXT} of j@example.com"})
    await stores.fault("opa", mode, **fields)
    answer = await project.ask(TEXT, sender=INTERNAL)
    await stores.heal()

    payload = read(answer)["payload"]
    assert set(ids_of(payload)) == {"open", "pii"}
    assert ledger_of(payload)["pii"]["redacted"] is True
    assert ledger_of(payload)["secret"]["stage"] == "policy"
    (warning,) = payload["explainability"]["warnings"]
    assert "OPA did not answer" in warning
    assert "the local rules decided for 3 items" in warning
    assert (await project.payload(TEXT, sender=INTERNAL))["explainability"]["warnings"] == []


@pytest.mark.parametrize("mode", ["hang", "garbage"])
async def test_without_opa_and_without_the_local_rules_nothing_is_allowed(
    strict: httpx.AsyncClient, mode: str
) -> None:
    project, stores = new_project(strict), Stores(strict)
    await project.stored(OPEN)
    assert await project.found(TEXT) == ["open"]
    await stores.fault("opa", mode)
    answer = await project.ask(TEXT, include_graph=True)
    await stores.heal()

    payload = read(answer)["payload"]
    assert payload["results"] == []
    assert payload["explainability"]["tldr"]["summary"] == ""
    assert payload["explainability"]["causalGraph"]["nodes"] == []
    assert ledger_of(payload)["open"]["stage"] == "policy"
    assert any("1 item withheld" in each for each in payload["explainability"]["warnings"])
    assert await project.found(TEXT) == ["open"]


async def test_a_source_that_cannot_be_reached_is_left_out_and_named(
    strict: httpx.AsyncClient,
) -> None:
    project = new_project(strict)
    await project.stored(OPEN)
    answer = await project.ask(TEXT)

    payload = read(answer)["payload"]
    assert ids_of(payload) == ["open"]
    assert payload["sources"] == ["upstash-vector"]
    assert degraded(answer) == {"qdrant"}
    (warning,) = payload["explainability"]["warnings"]
    assert "qdrant" in warning
    assert "127.0.0.1" not in answer.text
