import base64
import json
from datetime import UTC, datetime

import pytest
from pydantic import BaseModel

from recollect.core.errors import InvalidRequest, MalformedRequest, TooLarge
from recollect.memories.requests import NewVote, Search, StatsQuery, UpliftQuery
from recollect.serving.payload import (
    MAX_BODY_BYTES,
    Event,
    body_text,
    idempotency_key,
    parse,
    path_parameters,
    query_text,
    request_id,
    waited,
)
from tests.cases import each_case


def encoded(raw: bytes) -> Event:
    return {"body": base64.b64encode(raw).decode(), "isBase64Encoded": True}


def fields(error: pytest.ExceptionInfo[InvalidRequest]) -> list[str]:
    return [each.field for each in error.value.errors]


def test_the_request_id_is_the_gateway_s_or_empty() -> None:
    assert request_id({"requestContext": {"requestId": "req-1"}}) == "req-1"
    assert request_id({"requestContext": {}}) == request_id({}) == ""


@each_case(
    ("arrived", "seconds"),
    [
        (1_768_469_399_750, 0.25),
        (1_768_469_400_500, 0.0),  # the gateway's clock is ahead of ours
        (1_768_469_300_000, 0.0),  # far too long ago: a sample event
        ("1768469399750", 0.0),
        (None, 0.0),
    ],
)
def test_waiting_time_counts_from_when_the_gateway_received_the_request(
    arrived: object, seconds: float
) -> None:
    event = {"requestContext": {"timeEpoch": arrived}}
    assert waited(event, datetime.fromtimestamp(1_768_469_400, UTC)) == seconds
    assert waited({}, datetime.now(UTC)) == 0.0


@each_case(
    "path",
    [
        {"app_slug": "a"},
        {"app_slug": "epic-web_2", "memory_id": "mem_1"},
        {"app_slug": "a" * 64, "run_id": "A.b_c:d@e+f-9", "conversation_id": "x" * 128},
    ],
)
def test_slugs_and_ids_are_taken_as_they_are(path: dict[str, str]) -> None:
    assert path_parameters({"pathParameters": path}) == path


@each_case("name", ["a", "O'Neill & Söhne / 日本 🙂", "..", "a\u3000b", "x" * 128])
def test_an_entity_name_may_be_any_single_line(name: str) -> None:
    path = {"entity_name": name}
    assert path_parameters({"pathParameters": path}) == path


