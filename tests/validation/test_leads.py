"""Leads that name the record a later statement is about: `I checked SCS0007433. It is open.`"""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong
from tests.validation.tool_calls import THREE_CASES

_CASE = call(
    "getCase",
    case={
        "number": "SCS0007412", "state": "Open", "priority": "2 - High",
        "assigned_to": "Ingrid Solheim", "account": "Northmere Pharma",
    },
    caseSummary="Summary\n\nFirmware 4.2.1 is back on the gateway NMP-IOT02 since Monday.\n\n"
    "Current State\n\nStatus: Open\nPriority: 2 - High\nAssigned: Ingrid Solheim",
)  # fmt: skip
LEADS = (
    "SCS0007433 {}.",
    "Good news on SCS0007433: it {}.",
    "One thing first: SCS0007433 {}.",
    "I checked SCS0007433 for you. It {}.",
    "You asked about SCS0007433; it {}.",
    "I looked at SCS0007433 (thin clients lose Teams audio). It {}.",
    "The thin-client case (SCS0007433) {}.",
    "The Teams audio problem (SCS0007433) {}.",
    "SCS0007433 \u2013 thin clients lose Teams audio \u2013 {}.",
    "Kestrel's case SCS0007433 {}.",
    "The case for Kestrel Aerospace {}.",
    "SCS0007438 is open and SCS0007433 {}.",
)
PREDICATES = (
    ("is awaiting info", "has been resolved", "status"),
    ("is waiting for information", "is in progress", "status"),
    ("is with Yusuf Demirel", "is with Piotr Zielinski", "assignee"),
    ("is a P3", "is a P1", "priority"),
    ("was opened on February 16", "was opened on February 15", "date"),
)


@each_case("lead", LEADS)
def test_a_statement_after_a_lead_is_compared_with_the_record_the_lead_names(lead: str) -> None:
    for right, other, kind in PREDICATES:
        # A longer answer is held against the case that it names.
        for tail in ("", PROSE) if "SCS" in lead else ("",):
            assert {each for each, _ in wrong(lead.format(other) + tail, THREE_CASES)} == {kind}
            assert wrong(lead.format(right) + tail, THREE_CASES) == set()


@each_case(
    "lead",
    [
        "Quick update on SCS0007412: it {}.",
        "I checked: it {}.",
        "You're right, it {}.",
        "Northmere's case {}.",
        "The gateways of Northmere: the case {}.",
        "Firmware 4.2.1 is back on NMP-IOT02 and the case {}.",
    ],
)
def test_a_statement_after_a_lead_is_compared_with_the_only_case(lead: str) -> None:
    assert {each for each, _ in wrong(lead.format("is closed"), _CASE)} == {"status"}
    assert wrong(lead.format("is open"), _CASE) == set()


@each_case("lead", ["Zum Fall SCS0007433: Er {}.", "Ich habe SCS0007433 gepr\u00fcft. Er {}."])
def test_a_statement_after_a_german_lead_is_compared_with_its_case(lead: str) -> None:
    assert {each for each, _ in wrong(lead.format("ist geschlossen"), THREE_CASES)} == {"status"}
    assert wrong(lead.format("wartet auf Informationen"), THREE_CASES) == set()


def test_lines_below_a_heading_are_compared_with_the_case_it_names() -> None:
    told = "**SCS0007433 \u2013 thin clients**\nIt's yours, {} has it."
    assert wrong(told.format("Yusuf Demirel"), _CASE, THREE_CASES) == set()
    assert wrong(told.format("Amara Nwosu"), _CASE, THREE_CASES) == {("assignee", "Amara Nwosu")}


@each_case(
    "answer",
    [
        "Piotr has two, among them the P1, so somebody else might take SCS0007433.",
        "SCS0007438 was raised yesterday and is waiting with the kiosk team.",
        "The list doesn't say it's down, so SCS0007438 may wait.",
        "Two readers (R07) are closed off.",
    ],
)
def test_a_statement_about_something_else_is_not_compared_with_the_case(answer: str) -> None:
    assert wrong(answer, THREE_CASES) == set()


