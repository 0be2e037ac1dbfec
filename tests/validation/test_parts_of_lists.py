"""Counts in a list: parts of a stated whole, statements about all, and counts by value."""

from typing import Final

from pydantic import JsonValue

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

_ROWS: Final = [
    ("T-101", "Open", "1 - Critical", "Ann Lee", "Network Engineering", "Contoso"),
    ("T-102", "Open", "2 - High", "Ann Lee", "Network Engineering", "Contoso"),
    ("T-103", "Open", "2 - High", "Bo Kim", "Network Engineering", "Contoso"),
    ("T-104", "Awaiting Info", "3 - Moderate", "Bo Kim", "Server Operations", "Fabrikam"),
    ("T-105", "New", "3 - Moderate", "", "Server Operations", "Fabrikam"),
    ("T-106", "Open", "3 - Moderate", "Cy Day", "Network Engineering", "Fabrikam"),
]
_LISTED: Final[list[JsonValue]] = [
    {
        "number": number, "state": state, "priority": priority, "assigned_to": owner,
        "assignment_group": group, "account": customer, "opened_at": "2026-11-02T08:00:00Z",
    }
    for number, state, priority, owner, group, customer in _ROWS
]  # fmt: skip
_CASES = call("list_service_cases", cases=_LISTED, total=6)
_ALERTS = call(
    "get_alerts",
    alerts=[
        {"id": "AL-1", "state": "firing", "source": "disk"},
        {"id": "AL-2", "state": "firing", "source": "disk"},
        {"id": "AL-3", "state": "acked", "source": "http"},
        {"id": "AL-4", "state": "acked", "source": "lag"},
    ],
)
_PODS = call("oc_diagnostic_pod_health", namespace="billing", total=8, healthy=5, unhealthy=[])


def _wrong_counts(answer: str, *calls: ToolCall) -> set[str]:
    return {text.rstrip(".") for kind, text in wrong(answer, *calls) if kind == "count"}


@each_case(
    ("answer", "text"),
    [
        ("6 active cases, three of them rated high, one critical.", "three of them rated high"),
        ("Of the six active cases two are unassigned.", "two are unassigned"),
        ("In those six, two are waiting for information.", "two are waiting for information"),
        ("6 aktive Fälle, davon 3 mit Priorität 2.", "3 mit Priorität 2"),
        ("Six cases, five of them for Contoso.", "five of them for Contoso"),
        ("6 cases, every one of them assigned.", "every one of them assigned"),
    ],
)
def test_a_wrong_count_of_a_part_of_a_list_is_contradicted(answer: str, text: str) -> None:
    assert text in _wrong_counts(answer, _CASES)
    assert text in _wrong_counts(answer + PROSE, _CASES)


def test_a_count_of_a_part_may_follow_the_sentence_that_names_the_whole() -> None:
    answer = "Er zijn zes zaken. Daarvan hebben er drie hoge prioriteit."
    assert _wrong_counts(answer, _CASES) == {"drie hoge prioriteit"}


def test_counts_of_parts_are_compared_with_the_objects_of_any_tool() -> None:
    answer = "4 alerts since 02:45; three of them are firing."
    assert wrong(answer, _ALERTS) == {("count", "three of them are firing")}


@each_case(
    "answer",
    [
        "6 active cases, two of them rated high, one critical.",
        "6 cases, three of them critical or high.",
        "6 cases, at least one of them high.",
        "6 cases, four of them with Network Engineering, two with Server Operations.",
        "6 cases, three of them for Fabrikam and still young.",
        "Ann Lee has two of the team's six cases, one critical and one high.",
        "Ann Lee has two of the six cases, all of them for Contoso.",
        "T-101 is one of six cases of Contoso and Fabrikam.",
        "6 cases, 14 alerts, three of them severe and high.",
        "6 cases, three of them opened today.",
        "6 cases, four of them cases of Fabrikam that were open.",
        "Six of the 12 cases are shown, three of them high on somebody's list.",
        "If three of the six cases are high, we need help.",
        "You said three of the six cases were high; two are.",
        "6 cases, none of them closed.",
        "Five of the six have an owner.",
        "One of the six has no owner.",
        "Sechs Fälle, davon fünf mit Bearbeiter.",
    ],
)
def test_a_right_or_unrelated_count_of_a_part_is_not_contradicted(answer: str) -> None:
    assert checked(answer, _CASES).contradictions == ()


