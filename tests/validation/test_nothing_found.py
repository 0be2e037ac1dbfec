"""Beside a search that found nothing, an answer may not say that there is something."""

from collections.abc import Sequence

import pytest

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked, wrong

_NONE = {
    "Jira": call(
        "search_issues",
        issues=[],
        startAt=0,
        maxResults=50,
        total=0,
        matched={"customer": ["Altus"]},
    ),
    "ServiceNow": call("query_table", result=[], table="incident"),
    "cases": call("list_service_cases", cases=[], filters={"customer": "Altus", "state": "open"}),
}
_PIPELINE = call("list_pipelines", pipelines=[{"name": "x", "status": "failed"}])


@pytest.mark.parametrize("tool", _NONE)
@each_case(
    "answer",
    [
        "There are two issues.",
        "There are 3 open cases for Altus.",
        "There is one incident.",
        "I found an open case of Altus.",
        "The search returned four tickets.",
        "Several incidents were found.",
        "Yes, Altus has two open issues.",
        "Altus has an open case.",
        "Es gibt zwei offene Tickets.",
    ],
)
def test_a_number_of_what_no_search_found_is_contradicted(tool: str, answer: str) -> None:
    assert [kind for kind, _ in wrong(answer, _NONE[tool])] == ["count"]


@pytest.mark.parametrize("tool", ["Jira", "ServiceNow"])
@each_case(
    "answer",
    [
        "There are no open issues.",
        "I found no cases of Altus.",
        "Altus has no open case.",
        "There are 0 incidents.",
        "There is another case.",
        "There isn't a single open incident.",
        "There is an issue tracker for that.",
        "There are two ticket queues.",
        "There are many cases in which a search finds nothing.",
        "I found an issue in your filter, so nothing was returned.",
        "There are at most two issues.",
        "There are two issues with your question.",
        "There are two issues: the customer is unknown, and the state is missing.",
        "There may be two cases in another system.",
        "I can open a case for Altus.",
        "If there are two cases, tell me their numbers.",
        "You asked for two cases, and I found none.",
        "I have two questions about the cases.",
        "Altus has two issues.",  # problems, as the question may have named them
    ],
)
def test_what_is_not_said_to_have_been_found_is_not_contradicted(tool: str, answer: str) -> None:
    assert checked(answer, _NONE[tool]).contradictions == ()


@each_case(
    "calls",
    [
        [_PIPELINE, _NONE["Jira"]],
        [_NONE["Jira"], call("search_changes", changes=[{"key": "OPS-1", "status": "Open"}])],
        [call("search_issues", issues=[], total="17")],
        [call("search_issues", issues=[], meta={"total": 17})],
        [call("search_issues", issues=[], nextPageToken="dXNlMQ")],
        [call("search_issues", issues=[], startAt=50)],
        [call("search_issues", issues=[], summary="Found 2 tickets that you may not see.")],
        [call("search_issues", issues=[], project={"key": "OPS", "boards": [{"name": "x"}]})],
        [call("get_project", project={"key": "OPS"}), _NONE["Jira"]],
    ],
)
def test_where_results_have_or_lead_to_anything_else_the_number_may_be_of_that(
    calls: Sequence[ToolCall],
) -> None:
    for answer in ("There are two issues.", "I found one open case of Altus."):
        assert checked(answer, *calls).contradictions == ()
