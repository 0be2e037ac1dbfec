"""The emulator of ServiceNow's Table API over real HTTP."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from infra.local.emulators.servicenow.app import create_servicenow_app
from infra.local.emulators.servicenow.credentials import TOKEN_SECONDS, Authenticator, Credentials
from infra.local.emulators.servicenow.tables import SAMPLE_DATA, DataError, load_tables, sys_id
from tests.infra.local.serving import serving

KNOWN = Credentials()
AUTH = (KNOWN.username, KNOWN.password)
CASES, ITEMS = "/api/now/table/sn_customerservice_case", "/api/now/table/cmdb_ci"
CASE_ID = sys_id("sn_customerservice_case", "SCS0001234")
ALTUS_ID = sys_id("customer_account", "Altus Community Healthcare")


@pytest.fixture(scope="module")
def instance() -> Iterator[httpx.Client]:
    app = create_servicenow_app(KNOWN)
    with serving(app) as url, httpx.Client(base_url=url, timeout=20, auth=AUTH) as client:
        yield client


def numbers(instance: httpx.Client, query: str, **more: str) -> list[str]:
    given = {"sysparm_query": query, "sysparm_fields": "number", **more}
    result = instance.get(CASES, params=given).raise_for_status().json()["result"]
    return [row["number"] for row in result]


def case(instance: httpx.Client, fields: str, **more: str) -> dict[str, object]:
    given = {"sysparm_query": "number=SCS0001234", "sysparm_fields": fields, **more}
    (row,) = instance.get(CASES, params=given).raise_for_status().json()["result"]
    assert isinstance(row, dict)
    return row


def test_the_page_of_a_ticket_escapes_the_text_of_the_ticket(instance: httpx.Client) -> None:
    row = {"number": "SCS0007777", "short_description": "<script>alert(1)</script> & more"}
    instance.post(CASES, json=row).raise_for_status()
    asked = {"sysparm_query": "number=SCS0007777"}
    page = instance.get("/sn_customerservice_case.do", params=asked).raise_for_status().text

    assert "<h1>SCS0007777</h1>" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page
    assert "<script>" not in page


FOUND: tuple[tuple[str, list[str]], ...] = (
    ("number=SCS0001234", ["SCS0001234"]),
    ("number=scs0001234", ["SCS0001234"]),
    ("numberINSCS0001234,SCS0001241^ORDERBYDESCnumber", ["SCS0001241", "SCS0001234"]),
    ("numberINSCS0001234,SCS0001241^ORDERBYnumber", ["SCS0001234", "SCS0001241"]),
    ("number=SCS0001010^ORnumber=SCS0001234^state=10", ["SCS0001234"]),
    ("state=10^number=SCS0001010^ORnumber=SCS0001234", ["SCS0001234"]),
    ("number=SCS0001010^NQnumber=SCS0001234^ORDERBYnumber", ["SCS0001010", "SCS0001234"]),
    ("account.nameSTARTSWITHharbor^active=true", ["SCS0001255"]),
    ("contact.account.nameLIKECredit^active=true", ["SCS0001246", "SCS0001301"]),
    ("priority=1^closed_at<=2024-12-31 00:00:00^closed_at>=2024-01-01 00:00:00", ["SCS0001037"]),
    ("priority=1^active!=false", ["SCS0001246"]),
    ("short_descriptionLIKEa^^b", []),
    ("closed_atISEMPTY^priority=1", ["SCS0001246"]),
    ("closed_at=NULL^priority=1", ["SCS0001246"]),
)


def test_queries_find_what_servicenow_would_find(instance: httpx.Client) -> None:
    for query, found in FOUND:
        assert numbers(instance, query) == found, query


def test_a_condition_on_an_unknown_field_is_ignored(instance: httpx.Client) -> None:
    assert numbers(instance, "nothing=x") == numbers(instance, "")
    assert numbers(instance, "account.nothing=x^number=SCS0001234") == ["SCS0001234"]


def test_a_query_that_is_not_emulated_is_refused(instance: httpx.Client) -> None:
    for query in ("number", "javascript:1", "number=javascript:1", "^ORx^number~1"):
        response = instance.get(CASES, params={"sysparm_query": query})
        assert response.status_code == 400, query
        assert response.json()["status"] == "failure"
        assert response.json()["error"].keys() == {"message", "detail"}


def test_pages_are_cut_by_limit_and_offset(instance: httpx.Client) -> None:
    everything = numbers(instance, "ORDERBYnumber")
    assert len(everything) >= 36
    assert (
        numbers(instance, "ORDERBYnumber", sysparm_limit="3", sysparm_offset="2") == everything[2:5]
    )
    response = instance.get(CASES, params={"sysparm_limit": "1"})
    assert response.headers["X-Total-Count"] == str(len(everything))
    uncounted = instance.get(CASES, params={"sysparm_limit": "1", "sysparm_no_count": "true"})
    assert "X-Total-Count" not in uncounted.headers
    assert instance.get(CASES, params={"sysparm_limit": "-1"}).status_code == 400


def test_fields_are_shown_as_values_or_with_display_values(instance: httpx.Client) -> None:
    fields = "priority,account,account.u_vip,nothing,account.nothing"
    assert case(instance, fields) == {"priority": "2", "account": ALTUS_ID, "account.u_vip": "true"}
    both = case(instance, fields, sysparm_display_value="all")
    assert both["account"] == {"display_value": "Altus Community Healthcare", "value": ALTUS_ID}
    assert both["priority"] == {"display_value": "2 - High", "value": "2"}


def test_times_are_utc_in_values_and_a_users_in_display_values(instance: httpx.Client) -> None:
    row = case(instance, "opened_at", sysparm_display_value="all")
    opened = row["opened_at"]
    assert isinstance(opened, dict)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", opened["value"])
    assert re.fullmatch(r"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d [AP]M", opened["display_value"])


def test_an_unknown_table_is_answered_with_the_error_of_servicenow(instance: httpx.Client) -> None:
    response = instance.get("/api/now/table/nothing")
    assert response.status_code == 400
    assert response.json() == {
        "error": {"message": "Invalid table nothing", "detail": None},
        "status": "failure",
    }


def test_callers_without_credentials_are_refused_as_servicenow_does(instance: httpx.Client) -> None:
    for header in ("", "Basic", "Basic !", "Basic YTpi", "Bearer nothing", "Digest x"):
        response = httpx.get(
            f"{instance.base_url}{CASES}", headers={"Authorization": header} if header else {}
        )
        assert response.status_code == 401, header
        assert response.json() == {
            "error": {
                "message": "User Not Authenticated",
                "detail": "Required to provide Auth information",
            },
            "status": "failure",
        }


def test_an_oauth_client_gets_a_token_that_expires() -> None:
    seconds = [0.0]
    authenticator = Authenticator(KNOWN, lambda: seconds[0])
    form = {"grant_type": "client_credentials", "client_id": KNOWN.client_id}
    with serving(create_servicenow_app(KNOWN, authenticator=authenticator)) as url:
        refused = httpx.post(f"{url}/oauth_token.do", data={**form, "client_secret": "guessed"})
        assert refused.status_code == 401
        known = {**form, "client_secret": KNOWN.client_secret}
        given = httpx.post(f"{url}/oauth_token.do", data=known).json()
        assert (given["token_type"], given["expires_in"]) == ("Bearer", TOKEN_SECONDS)
        bearer = {"Authorization": f"Bearer {given['access_token']}"}
        assert httpx.get(url + CASES, headers=bearer).status_code == 200
        seconds[0] = TOKEN_SECONDS
        assert httpx.get(url + CASES, headers=bearer).status_code == 401


def test_journal_entries_name_the_row_that_they_belong_to(instance: httpx.Client) -> None:
    given = {"sysparm_query": f"element_id={CASE_ID}^element=work_notes^ORDERBYsys_created_on"}
    notes = instance.get("/api/now/table/sys_journal_field", params=given).json()["result"]
    assert len(notes) == 3
    assert "10.52.0.4" in notes[0]["value"]


def test_the_sample_data_has_no_dangling_references() -> None:
    tables = load_tables(SAMPLE_DATA, datetime.now(UTC)).by_name
    assert len(tables["sn_customerservice_case"].rows) >= 36
    assert {"cmdb_ci", "cmdb_rel_ci", "change_request", "task_sla", "incident"} <= tables.keys()


def test_times_may_be_relative_to_the_start(tmp_path: Path) -> None:
    start = datetime(2025, 1, 15, 5, tzinfo=UTC)
    rows = [{"name": "a", "at": {"now": "+2h"}}, {"name": "b", "at": {"now": "-90m"}}]
    (tmp_path / "t.json").write_text(json.dumps({"display": "name", "rows": rows}))
    first, second = load_tables(tmp_path, start).by_name["t"].rows.values()
    assert (first["at"], second["at"]) == ("2025-01-15 07:00:00", "2025-01-15 03:30:00")


@pytest.mark.parametrize(
    "rows", [[{"name": "a", "to": "b"}], [{"name": "a", "to": "a"}, {"name": "a", "to": "a"}]]
)
def test_data_with_dangling_or_ambiguous_references_is_refused(
    tmp_path: Path, rows: list[dict[str, str]]
) -> None:
    table = {"display": "name", "references": {"to": ["t"]}, "rows": rows}
    (tmp_path / "t.json").write_text(json.dumps(table))
    with pytest.raises(DataError):
        load_tables(tmp_path, datetime.now(UTC))
