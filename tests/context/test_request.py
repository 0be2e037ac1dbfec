"""The request envelope: exactly the seed's, and nothing invalid."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime

import pytest
from pydantic import JsonValue, ValidationError

from recollect.context.request import ContextRequest, RequestedWeights, query_of
from recollect.core.errors import InvalidRequest
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope, Walk
from recollect.retrieval.ranked import Signals
from tests.cases import each_case
from tests.context.packs import SEED, request

FULL: dict[str, JsonValue] = {
    "type": "ContextRequest",
    "from": {
        "type": "specialist",
        "id": "healer",
        "securityLevel": "public",
        "authorizedGroups": ["qa"],
    },
    "to": [{"type": "service", "id": "recollect"}],
    "message_id": "m-1",
    "trace_id": "t-1",
    "reply_to": "m-0",
    "tenant": "acme",
    "project": "web",
    "timestamp": "2025-01-15T12:00:00Z",
}
WEIGHTS: dict[str, JsonValue] = {
    "recency": 0.3,
    "frequency": 0.15,
    "importance": 0.25,
    "causality": 0.1,
    "novelty": 0.1,
    "trust": 0.1,
    "sensitivity": 0.0,
}


def refusal(changes: Mapping[str, JsonValue], within: str = "query") -> str:
    """The path of the first invalid field; "" if there is none."""
    envelope = json.loads(SEED)
    part = {"envelope": envelope, "meta": envelope["meta"], "payload": envelope["payload"]}
    part |= {"from": envelope["meta"]["from"], "query": envelope["payload"]["query"]}
    part[within].update(changes)
    try:
        ContextRequest.model_validate_json(json.dumps(envelope))
    except ValidationError as error:
        return ".".join(map(str, error.errors()[0]["loc"]))
    return ""


def filters(**asked: JsonValue) -> Filters:
    return query_of(request(query={"filters": asked}), 50).filters


def test_the_request_of_the_seed_is_read_exactly() -> None:
    asked = ContextRequest.model_validate_json(SEED)
    assert query_of(asked, 50) == EvidenceQuery(
        scope=Scope("default", "default"),
        type="semantic",
        text="login test failures with selector issues",
        filters=Filters({"test_type": "e2e", "status": "failed"}),
        limit=50,
    )
    assert (asked.meta.sender.id, asked.meta.sender.security_level) == (
        "playwright_healer",
        "internal",
    )
    assert (asked.payload.limit, asked.payload.include_scores) == (10, True)
    assert (asked.payload.include_explain, asked.payload.include_graph) == (False, None)


def test_filters_are_normalized_as_what_is_kept() -> None:
    apart = unicodedata.normalize("NFD", "Rückläufer")
    assert filters(tags=apart, kind=apart) == Filters({"kind": "Rückläufer"}, ("Rückläufer",))
    assert filters(kind="R\u200bück") == Filters({"kind": "Rück"})
    with pytest.raises(ValidationError, match="at most 1000 characters"):
        filters(kind="\u0958" * 501)  # two characters each, once it is as it is kept


def test_a_meta_with_every_field_is_accepted() -> None:
    meta = request(meta=FULL).meta
    assert meta.scope == Scope("acme", "web")
    assert json.loads(meta.model_dump_json(by_alias=True)) == FULL


def test_unknown_fields_of_the_meta_are_ignored() -> None:
    sender: JsonValue = {"type": "agent", "id": "triage", "version": "2.1", "labels": {"a": ["b"]}}
    asked = request(
        meta={
            "a2a_version": "1.0",
            "ts": "2025-01-15T12:00:00Z",
            "priority": {"level": 3},
            "from": sender,
            "to": [{"type": "service", "id": "recollect", "version": "0"}],
        }
    )
    assert (
        asked.meta
        == request(
            meta={
                "from": {"type": "agent", "id": "triage"},
                "to": [{"type": "service", "id": "recollect"}],
                "timestamp": "2025-01-15T12:00:00Z",
            }
        ).meta
    )
    assert asked.meta.timestamp == datetime(2025, 1, 15, 12, tzinfo=UTC)


def test_an_invalid_field_is_refused_with_its_path() -> None:
    cases: list[tuple[str, dict[str, JsonValue]]] = [
        ("envelope", {"version": 1}),
        ("meta", {"type": "ContextResult"}),
        ("meta", {"tenant": "../acme"}),
        ("meta", {"project": "Web"}),
        ("meta", {"message_id": "a b"}),
        ("meta", {"trace_id": ""}),
        ("meta", {"timestamp": "noon"}),
        ("meta", {"ts": "noon"}),
        ("meta", {"to": [{"id": "somebody"}]}),
        ("from", {"securityLevel": "secret"}),
        ("from", {"authorizedGroups": "qa"}),
        ("from", {"id": ""}),
        ("payload", {"limit": 0}),
        ("payload", {"limit": 101}),
        ("payload", {"limit": 2.5}),
        ("payload", {"include_everything": True}),
        ("payload", {"min_relevance": -0.01}),
        ("payload", {"min_relevance": 1.01}),
        ("payload", {"min_relevance": "much"}),
        ("payload", {"budget": {"bytes": 0}}),
        ("payload", {"budget": {"items": 1.5}}),
        ("payload", {"budget": {"euros": 5}}),
        ("payload", {"weights": {"recency": 1}}),
        ("payload", {"include_scores": "perhaps"}),
        ("payload", {"weights": WEIGHTS | {"relevance": 0.7}}),
        ("payload", {"weights": WEIGHTS | {"recency": -0.1}}),
        ("payload", {"as_of": "noon"}),
        ("payload", {"as_of": "2025-01-15T12:00:00"}),
        ("payload", {"include_superseded": "perhaps"}),
        ("payload", {"ledger": "half"}),
        ("query", {"type": "psychic"}),
        ("query", {"text": ""}),
        ("query", {"text": " \n"}),
        ("query", {"text": "x" * 4_097}),
        ("query", {"text": "a\0b"}),
        ("query", {"text": None}),
        ("query", {"match": "exact"}),
        ("query", {"graph_params": {"start_node": "m"}}),
        ("query", {"filters": {f"f{at}": 1 for at in range(33)}}),
        ("query", {"filters": {"a b": 1}}),
        ("query", {"filters": {"a.b": 1}}),
        ("query", {"filters": {"a' OR 'b": 1}}),
        ("query", {"filters": {"a": None}}),
        ("query", {"filters": {"a": {"b": 1}}}),
        ("query", {"filters": {"a": [[1]]}}),
        ("query", {"filters": {"a": ""}}),
        ("query", {"filters": {"a": "x" * 1_001}}),
        ("query", {"filters": {"a": "0" * 1_001}}),
        ("query", {"filters": {"a": "x\0"}}),
        ("query", {"filters": {"a": 10**400}}),
        ("query", {"filters": {"a": 2**53 + 1}}),
        ("query", {"filters": {"a": [1] * 101}}),
        ("query", {"filters": []}),
    ]
    for within, changes in cases:
        (name,) = changes
        place = {"from": "meta.from", "query": "payload.query", "envelope": ""}.get(within, within)
        assert refusal(changes, within).startswith(place)
        assert refusal(changes, within) != ""
        assert name in refusal(changes, within) or refusal(changes, within) == "payload.query"


@each_case("number", ["NaN", "Infinity", "1e400"])
def test_filters_refuse_nan_and_infinity(number: str) -> None:
    with pytest.raises(ValidationError, match="filters"):
        ContextRequest.model_validate_json(SEED.replace('"e2e"', number))


@each_case("query_type", ["semantic", "keyword", "hybrid"])
def test_a_search_needs_a_text(query_type: str) -> None:
    with pytest.raises(ValidationError, match=f"text is needed for a {query_type} query"):
        request(None, query={"type": query_type})
    with pytest.raises(ValidationError, match="graph_params is only for a graph_traversal"):
        request("text", query={"type": query_type, "graph_params": {"start_node": "m"}})


def test_a_walk_needs_a_start_and_may_do_without_a_text() -> None:
    with pytest.raises(ValidationError, match=r"graph_params\.start_node is needed"):
        request("text", query={"type": "graph_traversal"})
    walk: dict[str, JsonValue] = {"type": "graph_traversal", "graph_params": {"start_node": "m"}}
    query = query_of(request(None, query=walk), 50)
    assert (query.text, query.walk) == ("", Walk("m", ("caused_by",), 3))
    assert query_of(request("why", query=walk), 50).text == "why"
    with pytest.raises(ValidationError, match="text is needed where only what it names"):
        request(None, query=walk | {"match": "named"})


def test_a_walk_always_follows_causes_and_each_type_once() -> None:
    params: JsonValue = {
        "start_node": "m",
        "relationship_types": ["part_of", "caused_by", "part_of"],
        "max_depth": 10,
    }
    asked = request(None, query={"type": "graph_traversal", "graph_params": params})
    assert query_of(asked, 50).walk == Walk("m", ("caused_by", "part_of"), 10)


def test_a_walk_is_bounded() -> None:
    cases: list[dict[str, JsonValue]] = [
        {},
        {"start_node": ""},
        {"start_node": "a'b"},
        {"start_node": 'a"b'},
        {"start_node": "a\\b"},
        {"start_node": "x" * 257},
        {"start_node": "m", "max_depth": 0},
        {"start_node": "m", "max_depth": 11},
        {"start_node": "m", "relationship_types": []},
        {"start_node": "m", "relationship_types": ["x = 1 OR y"]},
        {"start_node": "m", "relationship_types": ["a"] * 11},
        {"start_node": "m", "direction": "up"},
    ]
    for params in cases:
        with pytest.raises(ValidationError, match="graph_params"):
            request(None, query={"type": "graph_traversal", "graph_params": params})


def test_a_scalar_filter_means_equality_and_a_list_means_any_of() -> None:
    found = filters(a="1", b=1, c=True, d=0.5, e=["1", 1, True, 1.5])
    assert found == Filters(
        {"a": "1", "b": 1, "c": True, "d": 0.5}, any_of={"e": ("1", 1, True, 1.5)}
    )
    assert [type(each) for each in found.equals.values()] == [str, int, bool, float]
    assert [type(each) for each in found.any_of["e"]] == [str, int, bool, float]


@each_case(("tags", "expected"), [("a", ("a",)), (["a", "b"], ("a", "b")), ([], ())])
def test_a_filter_by_tags_requires_all_of_them(tags: JsonValue, expected: tuple[str, ...]) -> None:
    assert filters(tags=tags) == Filters(tags=expected)


def test_an_empty_list_filter_matches_nothing() -> None:
    found = filters(a=[])
    assert found == Filters(any_of={"a": ()})
    assert not found.match({"a": "b"})


@each_case("tags", [1, True, ["a", 1]])
def test_a_filter_by_tags_refuses_other_values_than_texts(tags: JsonValue) -> None:
    with pytest.raises(InvalidRequest, match=r"^payload\.query\.filters\.tags: must be texts$"):
        filters(tags=tags)


def test_since_and_until_bound_the_time_of_creation() -> None:
    noon = datetime(2025, 1, 15, 12, tzinfo=UTC)
    assert filters(since="2025-01-15T14:00:00+02:00") == Filters(since=noon)
    assert filters(until="2025-01-15T12:00:00.000z") == Filters(until=noon)


def test_since_and_until_require_a_time_with_a_zone() -> None:
    value_cases: list[JsonValue] = [
        "noon",
        "2025-01-15",
        "2025-01-15T12:00:00",
        1736942400000,
        True,
        ["2025-01-15T12:00:00Z"],
        [],
    ]
    name_cases: list[str] = ["since", "until"]
    for value in value_cases:
        for name in name_cases:
            with pytest.raises(
                InvalidRequest,
                match=rf"^payload\.query\.filters\.{name}: must be a time in ISO 8601 with a zone$",
            ):
                filters(**{name: value})


@each_case(("candidates", "expected"), [(50, 50), (5, 20)])
def test_an_arm_is_asked_for_at_least_as_many_candidates_as_the_limit(
    candidates: int, expected: int
) -> None:
    assert query_of(request(limit=20), candidates).limit == expected


def test_the_relevance_floor_is_that_of_the_request_or_of_the_calibration() -> None:
    assert query_of(request(), 50).floor is None
    assert query_of(request(min_relevance=0), 50).floor == 0
    assert query_of(request(min_relevance=0.25), 50).floor == 0.25


def test_a_request_weighs_every_signal_but_relevance() -> None:
    weighed = {*RequestedWeights.model_fields, "relevance"}
    assert weighed == {each.name for each in fields(Signals)}


def test_the_weights_of_a_request_replace_the_configured_ones() -> None:
    assert query_of(request(), 50).weights is None
    assert query_of(request(weights=WEIGHTS), 50).weights == WEIGHTS
    assert query_of(request(weights=WEIGHTS | {"sensitivity": 0.01}), 50).weights is not None


def test_weights_that_do_not_sum_to_one_are_refused_with_their_sum() -> None:
    with pytest.raises(ValidationError, match=r"weights\n.*must sum to 1, not to 1\.3"):
        request(weights=WEIGHTS | {"sensitivity": 0.3})


def test_as_of_and_include_superseded_are_read_from_the_payload() -> None:
    plain = query_of(request(), 50)
    assert (plain.as_of, plain.include_superseded) == (None, False)
    asked = query_of(request(as_of="2025-01-15T14:00:00+02:00", include_superseded=True), 50)
    assert asked.as_of == datetime(2025, 1, 15, 12, tzinfo=UTC)
    assert asked.include_superseded


def test_embeddings_are_requested_only_if_the_payload_includes_them() -> None:
    assert query_of(request(include_embeddings=True), 50).with_embeddings
    assert not query_of(request(), 50).with_embeddings
