"""The ticket desk over ServiceNow's tables: in front of the emulator, and of bad servers."""

from datetime import UTC, datetime

import httpx
import pytest

from infra.local.emulators.servicenow.tables import sys_id
from recollect.servicedesk.tickets import (
    FoundTickets,
    ServiceDesk,
    Ticket,
    TicketKind,
    TicketSearch,
)
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import HOSTILE, desk_at
from tests.cases import each_case

ALTUS = "Altus Community Healthcare"
CASE_ID = sys_id("sn_customerservice_case", "SCS0001234")
NOTHING = FoundTickets([], 0)
STRANGER = {
    "number": "SCS0000001",
    "task.number": "SCS0000001",
    "active": "true",
    "priority": "4",
    "state": {"value": "10", "display_value": "Open"},
    "assigned_to": {"value": "f" * 32, "display_value": "Somebody Else"},
    "opened_at": "2020-01-01 00:00:00",
    "element_id": "f" * 32,
    "element": "comments",
    "sys_created_on": "2020-01-01 00:00:00",
}


@pytest.fixture
def desk(http_client: httpx.AsyncClient, servicenow_url: str) -> ServiceDesk:
    return desk_at(http_client, servicenow_url)


async def numbers(desk: ServiceDesk, search: TicketSearch, kind: TicketKind = "case") -> set[str]:
    found = await desk.tickets(kind, search)
    assert found.total is None or found.total >= len(found.tickets)
    return {ticket.number for ticket in found.tickets}


async def answered(client: httpx.AsyncClient, search: TicketSearch, answer: bytes) -> FoundTickets:
    async with misbehaving([answer]) as server:
        return await desk_at(client, server.url).tickets("case", search)


async def test_characters_that_are_none_are_replaced_in_what_the_instance_says(
    http_client: httpx.AsyncClient,
) -> None:
    row = {**STRANGER, "number": "SCS\ud800", "short_description": "a\ud800b"}
    found = await answered(http_client, TicketSearch(limit=1), reply(200, {"result": [row]}))
    (ticket,) = found.tickets
    assert (ticket.number, ticket.short_description) == ("SCS?", "a?b")
    assert ticket.url.endswith("number=SCS%3F")


async def test_a_case_has_the_values_that_people_are_shown(
    desk: ServiceDesk, servicenow_url: str
) -> None:
    case = await desk.ticket("case", "scs0001010")
    assert case == Ticket(
        sys_id=sys_id("sn_customerservice_case", "SCS0001010"),
        number="SCS0001010",
        short_description="Altus Amarillo North - ISP circuit flapping",
        description=(
            "The primary circuit at Amarillo North went up and down every few minutes; users lost"
            " the EHR."
        ),
        state="Closed",
        priority="2 - High",
        impact="2 - Medium",
        urgency="1 - High",
        category="Network",
        assigned_to="Jorge Alvarez",
        assignment_group="Network Engineering",
        account=ALTUS,
        contact="Dana Whitfield",
        opened_by="Daniel Oyelaran",
        configuration_item="ALTUS-AMARILLO-SDWAN01",
        cause="Carrier optic",
        close_notes=(
            "The carrier replaced a failing optic at its end. SD-WAN was pinned to the backup until"
            " it held for an hour."
        ),
        active=False,
        opened_at=datetime(2024, 11, 4, 14, 12, 9, tzinfo=UTC),
        updated_at=datetime(2024, 11, 4, 19, 40, 31, tzinfo=UTC),
        closed_at=datetime(2024, 11, 4, 19, 40, 31, tzinfo=UTC),
        due_at=datetime(2024, 11, 4, 22, 12, 9, tzinfo=UTC),
        url=f"{servicenow_url}/sn_customerservice_case.do?sysparm_query=number=SCS0001010",
        account_sys_id=sys_id("customer_account", ALTUS),
        account_number="ACCT0001001",
        priority_level=2,
        is_vip=True,
    )


async def test_an_incident_has_a_company_a_caller_and_an_item(
    desk: ServiceDesk, servicenow_url: str
) -> None:
    incident = await desk.ticket("incident", "INC0020011")
    assert incident is not None
    assert (incident.account, incident.contact) == (ALTUS, "Dana Whitfield")
    assert incident.configuration_item == "ALTUS-AMARILLO-FW01"
    assert (incident.state, incident.active) == ("In Progress", True)
    assert incident.closed_at is None
    assert incident.url == f"{servicenow_url}/incident.do?sysparm_query=number=INC0020011"


@each_case("number", ["SCS9999999", "INC0020011", "", *HOSTILE])
async def test_an_unknown_or_hostile_number_finds_no_case(desk: ServiceDesk, number: str) -> None:
    assert await desk.ticket("case", number) is None
    assert await desk.slas(number) == []
    assert await desk.journal(number, 5) == []


async def test_a_company_stands_in_for_a_missing_account(http_client: httpx.AsyncClient) -> None:
    row = {"number": "X1", "account": "", "company": {"value": "1", "display_value": "Acme"}}
    async with misbehaving([reply(200, {"result": [row]})]) as server:
        case = await desk_at(http_client, server.url).ticket("case", "X1")
    assert case is not None
    assert case.account == "Acme"


