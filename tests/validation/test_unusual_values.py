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
