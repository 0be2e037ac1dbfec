"""Lists of tickets as Jira, Zendesk and the like return them."""

from pydantic import JsonValue

from tests.cases import each_case
from tests.validation.examples import call, checked

_ISSUES: JsonValue = [
    {"key": "OPS-101", "status": "In Progress", "priority": "High", "assignee": "Ann Lee"},
    {"key": "OPS-102", "status": "To Do", "priority": "Low", "assignee": "Bob Ray"},
    {"key": "OPS-103", "status": "Done", "priority": "Medium", "assignee": "Ann Lee"},
]
_THREE = call("search_issues", issues=_ISSUES, startAt=0, maxResults=50, total=3)


@each_case(
    "answer",
    [
        "There are four issues.",
        "There are no issues.",
        "There are no issues right now.",
        "All issues are open.",
        "Ann Lee has three issues.",
        "OPS-103 is still open.",
        "OPS-103 is in progress.",
        "OPS-102 is resolved.",
    ],
)
def test_how_many_issues_there_are_and_what_is_done_of_them_is_compared(answer: str) -> None:
    assert checked(answer, _THREE).contradictions


@each_case(
    "answer",
    [
        "There are three issues.",
        "Two issues are open.",
        "One issue is done.",
        "Ann Lee has two issues.",
        "OPS-103 is closed.",
        "OPS-103 is resolved.",
        "OPS-103 is done.",
        "OPS-102 is open.",
        "OPS-102 is new.",
        "Nothing has been done on OPS-102.",
        "There are no issues about printers.",
        "There are no issues for Fabrikam.",
        "There are no issues assigned to Zoe Hart.",
        "There are two issues with the login.",
    ],
)
def test_true_statements_about_issues_are_not_contradicted(answer: str) -> None:
    assert checked(answer, _THREE).contradictions == ()


@each_case("further", [{"nextPageToken": "dXNl"}, {"next_page": "https://desk.example/2"}])
def test_issues_of_further_pages_are_not_counted(further: dict[str, str]) -> None:
    page = call("search_issues", issues=_ISSUES, **further)
    assert checked("There are 14 issues.", page).contradictions == ()
    assert checked("I found 14 issues.", page).contradictions == ()
