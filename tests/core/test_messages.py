"""Messages whose fields are camelCase outside, and snake_case inside."""

import json
from datetime import UTC, datetime
from typing import Annotated

import pytest
from pydantic import Field, JsonValue, ValidationError

from recollect.core.errors import InvalidRequest
from recollect.core.field_errors import field_errors
from recollect.core.messages import NUMERIC, CamelMessage, Fraction, Message, Moment
from recollect.serving.payload import parse
from tests.cases import each_case


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


def test_only_camel_case_is_accepted_from_outside_and_errors_use_it() -> None:
    with pytest.raises(InvalidRequest) as raised:
        parse(Outer, '{"pattern_summary": "p", "inner": {"case_number": "A"}}')
    fields = {each.field for each in raised.value.errors}
    assert fields == {"inner.caseNumber", "inner.case_number"}
    with pytest.raises(ValidationError) as wrong:
        Inner.model_validate({"caseNumber": 1})
    assert [each.field for each in field_errors(wrong.value)] == ["caseNumber"]


class Dated(Message):
    """A message with a time, a number and a share."""

    at: Moment | None = None
    limit: Annotated[int, Field(ge=1), NUMERIC] = 1
    share: Fraction = 0.5


@each_case(
    "at",
    [2026, 1_700_000_000, 1.5, True, "2026", "1700000000", "2026-01-15", "2026-01-15T08:00:00", ""],
)
def test_numbers_and_times_without_a_zone_are_refused_as_times(at: JsonValue) -> None:
    with pytest.raises(InvalidRequest, match="at: must be a time in ISO 8601 with a zone"):
        parse(Dated, json.dumps({"at": at}))


@each_case(
    ("at", "hint"),
    [
        ("2026-01-15T08:00:00 02:00", "; in a query + is written %2B"),
        ("2026-01-15t08:00 0200", "; in a query + is written %2B"),
        ("2026-01-15 02:00", ""),
        ("2026-01-15T08:00:00", ""),
    ],
)
def test_an_error_hints_at_the_plus_sign_that_a_query_string_has_lost(at: str, hint: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        parse(Dated, json.dumps({"at": at}))
    (error,) = refused.value.errors
    assert error.message == f"must be a time in ISO 8601 with a zone{hint}"


@each_case(
    "at",
    [
        "2026-01-15T08:00:00.1239Z",
        "2026-01-15t08:00:00.123z",
        "2026-01-15 09:00:00.123+01:00",
        "20260115T080000.123Z",
    ],
)
def test_a_time_is_kept_in_utc_to_the_millisecond(at: str) -> None:
    then = datetime(2026, 1, 15, 8, 0, 0, 123_000, tzinfo=UTC)
    assert parse(Dated, json.dumps({"at": at})).at == then
    assert Dated(at=then).at == then


def test_a_time_is_written_in_utc_with_milliseconds() -> None:
    full = datetime(2026, 1, 15, 8, 0, tzinfo=UTC)
    assert Dated(at=full).model_dump(mode="json")["at"] == "2026-01-15T08:00:00.000Z"
    assert Dated(at=full).model_dump()["at"] == full


@each_case("field", ["limit", "share"])
def test_true_is_not_accepted_as_a_number(field: str) -> None:
    with pytest.raises(InvalidRequest, match=f"{field}: must be a number"):
        parse(Dated, json.dumps({field: True}))
    # The values of a query string are text.
    assert parse(Dated, json.dumps({field: "1"}), strict=False) == Dated(**{field: 1})
