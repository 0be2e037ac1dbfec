"""Inexact matches with a result: contradicted in short answers, without a verdict in longer ones.

Labels, journal lines, and statements about the only case, about a name in its paragraph or about
pods are contradicted wherever they stand.
"""

import pytest
from pydantic import JsonValue

from tests.cases import each_case
from tests.validation.examples import CASE, CASE_SUMMARY, call, checked

_PROSE = (
    "Users in Finance wrote to us this morning since their mail would not arrive, and John Smith "
    "looks after it. He has asked Microsoft for help and keeps an eye on the flow of mail. They "
    "would like to hear from us before lunch, and he will write to them as soon as there is news. "
)
_LATE = call(
    "getCase",
    case={
        "number": "SCS0004390", "state": "Open", "assigned_to": "Rashid Mahmoud",
        "assignment_group": "Application Support", "account": "Halden Freight AB",
    },
    slas=[{"name": "Priority 2 resolution (8 hours)", "has_breached": True}],
    caseSummary="Summary\n\nThe payroll file is rejected.\n\nCurrent State\n\nStatus: Open\n"
    "Assigned: Rashid Mahmoud (Application Support)\nSLA: breached 20 minutes ago\n\nContext\n\n"
    "The test channel is open until Mar 31.\nCustomer: Halden Freight AB",
)  # fmt: skip
_RESEMBLING = (
    "70 people in Finance are affected.",
    "The flow of mail was first monitored at 14:15.",
    "Its priority is low.",
    "It was assigned to Ann Lee.",
)
_OUTRIGHT = (
    "The case is closed.",
    "Priority is low.",
    "The mail case is rated low.",
    "SCS0012345 was escalated to Microsoft on Oct 27 at 15:30.",
    "Assigned: John Smith (Storage and Backup)",
    "Owner: John Smith, Campus Network\nStatus: Open",
    "Assigned to Ann Lee.",
    "The SLA is breached.",
    "| Field | Value |\n|---|---|\n| Assigned | Ann Lee (Email Team) |",
    "On SCS0012345: it was escalated to Microsoft on Oct 24.",
    "SLA: 9 hours remaining",
    "Oct 27, 15:30 \u2013 jsmith: Escalated to Microsoft Support",
)


@each_case("sentence", _RESEMBLING)
def test_an_inexact_match_is_contradicted_in_a_short_answer(sentence: str) -> None:
    assert checked(sentence, CASE).contradictions


@each_case("sentence", _RESEMBLING)
def test_an_inexact_match_has_no_verdict_in_a_longer_answer(sentence: str) -> None:
    assert checked(_PROSE + sentence, CASE).contradictions == ()


@each_case("sentence", _OUTRIGHT)
def test_an_outright_statement_is_contradicted_in_a_longer_answer_too(sentence: str) -> None:
    assert checked(f"{_PROSE}\n{sentence}", CASE).contradictions


@each_case(
    ("told", "answer"),
    [
        ("On hold until the supplier confirms the delivery.", "The supplier has confirmed it."),
        ("The replacement board is on order.", "A replacement board has been sent."),
        ("The voltage is stable.", "The voltage was rising, though not for long."),
        ("Controller B refused the takeover.", "The takeover didn't go through: B refused it."),
        ("The plant must prove 42 hours of UV.", "Without 42 hours of proven UV it is not sold."),
        ("Probe DO-07 read 3.1 mg/l, the meter 7.4.", "The probe wasn't fine, and 4.3 too low."),
        ("Look for inbox rules that were made.", "The notes say nothing on inbox rules."),
    ],
)
def test_a_free_sentence_that_negates_or_reverses_a_result_has_no_verdict(
    told: str, answer: str
) -> None:
    """By such words right answers were called wrong twice as often as wrong ones (ADR 0077)."""
    assert checked(answer, call("getNote", note=told)).contradictions == ()


def test_a_status_is_compared_with_the_word_before_the_bracket() -> None:
    pods = call("oc_diagnostic_pod_health", summary="Status: Degraded (9 of 14 pods healthy)")

    assert checked("Status: Healthy (9 of 14 pods)", pods).contradictions
    assert checked("Everything is healthy.", pods).contradictions
    assert checked("Status: Degraded (9 of 14 pods)", pods).contradictions == ()


def test_unassigned_cases_and_pods_by_cause_are_counted() -> None:
    names = ("Ann Lee", "", "Bo Hall")
    cases: list[JsonValue] = [
        {"number": f"SCS000900{place}", "state": "Open", "assigned_to": name}
        for place, name in enumerate(names)
    ]
    listed = call("list_service_cases", cases=cases, total=3)
    causes: dict[str, JsonValue] = {"oom": 1, "crash_loop": 2}
    pods = call("oc_diagnostic_pod_health", total=9, healthy=6, unhealthy=[], byCause=causes)

    assert checked("You have three cases, two of them unassigned.", listed).contradictions
    assert checked("You have three cases, one of them unassigned.", listed).contradictions == ()
    assert checked("Two are out of memory, which is bad.", pods).contradictions
    assert checked("Two are in a crash loop, which is bad.", pods).contradictions == ()


