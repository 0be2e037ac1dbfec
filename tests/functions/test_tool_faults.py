"""POST /tools/{toolName} while one of its sources fails."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from infra.local.environment import SERVICENOW, TOKENS
from tests.functions.calling import Json, assert_problem, read
from tests.functions.faults import each_fault_with
from tests.functions.platforms import own_client
from tests.functions.stores import Stores
from tests.functions.tools import ask, create, items_named, with_cases

UNAVAILABLE, REFUSED, TIMEOUT = "upstream_unavailable", "upstream_refused", "upstream_timeout"
STATUSES = {UNAVAILABLE: 502, REFUSED: 502, TIMEOUT: 504}
# Each fault, and the error code that the model gets.
each_fault_code = each_fault_with(
    "code", {"hang": TIMEOUT, "status 500": UNAVAILABLE, "garbage": REFUSED}
)
CASE: Json = {"caseNumber": "SCS0001234"}
POD_HEALTH = "oc_diagnostic_pod_health"
QUERY: Json = {"query": "packet loss at the clinic"}
CALLS: tuple[tuple[str, Json], ...] = (
    ("getCase", CASE),
    ("searchIncidents", QUERY),
    ("getJournalEntries", CASE),
    ("list_service_cases", {}),
    ("searchCMDB", {"ipAddress": "10.52.0.4"}),
    ("createConfigurationItem", {"className": "cmdb_ci", "name": "X", "confirmed": True}),
)


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform with short timeouts, whose index has the resolved cases."""
    hurried = {"TOOLS_DEADLINE_MS": "1500", "STORE_TIMEOUT_MS": "500"}
    async with own_client(hurried) as client:
        await with_cases(client)
        yield client


def assert_tool_error(answer: httpx.Response, code: str) -> None:
    """Assert that an answer is a problem that a model can read, and reveals nothing internal."""
    problem = assert_problem(answer, STATUSES[code])
    error = problem["error"]
    assert error.keys() == {"code", "message", "retryable"}
    assert error["code"] == code
    assert error["retryable"] is (code != REFUSED)
    assert problem["detail"] == error["message"]
    assert error["message"].endswith(".")
    for inside in (
        "Traceback", "Error:", "http", "127.0.0.1", "_emulators", "sysparm", "not the JSON",
        SERVICENOW.password, TOKENS.full, CASE["caseNumber"],
    ):  # fmt: skip
        assert inside not in answer.text, inside


@each_fault_code
@pytest.mark.parametrize(
    ("system", "called", "tool", "arguments"),
    [
        ("servicenow", "ServiceNow", "getCase", CASE),
        ("learn", "Microsoft Learn", "microsoftLearnSearch", QUERY),
        ("kubernetes", "The cluster", POD_HEALTH, {"namespace": "payments"}),
    ],
    ids=["servicenow", "learn", "kubernetes"],
)
async def test_a_failure_of_a_system_is_an_error_that_a_model_can_read(
    stores: Stores,
    system: str,
    called: str,
    tool: str,
    arguments: Json,
    mode: str,
    fields: Json,
    code: str,
) -> None:
    await stores.fault(system, mode, **fields)
    answer = await ask(stores.client, tool, **arguments)
    await stores.heal()

    assert_tool_error(answer, code)
    assert called in answer.json()["error"]["message"]
    assert (await ask(stores.client, tool, **arguments)).status_code == 200


async def test_every_tool_of_servicenow_reports_its_failure(stores: Stores) -> None:
    await stores.fault("servicenow", "status", status=500)
    answers = {tool: await ask(stores.client, tool, **arguments) for tool, arguments in CALLS}
    await stores.heal()

    for tool, answer in answers.items():
        assert_tool_error(answer, UNAVAILABLE)
        assert "ServiceNow" in answer.json()["error"]["message"], tool


@each_fault_code
async def test_without_redis_nothing_is_created_and_reading_tools_still_answer(
    stores: Stores, mode: str, fields: Json, code: str
) -> None:
    name = f"DARK-{uuid4().hex[:8]}"
    await stores.fault("redis", mode, **fields)
    answer = await create(stores.client, name)
    case = await ask(stores.client, "getCase", **CASE)
    await stores.heal()

    assert_tool_error(answer, code)
    assert await items_named(stores.client, name) == []
    assert "Status: Open" in read(case)["caseSummary"]
    assert read(await create(stores.client, name))["created"] is True
