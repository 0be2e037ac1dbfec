"""Requests to remember something; everything invalid is refused with its path."""

import json

import pytest
from pydantic import JsonValue, ValidationError

from recollect.core.messages import Message
from recollect.enrichment.models import (
    MemoryContextRequest,
    NewConversation,
    NewExecution,
    NewIncident,
)

EXECUTION: dict[str, JsonValue] = {"arguments": {}, "result": None, "sessionId": "s"}
CONVERSATION: dict[str, JsonValue] = {"sessionId": "s", "text": "Pods crash."}
INCIDENT: dict[str, JsonValue] = {"symptoms": ["Pods crash."]}
MINIMAL_FIELDS: dict[type[Message], dict[str, JsonValue]] = {
    NewExecution: EXECUTION,
    NewConversation: CONVERSATION,
    NewIncident: INCIDENT,
}


def refused(kind: type[Message], fields: dict[str, JsonValue]) -> str:
    """The path of the first invalid field; "" if there is none."""
    try:
        kind.model_validate_json(json.dumps(MINIMAL_FIELDS[kind] | fields))
    except ValidationError as error:
        return ".".join(map(str, error.errors()[0]["loc"]))
    return ""


def test_a_session_may_have_any_name() -> None:
    all_session: list[str] = ["it's", '"', "'\"\\", " ", "日本 🙂", "a\nb", "x" * 256]
    for kind in MINIMAL_FIELDS:
        for session in all_session:
            assert refused(kind, {"sessionId": session}) == ""


def test_a_session_has_a_name_of_1_to_256_characters() -> None:
    all_session: list[JsonValue] = ["", "x" * 257, "a\0", 7]
    for kind in MINIMAL_FIELDS:
        for session in all_session:
            assert refused(kind, {"sessionId": session}) == "sessionId"


def test_a_result_is_any_json() -> None:
    cases: list[JsonValue] = [None, "", 0, [], {"a": [1, {"b": None}]}, "x" * 100_000]
    for result in cases:
        assert refused(NewExecution, {"result": result, "arguments": {"a": result}}) == ""


def test_domains_environments_and_severities_are_slugs() -> None:
    all_slug: list[str] = ["", "A", "a b", "a:b", "../a", "a" * 65]
    all_name: list[str] = ["domain", "environment", "severity"]
    for slug in all_slug:
        for name in all_name:
            for kind in MINIMAL_FIELDS:
                if name in kind.model_fields:
                    assert refused(kind, {name: slug}) == name


def test_a_text_that_says_nothing_or_breaks_a_line_is_named() -> None:
    cases: list[tuple[type[Message], dict[str, JsonValue], str]] = [
        (NewConversation, {"text": " \n"}, "text"),
        (NewConversation, {"text": "a\0b"}, "text"),
        (NewIncident, {"symptoms": [" "]}, "symptoms.0"),
        (NewIncident, {"affectedResources": ["a\nb"]}, "affectedResources.0"),
    ]
    for kind, fields, place in cases:
        assert refused(kind, fields) == place


def test_a_question_has_no_number_that_could_not_be_returned_exactly() -> None:
    for number in ("1e400", "-1e400", "NaN", "Infinity"):
        body = f'{{"arguments": {{"deep": [{{"in": [1.5, {number}]}}]}}}}'
        with pytest.raises(ValidationError, match="must not contain NaN or infinite numbers"):
            MemoryContextRequest.model_validate_json(body)