@each_case(
    ("row", "is_active"),
    [
        ({}, True),
        ({"active": ""}, True),
        ({"active": "false"}, False),
        ({"closed_at": "2025-01-01 00:00:00"}, False),
        ({"active": "true", "closed_at": "2025-01-01 00:00:00"}, True),
    ],
)
async def test_a_case_without_an_active_flag_is_active_until_it_is_closed(
    http_client: httpx.AsyncClient, row: dict[str, str], is_active: bool
) -> None:
    async with misbehaving([reply(200, {"result": [{"number": "X1", **row}]})]) as server:
        case = await desk_at(http_client, server.url).ticket("case", "X1")
    assert case is not None
    assert case.active is is_active


async def test_a_number_cannot_change_where_its_url_leads(http_client: httpx.AsyncClient) -> None:
    row = {"number": "../x?y=1#z"}
    found = await answered(http_client, TicketSearch(), reply(200, {"result": [row]}))
    assert found.tickets[0].url.endswith("?sysparm_query=number=..%2Fx%3Fy%3D1%23z")


async def test_without_a_condition_the_last_changed_tickets_come_first(desk: ServiceDesk) -> None:
    found = await desk.tickets("case", TicketSearch(limit=3))
    changed = [ticket.updated_at for ticket in found.tickets if ticket.updated_at is not None]
    assert len(changed) == 3
    assert changed == sorted(changed, reverse=True)
    everything = await desk.tickets("case", TicketSearch(limit=1000))
    assert found.total == everything.total == len(everything.tickets) > 30


VPN_DOWN = {"SCS0001044", "SCS0001058", "SCS0000912", "SCS0000999"}


async def test_one_matching_word_is_enough(desk: ServiceDesk) -> None:
    words = ("vpn", "scs0001250", "no-such-word")
    assert await numbers(desk, TicketSearch(words=words)) == {
        *("SCS0001250", "SCS0001260", "SCS0001058", "SCS0001044"),
        *("SCS0000856", "SCS0000912", "SCS0000999"),
    }
    assert await numbers(desk, TicketSearch(words=("SCS00",))) == set()  # no part of a number


async def test_words_that_cannot_be_asked_for_are_left_out(desk: ServiceDesk) -> None:
    hostile = (*HOSTILE, "15 %", "*", "a\\", "^")
    assert await numbers(desk, TicketSearch(words=(*hostile, "scs0001250"))) == {"SCS0001250"}
    assert await desk.tickets("case", TicketSearch(words=hostile)) == NOTHING


async def test_the_number_of_words_in_a_query_is_bounded(desk: ServiceDesk) -> None:
    words = ("SCS0001250", *(f"{number:0200}" for number in range(1000)))
    assert await numbers(desk, TicketSearch(words=words)) == {"SCS0001250"}


@each_case(
    ("search", "wanted"),
    [
        (TicketSearch(numbers=("scs0001250", "SCS9999999")), {"SCS0001250"}),
        (TicketSearch(priority=1, active=True), {"SCS0001246"}),
        (TicketSearch(account="lone star logistics", active=True), {"SCS0001250"}),
        (TicketSearch(assigned_to="petra novák", priority=1), {"SCS0001246"}),
        (TicketSearch(assignment_group="Service Desk", active=True), {"SCS0001260"}),
        (TicketSearch(state="Awaiting info"), {"SCS0001255"}),
        (TicketSearch(state="18"), {"SCS0001255"}),
        (
            TicketSearch(opened_before=datetime(2024, 8, 13, tzinfo=UTC), active=False),
            {"SCS0000820"},
        ),
        (
            TicketSearch(
                opened_after=datetime(2024, 11, 18, 9, 20, 0, 999, tzinfo=UTC),
                opened_before=datetime(2024, 11, 18, 9, 20, 0, 999, tzinfo=UTC),
            ),
            {"SCS0001022"},
        ),
        (TicketSearch(words=("vpn",), priority=2, active=False), VPN_DOWN),
    ],
)
async def test_all_conditions_of_a_search_must_hold(
    desk: ServiceDesk, search: TicketSearch, wanted: set[str]
) -> None:
    assert await numbers(desk, search) == wanted
    assert (await desk.tickets("case", search)).total == len(wanted)


async def test_incidents_are_found_by_their_company(desk: ServiceDesk) -> None:
    found = await desk.tickets("incident", TicketSearch(account=ALTUS, limit=100))
    assert {ticket.account for ticket in found.tickets} == {ALTUS}
    assert "INC0020011" in {ticket.number for ticket in found.tickets}


@each_case("text", HOSTILE)
@each_case("field", ["numbers", "account", "assigned_to", "assignment_group"])
async def test_a_hostile_text_matches_nothing(desk: ServiceDesk, field: str, text: str) -> None:
    searches = {
        "numbers": TicketSearch(numbers=(text,)),
        "account": TicketSearch(account=text),
        "assigned_to": TicketSearch(assigned_to=text),
        "assignment_group": TicketSearch(assignment_group=text),
    }
    assert await desk.tickets("case", searches[field]) == NOTHING


