import asyncio
from dataclasses import dataclass, field, replace

import pytest
from pydantic import JsonValue
from typing_extensions import override

from recollect.core.errors import NotFound, StoreTimeout
from recollect.knowledge.business_contexts import BusinessContext
from recollect.servicedesk.tickets import Ticket, TicketSearch
from tests.cases import each_case
from tests.tools.fakes import Desk, KnownBusinessContexts, World
from tests.tools.samples import CASE, INCIDENT, SYS_ID, down

OLDER = Ticket(sys_id="2" * 32, number="SCS0011111", short_description="Email server is slow")
OTHER = Ticket(sys_id="3" * 32, number="SCS0022222", short_description="Printer is out of toner")


async def test_a_case_is_returned_raw_and_as_a_summary() -> None:
    answer = await World().call_as_json("getCase", caseNumber="SCS0012345")
    assert answer["case"]["assigned_to"] == "John Smith"
    assert answer["case"]["sys_id"] == SYS_ID
    assert [sla["name"] for sla in answer["slas"]] == ["Resolution"]
    for said in (
        "Email server down.",
        "Status: Open",
        "SLA: 2 hours remaining",
        "Escalated to Microsoft Support",
        "Similar cases: SCS0012301, SCS0012300.",
    ):
        assert said in answer["caseSummary"]


async def test_the_summary_of_a_case_has_no_sys_id() -> None:
    answer = await World().call_as_json("getCase", caseNumber="SCS0012345")
    assert SYS_ID not in answer["caseSummary"]


async def test_an_incident_is_returned_raw_and_as_a_summary() -> None:
    world = World()
    answer = await world.call_as_json("getIncident", incidentNumber="inc0012345")
    assert answer["incident"]["number"] == "INC0012345"
    assert answer["incidentSummary"].startswith("Summary\n\nVPN drops.")


@each_case(
    ("name", "arguments", "message"),
    [
        ("getCase", {"caseNumber": "SCS0099999"}, "there is no case SCS0099999"),
        ("getIncident", {"incidentNumber": "INC0099999"}, "there is no incident INC0099999"),
        ("getJournalEntries", {"caseNumber": "SCS0099999"}, "there is no case SCS0099999"),
        ("getJournalEntries", {"caseNumber": "INC0099999"}, "there is no incident INC0099999"),
    ],
)
async def test_a_missing_ticket_is_not_found(
    name: str, arguments: dict[str, JsonValue], message: str
) -> None:
    with pytest.raises(NotFound, match=f"^{message}$"):
        await World().call(name, **arguments)


@each_case(
    ("name", "arguments"),
    [("getCase", {"caseNumber": "SCS0012345"}), ("searchCases", {"query": "email"})],
)
@each_case(
    ("part", "lost"),
    [("slas", "SLA:"), ("journal", "Latest Activity"), ("similarCases", "Similar cases:")],
)
async def test_a_missing_optional_part_of_a_summary_is_named_as_degraded(
    name: str, arguments: dict[str, JsonValue], part: str, lost: str
) -> None:
    world = World()
    assert lost in (await world.call_as_json(name, **arguments))["caseSummary"]
    if part == "similarCases":
        world.resolved.fail["similar"] = down("upstash-vector")
    else:
        world.desk.fail[part] = down()
    output = await world.call(name, **arguments)
    summary = output.result.model_dump()["caseSummary"]
    assert output.degraded == (part,)
    assert lost not in summary
    assert "Email server down." in summary


async def test_a_case_is_returned_without_any_of_its_optional_parts() -> None:
    world = World()
    world.desk.fail |= {"slas": down(), "journal": StoreTimeout("servicenow", "late")}
    world.resolved.fail["similar"] = down("upstash-vector")
    output = await world.call("getCase", caseNumber="SCS0012345")
    assert output.degraded == ("journal", "similarCases", "slas")


async def test_no_similar_case_is_searched_for_a_case_without_text() -> None:
    world = World(Desk(known=[Ticket(sys_id=SYS_ID, number="SCS0012345")]))
    await world.call("getCase", caseNumber="SCS0012345")
    assert world.resolved.asked == []


async def test_a_case_is_not_similar_to_itself() -> None:
    world = World()
    world.resolved.cases = [replace(world.resolved.cases[0], case_number="scs0012345")]
    answer = await world.call_as_json("getCase", caseNumber="SCS0012345")
    assert "Similar cases" not in answer["caseSummary"]


async def test_the_best_match_is_summarized_and_the_others_are_listed() -> None:
    answer = await World(Desk(known=[OTHER, OLDER, CASE])).call_as_json(
        "searchCases", query="server down"
    )
    assert [each["number"] for each in answer["cases"]] == [
        "SCS0012345",
        "SCS0011111",
        "SCS0022222",
    ]
    assert answer["total"] == 3
    assert answer["caseSummary"].startswith("Summary\n\nEmail server down.")
    assert "Also found: SCS0011111 \u2013 Email server is slow" in answer["caseSummary"]


async def test_at_most_the_requested_number_of_cases_is_returned() -> None:
    desk = Desk(known=[OTHER, OLDER, CASE], total=70)
    answer = await World(desk).call_as_json("searchCases", query="server", limit=2)
    assert [each["number"] for each in answer["cases"]] == ["SCS0011111", "SCS0012345"]
    assert answer["total"] == 70


