"""Requests for validation."""

import pytest
from pydantic import JsonValue, ValidationError

from recollect.validation.models import ValidateRequest

CALL: dict[str, JsonValue] = {"toolName": "getCase", "result": None}


def test_valid_requests_are_accepted() -> None:
    cases: list[dict[str, JsonValue]] = [
        {"response": ""},
        {"response": "x" * 200_000, "toolCalls": []},
        {"response": "x", "toolCalls": [CALL] * 100},
        {"response": "x", "toolCalls": [{"toolName": "x" * 128, "result": {"a": [1, "b", None]}}]},
    ]
    for body in cases:
        assert ValidateRequest.model_validate(body).response == body["response"]


def test_invalid_requests_are_refused() -> None:
    cases: list[dict[str, JsonValue]] = [
        {},
        {"response": None},
        {"response": "x" * 200_001},
        {"response": "x", "toolCalls": [CALL] * 101},
        {"response": "x", "toolCalls": [{"toolName": "", "result": {}}]},
        {"response": "x", "toolCalls": [{"toolName": "x" * 129, "result": {}}]},
        {"response": "x", "toolCalls": [{"toolName": "getCase"}]},
        {"response": "x", "toolCalls": [{**CALL, "arguments": {}}]},
        {"response": "x", "extra": 1},
    ]
    for body in cases:
        with pytest.raises(ValidationError):
            ValidateRequest.model_validate(body)
