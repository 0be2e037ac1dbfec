"""Flags that an answer tells as a yes or no behind a label, or by a word such as `inactive`."""

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, wrong

PULLS = call(
    "list_pull_requests",
    pull_requests=[
        {"number": 482, "title": "Retry on 502", "draft": False, "merged": False},
        {"number": 471, "title": "Bump openssl", "draft": False, "merged": True},
    ],
)
APP = call("get_app", label="Payroll", active=True)
CHARGE = call("get_charge", id="ch_3A1", paid=True, refunded=False)
DEPLOYMENT = call("get_deployment", name="search-api", paused=False)
BUGS = call(
    "jira_search",
    issues=[
        {"key": f"A-{at}", "issuetype": kind}
        for at, kind in enumerate(("Bug", "Bug", "Bug", "Task"))
    ],
)


@each_case(
    ("answer", "result"),
    [
        ("PR #482: draft: yes", PULLS),
        ("**#471**\n- Merged: no", PULLS),
        ("It is inactive.", APP),
        ("Payroll is inactive.", APP),
        ("ch_3A1 is unpaid.", CHARGE),
        ("Refunded: yes", CHARGE),
        ("Pausado: no\nPaused: yes", DEPLOYMENT),
        ("2 issues have the issue type Bug.", BUGS),
    ],
)
def test_a_flag_or_a_count_that_differs_is_contradicted(answer: str, result: ToolCall) -> None:
    assert wrong(answer, result)


@each_case(
    ("answer", "result"),
    [
        ("PR #482: draft: no", PULLS),
        ("- Merged: yes\n- Draft: no\n(for #471)", PULLS),
        ("It is not inactive.", APP),
        ("Active: yes", APP),
        ("Refunded: no", CHARGE),
        ("Paused: no rollout waits.", DEPLOYMENT),
        ("3 issues have the issue type Bug.", BUGS),
    ],
)
def test_a_right_flag_or_count_is_not_contradicted(answer: str, result: ToolCall) -> None:
    assert not wrong(answer, result)
