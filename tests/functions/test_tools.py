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


async def test_an_incident_is_shown_with_its_configuration_item(api: httpx.AsyncClient) -> None:
    incident = await tool_answer(api, "getIncident", incidentNumber="INC0020011")

    assert incident["incident"]["number"] == "INC0020011"
    for line in (
        "Packet loss on the primary tunnel of Amarillo North.",
        "Status: In Progress",
        "Configuration item: ALTUS-AMARILLO-FW01",
    ):
        assert line in incident["incidentSummary"].splitlines()


async def test_a_search_shows_the_best_match_and_names_the_others(api: httpx.AsyncClient) -> None:
    cases = await tool_answer(api, "searchCases", query="packet loss Amarillo", limit=3)
    incidents = await tool_answer(api, "searchIncidents", query="packet loss")

    assert len(cases["cases"]) == 3 <= cases["total"]
    assert cases["cases"][0]["number"] == "SCS0001234"
    assert cases["caseSummary"].startswith("Summary\n\nPacket loss at Altus Amarillo North.")
    others = [line for line in cases["caseSummary"].splitlines() if line.startswith("Also found: ")]
    assert [line.split()[2] for line in others] == [each["number"] for each in cases["cases"][1:]]
    assert incidents["incidents"][0]["number"] == "INC0020011"
    assert "Status: In Progress" in incidents["incidentSummary"]


async def test_a_search_that_finds_nothing_says_so(api: httpx.AsyncClient) -> None:
    found = await tool_answer(api, "searchCases", query="zzyzx qwfpgj")

    summary = "Search Results\n\nNo cases match zzyzx qwfpgj."
    assert found == {"cases": [], "total": 0, "caseSummary": summary}


async def test_a_journal_is_shown_newest_first_with_times_and_users(api: httpx.AsyncClient) -> None:
    journal = await tool_answer(api, "getJournalEntries", **CASE)

    told_times = [each["sys_created_on"] for each in journal["journalEntries"]]
    assert told_times == sorted(told_times, reverse=True)
    heading, _, *entries = journal["journalSummary"].splitlines()
    assert heading == "Latest Activity"
    assert len(entries) == len(told_times) == 5
    for entry in entries:
        assert re.match(r"• [A-Z][a-z]{2} \d{1,2}, \d\d:\d\d \u2013 [\w.]+: \S", entry)
    assert "Better on the backup" in entries[0]
    assert entries[-1].endswith("EHR is nearly unusable at the front desk.")


async def test_an_incident_has_a_journal_too(api: httpx.AsyncClient) -> None:
    journal = await tool_answer(api, "getJournalEntries", caseNumber="INC0020011")

    assert "s.okoro: Linked to SCS0001234." in journal["journalSummary"]


async def test_a_list_of_cases_states_its_filters_and_has_one_line_per_case(
    api: httpx.AsyncClient,
) -> None:
    found = await tool_answer(api, "list_service_cases", priority=1, active=True)

    assert [each["number"] for each in found["cases"]] == ["SCS0001246"]
    assert found["casesSearchSummary"].splitlines() == [
        "Search Results",
        "",
        'Found 1 case for "priority 1, active":',
        "",
        "• SCS0001246 \u2013 Online banking login page times out (Open, Priority: 1 - Critical)",
    ]


async def test_similar_cases_are_summarized_only_as_a_pattern(api: httpx.AsyncClient) -> None:
    found = await tool_answer(api, "searchSimilarCases", query="ISP circuit flapping at the clinic")

    assert "SCS0001010" in [each["caseNumber"] for each in found["similarCases"]]
    pattern = found["pattern_summary"]
    assert pattern == "ISP circuit flapping (carrier) - high priority"
    assert len(pattern) <= 60


async def test_documentation_is_summarized_in_points_and_an_excerpt(api: httpx.AsyncClient) -> None:
    found = await tool_answer(api, "microsoftLearnSearch", query="SharePoint sync", limit=2)

    assert len(found["results"]) == 2
    assert found["results"][0]["title"] == "Fix OneDrive and SharePoint sync problems"
    assert all(each["url"].startswith("https://") for each in found["results"])
    assert 2 <= len(found["key_points"]) <= 3
    assert max(map(len, found["key_points"])) <= 80
    assert 0 < len(found["excerpt"]) <= 150


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
