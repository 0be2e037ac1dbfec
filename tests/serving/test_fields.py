"""Request bodies with one invalid field: the refusal names that field and no other."""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from recollect.context.request import ContextRequest, RequestedWeights, query_of
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
    ({"situation": 7}, "situation"),
    ({"situation": None}, "situation"),
    ({"situation": ["x"]}, "situation"),
    ({"situation": "a\0b"}, "situation"),
    ({"decision": "a\0b"}, "decision"),
    ({"decision": {"nested": True}}, "decision"),
    ({"stage": "unknown"}, "stage"),
    ({"stage": "Draft"}, "stage"),
    ({"outcome": "great"}, "outcome"),
    ({"source": "robot"}, "source"),
    ({"correction": "x" * 4_001}, "correction"),
    ({"category": "x" * 65}, "category"),
    ({"category": "a\0b"}, "category"),
    ({"conversation_id": "has space"}, "conversation_id"),
    ({"conversation_id": "x" * 129}, "conversation_id"),
    ({"conversation_id": "cnv_1\n"}, "conversation_id"),
    ({"conversation_id": "cnv/1"}, "conversation_id"),
    ({"tags": ["x"] * 33}, "tags"),
    ({"tags": "x"}, "tags"),
    ({"tags": ["x", ""]}, "tags.1"),
    ({"tags": [None]}, "tags.0"),
    ({"importance": 1.01}, "importance"),
    ({"importance": -0.01}, "importance"),
    ({"importance": 1e308}, "importance"),
    ({"importance": 10**400}, "importance"),
    ({"trust": float("nan")}, "trust"),
    ({"trust": float("inf")}, "trust"),
    ({"sensitivity": "much"}, "sensitivity"),
    ({"unknown": 1}, "unknown"),
    ({"id": "mem_mine"}, "id"),
    ({"app_slug": "other"}, "app_slug"),
    ({"__class__": "x"}, "__class__"),
]


def test_an_invalid_field_of_a_memory_is_named() -> None:
    parse(NewMemory, json.dumps(MEMORY))
    for fields, field in MEMORIES:
        assert named(NewMemory, MEMORY | fields) == [field], fields


WEIGHTS = dict.fromkeys(RequestedWeights.model_fields, 0.1)
REQUESTS: list[tuple[str, object, str]] = [
    ("more", 1, "more"),
    ("payload.more", 1, "payload.more"),
    ("payload.query.more", 1, "payload.query.more"),
    ("payload.query.__class__", 1, "payload.query.__class__"),
    ("meta.type", "ContextResult", "meta.type"),
    ("meta.type", None, "meta.type"),
    ("meta.from", None, "meta.from"),
    ("meta.from.type", "", "meta.from.type"),
    ("meta.from.id", "a\0b", "meta.from.id"),
    ("meta.from.securityLevel", "top secret", "meta.from.securityLevel"),
    ("meta.from.authorizedGroups", "all", "meta.from.authorizedGroups"),
    ("meta.tenant", "Default", "meta.tenant"),
    ("meta.tenant", "a:b", "meta.tenant"),
    ("meta.project", "../other", "meta.project"),
    ("meta.project", "x" * 65, "meta.project"),
    ("meta.message_id", "has space", "meta.message_id"),
    ("meta.trace_id", "x" * 129, "meta.trace_id"),
    ("meta.timestamp", "2026-01-15T09:30:00", "meta.timestamp"),
    ("payload.query.type", "fuzzy", "payload.query.type"),
    ("payload.query.type", None, "payload.query.type"),
    ("payload.query.text", "", "payload.query.text"),
    ("payload.query.text", " \n\t ", "payload.query.text"),
    ("payload.query.text", None, "payload.query"),
    ("payload.query.text", "a\0b", "payload.query.text"),
    ("payload.query.text", ["a"], "payload.query.text"),
    ("payload.query.text", "é" * 4_097, "payload.query.text"),
    ("payload.query.graph_params", {"start_node": "a"}, "payload.query"),
    ("payload.limit", 0, "payload.limit"),
    ("payload.limit", 101, "payload.limit"),
    ("payload.limit", 1.5, "payload.limit"),
    ("payload.limit", "ten", "payload.limit"),
    ("payload.include_scores", "perhaps", "payload.include_scores"),
    ("meta.ts", "2026-01-15T09:30:00", "meta.ts"),
    ("payload.min_relevance", 1.01, "payload.min_relevance"),
    ("payload.budget", {"tokens": 0}, "payload.budget.tokens"),
    ("payload.weights", WEIGHTS, "payload.weights"),
    ("payload.weights", {**WEIGHTS, "age": 0.3}, "payload.weights.age"),
    ("payload.as_of", "2026-01-15T09:30:00", "payload.as_of"),
    ("payload.ledger", "half", "payload.ledger"),
]


def test_an_invalid_field_of_a_context_request_is_named() -> None:
    parse(ContextRequest, json.dumps(REQUEST))
    for path, value, field in REQUESTS:
        assert named(ContextRequest, changed(REQUEST, path, value)) == [field], (path, value)


