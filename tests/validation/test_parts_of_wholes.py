"""A part and its whole, where results have both numbers, in fields or in sentences."""

from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked, wrong

POOL = call(
    "describe_pool",
    pool={"name": "orders-rw", "connections": 61, "max_connections": 100, "waiting": 4},
)
DELIVERY = call(
    "get_delivery",
    delivery={"number": "IB-60214", "cartons": 320, "remark": "14 cartons broken, claim CL-3390"},
)
MACHINES = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Feb 16, 11:10 \u2013 w.aalto: Rolled back on all 64 ticket machines. Cards work at 62.",
)


@each_case(
    "answer",
    [
        "61 out of 100 connections are in use.",
        "61/100 connections are in use.",
        "61 sur 100 connexions sont utilis\u00e9es.",
        "orders-rw has 61 of the 100 connections open.",
    ],
)
def test_a_whole_is_not_compared_with_its_part(answer: str) -> None:
    assert wrong(answer, POOL) == set()


@each_case(
    ("answer", "given"),
    [
        ("14 of the 320 cartons arrived broken.", DELIVERY),
        ("Back are 62 out of 64 machines.", MACHINES),
    ],
)
def test_a_part_and_a_whole_that_results_have_separately_are_not_unsupported(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).unsupported == ()


@each_case(
    "answer",
    [
        "39 of the 100 connections are free.",  # what is left
        "65 of the 100 connections are open or waited for.",  # a sum
        "More than 50 of the 100 connections are in use.",
        "80 of the 100 connections would be too many.",
        "Not even 70 of the 100 connections are in use.",
    ],
)
def test_a_remaining_or_denied_part_is_not_contradicted(answer: str) -> None:
    assert wrong(answer, POOL) == set()
