"""sys_ids and dumps of fields are recognized, and ordinary answers are not mistaken for them."""

from pydantic import JsonValue

from recollect.validation.checking import dumps_fields
from recollect.validation.indexed_text import normalised
from tests.validation.examples import CASE, about_case, call, checked

SYS_ID = "Response exposes a sys_id"
CODE = "9d385017c611228701d22104cc95c371"


def test_a_sys_id_is_exposed() -> None:
    cases: list[str] = [
        f"John Smith https://x.example.com/nav_to.do?uri=incident.do%3Dsys_id%3D{CODE}",
        f"John Smith https://x.example.com/incident.do?sys_id={CODE}",
        "John Smith, sys_id: a1b2c3d4e5f6789",
        "John Smith; its sys id would be 12345678ab",
        "John Smith has the SYS_ID of a1b2c3d4e5f6789",
    ]
    for response in cases:
        assert SYS_ID in checked(response, CASE).warnings


def test_other_numbers_and_codes_are_no_sys_ids() -> None:
    cases: list[str] = [
        "John Smith has SCS0012345",
        "John Smith: the sys_id of SCS0012345 is internal",
        f"John Smith {CODE}0",
        f"John Smith ({CODE})",
        f"John Smith: the checksum is {CODE.upper()}.",
        f"John Smith {CODE[:-1]}",
        "John Smith, the sys_id is not shown",
    ]
    for response in cases:
        assert checked(response, CASE).valid


def test_a_short_sys_id_is_recognized_by_the_name_of_its_field() -> None:
    cases: list[str] = ["sys_id", "parent_sys_id", "parentSysId", "sysId"]
    for name in cases:
        assert SYS_ID in about_case("John Smith (ab12cd34)", **{name: "ab12cd34"}).warnings
        assert about_case("John Smith (ab12cd34)", code="ab12cd34").valid


def test_a_long_sys_id_is_recognized_by_its_reference_field() -> None:
    for written in (CODE, CODE.upper()):
        assert SYS_ID in about_case(f"John Smith ({written})", cmdb_ci=CODE).warnings
        assert about_case(f"John Smith ({written})", md5=CODE).valid


def test_a_sys_id_with_a_display_value_is_recognized_by_its_field() -> None:
    gave: JsonValue = {"sys_id": {"display_value": "Main", "value": "ab12cd34"}}
    result = checked("John Smith (ab12cd34)", CASE, call("getCase", case=gave))
    assert SYS_ID in result.warnings


def test_a_sys_id_that_the_summary_shows_may_be_shown() -> None:
    link = f"https://x.example.com/case.do?sys_id={CODE}"
    gave = call("getCase", caseSummary=f"Summary\n\nEmail down\n\nReferences\n\n• {link}")
    assert checked(f"Email down: {link}", gave).valid


def test_lists_of_raw_fields_are_recognized_as_dumps() -> None:
    cases: list[str] = [
        "Status: Open\nPriority: High\nAssigned to: Ann\nCreated on: yesterday",
        "Status: Open, Priority: 1, Assigned to: Ann, SLA: none",
        "Status: Open\nPriority: High\nAssigned to: Ann\nOpened: 2025-10-28 14:00:00",
        "**Number:** SCS0012345\n**State:** Open\n**Impact:** High\n**Caller ID:** Ann",
        "short_description: down\nassigned_to: Ann\nopened_at: today",
        '{"short_description": "down", "assigned_to": "Ann", "number": "SCS0012345"}',
        "*Summary*\nshort_description: down, assigned_to: Ann, opened_at: today",
    ]
    for response in cases:
        text = normalised(response)
        assert dumps_fields(text, has_headers="*Summary*" in text)


def test_short_or_ordinary_lists_of_fields_are_no_dumps() -> None:
    cases: list[tuple[str, bool]] = [
        ("Status: Open, Priority: High, Assigned to: Ann", False),
        ("Status: Open\nPriority: 2 (High)\nAssigned: Ann\nSLA: 2 hours", False),
        ("Status: Open\nPriority: 1\nAssigned: Ann\nSLA: 2 hours", True),
        ("Status:\nPriority:\nNumber:\nCaller:", False),
        ("**Number:** SCS0012345\n**State:** Open\n**Impact:** High\n**Category:** Mail", False),
        ("Number: SCS0012345, Caller: Ann, Status: Open", False),
        ("set max_size: 5 and min_size: 2 in the file", False),
        ("Status: Open. Status: Open. Status: Open. Caller: Ann", False),
    ]
    for response, has_headers in cases:
        assert not dumps_fields(normalised(response), has_headers=has_headers)


def test_without_a_summary_fields_may_be_listed() -> None:
    assert checked("Status: Open, Priority: 1, Number: 5, Caller: Ann").valid
