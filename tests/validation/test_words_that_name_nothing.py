"""Words that look like a name, a state or a level, and are not said of the object."""

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, wrong

ACCOUNT = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0002001", "short_description": "Account closed by mistake", "state": "Open",
         "priority": "2 - High", "assigned_to": "Mary Smith"},
        {"number": "SCS0002002", "short_description": "Door alarm", "state": "Open",
         "priority": "4 - Low", "assigned_to": "Ann Lee"},
    ],
    total=2,
)  # fmt: skip
ISSUES = call(
    "list_issues",
    issues=[
        {"number": 12, "title": "Account closed by mistake", "state": "open"},
        {"number": 13, "title": "Open door alarm", "state": "closed"},
    ],
)
BACKLOG = call(
    "jira_search",
    issues=[
        {"key": "PAY-276", "fields": {
            "summary": "Document signatures", "issuetype": {"name": "Task"}, "priority": "Low",
            "status": {"name": "Done"}, "assignee": {"displayName": "Arjun Patel"},
            "updated": "2026-11-19T16:00:00.000+0000", "duedate": "2026-11-20"}},
        {"key": "PAY-287", "fields": {
            "summary": "Migrate to new payment gateway", "issuetype": {"name": "Epic"},
            "status": {"name": "In Progress"}, "assignee": {"displayName": "Tom Rivera"},
            "priority": "High", "updated": "2026-11-28T14:30:00.000+0000",
            "duedate": "2027-01-29"}},
    ],
)  # fmt: skip
CONDITIONS = call(
    "get_deployment",
    conditions=[
        {"type": "Available", "reason": "MinimumReplicasUnavailable"},
        {"type": "Progressing", "reason": "ReplicaSetUpdated"},
    ],
)
USER = call(
    "get_user",
    user={"id": "00u9x", "status": "LOCKED_OUT"},
    factors=[{"type": "push", "status": "ACTIVE"}, {"type": "sms", "status": "INACTIVE"}],
)
INCIDENTS = call(
    "list_incidents",
    incidents=[
        {"incident_number": 5521, "title": "Latency", "status": "acknowledged"},
        {"incident_number": 5524, "title": "Disk", "status": "triggered"},
    ],
)


@each_case(
    ("answer", "result"),
    [
        ("The account was closed by mistake. Mary Smith has the case.", ACCOUNT),
        ("SCS0002001 is about an account that was closed by mistake.", ACCOUNT),
        ('"Open door alarm" has been closed by mko.', ISSUES),
        ("SCS0002001 is less severe than a P1.", ACCOUNT),
        ("SCS0002001 is more severe than low-priority SCS0002002.", ACCOUNT),
        ("PAY-276 was last updated on November 19.", BACKLOG),
        ("PAY-276 is a Low-priority task.", BACKLOG),
        ("40 % of the replicas aren't available.", CONDITIONS),
        ("The account isn't active.", USER),
        ("5521 is acknowledged but not resolved.", INCIDENTS),
    ],
)
def test_a_title_a_state_a_level_or_a_code_in_passing_contradicts_nothing(
    answer: str, result: ToolCall
) -> None:
    assert not wrong(answer, result)


@each_case(
    ("answer", "result"),
    [
        ("Account closed by mistake is closed.", ACCOUNT),
        ("SCS0002001 is a P1.", ACCOUNT),
        ("SCS0002001 is more urgent than usual: P1.", ACCOUNT),
        ("SCS0002002 has priority High.", ACCOUNT),
        ("PAY-276 is assigned to Tom Rivera.", BACKLOG),
        ("PAY-287 has priority Low.", BACKLOG),
    ],
)
def test_a_state_a_level_or_a_person_that_an_object_does_not_have_is_contradicted(
    answer: str, result: ToolCall
) -> None:
    assert wrong(answer, result)
