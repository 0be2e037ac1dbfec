"""A value of no result is unsupported, unless it may follow from the results."""

from recollect.validation.grammar.lexicon import lexicon
from recollect.validation.models import ToolCall
from tests.cases import each_case
from tests.validation.examples import call, checked

READERS = call(
    "list_service_cases",
    cases=[
        {"number": "SCS0007326", "state": "Open", "opened_at": "2027-05-24T04:34:00Z"},
        {"number": "SCS0007314", "state": "Open", "opened_at": "2027-06-30T05:15:00Z"},
        {"number": "SCS0007333", "state": "Open", "opened_at": "2027-06-30T06:10:00Z"},
    ],
    caseSummary="22 of 31 readers refuse valid badges, at -21.4 \u00b0C; 3,100 bags per hour."
    " A technician takes 12 minutes for each.",
)


@each_case(
    ("answer", "given"),
    [
        # The ends of tickets' numbers, the time between two, with days, and in the sentence.
        ("Opened last: SCS0007326, 7314 and 7333.", READERS),
        ("It was acknowledged 41 minutes after it had begun.", READERS),
        ("That's a bit over five weeks between the first two.", READERS),
        ("It ran from 22:10 to 23:40, so for 90 minutes.", READERS),
        # Shares, products and differences.
        ("That's 71 % of all readers.", READERS),
        ("One at each of 4 gates takes 4 times 12, that is 48 minutes.", READERS),
        ("It went from 9 to 4 hours, so 5 hours are saved.", READERS),
        # A number below nought, so many an hour, and a few things that nobody counts.
        ("Es waren -21,4 \u00b0C.", READERS),
        ("3.100 Koffer pro Stunde laufen durch.", READERS),
        ("That one's done, and four comments say so.", READERS),
    ],
)
def test_a_value_that_may_follow_from_results_is_not_unsupported(
    answer: str, given: ToolCall
) -> None:
    assert checked(answer, given).unsupported == ()


@each_case(
    "answer",
    [
        "It was acknowledged 37 minutes after it had begun.",
        "That's 68 % of all readers.",
        "Like ticket 4711.",
        "It took eleven weeks.",
        "There are 57 gates.",
    ],
)
def test_a_value_that_follows_from_no_result_is_unsupported(answer: str) -> None:
    assert len(checked(answer, READERS).unsupported) == 1


def test_a_german_preposition_is_not_read_as_a_unit() -> None:
    assert not lexicon("german").meaning("an")