@each_case(
    "name", ["", " ", "\u3000", "x" * 129, "a\n", "a\0", "a\x7f", "a\u0085", "a\u2028", "a\ud800"]
)
def test_an_invalid_entity_name_is_refused_and_its_field_named(name: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        path_parameters({"pathParameters": {"entity_name": name}})
    assert fields(refused) == ["entity_name"]


@each_case("event", [{}, {"pathParameters": None}, {"pathParameters": {}}])
def test_a_path_may_have_no_parameters(event: Event) -> None:
    assert path_parameters(event) == {}


@each_case(
    "slug", ["", "A", "-a", "_a", "a" * 65, "a b", "a/b", "a:b", "a\n", "ä", "*", "..", "a%2fb"]
)
def test_an_invalid_slug_is_refused_and_its_field_named(slug: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        path_parameters({"pathParameters": {"app_slug": slug, "memory_id": "mem_1"}})
    assert fields(refused) == ["app_slug"]


@each_case("name", ["memory_id", "run_id", "conversation_id"])
@each_case("value", ["", "-a", ":a", "x" * 129, "a b", "a/b", "a\n", "ä", "a\0", "*"])
def test_an_invalid_id_is_refused_and_its_field_named(name: str, value: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        path_parameters({"pathParameters": {"app_slug": "a", name: value}})
    assert fields(refused) == [name]


def test_all_invalid_parts_of_a_path_are_named_at_once() -> None:
    with pytest.raises(InvalidRequest) as refused:
        path_parameters({"pathParameters": {"app_slug": "A", "memory_id": "a b"}})
    assert fields(refused) == ["app_slug", "memory_id"]


@each_case("key", ["k", "!", "~", "x" * 255, "550e8400-e29b-41d4-a716-446655440000"])
def test_an_idempotency_key_of_printable_ascii_is_accepted(key: str) -> None:
    assert idempotency_key({"headers": {"idempotency-key": key}}) == key


@each_case("event", [{}, {"headers": {}}, {"headers": {"other": "x"}}])
def test_a_request_without_an_idempotency_key_has_an_empty_one(event: Event) -> None:
    assert idempotency_key(event) == ""


@each_case("key", ["", " ", "a b", "x" * 256, "ä", "a\n", "a\x7f", "a,\tb"])
def test_an_invalid_idempotency_key_is_refused(key: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        idempotency_key({"headers": {"idempotency-key": key}})
    assert fields(refused) == ["Idempotency-Key"]


def test_a_query_string_is_json() -> None:
    assert query_text({"queryStringParameters": {"cursor": 'a"b'}}) == '{"cursor": "a\\"b"}'
    assert query_text({"queryStringParameters": None}) == query_text({}) == "{}"


@each_case("event", [{}, {"body": None}, {"body": ""}])
def test_a_request_may_have_no_body(event: Event) -> None:
    assert body_text(event) == ""


def test_a_body_comes_as_text_or_in_base64() -> None:
    assert body_text({"body": '{"ü": 1}'}) == '{"ü": 1}'
    assert body_text(encoded('{"ü": 1}'.encode())) == '{"ü": 1}'


@each_case("letter", ["x", "ü", "🙂"])
def test_a_body_over_the_limit_of_bytes_is_too_large(letter: str) -> None:
    most = letter * (MAX_BODY_BYTES // len(letter.encode()))
    assert body_text({"body": most}) == body_text(encoded(most.encode())) == most
    for event in ({"body": most + "x"}, encoded(most.encode() + b"x")):
        with pytest.raises(TooLarge, match=str(MAX_BODY_BYTES)):
            body_text(event)


@each_case(
    "event",
    [
        encoded(b"\xff\xfe"),
        encoded(b"\xc3"),
        {"body": "a", "isBase64Encoded": True},
        {"body": "ü", "isBase64Encoded": True},
        {"body": "\ud800"},
    ],
)
def test_a_body_that_is_not_text_is_malformed(event: Event) -> None:
    with pytest.raises(MalformedRequest):
        body_text(event)


def test_a_body_is_read_into_its_model() -> None:
    assert parse(NewVote, '{"vote": "upvote"}') == NewVote(vote="upvote")


@each_case(
    ("field", "value"),
    [
        ("limit", "5"), ("limit", 5.5), ("limit", True), ("threshold", "0.5"),
        ("explain", "true"), ("explain", 1), ("include_stale", "no"), ("query", 5),
    ],
)  # fmt: skip
def test_a_body_with_a_field_of_the_wrong_type_is_refused(field: str, value: object) -> None:
    with pytest.raises(InvalidRequest) as refused:
        parse(Search, json.dumps({"query": "a refund", field: value}))
    assert fields(refused) == [field]


def test_a_whole_number_may_be_written_with_or_without_a_decimal_point() -> None:
    text = '{"query": "a refund", "limit": 5.0, "threshold": 1}'
    assert parse(Search, text) == Search(query="a refund", limit=5, threshold=1.0)


def test_a_number_in_a_query_string_is_parsed_from_text() -> None:
    assert parse(UpliftQuery, '{"limit": "5"}', strict=False).limit == 5


@each_case("nothing", ["", " ", "\n\t"])
def test_an_empty_body_is_accepted_only_if_no_field_is_required(nothing: str) -> None:
    assert parse(StatsQuery, nothing) == StatsQuery()
    with pytest.raises(MalformedRequest):
        parse(NewVote, nothing)


@each_case("model", [NewVote, StatsQuery])
@each_case(
    "text",
    [
        "{", "vote", "{'vote': 1}", "{} {}", "NaN,", "\0", '{"vote": 0x1}', '{"vote": "a\tb"}',
        '{"vote": "\\ud800"}', '{"vote": "\\udc00\\ud800"}', "[" * 100_000, '{"vote":' * 20_000,
    ],
)  # fmt: skip
def test_a_body_that_is_not_json_is_malformed(model: type[BaseModel], text: str) -> None:
    with pytest.raises(MalformedRequest):
        parse(model, text)


@each_case(
    ("text", "wrong"),
    [
        ("{}", ["vote"]),
        ('{"vote": "maybe"}', ["vote"]),
        ('{"vote": "upvote", "colour": "red"}', ["colour"]),
        ('{"vote": 1, "voter_id": "a b"}', ["vote", "voter_id"]),
    ],
)
def test_a_refusal_names_the_invalid_fields(text: str, wrong: list[str]) -> None:
    with pytest.raises(InvalidRequest) as refused:
        parse(NewVote, text)
    assert fields(refused) == wrong


@each_case("text", ["[]", "7", "null", "true", "1e999", '"text"'])
def test_json_that_is_not_an_object_is_invalid(text: str) -> None:
    with pytest.raises(InvalidRequest):
        parse(NewVote, text)
