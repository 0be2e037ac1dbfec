"""Codes without a letter, and versions, that are nearly those of a result."""

from tests.cases import each_case
from tests.validation.examples import PROSE, call, wrong

_CLIENT = call(
    "getCase",
    case={"number": "SCS0070344", "state": "Open", "description": "The client reports 0x907."},
    caseSummary="Summary\n\nTwo laptops fail with 0x80070005, and the client reports 0x907.",
)
_VENDOR = call(
    "getJournalEntries",
    journalSummary="Latest Activity\n\n"
    "\u2022 Mar 9, 12:20 \u2013 t.berg: vendor case 7741-0932, their array ticket is 00518829\n"
    "\u2022 Mar 9, 11:45 \u2013 t.berg: serial 2027021602 on both; RMA 55-20981; 1,250,000 rows\n"
    "\u2022 Mar 9, 10:10 \u2013 t.berg: updated to 17.9.4, call +44 20 7946 0190, 16:00-18:00",
)


@each_case(
    ("answer", "text"),
    [
        ("Quote 7714-0932 when you call them.", "7714-0932"),
        ("The reference is 7714-0923, and they know.", "7714-0923"),
        ("If you ring the vendor: 00581892.", "00581892"),
        ("It goes back under RMA 55-20891.", "55-20891"),
        ("It runs 17.6.5 now.", "17.6.5"),
    ],
)
def test_a_code_that_is_nearly_one_of_the_results_is_contradicted(answer: str, text: str) -> None:
    assert {said for _, said in wrong(answer, _VENDOR)} == {text}
    assert text in {said for _, said in wrong(answer + PROSE, _VENDOR)}


@each_case(
    "answer",
    [
        "Quote 7741-0932, or 00518829 for the array.",
        "The serial was 2027021601 before.",  # what is counted up
        "1,250,000 rows, or 1250000.",
        "Call +44 20 7946 0190 or 020 7964 0190.",
        "There are 7,741 of 9,320 left, 2026-2027, on 2027-03-09.",
        "You could go to 17.9.5, which is newer.",
        "Another vendor's case is 5528-1177.",
        "It was 17.9.4, on 10-25 machines.",
        # What is denied, asked, somebody else's or put right; rounded numbers, ranges and dates.
        "No, the case isn't 7714-0932.",
        "Did you mean 7714-0932?",
        "You wrote 7714-0932, which nobody has.",
        "It is 7741-0932, and 7714-0932 is a typo of the form.",
        "Visit them 1600-1700, best 1600-1800.",
        "Backup set 20270512 is kept until 20280512.",
    ],
)
def test_a_quite_different_code_or_number_is_not_contradicted(answer: str) -> None:
    assert wrong(answer, _VENDOR) == set()


@each_case(
    ("answer", "text"),
    [
        ("The client reports 0x906.", "0x906"),
        ("El cliente muestra 0x709.", "0x709"),
        ("Two laptops fail with 0x80070006.", "0x80070006"),
        ("Two laptops fail with 0x80700005.", "0x80700005"),
    ],
)
def test_a_hexadecimal_code_that_is_nearly_one_of_the_results_is_contradicted(
    answer: str, text: str
) -> None:
    assert wrong(answer, _CLIENT) == {("identifier", text)}
    assert ("identifier", text) in wrong(answer + PROSE, _CLIENT)


@each_case(
    "answer",
    [
        "The client reports 0x907, the laptops 0x80070005.",
        "0X907 is what it reports.",
        "It isn't 0x906, which would be a wrong name.",
        "Did you mean 0x906?",
        "0x907, while 0x906 would be a wrong name.",
        "Others see 0x8007274C there.",
    ],
)
def test_a_quite_different_hexadecimal_code_is_not_contradicted(answer: str) -> None:
    assert wrong(answer, _CLIENT) == set()
