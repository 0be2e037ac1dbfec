"""Messages whose fields are camelCase outside, and snake_case inside."""

import pytest
from pydantic import ValidationError

from recollect.core.errors import InvalidRequest
from recollect.core.field_errors import field_errors
from recollect.core.messages import CamelMessage, Message
from recollect.serving.payload import parse


class Inner(CamelMessage):
    """A message inside another."""

    case_number: str
    thread_ts: str | None = None


class Outer(Message):
    """A message with names as they stand."""

    pattern_summary: str
    inner: Inner


def test_json_and_schemas_have_camel_case_and_code_has_snake_case() -> None:
    text = '{"pattern_summary":"p","inner":{"caseNumber":"A","threadTs":null}}'
    outer = Outer(pattern_summary="p", inner=Inner(case_number="A"))
    assert outer.model_dump_json() == text
    assert parse(Outer, text) == outer
    assert list(Inner.model_json_schema()["properties"]) == ["caseNumber", "threadTs"]


def test_from_outside_only_the_names_of_json_are_taken_and_errors_have_them() -> None:
    with pytest.raises(InvalidRequest) as raised:
        parse(Outer, '{"pattern_summary": "p", "inner": {"case_number": "A"}}')
    fields = {each.field for each in raised.value.errors}
    assert fields == {"inner.caseNumber", "inner.case_number"}
    with pytest.raises(ValidationError) as wrong:
        Inner.model_validate({"caseNumber": 1})
    assert [each.field for each in field_errors(wrong.value)] == ["caseNumber"]