TRAVERSALS: list[tuple[object, str]] = [
    (None, "payload.query"),
    ({}, "payload.query.graph_params.start_node"),
    ({"max_depth": 3}, "payload.query.graph_params.start_node"),
    ({"start_node": ""}, "payload.query.graph_params.start_node"),
    ({"start_node": "it's"}, "payload.query.graph_params.start_node"),
    ({"start_node": 'say "x"'}, "payload.query.graph_params.start_node"),
    ({"start_node": "a\\b"}, "payload.query.graph_params.start_node"),
    ({"start_node": "x" * 257}, "payload.query.graph_params.start_node"),
    ({"start_node": "a", "max_depth": 0}, "payload.query.graph_params.max_depth"),
    ({"start_node": "a", "max_depth": 11}, "payload.query.graph_params.max_depth"),
    ({"start_node": "a", "relationship_types": []},
     "payload.query.graph_params.relationship_types"),
    ({"start_node": "a", "relationship_types": ["a b"]},
     "payload.query.graph_params.relationship_types.0"),
    ({"start_node": "a", "relationship_types": ["x = 1 OR y"]},
     "payload.query.graph_params.relationship_types.0"),
    ({"start_node": "a", "relationship_types": [f"t{n}" for n in range(11)]},
     "payload.query.graph_params.relationship_types"),
    ({"start_node": "a", "more": 1}, "payload.query.graph_params.more"),
]  # fmt: skip


def test_an_invalid_field_of_a_traversal_is_named() -> None:
    for params, field in TRAVERSALS:
        query = {"type": "graph_traversal", "graph_params": params}
        assert named(ContextRequest, changed(REQUEST, "payload.query", query))[0] == field, params


FILTERS: list[tuple[object, str]] = [
    ({"since": "yesterday"}, "payload.query.filters.since"),
    ({"until": 5}, "payload.query.filters.until"),
    ({"since": ["2026-01-01"]}, "payload.query.filters.since"),
    ({"tags": 3}, "payload.query.filters.tags"),
    ({"tags": ["ui", True]}, "payload.query.filters.tags"),
    ({"a": ""}, "payload.query.filters.a"),
    ({"a": None}, "payload.query.filters.a"),
    ({"a": {"b": 1}}, "payload.query.filters.a"),
    ({"a": [[1]]}, "payload.query.filters.a"),
    ({"a": 2**60}, "payload.query.filters.a"),
    ({"a": 10**400}, "payload.query.filters.a"),
    ({"a": "x" * 1_001}, "payload.query.filters.a"),
    ({"a": list(range(101))}, "payload.query.filters.a"),
    ({f"a{n}": 1 for n in range(33)}, "payload.query.filters"),
    ("status", "payload.query.filters"),
]


def test_an_invalid_filter_is_named() -> None:
    for filters, field in FILTERS:
        body = changed(REQUEST, "payload.query.filters", filters)
        with pytest.raises(InvalidRequest) as refused:
            query_of(parse(ContextRequest, json.dumps(body)), 100)
        assert refused.value.errors[0].field.startswith(field), filters


ITEMS: list[tuple[Json, str]] = [
    ({}, "items.0.content"),
    ({"content": None}, "items.0.content"),
    ({"content": 7}, "items.0.content"),
    ({"content": ["a", "list"]}, "items.0.content"),
    ({"content": ""}, "items.0.content"),
    ({"content": " \n"}, "items.0.content"),
    ({"content": {}}, "items.0.content"),
    ({"content": {"a": None}}, "items.0.content"),
    ({"content": "a\0b"}, "items.0.content"),
    ({"content": {"a": ["b\0"]}}, "items.0.content"),
    ({"content": {"a\0": "b"}}, "items.0.content"),
    ({"content": "x", "further": {"a": "\0"}}, "items.0"),
    ({"content": {"a": "x" * 40_001}}, "items.0"),
    ({"content": "x", "further": "x" * 40_001}, "items.0"),
    ({"content": "x", "text": "of ours"}, "items.0"),
    ({"content": "x", "created_at_ms": 1}, "items.0"),
    ({"content": "x", "id": "it's"}, "items.0.id"),
    ({"content": "x", "id": "a b"}, "items.0.id"),
    ({"content": "x", "id": ""}, "items.0.id"),
    ({"content": "x", "caused_by": ['say"x"']}, "items.0.caused_by.0"),
    ({"content": "x", "caused_by": "a"}, "items.0.caused_by"),
    ({"content": "x", "created_at": "2026-01-15T09:30:00"}, "items.0.created_at"),
    ({"content": "x", "created_at": "soon"}, "items.0.created_at"),
    ({"content": "x", "trust": 1.01}, "items.0.trust"),
    ({"content": "x", "importance": "much"}, "items.0.importance"),
    ({"content": "x", "sensitivity": None}, "items.0.sensitivity"),
    ({"content": "x", "source": "robot"}, "items.0.source"),
    ({"content": "x", "tags": ["x"] * 33}, "items.0.tags"),
    ({"content": "x", "restrictedToGroups": "ops"}, "items.0.restrictedToGroups"),
    ({"content": "x", "hasCredentials": "perhaps"}, "items.0.hasCredentials"),
    ({"content": "x", "thread": ""}, "items.0.thread"),
]


def test_an_invalid_field_of_an_evidence_item_is_named() -> None:
    for item, field in ITEMS:
        fields = named(EvidenceBatch, {"items": [item]})
        assert any(each.startswith(field) for each in fields), item


BATCHES: list[tuple[Json, str]] = [
    ({"items": []}, "items"),
    ({"items": [{"content": "x"}] * 101}, "items"),
    ({"more": 1}, "more"),
    ({"tenant": "A"}, "tenant"),
    ({"project": "a:turns"}, "project"),
]


def test_an_invalid_field_of_an_evidence_batch_is_named() -> None:
    parse(EvidenceBatch, json.dumps({"items": [{"content": "x"}]}))
    for fields, field in BATCHES:
        assert named(EvidenceBatch, {"items": [{"content": "x"}]} | fields) == [field], fields


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
