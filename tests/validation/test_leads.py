"""What stands before a statement, and whom it is of then: `I checked SCS0007433. It is open.`"""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_LIST = call(
    "list_service_cases",
    cases=[
        {
            "number": "SCS0007438", "short_description": "Library kiosks: antivirus stuck",
            "state": "Open", "priority": "2 - High", "assigned_to": "Amara Nwosu",
            "account": "Larkfield City Council", "opened_at": "2027-02-17T16:05:00Z",
        },
        {
            "number": "SCS0007433", "short_description": "Thin clients lose Teams audio",
            "state": "Awaiting Info", "priority": "3 - Moderate", "assigned_to": "Yusuf Demirel",
            "account": "Kestrel Aerospace", "opened_at": "2027-02-16T09:40:00Z",
        },
        {
            "number": "SCS0007441", "short_description": "Laptops ask for the recovery key",
            "state": "In Progress", "priority": "1 - Critical", "assigned_to": "Piotr Zielinski",
            "account": "Brookhaven Care Homes", "opened_at": "2027-02-15T07:20:00Z",
        },
    ],
)  # fmt: skip
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
def test_behind_a_lead_what_is_said_is_held_against_whom_it_is_of(lead: str) -> None:
    for right, other, kind in PREDICATES:
        for tail in ("", PROSE):
            assert {each for each, _ in wrong(lead.format(other) + tail, _LIST)} == {kind}
            assert wrong(lead.format(right) + tail, _LIST) == set()


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
def test_so_is_what_is_said_of_the_only_case(lead: str) -> None:
    assert {each for each, _ in wrong(lead.format("is closed"), _CASE)} == {"status"}
    assert wrong(lead.format("is open"), _CASE) == set()


@each_case("lead", ["Zum Fall SCS0007433: Er {}.", "Ich habe SCS0007433 gepr\u00fcft. Er {}."])
def test_and_in_german(lead: str) -> None:
    assert {each for each, _ in wrong(lead.format("ist geschlossen"), _LIST)} == {"status"}
    assert wrong(lead.format("wartet auf Informationen"), _LIST) == set()


def test_a_heading_names_whom_the_lines_below_are_of() -> None:
    told = "**SCS0007433 \u2013 thin clients**\nIt's yours, {} has it."
    assert wrong(told.format("Yusuf Demirel"), _CASE, _LIST) == set()
    assert wrong(told.format("Amara Nwosu"), _CASE, _LIST) == {("assignee", "Amara Nwosu")}


@each_case(
    "answer",
    [
        "Piotr has two, among them the P1, so somebody else might take SCS0007433.",
        "SCS0007438 was raised yesterday and is waiting with the kiosk team.",
        "The list doesn't say it's down, so SCS0007438 may wait.",
        "Two readers (R07) are closed off.",
    ],
)
def test_what_is_of_something_else_is_not_held_against_it(answer: str) -> None:
    assert wrong(answer, _LIST) == set()


def test_a_part_of_a_whole_behind_a_bracket_is_none_of_the_whole() -> None:
    pods = call(
        "oc_diagnostic_pod_health", namespace="loyalty", status="Degraded (11 of 15 pods healthy)"
    )
    assert (
        wrong("loyalty is degraded: 4 pods out of 15 (about 27 %) aren't healthy.", pods) == set()
    )
