"""Days of the week before the days of results."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

_CASE = call(
    "getCase",
    case={"number": "CS1001", "state": "Open", "due": "2026-11-23T11:42:00Z"},
    caseSummary="Summary\n\nThe vendor comes on Friday, 24 November.",
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
def test_one_that_the_day_is_not_is_wrong(answer: str, text: str) -> None:
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
        "Our desk is closed on Tuesday, 1 December.",
    ],
)
def test_one_that_it_is_or_that_a_result_tells_is_not(answer: str) -> None:
    assert checked(answer, _CASE).contradictions == ()
