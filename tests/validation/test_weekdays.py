"""Days of the week beside dates, and of the dates of tickets."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_CASE = call(
    "getCase",
    case={
        "number": "SCS0070402", "state": "Open", "priority": "2 - High",
        "assigned_to": "Marco Petri", "opened_at": "2026-10-06T09:30:00Z",
    },
    caseSummary="Summary\n\nSlow login.\n\nLatest Activity\n\n"
    "\u2022 Oct 8, 13:20 \u2013 m.petri: The vendor visits us on Monday, October 12.",
)  # fmt: skip


@each_case(
    ("form", "right", "other"),
    [
        ("SCS0070402 was opened on {}, October 6.", "Tuesday", "Wednesday"),
        ("SCS0070402 was opened on {}.", "Tuesday", "Friday"),
        ("The vendor comes on October 12 ({}).", "Monday", "Tuesday"),
        ("Der Hersteller kommt am {}, den 12. Oktober.", "Montag", "Dienstag"),
        ("La visita es el {} 12 de octubre.", "lunes", "martes"),
        ("Le fournisseur passe le {} 12 octobre.", "lundi", "jeudi"),
    ],
)
def test_a_day_of_the_week_is_that_of_its_date(form: str, right: str, other: str) -> None:
    for tail in ("", PROSE):
        assert wrong(form.format(right) + tail, _CASE) == set()
    assert wrong(form.format(other), _CASE) == {("date", other)}


@each_case(
    "answer",
    [
        "Marco will write on Friday.",
        "SCS0070402 was opened on Tuesday, and on Friday nothing had changed.",
        "It wasn't opened on Friday, October 6.",
        "If the visit were on Friday, October 12, we would know.",
        "Another ticket of Thursday, October 1 may be the same.",
    ],
)
def test_other_days_of_the_week_are_left_alone(answer: str) -> None:
    assert wrong(answer, _CASE) == set()