def test_a_count_of_a_value_may_include_values_that_contain_it() -> None:
    states = ["Paid", "Paid", "Partially Paid", "Disputed", "Disputed"]
    invoices: list[JsonValue] = [
        {"id": f"F-{at}", "status": each} for at, each in enumerate(states)
    ]
    bills = call("list_invoices", invoices=invoices)
    assert _wrong_counts("Five invoices, two of them paid.", bills) == set()
    assert _wrong_counts("Five invoices, four of them paid.", bills) == {"four of them paid"}


@each_case(
    ("answer", "text"),
    [
        ("All active cases have an owner.", "All active cases have an owner"),
        ("Nothing is unassigned.", "Nothing is unassigned"),
        ("Everything listed is for Contoso.", "Everything listed is for Contoso"),
        ("All cases are with Network Engineering.", "All cases are with Network Engineering"),
    ],
)
def test_a_statement_about_all_is_contradicted_by_one_exception(answer: str, text: str) -> None:
    assert text in _wrong_counts(answer, _CASES)


@each_case(
    "answer",
    [
        "All open cases have an owner.",
        "All but one have an owner.",
        "Nothing of Contoso is unassigned.",
        "Contoso: three cases. All have an owner.",
        "T-101 (critical) and T-102 each have an owner.",
        "All cases with Network Engineering have an owner.",
        "All cases should have an owner.",
        "All cases are in the network in some way.",
        "None of the open cases is unassigned.",
        "The urgent ones come first. All are assigned.",
        "Five came in today. All are assigned.",
        "T-101 and T-102 are ours. None is new.",
        "Heute kamen fünf. Alle sind zugewiesen.",
        "T-101 and T-102 were updated. All are open.",
        "Five came in today; none is unassigned.",
        "In 2026 there were five, two of them new.",
    ],
)
def test_a_right_statement_about_all_or_one_about_some_is_not_contradicted(answer: str) -> None:
    assert checked(answer, _CASES).contradictions == ()


def test_pods_may_be_named_by_their_namespace() -> None:
    assert checked("Three of the eight billing pods are unhealthy.", _PODS).contradictions == ()
    answer = "Two of the eight billing pods are unhealthy"
    assert _wrong_counts(f"{answer}.", _PODS) == {answer}


@each_case(
    "answer",
    [
        "Two of the four alerts are acknowledged.",
        "Of the four, two are acknowledged.",
        "All critical alerts are acknowledged.",
    ],
)
def test_a_statement_about_another_field_is_not_compared_with_the_status(answer: str) -> None:
    rows = [("firing", "critical", "Ann"), ("firing", "critical", "Bo"), ("firing", "warning", "")]
    alerts: list[JsonValue] = [
        {"id": f"AL-{at}", "state": state, "severity": severity, "acknowledgedBy": by or None}
        for at, (state, severity, by) in enumerate([*rows, ("resolved", "warning", "")])
    ]
    assert checked(answer, call("get_alerts", alerts=alerts)).contradictions == ()


def test_a_count_may_come_from_another_field_than_the_status() -> None:
    rows: list[JsonValue] = [
        {"id": "AL-1", "state": "acknowledged", "acknowledged_by": "Ann"},
        {"id": "AL-2", "state": "resolved", "acknowledged_by": "Bo"},
        {"id": "AL-3", "state": "firing", "acknowledged_by": None},
        {"id": "AL-4", "state": "firing", "acknowledged_by": None},
    ]
    alerts = call("get_alerts", alerts=rows)
    assert _wrong_counts("Of four alerts two are acknowledged.", alerts) == set()
    assert _wrong_counts("Of four alerts three are acknowledged.", alerts) != set()
