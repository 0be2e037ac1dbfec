"""GET /tools and POST /tools/{toolName} on the sample data: what the tools answer."""

import json
import re
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from recollect.actions.model_tools import NAMES
from recollect.tools.contract import SUMMARY_FIELDS
from tests.functions.calling import Bus, Json, assert_problem, read
from tests.functions.enrichment import records
from tests.functions.platforms import own_client
from tests.functions.tools import (
    TOOLS,
    WITHOUT_SERVICENOW,
    ask,
    listed,
    sample_rows,
    tool_answer,
    with_cases,
)

SYS_ID = re.compile(r"(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])", re.IGNORECASE)
CASE: Json = {"caseNumber": "SCS0001234"}
FIREWALL_DEPENDENCIES = ("RG-ALTUS-SCUS-PALOALTO-001", "ALTUS-SCUS-VNET-HUB")
# Other tests may use both cores meanwhile.
PATIENT = {"TOOLS_DEADLINE_MS": "20000"}


@pytest.fixture(scope="module")
async def api() -> AsyncIterator[httpx.AsyncClient]:
    """A client of a platform of its own, whose index has the resolved cases."""
    async with own_client(PATIENT, workers=2) as client:
        await with_cases(client)
        yield client


async def test_an_execution_of_a_tool_is_remembered_without_being_asked_to(
    api: httpx.AsyncClient,
) -> None:
    await tool_answer(api, "oc_diagnostic_pod_health", namespace="payments")
    await tool_answer(api, "getCase", **CASE)
    await Bus(api).until_idle()

    (run,) = await records(api, "openshift")
    assert run["metadata"]["tool"] == "oc_diagnostic_pod_health"
    assert "namespace:payments" in run["metadata"]["tags"]
    assert run["metadata"]["finding"] == "trouble"
    cases = [each["metadata"] for each in await records(api, "servicenow")]
    assert [each["customers"] for each in cases if each["tool"] == "getCase"] == [
        ["altus community healthcare"]
    ]


async def test_all_tools_are_listed_in_the_format_that_models_expect(
    api: httpx.AsyncClient,
) -> None:
    answer = await api.get("/tools")

    tools = read(answer)["tools"]
    assert {each["type"] for each in tools} == {"function"}
    functions = {each["function"]["name"]: each["function"] for each in tools}
    assert sorted(functions) == sorted((*TOOLS, *NAMES))
    for function in functions.values():
        assert function.keys() == {"name", "description", "parameters"}
        parameters = function["parameters"]
        assert parameters["type"] == "object"
        assert parameters["additionalProperties"] is False
        assert set(parameters["required"]) <= set(parameters["properties"])
        assert len(function["description"]) > len(function["name"])
    assert functions["getCase"]["parameters"]["required"] == ["caseNumber"]
    needed = functions["createConfigurationItem"]["parameters"]["required"]
    assert sorted(needed) == ["className", "name"]


@pytest.mark.parametrize("number", ["SCS0001234", "scs0001234"])
async def test_a_case_is_shown_in_the_sections_of_the_seed(
    api: httpx.AsyncClient, number: str
) -> None:
    case = await tool_answer(api, "getCase", caseNumber=number)

    assert case["case"]["number"] == "SCS0001234"
    assert [sla["has_breached"] for sla in case["slas"]] == [True]
    sections = [
        line for line in case["caseSummary"].splitlines() if re.fullmatch("[A-Z][A-Za-z ]+", line)
    ]
    assert sections == ["Summary", "Current State", "Latest Activity", "Context", "References"]
    for line in (
        "Packet loss at Altus Amarillo North.",
        "Status: Open",
        "Priority: 2 - High",
        "Assigned: Samuel Okoro (Network Engineering)",
        "Customer: Altus Community Healthcare",
    ):
        assert line in case["caseSummary"].splitlines()
    assert re.search(r"^SLA: breached .+ ago$", case["caseSummary"], re.MULTILINE)
    assert "Similar cases: " in case["caseSummary"]
    assert case["caseSummary"].endswith(".do?sysparm_query=number=SCS0001234")


@pytest.mark.parametrize(
    "asked", [{"ipAddress": "10.52.0.4"}, {"name": "altus-amarillo-fw01"}], ids=str
)
async def test_items_are_shown_with_their_dependencies(api: httpx.AsyncClient, asked: Json) -> None:
    found = await tool_answer(api, "searchCMDB", **asked)
    one = await tool_answer(api, "getConfigurationItem", sysId=found["items"][0]["sys_id"])

    assert found["formattedItems"].splitlines() == [
        "Infrastructure",
        "",
        "• ALTUS-AMARILLO-FW01 \u2013 Cloud Host (Production)",
        "  Status: Operational",
        "  Location: Amarillo North Clinic",
        f"  Dependencies: {', '.join(FIREWALL_DEPENDENCIES)}",
    ]
    assert one["formattedItems"] == found["formattedItems"]
    assert one["relations"] == found["relations"]
    assert one["ci"] == found["items"][0]


def _calls() -> Iterator[tuple[str, Json]]:
    """A call about every fourth row of the sample data that has a name or a number."""
    for case in sample_rows("sn_customerservice_case")[1::4]:
        yield "getCase", {"caseNumber": case["number"]}
        yield "getJournalEntries", {"caseNumber": case["number"], "limit": 50}
    for incident in sample_rows("incident")[::4]:
        yield "getIncident", {"incidentNumber": incident["number"]}
        yield "getJournalEntries", {"caseNumber": incident["number"], "limit": 50}
    for item in sample_rows("cmdb_ci")[::4]:
        yield "getConfigurationItem", {"name": item["name"]}
    yield "list_service_cases", {"limit": 50}
    yield "searchCMDB", {"query": "server", "limit": 50}
    yield "searchCases", {"query": "dictation", "limit": 50}
    yield "searchIncidents", {"query": "pool", "limit": 50}
    yield "searchSimilarCases", {"query": "server down", "limit": 50}


async def test_no_summary_of_the_sample_data_is_empty_or_holds_a_sys_id(
    api: httpx.AsyncClient,
) -> None:
    raw = []
    for tool, arguments in _calls():
        output = await tool_answer(api, tool, **arguments)
        summary = "\n".join(str(output.pop(field)) for field in SUMMARY_FIELDS[tool])
        assert summary.strip() or output.get("journalEntries") == [], (tool, arguments)
        assert not SYS_ID.search(summary), (tool, arguments)
        raw += [each["value"] for each in output.get("journalEntries", [])]
    assert SYS_ID.search("\n".join(raw)), "there is no sys_id that could have been told"


async def test_without_servicenow_the_other_tools_still_answer() -> None:
    async with own_client({"SERVICENOW_URL": "", **PATIENT}) as client:
        await with_cases(client)

        assert await listed(client) == [*WITHOUT_SERVICENOW, *NAMES]
        assert_problem(await ask(client, "getCase", **CASE), 404)
        similar = await tool_answer(client, "searchSimilarCases", query="ISP circuit flapping")
        assert "SCS0001010" in json.dumps(similar["similarCases"])
        assert similar["pattern_summary"]
        assert (await tool_answer(client, "microsoftLearnSearch", query="VPN"))["key_points"]
