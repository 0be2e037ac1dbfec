"""What an answer denies: `neither … nor`, `not Open`, `isn't assigned to`, `nobody from`."""

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked, wrong


def _case(number: str, state: str, **fields: str) -> dict[str, JsonValue]:
    return {
        "number": number, "state": state, "priority": "3 - Moderate", "assigned_to": "Ann Lee",
        "assignment_group": "Network Engineering", "account": "Kestrel Ferries", **fields,
    }  # fmt: skip


CASES = call(
    "list_service_cases",
    cases=[
        _case("SCS0001210", "Open"),
        _case("SCS0001211", "Open", priority="2 - High"),
        _case("SCS0001212", "Awaiting Info", assigned_to="Tara Iyer"),
        _case("SCS0001213", "New", priority="4 - Low", assigned_to=""),
        _case("SCS0001214", "Closed", priority="1 - Critical"),
    ],
    total=5,
)
WAITING = call("getCase", case=_case("SCS0001212", "Awaiting Info"))
UNASSIGNED_TEAM = call("getCase", case=_case("SCS0001210", "Open", assignment_group="Unassigned"))
UNASSIGNED_STATE = call("getCase", case=_case("SCS0001210", "Unassigned"))


@each_case(
    "answer",
    [
        "Neither SCS0001210 nor SCS0001211 is closed.",
        "Neither SCS0001211 nor SCS0001212 has been closed yet.",
        "Neither SCS0001210, SCS0001211 nor SCS0001212 is closed.",
        "Weder SCS0001210 noch SCS0001211 ist geschlossen.",
        "The status of SCS0001212 is not Open.",
        "SCS0001212 isn't open but awaiting info.",
        "SCS0001213 is not Open yet: it is New.",
        "None of the open cases is Low.",
        "SCS0001210 isn't assigned to Tara Iyer.",
        "SCS0001212 has not been assigned to Ann Lee.",
        "Nobody from Cloud Operations owns SCS0001210.",
        "SCS0001214 ne concerne que Kestrel Ferries et est fermé.",
        "SCS0001214 ne peut plus être modifié depuis qu'il est fermé.",
    ],
)
def test_a_right_denial_is_not_contradicted(answer: str) -> None:
    assert not wrong(answer, CASES)


@each_case(
    "answer",
    [
        "Neither SCS0001210 nor SCS0001214 is closed.",
        "Neither SCS0001214 nor SCS0001210 is closed.",
        "SCS0001210 is not open.",
        "Neither open nor in progress: SCS0001210 is closed.",
        "The status of SCS0001210 is no longer Open.",
        "SCS0001210 isn't assigned to Ann Lee.",
    ],
)
def test_a_wrong_denial_is_contradicted(answer: str) -> None:
    assert wrong(answer, CASES)


def test_a_case_that_waits_may_be_called_not_open() -> None:
    assert not wrong("It is pending, so neither open nor closed.", WAITING)


@each_case("answer", ["The case is no longer open.", "SCS0001212 is not open."])
def test_that_a_case_in_progress_is_not_open_is_never_supported(answer: str) -> None:
    assert all(each.kind != "status" for each in checked(answer, WAITING).facts)


@each_case(
    ("answer", "result"),
    [
        ("The team is called Unassigned.", UNASSIGNED_TEAM),
        ("SCS0001210 is in the Unassigned team, Ann Lee works on it.", UNASSIGNED_TEAM),
        ("**Status:** Unassigned\n**Owner:** Ann Lee", UNASSIGNED_STATE),
        ("The state of SCS0001210 is Unassigned.", UNASSIGNED_STATE),
    ],
)
def test_a_team_or_a_state_may_be_called_unassigned(answer: str, result: ToolCall) -> None:
    assert not wrong(answer, result)


def test_what_was_reopened_once_may_be_pending_by_now() -> None:
    assert not wrong("Reopened once.", WAITING)


@each_case("answer", ["The deal was won.", "Add-on seats was won."])
def test_a_deal_that_was_won_is_not_denied(answer: str) -> None:
    result = call(
        "salesforce_query", records=[{"Id": "006A1", "Name": "Add-on seats", "IsWon": True}]
    )
    assert not wrong(answer, result)


def test_what_will_not_happen_is_denied() -> None:
    lasting = call("get_plan", id="pl_1", name="Basic", auto_renew=True)
    ending = call("get_plan", id="pl_1", name="Basic", auto_renew=False)
    for answer in ("It won't auto-renew.", "Basic won\u2019t renew automatically."):
        assert not wrong(answer, ending)
        assert wrong(answer, lasting)


def test_an_exception_to_everything_is_not_said_to_be_like_the_rest() -> None:
    result = call(
        "get_workflow_run",
        jobs=[
            {"name": "lint", "conclusion": "success"},
            {"name": "integration tests", "conclusion": "failure"},
        ],
    )
    assert not wrong("Everything but the integration tests passed.", result)
    assert wrong("The integration tests passed.", result)
