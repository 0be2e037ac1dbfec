"""Numbers that count nothing, and numbers that results have in words, are not unsupported."""

from tests.cases import each_case
from tests.validation.examples import call, checked

_CHANGE = call(
    "get_change",
    number="CHG0010044",
    summary="Replace the rack switch at 10.3.7.7.",
    start="2026-12-04T08:00:00Z",
    end="2026-12-08T17:30:00Z",
    budget=92_400,
    affected_customers=17,
    latency_ms=481,
    freeze={"start": "2026-12-14", "end": "2027-01-04"},
)


@each_case(
    "answer",
    [
        "CHG0010044 starts on the 4th.",
        "CHG0010044 is planned for December 4 to 8.",
        "CHG0010044 is planned for Dec 4\u20138, so allow for that.",
        "CHG0010044 takes place on 4, 5 and 8 December.",
        "CHG0010044 beginnt am 4. Dezember und endet am 8.",
        "El cambio empieza el d\u00eda 4.",
        "The switch answers at 10.3.7.7:443.",
        "Work on CHG0010044 begins at 8.",
        "CHG0010044 has a budget of 92k.",
        "Its latency is about 480.",
        "Betroffen sind 17 Kunden.",
        "The freeze lasts three weeks.",
        "Die P2-Frist l\u00e4uft noch.",
    ],
)
def test_numbers_that_count_nothing_or_are_in_other_words_are_not_unsupported(answer: str) -> None:
    assert not checked(answer, _CHANGE).unsupported


@each_case(
    "answer",
    [
        "CHG0010044 is planned for 43 rooms.",
        "CHG0010044 has a budget of 57k.",
        "Its latency is about 730.",
        "Betroffen sind 43 Kunden.",
        "The freeze lasts nine weeks.",
        "Work on CHG0010044 begins at 6.",
        "On December 4, 12 rooms lose power.",
    ],
)
def test_a_number_that_no_result_has_is_unsupported_or_contradicted(answer: str) -> None:
    result = checked(answer, _CHANGE)
    assert result.unsupported or result.contradictions