async def test_the_total_is_at_least_the_number_of_returned_cases() -> None:
    assert (await World(Desk(total=0)).call_as_json("searchCases", query="server"))["total"] == 1


@each_case(
    ("name", "rows", "field"),
    [("searchCases", "cases", "caseSummary"), ("searchIncidents", "incidents", "incidentSummary")],
)
async def test_a_sentence_says_that_no_ticket_was_found(name: str, rows: str, field: str) -> None:
    answer = await World(Desk(known=())).call_as_json(name, query="vpn", active=True)
    assert answer == {rows: [], "total": 0, field: f"Search Results\n\nNo open {rows} match vpn."}


@each_case(
    ("name", "arguments", "detail"),
    [
        (
            "getCase",
            {"caseNumber": "INC0012345"},
            "INC0012345 is the number of an incident: use getIncident",
        ),
        (
            "getIncident",
            {"incidentNumber": "SCS0012345"},
            "SCS0012345 is the number of a case: use getCase",
        ),
    ],
)
async def test_a_number_of_the_other_kind_of_ticket_points_to_its_tool(
    name: str, arguments: dict[str, JsonValue], detail: str
) -> None:
    with pytest.raises(NotFound, match=detail):
        await World().call(name, **arguments)


async def test_the_full_names_that_a_partial_name_matched_are_returned() -> None:
    answer = await World().call_as_json("searchCases", query="email", customer="contoso")
    assert answer["matched"]["customer"] == ["Contoso Corp"]
    listed = await World().call_as_json("list_service_cases", assignedTo="smith")
    assert listed["matched"]["assignedTo"] == ["John Smith"]


@each_case(
    ("tool", "arguments"),
    [
        ("searchCases", {"query": "email"}),
        ("searchIncidents", {"query": "email"}),
        ("list_service_cases", {}),
    ],
)
async def test_a_customer_is_found_by_an_alias(tool: str, arguments: dict[str, JsonValue]) -> None:
    contoso = BusinessContext(entity_name="Contoso Corp", entity_type="CLIENT", aliases=("CTSO",))
    world = World(business_contexts=KnownBusinessContexts(known=[contoso]))
    await world.call(tool, **arguments, customer="CTSO")
    await world.call(tool, **arguments, customer="cont")
    searches = [search for _, search in world.desk.of("tickets")]
    asked = [each.account for each in searches if isinstance(each, TicketSearch)]
    assert asked == ["Contoso Corp", "cont"]


async def test_without_the_directory_a_customer_is_matched_by_name_and_it_is_degraded() -> None:
    world = World()
    world.business_contexts.fail["look_up"] = down()
    output = await world.call("searchCases", query="email", customer="contoso")
    assert "directory" in output.degraded
    assert output.result.model_dump()["cases"]


async def test_incidents_are_searched_among_incidents() -> None:
    answer = await World().call_as_json("searchIncidents", query="vpn")
    assert [each["number"] for each in answer["incidents"]] == ["INC0012345"]
    assert answer["incidentSummary"].startswith("Summary\n\nVPN drops.")


async def test_all_arguments_of_a_search_reach_the_desk() -> None:
    world = World()
    await world.call("searchCases", query="the VPN", customer="Contoso Corp", active=False)
    assert world.desk.of("tickets") == [
        ["case", TicketSearch(words=("vpn",), account="Contoso Corp", active=False, limit=50)]
    ]


@each_case("query", ["the of", "it is not", "...", "?"])
async def test_a_query_of_stop_words_only_still_searches_for_something(query: str) -> None:
    world = World()
    await world.call("searchCases", query=query)
    assert world.desk.of("tickets") == [["case", TicketSearch(words=(query,), limit=50)]]


@each_case(
    ("number", "kind", "sys_id"),
    [("SCS0012345", "case", SYS_ID), ("inc0012345", "incident", INCIDENT.sys_id)],
)
async def test_the_entries_are_those_of_the_ticket_with_the_number(
    number: str, kind: str, sys_id: str
) -> None:
    world = World()
    answer = await world.call_as_json("getJournalEntries", caseNumber=number, limit=7)
    assert world.desk.of("ticket") == [[kind, number.upper()]]
    assert world.desk.of("journal") == [[sys_id, 7]]
    assert answer["caseNumber"] == number.upper()
    assert answer["journalEntries"][0]["value"] == "Escalated to Microsoft Support"
    assert answer["journalSummary"].startswith("Latest Activity\n\n• Oct 28, 15:30")


async def test_a_sentence_says_that_a_ticket_has_no_entries() -> None:
    answer = await World(Desk(entries=())).call_as_json(
        "getJournalEntries", caseNumber="SCS0012345"
    )
    sentence = "Latest Activity\n\nNothing has been noted on SCS0012345."
    assert (answer["journalEntries"], answer["journalSummary"]) == ([], sentence)


@dataclass(slots=True)
class TogetherDesk(Desk):
    """A desk that answers the further calls about a ticket only if they are concurrent."""

    together: asyncio.Barrier = field(default_factory=lambda: asyncio.Barrier(2))

    @override
    async def answer(self, method: str, *arguments: object) -> None:
        if method in {"slas", "journal"}:
            await self.together.wait()


async def test_details_of_the_best_match_are_requested_concurrently() -> None:
    async with asyncio.timeout(5):
        answer = await World(TogetherDesk()).call_as_json("searchCases", query="email")
    assert "SLA: 2 hours remaining" in answer["caseSummary"]
