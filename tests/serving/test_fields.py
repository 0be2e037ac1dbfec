"""Request bodies with one invalid field: the refusal names that field and no other."""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from recollect.context.request import ContextRequest
from recollect.core.errors import InvalidRequest
from recollect.knowledge.requests import EvidenceBatch
from recollect.memories.requests import NewMemory
from recollect.serving.payload import parse

Json = dict[str, Any]
MEMORY: Json = {"situation": "They want a refund.", "decision": "Refunded.", "stage": "draft"}
REQUEST: Json = {
    "meta": {"type": "ContextRequest", "from": {"type": "specialist", "id": "tester"}},
    "payload": {"query": {"type": "hybrid", "text": "login test failures"}},
}


def named(model: type[BaseModel], body: Json) -> list[str]:
    """The fields that the refusal of a body names, each with a message."""
    with pytest.raises(InvalidRequest) as refused:
        parse(model, json.dumps(body))
    assert all(error.message for error in refused.value.errors)
    return [error.field for error in refused.value.errors]


def changed(body: Json, path: str, value: object) -> Json:
    """The body with one place changed; a path of names and places, joined by dots."""
    copy: Json = json.loads(json.dumps(body))
    *way, last = path.split(".")
    place: Any = copy
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[last] = value
    return copy


MEMORIES: list[tuple[Json, str]] = [
    ({"situation": ""}, "situation"),
    ({"situation": "   \n"}, "situation"),
    ({"situation": "x" * 16_001}, "situation"),
    ({"situation": "a\0b"}, "situation"),
    ({"decision": "a\0b"}, "decision"),
    ({"stage": "unknown"}, "stage"),
    ({"category": "a\0b"}, "category"),
    ({"conversation_id": "has space"}, "conversation_id"),
    ({"conversation_id": "cnv_1\n"}, "conversation_id"),
    ({"conversation_id": "cnv/1"}, "conversation_id"),
    ({"tags": ["x", ""]}, "tags.1"),
    ({"importance": 1e308}, "importance"),
    ({"importance": 10**400}, "importance"),
    ({"trust": float("nan")}, "trust"),
    ({"trust": float("inf")}, "trust"),
    ({"unknown": 1}, "unknown"),
    ({"app_slug": "other"}, "app_slug"),
]


def test_an_invalid_field_of_a_memory_is_named() -> None:
    parse(NewMemory, json.dumps(MEMORY))
    for fields, field in MEMORIES:
        assert named(NewMemory, MEMORY | fields) == [field], fields


def test_an_item_with_empty_content_is_one_error() -> None:
    with pytest.raises(InvalidRequest) as refused:
        parse(EvidenceBatch, json.dumps({"items": [{"content": ""}]}))
    assert str(refused.value) == "items.0.content: must not be empty"


def test_a_filter_of_an_unsupported_type_is_one_error() -> None:
    with pytest.raises(InvalidRequest) as refused:
        parse(ContextRequest, json.dumps(changed(REQUEST, "payload.query.filters", {"x": None})))
    assert str(refused.value) == (
        "payload.query.filters.x: must be true or false, a number, a text or a list"
    )
