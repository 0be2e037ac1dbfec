"""Metrics from the counts of days."""

import json
from datetime import date

import pytest
from pydantic import ValidationError

from recollect.validation.checking import validate
from recollect.validation.metrics import MetricsQuery, counts_of, metrics, note_of
from recollect.validation.models import ValidateRequest
from tests.validation.examples import CASE, GOOD_OVERVIEW, NARRATIVE, call

DAYS = (date(2025, 10, 28), date(2025, 10, 29))


def test_metrics_add_up_the_counts_of_days() -> None:
    found = metrics(
        DAYS,
        [
            {
                "type:overview": 3, "valid:overview": 2, "type:field_query": 1, "alerts": 1,
                "missing:Summary": 1, "missing:Current State": 1, "unused:getCase": 1,
            },
            {
                "type:overview": 1, "valid:field_query": 0, "type:unknown": 1, "valid:unknown": 1,
                "missing:Current State": 1, "unused:searchCMDB": 2, "unused:gone": 9, "later": 5,
                "contradicted:getCase:status": 2, "contradicted:other:count": 1,
                "contradicted:getCase:mood": 4, "contradicted:gone:status": 4,
            },
        ],
    )  # fmt: skip
    assert json.loads(found.model_dump_json()) == {
        "days": 2,
        "from": "2025-10-28",
        "to": "2025-10-29",
        "total": 6,
        "successRate": 0.5,
        "byType": {
            "field_query": {"total": 1, "successful": 0, "successRate": 0.0},
            "overview": {"total": 4, "successful": 2, "successRate": 0.5},
            "unknown": {"total": 1, "successful": 1, "successRate": 1.0},
        },
        "missingElements": [
            {"element": "Current State", "count": 2},
            {"element": "Summary", "count": 1},
        ],
        "unusedTools": [
            {"toolName": "searchCMDB", "count": 2},
            {"toolName": "getCase", "count": 1},
        ],
        "contradictions": [
            {"toolName": "getCase", "kind": "status", "count": 2},
            {"toolName": "other", "kind": "count", "count": 1},
        ],
        "alerts": 1,
    }


def test_metrics_without_validations_have_no_success_rate() -> None:
    found = metrics(DAYS, [{}, {}])
    assert (found.total, found.success_rate, found.by_type.overview.success_rate) == (0, None, None)
    assert (found.missing_elements, found.unused_tools, found.alerts) == ((), (), 0)


def test_the_number_of_days_is_read_from_a_query_string() -> None:
    cases: list[tuple[dict[str, str], int]] = [({}, 7), ({"days": "1"}, 1), ({"days": "90"}, 90)]
    for query, days in cases:
        assert MetricsQuery.model_validate(query).days == days


def test_invalid_metrics_queries_are_refused() -> None:
    cases: list[dict[str, str]] = [{"days": "0"}, {"days": "91"}, {"days": "x"}, {"hours": "1"}]
    for query in cases:
        with pytest.raises(ValidationError):
            MetricsQuery.model_validate(query)


def test_an_invalid_overview_is_logged_as_a_warning_without_its_text() -> None:
    cases: list[tuple[str, str]] = [("OK", "info"), (NARRATIVE, "warning"), (GOOD_OVERVIEW, "info")]
    for response, level in cases:
        result = validate(ValidateRequest(response=response, tool_calls=(CASE,)))
        note = note_of(result)
        assert note.level == level
        assert note.fields == {
            "responseType": result.response_type,
            "responseLength": len(response),
            "valid": result.valid,
            "missingElements": ",".join(result.missing_elements),
            "toolsWithUnusedSummaries": ",".join(result.tools_with_unused_summaries),
            "contradictions": "",
            "alert": result.alert,
        }


def test_contradictions_are_counted_by_tool_and_kind_without_their_text() -> None:
    calls = (
        CASE.model_copy(update={"tool_name": "servicenow.get_case"}),
        call("made up by somebody", case={"number": "SCS0000007", "priority": "4 - Low"}),
    )
    response = "SCS0012345: Closed, with John Smith.\nSCS0000007 has high priority."
    result = validate(ValidateRequest(response=response, tool_calls=calls))
    told = {name: count for name, count in counts_of(result).items() if "contradicted" in name}

    assert told == {"contradicted:getCase:status": 1, "contradicted:other:priority": 1}
    assert note_of(result).fields["contradictions"] == "getCase:status,other:priority"