def test_a_number_after_a_label_is_compared_with_the_results_label() -> None:
    pods = call("oc_diagnostic_pod_health", summary="Current State\n\nRestarts: 49")

    assert checked("\u2022 Restarts: 94", pods).contradictions
    assert checked("\u2022 **Restarts:** 49", pods).contradictions == ()


def test_a_closed_ticket_was_not_cancelled() -> None:
    closed = call("getCase", case={"number": "SCS0004288", "state": "Closed"})

    assert checked("The case was cancelled.", closed).contradictions
    assert checked("Il caso \u00e8 stato annullato.", closed).contradictions


def test_the_claim_that_all_belong_to_one_assignee_is_compared_with_each_case() -> None:
    names = ("Tara Iyer", "Samuel Okoro", "Tara Iyer")
    cases: list[JsonValue] = [
        {"number": f"SCS000125{place}", "assigned_to": name} for place, name in enumerate(names)
    ]
    listed = call("list_service_cases", cases=cases, total=3)

    assert checked("All are assigned to Tara Iyer.", listed).contradictions
    assert checked("Two are assigned to Tara Iyer.", listed).contradictions == ()


def test_denying_the_priority_that_a_ticket_has_is_contradicted() -> None:
    high = call("getCase", case={"number": "SCS0004288", "priority": "2 - High"})

    assert checked("It's not a P2.", high).contradictions
    assert checked("It's not a P1.", high).contradictions == ()


def test_another_day_of_a_field_is_contradicted_in_a_longer_answer_too() -> None:
    closed = call("getCase", case={"number": "SCS0063004", "closed_at": "2026-11-06T03:15:00Z"})
    prose = "The claims database ran out of disk because log files were not truncated at all. " * 2

    assert checked(f"{prose}SCS0063004 was closed on Nov 7.", closed).contradictions
    assert checked(f"{prose}SCS0063004 was closed on Nov 6.", closed).contradictions == ()


def test_another_listed_tickets_team_is_contradicted_for_the_ticket_that_is_named() -> None:
    listed = call(
        "list_service_cases",
        cases=[
            {"number": "SCS0065079", "assignment_group": "Messaging"},
            {"number": "SCS0065080", "assignment_group": "Payroll"},
        ],
    )

    assert checked("SCS0065079 is with Payroll.", listed).contradictions
    assert checked("SCS0065079 is with Messaging.", listed).contradictions == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Oct 28, 15:15", "Oct 29, 15:15"),
        ("\u2013 jsmith: Monitoring", "\u2013 alee: Monitoring"),
        ("2 hours remaining", "9 hours remaining"),
    ],
)
def test_a_copied_summary_with_one_change_is_contradicted_however_long_it_is(
    old: str, new: str
) -> None:
    assert checked(CASE_SUMMARY.replace(old, new), CASE).contradictions


@each_case(
    "sentence",
    [
        "We have another 20 minutes before the SLA breaches.",
        "Owen Clarke in Application Support has it.",
        "Lars Berg has taken it.",
        "**Queue:** Finance Systems",
        "**Engineer:** Lars Berg",
        "It was raised for Malmö Hamn AB.",
        "The test channel stays open until 30 April.",
        "Still within target, with two hours to go.",
        "Kofi Sandvik had it.",
    ],
)
def test_a_wrong_statement_in_colloquial_words_is_contradicted(sentence: str) -> None:
    assert checked(sentence, _LATE).contradictions


@each_case(
    "sentence",
    [
        "We went past the SLA 20 minutes ago.",
        "Rashid Mahmoud in Application Support has it.",
        "Rashid Mahmoud has taken it.",
        "**Queue:** Application Support",
        "It was raised for Halden Freight AB.",
        "The test channel stays open until 31 March.",
        "We missed the eight-hour target 20 minutes ago.",
        "Rashid Mahmoud had it.",
    ],
)
def test_a_right_statement_in_colloquial_words_is_not_contradicted(sentence: str) -> None:
    assert checked(sentence, _LATE).contradictions == ()


def test_a_number_of_similar_cases_is_compared_with_their_count() -> None:
    similar = call(
        "searchSimilarCases",
        similarCases=[{"caseNumber": f"SCS000357{place}", "score": 34} for place in range(4)],
    )

    assert checked("I found seven similar cases.", similar).contradictions
    assert checked("I found seven earlier cases.", similar).contradictions
    assert checked("I found four similar cases.", similar).contradictions == ()
    assert checked("The customer has 12 cases a month.", similar).contradictions == ()


def test_a_sentence_without_a_ticket_number_may_be_about_another_than_the_last() -> None:
    listed = call(
        "list_service_cases",
        cases=[
            {"number": "SCS0065079", "priority": "2 - High", "assigned_to": "Ann Lee"},
            {"number": "SCS0065080", "priority": "1 - Critical", "assigned_to": "Bo Hall"},
        ],
    )
    told = "SCS0065079 is the loom.\n"

    assert (
        checked(f"{told}The balancer is critical, too. Bo Hall has it.", listed).contradictions
        == ()
    )
    assert checked(f"{told}It is a P1.", listed).contradictions
    assert checked(f"{told}Its assignee is Bo Hall.", listed).contradictions
    assert checked(f"{told}The case is assigned to Bo Hall.", listed).contradictions
