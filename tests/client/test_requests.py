"""The requests that the client builds: paths, fields, keys. Both clients have the same methods."""

import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from pydantic import BaseModel

from recollect.client import (
    AppClient,
    AsyncAppClient,
    AsyncRecollect,
    InvalidRequestError,
    Recollect,
    UnreadableAnswerError,
    context_requests,
    judging_requests,
    knowledge_requests,
    memory_requests,
    models,
    run_requests,
)
from recollect.client.requests import Listing, read_model
from recollect.context.request import ContextRequest
from recollect.discovery.request import DiscoveryRequest
from recollect.knowledge.case_reading import CaseListing
from recollect.knowledge.evidence_reading import EvidenceListing
from recollect.memories.model import ListedMemory, MemoryList
from recollect.memories.receipts import Affected, Retracted
from recollect.memories.requests import MemoryListing, NewCitations, NewMemory, Search
from recollect.memories.search_result import SearchResult
from recollect.preparing.request import Prepared, PrepareRequest
from recollect.tools.toolbox import ToolResult
from tests.cases import each_case
from tests.client.test_examples import REQUESTS


def test_a_request_sends_only_the_given_fields() -> None:
    request = memory_requests.remember(
        "epic-web", situation="s", decision="d", stage="draft", tags=["a"]
    )
    assert (request.method, request.path) == ("POST", "/apps/epic-web/memories")
    assert request.content == '{"situation":"s","decision":"d","stage":"draft","tags":["a"]}'
    assert (request.writes, request.key) == (True, None)


def test_the_body_has_the_field_names_of_the_api() -> None:
    pack = context_requests.discovery_pack(case_numbers=["SCS0001234"], refresh=True)
    assert pack.content == '{"caseNumbers":["SCS0001234"],"refresh":true}'
    asked = context_requests.get_context("why", specialist="healer", limit=3)
    assert '"from":{"type":"specialist","id":"healer"}' in asked.content
    assert not asked.writes


def test_an_envelope_may_be_a_model_or_json_and_a_wrong_field_is_named() -> None:
    asker = {"type": "specialist", "id": "healer"}
    meta = {"type": "ContextRequest", "from": asker}
    envelope = {"meta": meta, "payload": {"query": {"type": "hybrid", "text": "why"}}}
    request = context_requests.request_context(envelope)
    model = ContextRequest.model_validate(envelope)
    assert request.content == context_requests.request_context(model).content
    with pytest.raises(InvalidRequestError, match=r"payload\.query\.type"):
        context_requests.request_context(envelope | {"payload": {"query": {"text": "why"}}})


def test_json_in_a_variable_of_mixed_values_passes_the_type_checker() -> None:
    """Type checkers infer `object` for mixed values: this test is also for mypy."""
    rows = [{"situation": "It is dark", "decision": "Light it", "stage": "draft", "tags": ["dark"]}]
    items = [{"content": "The lamp is new", "trust": 0.5}]
    calls = [{"toolName": "getCase", "result": {"caseSummary": "Open"}}]
    assert "dark" in memory_requests.remember_all("desk", rows).content
    assert "0.5" in knowledge_requests.store_evidence(items).content
    assert "Open" in context_requests.validate_answer("It is open", tool_calls=calls).content


def test_get_context_can_send_each_type_of_query() -> None:
    types = get_args(get_type_hints(context_requests.get_context)["type"])
    asked = [context_requests.get_context("why is it dark", type=each).content for each in types]
    assert [each for each in types if not any(f'"{each}"' in one for one in asked)] == []


def test_the_next_page_of_a_list_is_requested_with_its_cursor() -> None:
    listing = memory_requests.memories("a", needs_validation=True, page_size=5)
    assert listing.first.query == {"needs_validation": "true", "limit": "5"}
    following = listing.after(MemoryList(memories=(), next_cursor="next"))
    assert following is not None
    assert following.query == {**listing.first.query, "cursor": "next"}
    assert listing.after(MemoryList(memories=())) is None


def test_a_query_string_has_lists_and_metadata_fields_as_the_service_reads_them() -> None:
    listing = knowledge_requests.evidence(tags=["a", "b"], fields={"floor": 2, "dark": True})
    assert listing.first.query == {"tags": "a,b", "floor": "2", "dark": "true", "limit": "100"}
    forgotten = knowledge_requests.forget_evidence("x/y", project="ops")
    assert (forgotten.path, forgotten.query) == ("/evidence/x%2Fy", {"project": "ops"})


def test_a_name_cannot_leave_its_segment_of_the_path() -> None:
    assert memory_requests.memory("a", "x/../y?z#").path == "/apps/a/memories/x%2F..%2Fy%3Fz%23"
    for name in ("", ".", "..", "x" * 257, "\ud800"):
        with pytest.raises(InvalidRequestError):
            memory_requests.memory("a", name)
    for key in ("", "a b", "é", "x" * 256):
        with pytest.raises(InvalidRequestError, match="idempotency_key"):
            judging_requests.validate("a", "m", idempotency_key=key)


def test_an_invalid_request_is_refused_before_it_is_sent() -> None:
    with pytest.raises(InvalidRequestError) as raised:
        memory_requests.find("a", "", limit=1000)
    assert [each.field for each in raised.value.problem.errors] == ["query", "limit"]
    assert (raised.value.status, raised.value.problem.kind) == (422, "invalid-request")
    with pytest.raises(InvalidRequestError, match=r"^422: text, messages, "):
        context_requests.prepare()