@each_case("state", [*HOSTILE, "9" * 300, "٣", "No such state"])
async def test_an_unknown_state_matches_no_ticket(desk: ServiceDesk, state: str) -> None:
    assert await desk.tickets("case", TicketSearch(state=state)) == NOTHING


async def test_the_total_is_what_servicenow_counted(http_client: httpx.AsyncClient) -> None:
    counted = reply(200, {"result": [STRANGER]}, headers="X-Total-Count: 4711\r\n")
    assert (await answered(http_client, TicketSearch(active=True), counted)).total == 4711


@each_case("count", ["", "0", "-1", "many", "9" * 5000])
async def test_the_total_is_never_less_than_what_was_found(
    http_client: httpx.AsyncClient, count: str
) -> None:
    odd = reply(200, {"result": [STRANGER, STRANGER]}, headers=f"X-Total-Count: {count}\r\n")
    found = await answered(http_client, TicketSearch(limit=1), odd)
    assert (len(found.tickets), found.total) == (1, 2)


@each_case(
    "search", [TicketSearch(numbers=("X1",)), TicketSearch(state="open"), TicketSearch(state="10")]
)
async def test_when_rows_are_filtered_out_of_a_part_there_is_no_total(
    http_client: httpx.AsyncClient, search: TicketSearch
) -> None:
    mine = {**STRANGER, "number": "x1"}
    other = {**STRANGER, "state": {"value": "3", "display_value": "Closed"}}
    both = reply(200, {"result": [mine, other]}, headers="X-Total-Count: 4711\r\n")
    found = await answered(http_client, search, both)
    assert ([ticket.number for ticket in found.tickets], found.total) == (["x1"], None)


@each_case(
    "search", [TicketSearch(numbers=("X1",)), TicketSearch(state="open"), TicketSearch(state="10")]
)
async def test_when_rows_are_filtered_out_of_all_the_total_counts_the_rest(
    http_client: httpx.AsyncClient, search: TicketSearch
) -> None:
    mine = {**STRANGER, "number": "x1"}
    other = {**STRANGER, "state": {"value": "3", "display_value": "Closed"}}
    both = reply(200, {"result": [mine, other]}, headers="X-Total-Count: 2\r\n")
    found = await answered(http_client, search, both)
    assert ([ticket.number for ticket in found.tickets], found.total) == (["x1"], 1)


@each_case(
    "search",
    [
        TicketSearch(numbers=("SCS0001234",)),
        TicketSearch(priority=1),
        TicketSearch(state="3"),
        TicketSearch(state="Closed"),
        TicketSearch(account=ALTUS),
        TicketSearch(assigned_to="Jorge Alvarez"),
        TicketSearch(assignment_group="Service Desk"),
        TicketSearch(opened_after=datetime(2021, 1, 1, tzinfo=UTC)),
        TicketSearch(opened_before=datetime(2019, 1, 1, tzinfo=UTC)),
        TicketSearch(active=False),
    ],
)
async def test_tickets_that_were_not_asked_for_are_ignored(
    http_client: httpx.AsyncClient, search: TicketSearch
) -> None:
    """ServiceNow ignores conditions on fields that it does not know, and returns more rows."""
    counted = reply(200, {"result": [STRANGER]}, headers="X-Total-Count: 1\r\n")
    found = await answered(http_client, search, counted)
    assert (list(found.tickets), found.total) == ([], 0)


async def test_rows_of_other_tickets_are_ignored(http_client: httpx.AsyncClient) -> None:
    async with misbehaving([reply(200, {"result": [STRANGER]})] * 3) as server:
        desk = desk_at(http_client, server.url)
        assert await desk.ticket("case", "SCS0001234") is None
        assert await desk.journal(CASE_ID, 5) == []
        assert await desk.slas("SCS0001234") == []
        assert server.requests == 3  # one for each method


async def test_the_journal_is_read_newest_first(desk: ServiceDesk) -> None:
    entries = await desk.journal(CASE_ID, 50)
    moments = [entry.sys_created_on for entry in entries]
    assert moments == sorted(moments, reverse=True)
    assert {entry.element for entry in entries} == {"comments", "work_notes"}
    assert entries[0].sys_created_by == "dana.whitfield"
    assert entries[0].value.startswith("Better on the backup")
    assert await desk.journal(CASE_ID, 2) == entries[:2]


async def test_malformed_journal_entries_are_left_out(http_client: httpx.AsyncClient) -> None:
    good = {**STRANGER, "element_id": CASE_ID, "value": "<b>Hello</b>", "sys_created_by": "ann"}
    rows = [{**good, "element": "approval_history"}, {**good, "sys_created_on": "now"}, good]
    async with misbehaving([reply(200, {"result": rows})]) as server:
        (entry,) = await desk_at(http_client, server.url).journal(CASE_ID, 5)
    assert (entry.value, entry.sys_created_by) == ("<b>Hello</b>", "ann")