def test_a_number_of_pods_before_a_bracket_is_not_compared_with_the_total() -> None:
    pods = call(
        "oc_diagnostic_pod_health", namespace="loyalty", status="Degraded (11 of 15 pods healthy)"
    )
    assert (
        wrong("loyalty is degraded: 4 pods out of 15 (about 27 %) aren't healthy.", pods) == set()
    )


_ALARM = call(
    "getCase",
    case={"number": "SCS0060418", "state": "In Progress", "priority": "2 - High"},
    slas=[{"has_breached": False, "breach_at": "2027-03-10T13:40:00Z"}],
    caseSummary="Latest Activity\n\n"
    "\u2022 Mar 10, 07:05 \u2013 Sven Lindqvist: resolved the disk alarm\n"
    "\u2022 Mar 10, 06:40 \u2013 Karin Moser: closed INC0044120 as a duplicate",
)


@each_case(
    "answer",
    [
        # What is in, of or behind a case is not the case, and what a vendor has is not either.
        "I looked at the alarm of SCS0060418. It is resolved.",
        "I checked the disk alarm in SCS0060418. It has been resolved by Sven Lindqvist.",
        "Good news on the disk alarm of SCS0060418: it is resolved.",
        "As for the duplicate of SCS0060418: it was closed by Karin Moser.",
        "Zum Plattenalarm in SCS0060418: Er ist gel\u00f6st.",
        "J'ai v\u00e9rifi\u00e9 l'alarme de SCS0060418. Elle est r\u00e9solue.",
        "You asked about vendor case 4471; it is resolved.",
        "The case is in progress, but the vendor case 4471 is closed.",
        # Times elsewhere.
        "SLA: ends at 2:40 pm in Ostrava, 13:40 UTC.",
        "The SLA ends at 2:40 pm Prague time.",
        "Le SLA se termine \u00e0 14h40 heure de Prague (13h40 UTC).",
    ],
)
def test_a_statement_about_a_part_of_a_case_is_not_compared_with_the_case(answer: str) -> None:
    assert wrong(answer, _ALARM) == set()


@each_case(
    "answer",
    [
        "SCS0007433 is awaiting info and the library case is open.",
        "The thin clients case is awaiting info and the laptops case is in progress.",
        "The former of SCS0007441 and SCS0007433 is a P1, the latter a P3.",
        "SCS0007433 is waiting, while the library case was opened on February 17.",
        "Nothing in the list is P4.",
        "With a single user I'd start at P3, if SCS0007441 were mine.",
        "**SCS0007441** \u2013 laptops\n\n**SCS0007438** \u2013 kiosks\nOpen, P2, Amara Nwosu.",
    ],
)
def test_each_of_two_clauses_is_compared_with_its_own_case(answer: str) -> None:
    assert wrong(answer, THREE_CASES) == set()


@each_case(
    "answer",
    [
        "checkout est d\u00e9grad\u00e9 : 3 pods sur 12 (25 %) ne sont pas sains.",
        "checkout est\u00e1 degradado: 3 pods de 12 (25 %) no est\u00e1n sanos.",
        "checkout \u00e8 degradato: 3 pod su 12 (25 %) non sono sani.",
    ],
)
def test_a_share_of_unhealthy_pods_with_a_bracket_is_not_contradicted_in_any_language(
    answer: str,
) -> None:
    pods = call(
        "oc_diagnostic_pod_health", namespace="checkout", status="Degraded (9 of 12 pods healthy)"
    )
    assert wrong(answer, pods) == set()


def test_a_closed_ticket_may_be_called_resolved_in_portuguese() -> None:
    closed = call("getIncident", incident={"number": "INC0088190", "state": "Closed"})
    assert wrong("INC0088190 est\u00e1 resolvido.", closed) == set()