def test_an_answer_may_have_unknown_fields_but_must_have_the_required_ones() -> None:
    retracted = Retracted(retracted="m", affected=Affected(runs=(), memories=()))
    newer = b'{"new": 1, ' + retracted.model_dump_json().encode()[1:]
    assert read_model(Retracted, newer) == retracted
    assert read_model(ToolResult, b'{"caseSummary": "s"}').model_dump() == {"caseSummary": "s"}
    with pytest.raises(UnreadableAnswerError, match="no Retracted: affected"):
        read_model(Retracted, b'{"retracted": "m"}')


def stored(**metadata: object) -> bytes:
    """A list with one memory, as a service answers it."""
    metadata_fields = {
        **dict.fromkeys(("collection", "app_slug", "created_at", "last_confirmed_at"), "x"),
        **dict.fromkeys(("last_validated_at", "correction", "category", "conversation_id")),
        **dict.fromkeys(("confidence", "importance", "trust", "sensitivity"), 0.5),
        "votes": {"upvotes": 0, "downvotes": 0, "citations": 0, "success_rate": 0.0},
        "source": "agent",
        "tags": [],
        "stage": "draft",
        "outcome": "success",
        "occurrences": 1,
        "state": "active",
        **metadata,
    }
    texts = dict.fromkeys(("id", "content", "situation", "decision", "expires_at"), "x")
    memory = {**texts, "metadata": metadata_fields, "needs_validation": False}
    return json.dumps({"memories": [memory], "newer": 1}).encode()


def test_an_answer_with_an_unknown_enumeration_value_is_still_read() -> None:
    (known,) = read_model(MemoryList, stored()).memories
    (newer,) = read_model(MemoryList, stored(state="asleep", outcome="postponed")).memories
    assert (newer.metadata.state, newer.metadata.outcome) == ("asleep", "postponed")
    words = {"state": "active", "outcome": "success"}
    as_known = newer.metadata.model_copy(update=words)
    assert newer.model_copy(update={"metadata": as_known}) == known
    for wrong in ({"state": 1}, {"state": "asleep", "occurrences": "many"}):
        with pytest.raises(UnreadableAnswerError):
            read_model(MemoryList, stored(**wrong))


@each_case(
    ("build", "model", "own", "left_out"),
    [
        (memory_requests.remember, NewMemory, {"app_slug", "idempotency_key"}, set()),
        (memory_requests.find, Search, {"app_slug"}, set()),
        (run_requests.cite, NewCitations, {"app_slug", "idempotency_key"}, set()),
        (memory_requests.memories, MemoryListing, {"app_slug", "page_size"}, {"limit", "cursor"}),
        (context_requests.discovery_pack, DiscoveryRequest, set(), set()),
        (
            knowledge_requests.evidence,
            EvidenceListing,
            {"fields", "page_size"},
            {"limit", "cursor"},
        ),
        (knowledge_requests.cases, CaseListing, {"page_size"}, {"limit", "cursor"}),
        (context_requests.prepare, PrepareRequest, {"app", "tokens"}, {"app_slug", "budget"}),
    ],
)
def test_a_method_takes_the_fields_of_its_request_model(
    build: Callable[..., object], model: type[BaseModel], own: set[str], left_out: set[str]
) -> None:
    taken = set(inspect.signature(build).parameters)
    assert taken - own == set(model.model_fields) - left_out


def test_a_method_declares_the_type_that_it_returns() -> None:
    assert inspect.signature(Recollect.prepare).return_annotation is Prepared
    assert inspect.signature(AsyncAppClient.find).return_annotation is SearchResult
    assert inspect.signature(AppClient.memories).return_annotation == Iterable[ListedMemory]


@each_case(("sync", "asynchronous"), [(Recollect, AsyncRecollect), (AppClient, AsyncAppClient)])
def test_both_clients_have_the_same_methods(sync: type, asynchronous: type) -> None:
    def methods(of: type) -> dict[str, tuple[str, ...]]:
        named = {name: each for name, each in vars(of).items() if not name.startswith("_")}
        return {name: tuple(inspect.signature(each).parameters) for name, each in named.items()}

    assert methods(sync) == methods(asynchronous)


def named_in(hint: object) -> Iterator[object]:
    """The models and enumerations in a type hint; of a `Listing`, only those of its items."""
    if get_origin(hint) is Literal or (isinstance(hint, type) and issubclass(hint, BaseModel)):
        yield hint
    parts = get_args(hint)
    for each in parts[1:] if get_origin(hint) is Listing else parts:
        yield from named_in(each)


def test_each_type_in_a_method_signature_is_exported_by_the_client() -> None:
    built = {
        each
        for module in REQUESTS
        for each in vars(module).values()
        if inspect.isfunction(each) and each.__module__ == module.__name__
    }
    taken = {
        model
        for each in built
        for hint in get_type_hints(each).values()
        for model in named_in(hint)
    }
    unnamed = taken - {getattr(models, name) for name in models.__all__}
    assert unnamed == {Literal["semantic", "keyword", "hybrid"]}
