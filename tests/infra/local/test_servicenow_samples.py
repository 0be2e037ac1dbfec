"""The sample data of ServiceNow hold what summaries of tickets and items need."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from infra.local.emulators.servicenow.tables import (
    SAMPLE_DATA,
    Instance,
    TableRow,
    load_tables,
    sys_id,
)

CASES = "sn_customerservice_case"
ENDS = ("parent", "child")


@pytest.fixture(scope="module")
def tables() -> Instance:
    return load_tables(SAMPLE_DATA, datetime.now(UTC))


def rows(tables: Instance, table: str) -> Iterator[TableRow]:
    yield from tables.by_name[table].rows.values()


def entries(tables: Instance, number: str) -> list[str]:
    case = sys_id(CASES, number)
    found = [row for row in rows(tables, "sys_journal_field") if row["element_id"] == case]
    return [row["value"] for row in sorted(found, key=lambda row: row["sys_created_on"])]


@pytest.mark.parametrize("table", [CASES, "incident"])
def test_most_open_tickets_are_assigned_and_all_have_a_category(
    tables: Instance, table: str
) -> None:
    opened = [row for row in rows(tables, table) if row["active"] == "true"]
    assigned = [row for row in opened if tables.shown(table, row, "assigned_to.user_name")]
    assert len(opened) > len(assigned) > len(opened) / 2
    for row in rows(tables, table):
        assert tables.shown(table, row, "category") != row["category"]
        assert row["opened_at"] <= row["sys_updated_on"]


def test_a_ticket_was_updated_when_its_last_entry_was_written(tables: Instance) -> None:
    for number in ("SCS0001234", "SCS0001246", "SCS0001250", "SCS0001241", "SCS0001255"):
        case = tables.by_name[CASES].rows[sys_id(CASES, number)]
        written = [
            row["sys_created_on"]
            for row in rows(tables, "sys_journal_field")
            if row["element_id"] == case["sys_id"]
        ]
        assert case["sys_updated_on"] == max(written)


def test_every_closed_case_has_a_cause_and_notes_and_some_share_a_cause(tables: Instance) -> None:
    closed = [row for row in rows(tables, CASES) if row["active"] == "false"]
    causes = Counter(row["cause"] for row in closed)
    assert all(row["close_notes"] for row in closed)
    assert all(0 < len(cause) <= 30 for cause in causes)
    assert sum(count > 1 for count in causes.values()) >= 3


def test_every_incident_has_a_caller(tables: Instance) -> None:
    assert all(tables.shown("incident", row, "caller_id") for row in rows(tables, "incident"))


def test_items_have_a_place_a_status_and_a_description(tables: Instance) -> None:
    shown = [tables.shown("cmdb_ci", row, "operational_status") for row in rows(tables, "cmdb_ci")]
    assert set(shown) == {"Operational", "Non-Operational", "Retired"}
    places = [tables.shown("cmdb_ci", row, "location.city") for row in rows(tables, "cmdb_ci")]
    assert sum(map(bool, places)) > len(places) / 2
    assert all(row["short_description"] for row in rows(tables, "cmdb_ci"))


def test_the_type_of_every_relation_names_both_of_its_ends(tables: Instance) -> None:
    for row in rows(tables, "cmdb_rel_ci"):
        ends = [tables.value("cmdb_rel_ci", row, f"type.{end}_descriptor") for end in ENDS]
        assert tables.shown("cmdb_rel_ci", row, "type") == "::".join(ends)


def test_journals_hold_what_is_hard_to_summarise(tables: Instance) -> None:
    assert len(entries(tables, "SCS0001246")) == 14
    (html,) = [each for each in entries(tables, "SCS0001255") if each.startswith("[code]")]
    assert all(part in html for part in ("<p>", "<br>", "<li>", "&amp;", "[/code]"))
    assert any("エクスポート" in each for each in entries(tables, "SCS0001255"))
    assert any("für" in each for each in entries(tables, "SCS0001252"))
    *_, last_but_one, last = entries(tables, "SCS0001250")
    assert last == last_but_one
    item = sys_id("cmdb_ci", "ALTUS-AMARILLO-WLC01")
    assert any(f"sys_id={item}" in each for each in entries(tables, "SCS0001241"))
