"""The service desk over ServiceNow's tables, in front of the emulator on the sample data."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest

from infra.local.emulators.servicenow.tables import sys_id
from recollect.servicedesk.tickets import ServiceDesk
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.services import HOSTILE, desk_at
from tests.cases import each_case

ALTUS = "Altus Community Healthcare"
ALTUS_ID = sys_id("customer_account", ALTUS)


@pytest.fixture
def desk(http_client: httpx.AsyncClient, servicenow_url: str) -> ServiceDesk:
    return desk_at(http_client, servicenow_url)


async def test_a_case_is_found_by_its_number(desk: ServiceDesk) -> None:
    case = await desk.ticket("case", "SCS0001234")
    assert case is not None
    assert (case.number, case.priority_level) == ("SCS0001234", 2)
    assert case.sys_id == sys_id("sn_customerservice_case", "SCS0001234")
    assert case.short_description == "Packet loss at Altus Amarillo North"
    assert "10.52.0.4" in case.description
    assert (case.account_sys_id, case.account) == (ALTUS_ID, ALTUS)
    assert (case.is_vip, case.is_high_risk) == (True, False)
    assert case.closed_at is None
    assert case.opened_at is not None
    age = datetime.now(UTC) - case.opened_at
    assert timedelta(hours=9) <= age < timedelta(hours=9, minutes=10)


async def test_a_case_shows_its_closing_time_and_its_accounts_vip_and_risk_flags(
    desk: ServiceDesk,
) -> None:
    closed, risky = await desk.ticket("case", "SCS0001010"), await desk.ticket("case", "scs0001250")
    assert closed is not None
    assert closed.closed_at == datetime(2024, 11, 4, 19, 40, 31, tzinfo=UTC)
    assert risky is not None
    assert (risky.is_vip, risky.is_high_risk) == (False, True)


async def test_the_slas_that_run_on_a_case_are_found_by_its_number(desk: ServiceDesk) -> None:
    (late,) = await desk.slas("SCS0001234")
    assert late.name == "Priority 2 resolution (8 hours)"
    assert late.has_breached
    assert late.breach_at is not None
    assert late.breach_at < datetime.now(UTC)
    (running,) = await desk.slas("SCS0001252")
    assert not running.has_breached
    assert running.breach_at is not None
    assert running.breach_at > datetime.now(UTC)


async def test_a_paused_sla_has_no_breach_time(desk: ServiceDesk) -> None:
    (paused,) = await desk.slas("SCS0001255")
    assert (paused.has_breached, paused.breach_at) == (False, None)


@each_case(("company_id", "name"), [(ALTUS_ID, ""), ("", ALTUS), (ALTUS_ID, "x")])
async def test_changes_under_way_are_found_by_the_companys_sys_id_else_by_its_name(
    desk: ServiceDesk, company_id: str, name: str
) -> None:
    now = datetime.now(UTC)
    (change,) = await desk.changes_under_way(company_id, name, now)
    assert (change.number, change.state) == ("CHG004321", "Implement")
    assert change.start <= now <= change.end


async def test_a_scheduled_change_is_under_way_in_its_window_and_a_cancelled_one_never(
    desk: ServiceDesk,
) -> None:
    now = datetime.now(UTC)
    found = await desk.changes_under_way("", "Lone Star Logistics", now)
    assert [(change.number, change.state) for change in found] == [("CHG004327", "Scheduled")]
    assert await desk.changes_under_way("", "Lone Star Logistics", now + timedelta(days=2)) == []
    assert await desk.changes_under_way("", "Meridian Credit Union", now) == []  # in review


async def test_a_company_with_a_comma_in_its_name_has_changes_too(desk: ServiceDesk) -> None:
    (change,) = await desk.changes_under_way("", "Harbor & Pine Hotels", datetime.now(UTC))
    assert change.number == "CHG004333"


@each_case("text", ["", *HOSTILE])
async def test_a_hostile_company_has_no_changes(desk: ServiceDesk, text: str) -> None:
    now = datetime.now(UTC)
    assert await desk.changes_under_way("", text, now) == []
    if text:
        assert await desk.changes_under_way(text, ALTUS, now) == []


async def test_rows_that_were_not_asked_for_are_ignored(http_client: httpx.AsyncClient) -> None:
    """ServiceNow ignores conditions on fields that it does not know, and returns more rows."""
    stranger = {
        "number": "SCS0000001",
        "task.number": "SCS0000001",
        "active": "true",
        "company": "f" * 32,
        "state": "-1",
        "start_date": "2000-01-01 00:00:00",
        "end_date": "2100-01-01 00:00:00",
    }
    async with misbehaving([reply(200, {"result": [stranger]})] * 4) as server:
        desk = desk_at(http_client, server.url)
        now = datetime.now(UTC)
        assert await desk.ticket("case", "SCS0001234") is None
        assert await desk.slas("SCS0001234") == []
        assert await desk.changes_under_way(ALTUS_ID, "", now) == []
        assert await desk.changes_under_way("", ALTUS, now) == []
        assert server.requests == 4  # one for each method
