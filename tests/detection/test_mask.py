import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.detection.mask import masked
from recollect.detection.personal_data import personal_data_in
from recollect.detection.secrets import secrets_in
from tests.cases import each_case
from tests.detection.corpus import Labelled, labelled
from tests.detection.hostile import HOSTILE, HOSTILE_HEADS

MARKED = [*labelled("credentials"), *labelled("personal_data")]
# Texts and values of the corpus, which are joined in any order.
PIECES = [each.text for each in MARKED] + [
    each.text[mark.start : mark.end] for each in MARKED for mark in each.expected
]
JOINTS = [
    "",
    " ",
    "\n",
    ":",
    "=",
    ", ",
    "@",
    "-",
    '"',
    "[REDACTED]",
    "password: ",
    "phone ",
    "://a:",
]
TEXTS = st.text() | st.lists(
    st.one_of(st.sampled_from(PIECES), st.sampled_from(JOINTS), st.text(max_size=8)), max_size=8
).map("".join)


def test_masking_leaves_nothing_of_a_marked_value() -> None:
    for each in MARKED:
        result = masked(each.text)
        assert "[REDACTED:" in result
        for mark in each.expected:
            assert each.text[mark.start : mark.end] not in result


@each_case(
    "text", ["Tel. 2345678, 2345679", "phone 2345678 or 2345679", "Handy 2345678 oder 2345679"]
)
def test_a_second_phone_number_beside_a_first_is_masked_too(text: str) -> None:
    assert masked(text).count("[REDACTED:phone]") == 2


@each_case(
    ("hidden", "kind"),
    [
        ("4111111111111111", "card"), ("DE89370400440532013000", "iban"),
        ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "github"),
    ],
)  # fmt: skip
def test_a_secret_written_into_a_mask_is_masked(hidden: str, kind: str) -> None:
    assert masked(f"It is [REDACTED:{hidden}].") == f"It is [REDACTED:[REDACTED:{kind}]]."


@each_case(
    ("text", "result"),
    [
        ("Ruf 030 1234567 an, 100-0001 ist das Lager.", "an, 100-0001 ist das Lager."),
        ("電話は03-1234-5678、〒100-0001", "、〒100-0001"),
        ("Tel. +49 171 2345678 12345678", " 12345678"),
    ],
)
def test_a_number_after_a_masked_one_is_not_masked(text: str, result: str) -> None:
    assert masked(text).endswith(result)


def test_a_harmless_text_is_unchanged() -> None:
    cases: list[Labelled] = [*labelled("harmless")]
    for each in cases:
        assert masked(each.text) == each.text


@given(TEXTS)
def test_nothing_is_found_in_a_masked_text(text: str) -> None:
    result = masked(text)
    assert secrets_in(result) == ()
    assert personal_data_in(result) == ()


@given(TEXTS)
def test_masking_twice_is_masking_once(text: str) -> None:
    assert masked(masked(text)) == masked(text)


@given(TEXTS, st.sampled_from(PIECES))
def test_findings_are_in_order_and_do_not_overlap(text: str, piece: str) -> None:
    for found in (secrets_in(text + piece), personal_data_in(text + piece)):
        edges = [0, *(edge for each in found for edge in (each.start, each.end)), len(text + piece)]
        assert edges == sorted(edges)
        assert all(each.start < each.end for each in found)


@pytest.mark.slow
def test_a_hostile_text_is_masked_to_its_end() -> None:
    cases: list[str] = [*HOSTILE[::9], *HOSTILE_HEADS[::3]]
    for hostile in cases:
        assert "jane@example.com" not in masked(f"{hostile}\n jane@example.com")
