from datetime import UTC, datetime

from pydantic import JsonValue

from recollect.servicedesk.tickets import TicketSearch
from recollect.tools.case_lists import ListServiceCases, filters_in_words
from tests.cases import each_case
from tests.tools.fakes import Desk, World

ALL: dict[str, JsonValue] = {
    "query": "vpn",
    "state": "Open",
    "priority": 1,
    "customer": "Contoso Corp",
    "assignedTo": "John Smith",
    "assignmentGroup": "IT Support",
    "openedAfter": "2025-10-01T02:00:00+02:00",
    "openedBefore": "2025-10-28T00:00:00Z",
    "active": True,
    "limit": 7,
}


async def test_cases_are_listed_with_their_total() -> None:
    answer = await World(Desk(total=70)).call_as_json("list_service_cases", customer="Contoso Corp")
    assert [each["number"] for each in answer["cases"]] == ["SCS0012345"]
    assert answer["total"] == 70
    assert answer["casesSearchSummary"].startswith(
        'Search Results\n\nFound 70 cases for "customer Contoso Corp":\n\n'
        "• SCS0012345 \u2013 Email server down (Open, Priority: 1 - Critical)"
    )


async def test_the_summary_says_that_no_case_was_found() -> None:
    answer = await World(Desk(known=())).call_as_json("list_service_cases", query="vpn")
    assert answer == {
        "cases": [],
        "total": 0,
        "casesSearchSummary": "Search Results\n\nNo cases match vpn.",
    }


async def test_all_filters_reach_the_desk() -> None:
    world = World()
    await world.call("list_service_cases", **ALL)
    search = TicketSearch(
        words=("vpn",),
        state="Open",
        priority=1,
        account="Contoso Corp",
        assigned_to="John Smith",
        assignment_group="IT Support",
        opened_after=datetime(2025, 10, 1, tzinfo=UTC),
        opened_before=datetime(2025, 10, 28, tzinfo=UTC),
        active=True,
        limit=7,
    )
    assert world.desk.of("tickets") == [["case", search]]


async def test_without_a_filter_the_latest_cases_are_requested() -> None:
    world = World()
    await world.call("list_service_cases")
    assert world.desk.of("tickets") == [["case", TicketSearch(limit=10)]]


@each_case(
    ("asked", "told"),
    [
        ({}, "all cases"),
        ({"active": False}, "closed"),
        ({"priority": 2, "active": True}, "priority 2, active"),
        (
            ALL,
            (
                "vpn, state Open, priority 1, customer Contoso Corp, assigned to John Smith, "
                "group IT Support, opened after 2025-10-01, opened before 2025-10-28, active"
            ),
        ),
    ],
)
def test_the_filters_are_put_into_words(asked: dict[str, JsonValue], told: str) -> None:
    assert filters_in_words(ListServiceCases.model_validate(asked)) == told
