"""Right answers about results with unusual values: names of teams that deny, titles, lengths."""

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, wrong


def _ticket(**fields: JsonValue) -> ToolCall:
    """An open ticket of John Smith in IT Support, with other values in these fields."""
    known: dict[str, JsonValue] = {
        "number": "SCS0012345", "short_description": "Mail is down for 50 users in Finance",
        "state": "Open", "priority": "2 - High", "assigned_to": "John Smith",
        "assignment_group": "IT Support", "account": "Contoso Corp", "contact": "Ann Lee",
    }  # fmt: skip
    return call("getCase", case={**known, **fields})


@each_case("status", ["New", "In progress", "In Bearbeitung"])
def test_a_state_that_people_use_for_open_is_right_also_behind_a_label(status: str) -> None:
    assert not wrong(f"Status: {status}", _ticket())


@each_case("status", ["Pending", "On hold", "Resolved", "Closed"])
def test_any_other_state_behind_a_label_is_contradicted_where_the_ticket_is_open(
    status: str,
) -> None:
    assert wrong(f"Status: {status}", _ticket()) == {("status", status)}


@each_case(
    "answer",
    [
        "Not assigned to anyone else.",
        "Nobody else works on it.",
        "No one else works on it; only John does.",
        "It is with IT Support and with nobody else.",
        "Nadie m\u00e1s trabaja en ello.",
        "Niemand anderes hat es.",
        "Het is aan niemand anders toegewezen.",
        "It is not assigned to s.gray@contoso.com but to John Smith.",
        "No one in Finance has it.",
        "Unassigned: no",
    ],
)
def test_that_nobody_else_has_a_ticket_does_not_say_that_nobody_has_it(answer: str) -> None:
    assert not wrong(answer, _ticket())


@each_case(
    "answer",
    ["Nobody works on it.", "It is not assigned to anyone.", "Nobody at IT Support has it."],
)
def test_that_nobody_has_a_ticket_is_contradicted_where_somebody_has_it(answer: str) -> None:
    assert {kind for kind, _ in wrong(answer, _ticket())} == {"assignee"}


@each_case("empty", ["None", "null", "N/A", "-", "(empty)", "Unassigned", ""])
def test_a_ticket_with_a_word_for_nothing_as_its_assignee_is_with_nobody(empty: str) -> None:
    ticket = _ticket(assigned_to=empty)
    for answer in ("Unassigned", "It is not assigned to anyone.", "Nobody has it yet."):
        assert not wrong(answer, ticket)
    assert wrong("Assigned to: Mary Jones", ticket) == {("assignee", "Mary Jones")}


def test_a_group_may_have_brackets_of_its_own_behind_nobody() -> None:
    summary = "Summary\n\nMail is down.\n\nCurrent State\n\nAssigned: Unassigned (Network (EMEA))"
    assert not wrong("Nobody works on it.", call("getCase", caseSummary=summary))


@each_case("label", ["Letzter Eintrag", "Neuste Notiz", "Latest Comment"])
def test_a_label_for_the_last_line_of_a_journal_is_no_person(label: str) -> None:
    summary = (
        "Summary\n\nMail is down.\n\nLatest Activity\n\n"
        "\u2022 Oct 28, 15:30 \u2013 jsmith: Escalated to Microsoft Support"
    )
    journal = call("getCase", caseSummary=summary)
    assert not wrong(f"{label}: Escalated to Microsoft Support", journal)
    assert wrong("Petra Lind: Escalated to Microsoft Support", journal)


def _level(left: str, name: str = "Priority 2 resolution (8 hours)") -> ToolCall:
    """An open ticket with one service level, of which so much is left."""
    summary = f"Summary\n\nMail is down.\n\nCurrent State\n\nStatus: Open\nSLA: {left}"
    ticket: JsonValue = {"number": "SCS0012345", "state": "Open", "priority": "2 - High"}
    levels: JsonValue = [{"name": name, "has_breached": False}]
    return call("getCase", case=ticket, slas=levels, caseSummary=summary)


@each_case(
    "answer",
    [
        "SLA: 8 hours",
        "SLA target: 8 hours",
        "SLA: 8 hours (2 hours remaining)",
        "SLA: 2 hours",
        "SLA of 8 hours: 2 hours remaining.",
    ],
)
def test_a_service_level_may_be_given_by_its_length_or_by_what_is_left(answer: str) -> None:
    assert not wrong(answer, _level("2 hours remaining"))


@each_case(
    ("answer", "text"),
    [
        ("SLA: 9 hours", "9 hours"),
        ("SLA: 8 hours remaining", "8 hours"),
        ("SLA of 8 hours: 3 hours remaining.", "3 hours"),
    ],
)
def test_another_length_of_a_service_level_is_contradicted(answer: str, text: str) -> None:
    assert wrong(answer, _level("2 hours remaining")) == {("sla", text)}


def test_days_and_hours_behind_figures_are_one_length() -> None:
    assert not wrong("SLA: 1d 4h", _level("1 day 4 hours remaining"))
    assert wrong("SLA: 1d 5h", _level("1 day 4 hours remaining")) == {("sla", "1d 5h")}


@each_case("answer", ["SLA state: paused", "SLA status: on hold"])
def test_the_state_of_a_service_level_is_not_that_of_its_ticket(answer: str) -> None:
    assert not wrong(answer, _level("paused"))
