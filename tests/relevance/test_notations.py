"""Measures, days and codes are normalized to one form."""

from hypothesis import given
from hypothesis import strategies as st

from recollect.relevance.notations import days_in, is_measure, plainly
from recollect.relevance.word_scores import terms_of
from tests.cases import each_case


@each_case(
    ("one", "other"),
    [
        ("in 30min", "in 30 min"),
        ("10GB left", "10 gb left"),
        ("5pm", "5 pm"),
        ("24th of december", "24 december"),
        ("2026-12-24T03:14", "24 December 2026, 03:14"),
        ("2026-12-04", "4 December 2026"),
        ("FW01", "fw-01"),
        ("INC2198", "INC 2198"),
        ("Pellow's limit", "the limit of Pellow"),
        ("Pellow’s limit", "the limit of Pellow"),
    ],
)
def test_several_notations_of_a_measure_or_day_have_the_same_words(one: str, other: str) -> None:
    assert terms_of(one) == terms_of(other)


@each_case(
    "text",
    [
        "10.52.0.4",
        "192.168.100.200",
        "7.14.2",
        "v1.200",
        "1,200 rolls",
        "0.125 of it",
        "2026-13-40x",
        "room 12a",
        "h264s",
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert plainly(text) == text


def test_a_number_with_a_unit_is_a_measure_and_a_code_is_not() -> None:
    assert all(map(is_measure, ["30min", "24th", "9h30", "10GB", "3PM"]))
    assert not any(map(is_measure, ["P1", "30", "min", "7z9", "SCS0001234"]))


@given(st.text("0123456789,.-hmt ", max_size=40))
def test_normalizing_twice_changes_only_spaces(text: str) -> None:
    once = plainly(text)
    assert plainly(once).split() == once.split()


@each_case(
    ("text", "days"),
    [
        ("the outage on 14 september", {"14 sep"}),
        ("Post-mortem: 14th of September 2026, no pickups", {"14 sep"}),
        ("Sept. 14, 2026-12-24 and May 7th", {"14 sep", "24 dec", "7 may"}),
        ("14 march-past, 24 decent marches, March 14:00, version 3.14 may work", set()),
    ],
)
def test_the_days_of_a_text_have_one_form(text: str, days: set[str]) -> None:
    assert days_in(text) == days


@each_case(
    "number", ["0555 204 771", "+45 70 55 01 20", "030 1234567", "(212) 555-0134", "01 23 45 67 89"]
)
def test_a_telephone_number_also_says_phone(number: str) -> None:
    assert plainly(f"call-out {number}, day and night") == f"call-out {number} phone, day and night"


@each_case("text", ["on 04-11-2026", "0800-1700 today", "v 0.12.3 4567890", "order 4711 0815"])
def test_another_number_does_not(text: str) -> None:
    assert "phone" not in plainly(text)
