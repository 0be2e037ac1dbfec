"""What may be sent for validation."""

import pytest
from pydantic import JsonValue, ValidationError

from recollect.validation.models import ValidateRequest

CALL: dict[str, JsonValue] = {"toolName": "getCase", "result": None}


@pytest.mark.parametrize(
    "body",
    [
        {"response": ""},
        {"response": "x" * 200_000, "toolCalls": []},
        {"response": "x", "toolCalls": [CALL] * 100},
        {"response": "x", "toolCalls": [{"toolName": "x" * 128, "result": {"a": [1, "b", None]}}]},
    ],
)
def test_is_taken(body: dict[str, JsonValue]) -> None:
    assert ValidateRequest.model_validate(body).response == body["response"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"response": None},
        {"response": "x" * 200_001},
        {"response": "x", "toolCalls": [CALL] * 101},
        {"response": "x", "toolCalls": [{"toolName": "", "result": {}}]},
        {"response": "x", "toolCalls": [{"toolName": "x" * 129, "result": {}}]},
        {"response": "x", "toolCalls": [{"toolName": "getCase"}]},
        {"response": "x", "toolCalls": [{**CALL, "arguments": {}}]},
        {"response": "x", "extra": 1},
    ],
)
def test_is_refused(body: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        ValidateRequest.model_validate(body)
