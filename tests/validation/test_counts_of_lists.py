"""How many cases of a list are of a level, of somebody, or of nobody."""

from pydantic import JsonValue

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_CASES: list[JsonValue] = [
    {
        "number": "SCS0007438", "state": "Open", "priority": "2 - High",
        "assigned_to": "Amara Nwosu", "assignment_group": "Endpoint Services",
        "account": "Larkfield City Council",
    },
    {
        "number": "SCS0007433", "state": "Awaiting Info", "priority": "3 - Moderate",
        "assigned_to": "Yusuf Demirel", "assignment_group": "Application Support",
        "account": "Kestrel Aerospace",
    },
    {
        "number": "SCS0007441", "state": "In Progress", "priority": "1 - Critical",
        "assigned_to": "", "assignment_group": "Network Services",
        "account": "Brookhaven Care Homes",
    },
]  # fmt: skip
_LIST = call("list_service_cases", total=3, cases=_CASES)


@each_case(
    "answer",
    [
        "Two are P1.",
        "There are two P1s.",
        "There is no P1.",
        "None of the three is P1.",
        "All three are with Network Services.",
        "All three belong to Kestrel Aerospace.",
        "Of the 3 cases, 2 are with Network Services.",
        "Yusuf Demirel has two of them.",
        "Two have no owner.",
        "Two of them are unassigned.",
    ],
)
def test_another_number_is_wrong_in_answers_of_any_length(answer: str) -> None:
    for tail in ("", PROSE):
        assert {kind for kind, _ in wrong(answer + tail, _LIST)} == {"count"}


@each_case(
    "answer",
    [
        "One is P1, one P2, one P3.",
        "There is one P1.",
        "One of the three is a P1.",
        "None is above P1.",
        "Two are P2 or lower.",
        "One is with Network Services.",
        "Yusuf Demirel has one of them.",
        "One has no owner.",
        "That leaves two, of which one is P2 and one is P3.",
        "Kestrel Aerospace: two P1s last year.",
        "If two are P1, call the manager.",
    ],
)
def test_the_number_there_is_and_what_is_of_some_is_not(answer: str) -> None:
    assert wrong(answer, _LIST) == set()


def test_nothing_is_counted_where_the_list_is_not_whole() -> None:
    some = call("list_service_cases", total=9, cases=_CASES)
    assert wrong("Two are P1.", some) == set()


def test_nobody_is_without_an_owner_where_all_have_one() -> None:
    pods = call("oc_diagnostic_pod_health", namespace="x", total=4, healthy=1)
    assert wrong("One in four pods is healthy.", pods) == set()
    items = call(
        "searchCMDB",
        total=2,
        items=[
            {"name": "KRG-SW03", "operational_status": "Repair in Progress"},
            {"name": "KRG-TST02", "operational_status": "Retired"},
        ],
    )
    assert wrong("None of the two is operational.", items) == set()
