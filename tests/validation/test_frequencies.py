"""How often something happens, right and wrong."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_FRIDGES = call(
    "getCase",
    case={"number": "SCS0070344", "state": "Open", "assigned_to": "Ann Lee"},
    caseSummary="Summary\n\nThe gateway loses its registration every 20 minutes.\n\n"
    "Latest Activity\n\n"
    "\u2022 Oct 8, 10:30 \u2013 a.lee: Nurses read all four fridges by hand every two hours.\n"
    "\u2022 Oct 8, 09:10 \u2013 a.lee: A new gateway takes six hours. Logs rotate every week.",
)


@each_case(
    ("answer", "text"),
    [
        ("Nurses read the fridges by hand every four hours.", "every four hours"),
        ("The gateway loses its registration every hour.", "every hour"),
    ],
)
def test_another_interval_is_contradicted_in_answers_of_any_length(answer: str, text: str) -> None:
    assert wrong(answer, _FRIDGES) == {("duration", text)}
    assert ("duration", text) in wrong(answer + PROSE, _FRIDGES)


@each_case(
    "answer",
    [
        "Nurses read the fridges by hand every two hours.",
        "Nurses read the fridges by hand every 120 minutes.",
        "Logs rotate every seven days.",
        "We'll look at the fridges every hour.",
        "Nurses don't read the fridges every hour.",
        "Nurses could read the fridges by hand every hour.",
        "Nurses read the fridges by hand every few hours.",
        "The ward calls us every day.",
        "The gateway is ready every six hours.",  # as long as something takes
    ],
)
def test_a_stated_planned_or_unrelated_interval_is_not_contradicted(answer: str) -> None:
    assert wrong(answer, _FRIDGES) == set()
