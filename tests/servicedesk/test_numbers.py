"""Numbers of cases as people write them."""

from pydantic import TypeAdapter

from recollect.servicedesk.numbers import TicketNumber, case_numbers_in
from tests.cases import each_case


@each_case("written", ["SCS0001234", " scs0001234 ", "#SCS0001234", "SCS-0001234", "scs 0001234"])
def test_a_number_is_the_same_however_it_is_written(written: str) -> None:
    assert TypeAdapter(TicketNumber).validate_python(written) == "SCS0001234"
    assert case_numbers_in([f"see {written}, please"]) == ["SCS0001234"]


@each_case("text", ["KB0012345", "CHG0012345", "XSCS0001234", "SCS0001234x", "SCS123", "FW 2024"])
def test_what_is_no_case_is_not_looked_up(text: str) -> None:
    assert case_numbers_in([text]) == []


def test_numbers_like_one_that_is_known_are_cases_and_none_stands_twice() -> None:
    texts = ["TKT0001 and scs0001234", "SCS0001234, CS0000002"]
    assert case_numbers_in(texts) == ["SCS0001234", "CS0000002"]
    assert case_numbers_in(texts, ["TKT0009"]) == ["TKT0001", "SCS0001234", "CS0000002"]
