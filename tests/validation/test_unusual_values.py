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
        "Apart from John Smith, nobody works on it.",
        "Besides John nobody is assigned.",
        "Nobody except John Smith works on it.",
        "No one else works on it; only John does.",
        "It is with IT Support and with nobody else.",
        "Nadie m\u00e1s trabaja en ello.",
        "Niemand anderes hat es.",
        "Het is aan niemand anders toegewezen.",
        "It is not assigned to s.gray@contoso.com but to John Smith.",
        "No one in Finance has it.",
        "Nobody outside of IT Support has it.",
        "Niemand au\u00dferhalb von IT Support hat den Fall.",
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


def test_hours_before_the_word_for_a_service_level_are_its_length_and_no_time_of_day() -> None:
    ticket: JsonValue = {"number": "SCS0012345", "opened_at": "2025-10-28T14:00:00Z"}
    assert not wrong("It has a 4h SLA.", call("getCase", case=ticket))
    assert wrong("Foi aberto a 4h.", call("getCase", case=ticket)) == {("date", "4h")}


@each_case("answer", ["SLA state: paused", "SLA status: on hold"])
def test_the_state_of_a_service_level_is_not_that_of_its_ticket(answer: str) -> None:
    assert not wrong(answer, _level("paused"))


@each_case("title", ["Eng.", "Ing.", "Dipl.-Ing.", "Drs.", "Capt.", "Avv."])
def test_a_short_word_with_a_point_before_a_known_name_is_its_title(title: str) -> None:
    for answer in (f"Assigned to: {title} John Smith", f"It is assigned to {title} Smith."):
        assert not wrong(answer, _ticket())


def test_a_short_name_at_the_end_of_a_sentence_is_no_title() -> None:
    assert wrong("It is assigned to Bob. It is open.", _ticket()) == {("assignee", "Bob")}
    assert wrong("Assigned to: Bob. Mail is down.", _ticket())


@each_case("not_yet", ["TBD", "tba"])
def test_an_assignee_to_be_told_is_nobody(not_yet: str) -> None:
    assert not wrong(f"Assigned to: {not_yet}", _ticket(assigned_to=""))


@each_case("name", ["X \u00c6 A-12", "No Name", "Weber, Anna", "Al"])
def test_a_person_with_an_unusual_name_is_read_whole(name: str) -> None:
    ticket = _ticket(assigned_to=name)
    for answer in (f"Assigned to: {name}", f"{name} is working on it.", f"The assignee is {name}."):
        assert not wrong(answer, ticket)
    assert wrong("Assigned to: Mary Jones", ticket) == {("assignee", "Mary Jones")}


@each_case(
    "name",
    [
        "A-Team",
        "Customer Service",
        "Tier 3 Support",
        "On Call Team",
        "None of the Above",
        "Without Borders",
    ],
)
def test_a_team_with_words_of_grammar_in_its_name_is_read_whole(name: str) -> None:
    ticket = _ticket(assignment_group=name)
    for answer in (
        f"Assigned to: John Smith ({name})",
        f"Group: {name}",
        f"John Smith of {name} is working on it.",
        f"The {name} group owns it; John Smith works on it.",
    ):
        assert not wrong(answer, ticket)
    assert wrong("Assigned to: John Smith (Network Team)", ticket) == {("group", "Network Team")}


@each_case("name", ["Group 1 Automotive", "Support.com", "E.ON", "7-Eleven", "Nobody's Child"])
def test_a_customer_with_words_of_grammar_in_its_name_is_read_whole(name: str) -> None:
    ticket = _ticket(account=name)
    for answer in (f"Customer: {name}", f"The customer is {name}.", f"SCS0012345 is from {name}."):
        assert not wrong(answer, ticket)
    assert wrong("Customer: Fabrikam", ticket) == {("customer", "Fabrikam")}


@each_case("name", ["Sky", "Channel 5", "Forever 21", "Wendy's"])
def test_the_customer_of_a_ticket_stands_for_no_other_name_of_its_title(name: str) -> None:
    assert not wrong(f"50 users at {name} are affected.", _ticket(account=name))


@each_case("value", ["Not Resolved", "Open - Unassigned", "Open - Not Started"])
def test_a_word_within_a_state_denies_nothing(value: str) -> None:
    ticket = _ticket(state=value)
    answer = f"SCS0012345 is in state {value} with priority 2 - High and is assigned to John Smith."
    assert not wrong(answer, ticket)
    assert not wrong(f"Status: {value}", ticket)


@each_case(
    "title",
    [
        "It is not assigned to the right printer",
        "P1 bridge call drops",
        "Order 4711 is cancelled",
        "Unassigned licenses: 12",
    ],
)
def test_nothing_in_a_repeated_title_is_said_of_its_ticket(title: str) -> None:
    ticket = _ticket(short_description=title)
    for answer in (f"SCS0012345: {title}", f"SCS0012345 ({title}) is with John Smith."):
        assert not wrong(answer, ticket)
    for answer in ("It is not assigned to anyone.", "Priority: P1", "The ticket is cancelled."):
        assert wrong(answer, ticket)
