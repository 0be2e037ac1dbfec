"""A result's sentence copied with one word changed is compared with the original."""

from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.validation.examples import call, checked

_LINES = (
    "Lowered the TTL from 86400 to 300 seconds on both name servers.",
    "The site-to-site tunnel went down at the rekey and did not come up.",
    "Mar 9, 14:20 \u2013 h.kobayashi: Vendor will send a replacement board for the reader.",
    "Night shift reported that twelve doors stayed shut until 06:40.",
)
_RESULT = call(
    "getCase", caseSummary="Summary\n\n" + "\n".join(f"\u2022 {each}" for each in _LINES)
)


def wrong(answer: str) -> list[str]:
    return [each.text for each in checked(answer, _RESULT).facts if each.verdict == "contradicted"]


@each_case(
    ("answer", "what"),
    [
        ("Lowered the TTL from 86400 to 301 seconds on both name servers.", "301 seconds"),
        (
            "- The site-to-site tunnel went down at the rekey and did come up.",
            "The site-to-site tunnel went down at the rekey and did come up",
        ),
        ("Lowered the TTL from 86400 to 300 seconds on no name servers.", "no"),
        (
            "Mar 9, 14:20 \u2013 q.zimmer: Vendor will send a replacement board for the reader.",
            "q.zimmer",
        ),
        ("*Night shift reported that twelve doors stayed shut until 08:40.*", "08:40"),
    ],
)
def test_a_copied_sentence_with_another_number_name_or_negation_is_contradicted(
    answer: str, what: str
) -> None:
    assert what in " ".join(wrong(answer))


@each_case(
    "answer",
    [
        *_LINES,
        "**Lowered the TTL from 86400 to 300 seconds on both name servers.**",
        "Lowered the TTL from 86,400 to 300 seconds on both name servers.",
        "Lowered the TTL from 86400 to 300 seconds on both DNS servers.",
        "Night shift reported that twelve doors stayed shut until 08:40. (Times are in CET.)",
        "Mar 9, 14:20 \u2013 Hana Kobayashi: Vendor will send a replacement board for the reader.",
    ],
)
def test_a_copied_sentence_with_only_its_wording_changed_is_not_contradicted(answer: str) -> None:
    assert wrong(answer) == []


@given(st.integers(0, 10**6))
def test_a_copied_sentence_is_right_only_with_its_own_number(number: int) -> None:
    told = wrong(f"Lowered the TTL from 86400 to {number} seconds on both name servers.")
    assert (told == []) == (number == 300)
