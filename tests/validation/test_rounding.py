"""How exact a number in an answer must be, and which numbers are supported."""

from pydantic import JsonValue

from tests.cases import each_case
from tests.validation.examples import call, checked

_CASE = call(
    "getCase",
    case={"number": "SCS0001234", "sys_id": "5f" * 16, "priority": "2 - High", "reassignments": 7},
    caseSummary="Summary\n\nLatency peaked at 900 ms; 2,312 payments failed within 90 minutes."
    " Snapshots are kept for up to 35 days; 220 laptops of plant 2 are affected.",
)


def verdicts(answer: str) -> set[str]:
    return {each.verdict for each in checked(answer, _CASE).facts if each.kind != "status"}


@each_case(
    ("answer", "is_right"),
    [
        ("Latency peaked at 900 ms.", True),
        ("Latency peaked at 907 ms.", False),
        ("2,300 payments failed.", True),
        ("2,320 payments failed.", False),
        ("About 2,300 payments failed.", True),
        ("They failed within 1.5 hours.", True),
        ("Snapshots are kept for up to 35 days.", True),
        ("Snapshots are kept for up to 37 days.", False),
        ("222 laptops of plant 2 are affected.", False),
    ],
)
def test_a_number_is_right_within_the_precision_it_is_stated_with(
    answer: str, is_right: bool
) -> None:
    found = verdicts(answer)
    assert ("supported" in found) == is_right or "contradicted" in found
    assert ("contradicted" in found or "unsupported" in found) == (not is_right)


@each_case(
    ("answer", "is_right"),
    [
        ("billing-api has an error rate of 1.2 %.", True),
        ("The error rate is 1.23%.", True),
        ("The error rate is about 1 %.", True),
        ("The error rate is 1.3 %.", False),
        ("The average load is 93.3.", True),
        ("The average load is 93.", True),
        ("Average load: 93.33", True),
        ("Average load: 92.4", False),
        ("The message id is 1234567890123456789.", True),
        ("The message id is 1234567890987654321.", False),
    ],
)
def test_numbers_with_many_digits_are_compared_at_their_stated_precision(
    answer: str, is_right: bool
) -> None:
    service: JsonValue = {
        "name": "billing-api",
        "average_load": 280 / 3,
        "error_rate": 0.0123456789,
        "message_id": 1234567890123456789,
    }
    found = checked(answer, call("getService", service=service))
    assert (not found.contradictions and not found.unsupported) == is_right


def test_a_small_number_of_something_else_is_not_supported() -> None:
    """The 7 is how often the case was reassigned; whether it is right, nobody can tell."""
    assert verdicts("The router stands in hall 7 of the other building.") == set()


def test_sums_and_lower_bounds_are_not_contradicted() -> None:
    told = call(
        "getIncident",
        incident={"number": "INC0001234", "priority": "2 - High"},
        incidentSummary="Summary\n\n1,150 users in Wroclaw and 400 in Poznan were affected."
        " Since then 212 payments came through; 60 customers a day are lost.",
    )
    for answer in (
        "About 1,550 users were affected.",
        "More than 200 customers have paid since then.",
        "None of the incidents is a P1.",
    ):
        assert checked(answer, told).contradictions == ()
    assert checked("About 1,950 users were affected.", told).contradictions != ()


def test_a_day_of_another_year_is_not_supported() -> None:
    told = call("getCase", case={"number": "SCS0001234", "closed_at": "2024-12-05T21:40:00Z"},
                caseSummary="Summary\n\nDec 5, 21:40: closed.")  # fmt: skip
    found = checked("It was closed on 5 December 2035.", told).facts
    assert [each.verdict for each in found if each.kind == "date"] != ["supported"]


@each_case(
    ("told", "answer", "is_right"),
    [
        ("The terminals in building C of the plant are unreachable today.",
         "The terminals in building C of the plant are not reachable today.", True),
        ("The terminals in building C of the plant are unreachable today.",
         "The terminals in building C of the plant are not currently reachable.", True),
        ("The terminals in building C of the plant are not reachable today.",
         "The terminals in building C of the plant are unreachable today.", True),
        ("Remote access for contractors is disabled on the new gateway.",
         "Remote access for contractors is not enabled on the new gateway.", True),
        ("The window begins on Friday at 22:00 and takes four hours.",
         "The window begins on Friday at 22:00 and ends four hours later at 02:00.", True),
        ("The window begins on Friday at 22:00 and takes four hours.",
         "The window begins on Friday at 22:00 and ends four hours later at 03:00.", False),
    ],
)  # fmt: skip
def test_a_statement_in_other_words_is_not_contradicted(
    told: str, answer: str, is_right: bool
) -> None:
    assert (checked(answer, call("getNote", note=told)).contradictions == ()) == is_right


@each_case("word", ["5xx", "31st", "2nd-line", "24x7", "3.x"])
def test_what_begins_with_a_figure_and_is_no_number_counts_for_none(word: str) -> None:
    known = call("getCase", caseSummary=f"5 of 8 sites are migrated.\nAll {word} are gone.")
    assert [each.verdict for each in checked("All eight sites are migrated.", known).facts] == [
        "contradicted"
    ]
