"""Amounts that follow from results are supported; others are not."""

from tests.cases import each_case
from tests.validation.examples import call, checked

BOARD = call(
    "get_board",
    board={"name": "Quay 4", "capacity": 240, "seconds": 28800, "spent_percent": 85},
    note="Rooms 4 to 9 are shut.",
    lifts=[
        {"lift": "North", "trips": 31, "reason": "Door", "since": "2026-05-03T06:00:00Z"},
        {"lift": "South", "trips": 29, "reason": "Motor", "since": "2026-05-03T14:30:00Z"},
        {"lift": "West", "trips": 6, "reason": "Door", "since": "2026-05-17T06:00:00Z"},
    ],
    remark="12 of the 20 north gates stop. A restart takes 25 minutes per gate.",
)  # fmt: skip


def doubted(answer: str) -> list[str]:
    return [fact.text for fact in checked(answer, BOARD).facts if fact.verdict != "supported"]


@each_case(
    ("followed", "invented"),
    [
        # A share of two numbers that stand together, and what is left of one.
        ("So 60 % of the gates stop.", "So 70 % of the gates stop."),
        # Times between two moments, and in another unit.
        ("Eight and a half hours lie between the two.", "Eleven hours lie between the two."),
        ("That makes 8 hours.", "That makes 11 hours."),
        # A part of a time.
        ("Of 8 hours 85 % passed, 72 minutes left.", "Of 8 hours 85 % passed, 55 minutes left."),
        # Sums and differences, in the sentence and in a list.
        ("North and South made 60 trips.", "North and South made 57 trips."),
        # What a range has in it.
        ("That is six rooms: 4, 5, 6, 7, 8 and 9.", "That is eleven rooms."),
    ],
)  # fmt: skip
def test_a_value_that_follows_from_results_is_supported(followed: str, invented: str) -> None:
    assert doubted(followed) == []
    assert doubted(invented) != []


def test_a_number_in_a_date_does_not_support_a_number_of_people() -> None:
    assert doubted("About 17 people work here.") == ["17 people"]


@each_case("told", ["1 260,50 \u20ac", "1.260,50 \u20ac", "1\u202f260,50 \u20ac", "EUR 1,260.50"])
def test_amounts_are_read_with_any_thousands_and_decimal_separators(told: str) -> None:
    invoice = call("get_invoice", invoice={"number": "F-2026-0950", "amount": 1260.5})
    assert checked(f"La facture F-2026-0950 : {told}.", invoice).unsupported == ()
