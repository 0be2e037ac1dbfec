"""Inserting rows through the emulator of ServiceNow's Table API, and its classes of items."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.servicenow.credentials import Credentials
from infra.local.emulators.servicenow.tables import sys_id
from tests.infra.local.serving import serving

KNOWN = Credentials()
AUTH = (KNOWN.username, KNOWN.password)
ITEMS, SERVERS = "/api/now/table/cmdb_ci", "/api/now/table/cmdb_ci_win_server"
ALTUS_ID = sys_id("customer_account", "Altus Community Healthcare")
BOTH = {"sysparm_display_value": "all"}


@pytest.fixture
def instance() -> Iterator[httpx.Client]:
    app = create_servicenow_app(KNOWN)
    with serving(app) as url, httpx.Client(base_url=url, timeout=20, auth=AUTH) as client:
        yield client


def inserted(instance: httpx.Client, path: str, **fields: str) -> dict[str, object]:
    answer = instance.post(path, json=fields)
    assert answer.status_code == 201, answer.text
    row: dict[str, object] = answer.json()["result"]
    return row


def names(instance: httpx.Client, path: str, query: str = "") -> set[str]:
    answer = instance.get(path, params={"sysparm_query": query, "sysparm_fields": "name"})
    return {row["name"] for row in answer.raise_for_status().json()["result"]}


def test_the_system_says_who_inserted_a_row_and_when(instance: httpx.Client) -> None:
    theirs = {"sys_id": "0" * 32, "sys_created_by": "root", "sys_created_on": "1999-01-01 00:00:00"}
    row = inserted(instance, ITEMS, name="ALTUS-NEW01", **theirs)
    assert row["sys_id"] != theirs["sys_id"]
    assert row["sys_created_by"] == KNOWN.username
    assert row["sys_created_on"] == row["sys_updated_on"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", str(row["sys_created_on"]))
    created = datetime.fromisoformat(f"{row['sys_created_on']}+00:00")
    assert datetime.now(UTC) - created < timedelta(minutes=10)


def test_an_inserted_row_is_returned_with_the_requested_fields(instance: httpx.Client) -> None:
    fields = {"name": "ALTUS-NEW01", "company": ALTUS_ID, "operational_status": "1"}
    wanted = "name,company,operational_status,sys_class_name,company.u_vip"
    answer = instance.post(SERVERS, json=fields, params={**BOTH, "sysparm_fields": wanted})
    assert answer.json()["result"] == {
        "name": {"display_value": "ALTUS-NEW01", "value": "ALTUS-NEW01"},
        "company": {"display_value": "Altus Community Healthcare", "value": ALTUS_ID},
        "operational_status": {"display_value": "Operational", "value": "1"},
        "sys_class_name": {"display_value": "Windows Server", "value": "cmdb_ci_win_server"},
        "company.u_vip": {"display_value": "true", "value": "true"},
    }


def test_fields_that_the_table_does_not_have_are_left_out(instance: httpx.Client) -> None:
    row = inserted(instance, ITEMS, name="ALTUS-NEW01", u_nothing="x")
    assert "u_nothing" not in row
    again = instance.get(ITEMS, params={"sysparm_query": "u_nothing=y", "sysparm_limit": "1"})
    assert "u_nothing" not in again.json()["result"][0]


def test_a_row_of_a_class_belongs_to_the_table_and_to_no_other_class(
    instance: httpx.Client,
) -> None:
    row = inserted(instance, SERVERS, name="ALTUS-NEW01", sys_class_name="cmdb_ci_lb")
    assert row["sys_class_name"] == "cmdb_ci_win_server"
    assert "ALTUS-NEW01" in names(instance, ITEMS, "sys_class_name=cmdb_ci_win_server")
    assert "ALTUS-NEW01" in names(instance, SERVERS)
    assert "ALTUS-NEW01" not in names(instance, "/api/now/table/cmdb_ci_lb")


def test_a_class_lists_and_finds_only_its_own_rows(instance: httpx.Client) -> None:
    assert names(instance, "/api/now/table/cmdb_ci_lb") == {"MCU-TUL-ADC01"}
    either = "nameSTARTSWITHMCU^NQnameSTARTSWITHLSL"
    assert names(instance, SERVERS, either) == {"LSL-DAL-APP02", "LSL-DAL-DHCP01"}


def test_a_row_of_the_table_itself_has_the_class_that_it_is_given(instance: httpx.Client) -> None:
    assert inserted(instance, ITEMS, name="A")["sys_class_name"] == "cmdb_ci"
    given = inserted(instance, ITEMS, name="B", sys_class_name="cmdb_ci_lb")
    assert given["sys_class_name"] == "cmdb_ci_lb"


def test_a_malformed_body_is_refused_and_inserts_nothing(instance: httpx.Client) -> None:
    before = names(instance, ITEMS)
    for body in (
        *(b"", b"not json", b"[]", b'"x"', b'{"name": 1}'),
        *(b'{"name": {}}', b"[" * 100_000, b"\xff"),
    ):
        answer = instance.post(ITEMS, content=body)
        assert answer.status_code == 400, body[:20]
        assert answer.json()["status"] == "failure"
        assert answer.json()["error"].keys() == {"message", "detail"}
    assert names(instance, ITEMS) == before


def test_inserting_needs_the_password_and_an_existing_table(instance: httpx.Client) -> None:
    before = names(instance, ITEMS)
    stranger = httpx.post(f"{instance.base_url}{ITEMS}", json={"name": "x"})
    assert stranger.status_code == 401
    assert names(instance, ITEMS) == before
    nowhere = instance.post("/api/now/table/cmdb_ci_toaster", json={"name": "x"})
    assert nowhere.json()["error"]["message"] == "Invalid table cmdb_ci_toaster"
