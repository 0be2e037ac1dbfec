"""Case numbers as people write them."""

import re

import pytest
from pydantic import TypeAdapter, ValidationError

from recollect.core.messages import CASE_NUMBER_PATTERN
from recollect.servicedesk.numbers import CaseNumber, TicketNumber, case_number, case_numbers_in
from tests.cases import each_case


@each_case("written", ["SCS0001234", " scs0001234 ", "#SCS0001234", "SCS-0001234", "scs 0001234"])
def test_a_number_is_the_same_however_it_is_written(written: str) -> None:
    assert TypeAdapter(TicketNumber).validate_python(written) == "SCS0001234"
    assert TypeAdapter(CaseNumber).validate_python(written) == "SCS0001234"
    assert case_number(written) == "SCS0001234"
    assert re.fullmatch(CASE_NUMBER_PATTERN, written)
    assert case_numbers_in([f"see {written}, please"]) == ["SCS0001234"]


@each_case(
    ("written", "kept"),
    [
        ("ops-7", "OPS-7"),
        (" #zd_12 ", "ZD_12"),
        ("OPS-999", "OPS-999"),
        ("ops-1000", "OPS-1000"),
        ("PROJ-20240117", "PROJ-20240117"),
        ("SR 1234567890", "SR1234567890"),
        ("INC-0012345", "INC0012345"),
        ("2024-00017", "2024-00017"),
    ],
)
def test_a_number_of_another_desk_is_normalized_alike_everywhere(written: str, kept: str) -> None:
    assert TypeAdapter(CaseNumber).validate_python(written) == kept
    assert case_number(written) == kept
    assert case_number(kept) == kept
    assert re.fullmatch(CASE_NUMBER_PATTERN, written)


@each_case("written", ["", "#", "A 1", "A1\n", "\u00c41", "\u01311", "##A1", "A" * 41])
def test_an_invalid_case_number_is_refused_in_a_body_and_in_a_path(written: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(CaseNumber).validate_python(written)
    assert not re.fullmatch(CASE_NUMBER_PATTERN, written)


@each_case("text", ["KB0012345", "CHG0012345", "XSCS0001234", "SCS0001234x", "SCS123", "FW 2024"])
def test_other_numbers_are_not_read_as_case_numbers(text: str) -> None:
    assert case_numbers_in([text]) == []


def test_a_case_number_is_found_in_japanese_text_and_full_width() -> None:
    assert case_numbers_in(["案件SCS0001234の件"]) == ["SCS0001234"]
    wide = "".join(chr(ord(each) + 0xFEE0) for each in "SCS0001234")
    assert case_numbers_in([f"案件{wide}を確認"]) == ["SCS0001234"]


def test_numbers_like_a_known_one_are_case_numbers_and_each_is_listed_once() -> None:
    texts = ["TKT0001 and scs0001234", "SCS0001234, CS0000002"]
    assert case_numbers_in(texts) == ["SCS0001234", "CS0000002"]
    assert case_numbers_in(["OPS-1000, ops 1001"], ["OPS-12"]) == ["OPS-1000", "OPS-1001"]
    assert case_numbers_in(texts, ["TKT0009"]) == ["TKT0001", "SCS0001234", "CS0000002"]
