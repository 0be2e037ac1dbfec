"""Weekdays stated with dates of results."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

_CASE = call(
    "getCase",
    case={"number": "CS1001", "state": "Open", "due": "2026-11-23T11:42:00Z"},
    caseSummary="Summary\n\nThe vendor comes on Friday, 24 November.",
)
_TERMS = call(
    "getContracts",
    contracts=[
        {"id": "K-1", "start": "2024-11-23", "end": "2025-11-22"},
        {"id": "K-2", "start": "2025-11-23", "end": "2026-11-22"},
    ],
)


@each_case(
    ("answer", "text"),
    [
        ("It is due on Tuesday, 23 November.", "Tuesday, 23 November."),
        (
            "F\u00e4llig am Dienstag, den 23. November um 11:42.",
            "Dienstag, den 23. November um 11:42",
        ),
        ("Elle est due le mardi 23 novembre.", "mardi 23 novembre."),
        ("Due Tue 23 Nov 2026.", "Tue 23 Nov 2026"),
    ],
)
def test_a_wrong_weekday_is_contradicted(answer: str, text: str) -> None:
    assert wrong(answer, _CASE) == {("date", text)}
    assert ("date", text) in wrong(answer + PROSE, _CASE)


@each_case(
    "answer",
    [
        "It is due on Monday, 23 November.",
        "Se vence el lunes 23 de noviembre.",
        "On Tuesday we talk about it; 23 November is the deadline.",
        # What the result itself tells so, and a day that no result has.
        "The vendor comes on Friday, 24 November.",
        "Der Techniker kommt laut Notiz am Freitag, den 24. November.",
        "Our desk is closed on Tuesday, 1 December.",
        # Of another day, or the subject of what follows.
        "The window is Sunday to Monday, 22 November to 23 November.",
        "The window is Mon\u2013Tue, 23 Nov \u2013 24 Nov.",
        "Since 22 November is a Sunday, 23 November is the first working day.",
        "The 22nd being Sunday, 23 November is the first working day.",
        "We meet on Tuesday. 23 November is the deadline.",
    ],
)
def test_a_right_weekday_or_one_that_a_result_has_is_not_contradicted(answer: str) -> None:
    assert checked(answer, _CASE).contradictions == ()


@each_case(
    "answer",
    [
        "The next term begins on Monday, 23 November.",
        "K-2 ends on Sunday, 22 November, and so did K-1 on Saturday, 22 November 2025.",
    ],
)
def test_a_weekday_may_be_that_of_any_year_in_the_results(answer: str) -> None:
    assert checked(answer, _TERMS).contradictions == ()


def test_a_weekday_may_be_that_of_the_next_year_for_a_yearly_interval() -> None:
    told = call("getAsset", asset={"last_review": "2025-11-23", "interval": "12 months"})
    assert wrong("The next review is due on Monday, 23 November.", told) == set()
    assert wrong("The next review is due on Tuesday, 23 November.", told) != set()
