"""Numbers, numbers of tickets and links that are nearly those of a result."""

from hypothesis import given, settings
from hypothesis import strategies as st

from recollect.validation.grammar.slips import digits_of, is_slip
from recollect.validation.models import Verdict
from tests.cases import EXAMPLES, each_case
from tests.validation.examples import call, checked

_FIGURES = st.integers(1, 10**6).map(str)
_PROSE = (
    "As to SCS0004429: the label printers at the dock have lost their connection since the driver "
    "was rolled out last night, and people write the labels by hand in the meantime. Two of six "
    "hold since the spooler was started anew this morning, and the older driver is looked at. "
)
_LABELS = call(
    "getCase",
    case={"number": "SCS0004429", "state": "Open"},
    caseSummary="Summary\n\nLabel printers drop, as in SCS0004400. Under change CHG0051877.\n\n"
    "Latest Activity\n\n"
    "\u2022 Mar 9, 09:37 \u2013 l.berg: 340 pallets are still without labels.\n\nReferences\n\n"
    "\u2022 https://desk.cobalt.example/nav/case/SCS0004429\n"
    "\u2022 https://learn.cobalt.example/en-us/azure/backup/restore",
)  # fmt: skip


@each_case(
    ("said", "known", "expected"),
    [
        ("54", "45", True),  # they changed places
        ("450", "45", True),  # one too many
        ("45", "450", True),  # one is missing
        ("412", "312", True),  # another one of three
        ("42", "45", False),  # another number
        ("4", "45", False),
        ("45", "45", False),
        ("", "", False),
    ],
)
def test_a_slip_is_a_number_with_its_figures_out_of_place(
    said: str, known: str, expected: bool
) -> None:
    assert is_slip(said, known) is expected


@settings(max_examples=EXAMPLES)
@given(_FIGURES, _FIGURES)
def test_slips_are_symmetric(one: str, other: str) -> None:
    assert is_slip(one, other) == is_slip(other, one)
    assert not is_slip(one, one)


def test_the_figures_of_a_whole_number_have_no_decimals() -> None:
    assert (digits_of(42.0), digits_of(4.2)) == ("42", "420")


@each_case(
    ("said", "verdict"),
    [
        ("430 pallets are without labels.", "contradicted"),
        ("340 pallets are without labels.", "supported"),
        ("520 pallets are without labels.", "unsupported"),  # no slip: it may be worked out
        ("It was done under CHG0051788.", "contradicted"),
        ("It was done under CHG0999111.", "unsupported"),
        ("I could not find CHG0999111 in the record.", "unsupported"),
        ("It is like CHG0051342.", "unsupported"),  # another number of the same thousand
        ("Please open a call with CHG0051788.", "contradicted"),  # a wrong name is no advice
        ("See https://desk.cobalt.example/nav/case/SCS0004492.", "contradicted"),
        ("See https://desk.cobalt.example/nav/case/SCS0004429.", "supported"),
    ],
)
def test_a_value_that_is_nearly_a_results_is_contradicted_in_answers_of_any_length(
    said: str, verdict: Verdict
) -> None:
    facts = checked(_PROSE + said, _LABELS).facts

    assert {fact.verdict for fact in facts if fact.start >= len(_PROSE)} == {verdict}


@each_case("said", ["Did you mean CHG0051788?", "Do not confuse it with CHG0051788."])
def test_a_number_that_is_asked_about_or_denied_is_not_contradicted(said: str) -> None:
    assert checked(said, _LABELS).contradictions == ()


@each_case(
    ("link", "is_wrong"),
    [
        ("https://support.cobalt.example/kb/SCS0004429", True),  # another site of the same owner
        ("https://desk.pellerin.example/nav/case/SCS0004429", True),  # the same step elsewhere
        ("https://learn.cobalt.example/en-us/azure/backup/troubleshoot", True),
        ("https://learn.cobalt.example/printers", True),  # of the site, and in no result
        ("https://status.cobalt.example/printers", False),
        ("https://learn.cobalt.example/en-us", False),  # the beginning of one
        ("`https://learn.cobalt.example/en-us/azure/backup/restore`", False),
        ("https://status.elsewhere.example/today", False),
        ("https://desk.cobalt.example/nav/case/SCS0004429?tab=notes", False),
        ("https://learn.cobalt.example/en-us/azure/backup/restore#step-2", False),
        ("https://learn.cobalt.example/en-us/azure/backup/restore/vm", False),  # a page below
        ("https://support.microsoft.com", False),
        ("https://admin.cobalt.example", False),  # a site, which need not be told of
        ("https://desk.cobalt.example/nav/case/SCS0004400", False),  # named in the results
    ],
)
def test_a_link_that_is_nearly_one_of_the_results_is_contradicted(
    link: str, is_wrong: bool
) -> None:
    answer = checked(f"The page for it is {link} by the way.", _LABELS)

    assert bool(answer.contradictions) is is_wrong
