"""Telephone numbers that are nearly those of a result."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, checked, wrong

_CASE = call(
    "get_case",
    case={
        "contact": {"name": "Ada Hahn", "phone": "+49 451 555 0172"},
        "others": ["+494515550173", "0451 555 0174", "+49 (0)451 555 0175"],
    },
)


@each_case("said", ["+49 451 555 0127", "+49 451 555 0712", "+49-451-555-0127"])
def test_a_telephone_number_with_a_slip_is_contradicted(said: str) -> None:
    assert wrong(f"Reach her at {said}.", _CASE) == {("number", said)}
    assert ("number", said) in wrong(f"Reach her at {said}.{PROSE}", _CASE)


@each_case(
    "said",
    [
        "+49 451 555 0172",
        "+49 451 5550172",
        "+49-451-555-0172",
        "+49 (0)451 555 0172",
        # However the result writes it.
        "+49 451 555 0173",
        "+49 451 555 0174",
        "+49 451 555 0175",
        # Another one of the house, and of nobody there.
        "+49 451 555 0190",
        "+49 451 555 0171",
        "+44 20 7946 0000",
    ],
)
def test_the_results_or_a_quite_different_telephone_number_is_not_contradicted(said: str) -> None:
    assert wrong(f"Reach her at {said}.", _CASE) == set()


@each_case(
    "answer",
    [
        "Her number is +49 451 555 0172, not +49 451 555 0127 as in the mail.",
        "Ada changed from +49 451 555 0127 to +49 451 555 0172.",
        "The number +49 451 555 0127 does not exist.",
        "Die Nummer +49 451 555 0127 steht in keinem Ergebnis.",
        "Our service desk is reachable on +49 451 555 1172.",
        "I have noted your number, +49 451 555 0127.",
    ],
)
def test_a_denied_corrected_or_unrelated_telephone_number_is_not_contradicted(answer: str) -> None:
    assert checked(answer, _CASE).contradictions == ()
