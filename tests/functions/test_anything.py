"""Any request at all: the API never fails, and what is stored comes back."""

import json

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recollect.core.invisible import visible
from tests.functions.anything import ANYTHING, assert_taken_or_refused, nearly
from tests.functions.calling import App, Json
from tests.functions.evidence import new_project

FIELDS = st.sampled_from(
    ["situation", "decision", "stage", "outcome", "tags", "trust", "category", "query", "limit",
     "threshold", "run_id", "memory_ids", "vote", "voter_id", "correction", "min_confidence",
     "max_downvotes", "cursor", "dry_run", "explain"]
)  # fmt: skip
PATHS = ("memories", "memories/search", "citations", "memories/mem_x/votes", "memories/prune")

# Valid requests, in which one place is changed.
CONTEXT: Json = {
    "meta": {
        "type": "ContextRequest",
        "from": {"type": "specialist", "id": "x", "securityLevel": "public",
                 "authorizedGroups": ["ops"]},
        "to": [{"type": "service", "id": "x"}],
        "message_id": "m", "trace_id": "t", "tenant": "hostile", "project": "hostile",
        "timestamp": "2026-01-15T09:30:00Z",
    },
    "payload": {
        "query": {"type": "graph_traversal", "text": "x",
                  "filters": {"a": 1, "tags": ["x"], "b": [1, "x"], "since": "2026-01-15T00:00Z"},
                  "graph_params": {"start_node": "x", "relationship_types": ["caused_by"],
                                   "max_depth": 2}},
        "limit": 3, "include_scores": True, "include_embeddings": True, "include_explain": True,
        "include_graph": True,
    },
}  # fmt: skip
EVIDENCE: Json = {
    "tenant": "hostile", "project": "hostile",
    "items": [{"id": "x", "content": {"a": ["x", {"b": 1}]}, "created_at": "2026-01-15T09:30:00Z",
               "tags": ["x"], "trust": 1, "piiFields": ["$.content.a"], "containsPII": True,
               "caused_by": ["y"], "derived_from": ["z"], "thread": "t", "further": {"a": 1}}],
}  # fmt: skip


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(asked=nearly(CONTEXT), stored=nearly(EVIDENCE))
async def test_no_request_about_evidence_makes_the_api_fail(
    api: httpx.AsyncClient, asked: Json, stored: Json
) -> None:
    await assert_taken_or_refused(api, "/evidence", stored)
    await assert_taken_or_refused(api, "/context", asked)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    content=st.text(min_size=1, max_size=60)
    | st.dictionaries(st.text(max_size=8), st.text(max_size=20) | st.integers(-9, 9), max_size=4),
    further=st.dictionaries(st.from_regex("[a-z]{1,5}_x", fullmatch=True), st.text(), max_size=3),
)
async def test_any_evidence_that_is_stored_comes_back(
    api: httpx.AsyncClient, content: object, further: dict[str, str]
) -> None:
    project = new_project(api)
    answer = await project.send({"id": "a", "content": content, **further})
    if answer.status_code == 422:
        written = json.dumps([content, further])
        assert "\\u0000" in written or not "".join(map(str, _leaves(_shown(content)))).strip()
        return
    (result,) = (await project.walked("a"))["results"]
    assert result["content"] == _shown(content)
    shown = {name: _shown(value) for name, value in further.items()}
    assert result["metadata"].items() >= shown.items()


def _shown(content: object) -> object:
    """Content without its invisible characters."""
    if isinstance(content, dict):
        return {name: _shown(value) for name, value in content.items()}
    return visible(content) if isinstance(content, str) else content


def _leaves(content: object) -> list[object]:
    values = list(content.values()) if isinstance(content, dict) else [content]
    return [each for each in values if each is not None]


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=st.dictionaries(FIELDS | st.text(max_size=8), ANYTHING, max_size=8) | ANYTHING)
async def test_no_request_makes_the_api_fail(api: httpx.AsyncClient, body: object) -> None:
    content = json.dumps(body).encode()
    for path in PATHS:
        answer = await api.post(f"/apps/hostile/{path}", content=content)
        assert answer.status_code < 500, f"{path}: {content!r}"


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    situation=st.text(min_size=1, max_size=60),
    decision=st.text(min_size=1, max_size=60),
    tags=st.lists(st.text(min_size=1, max_size=10), max_size=3),
)
async def test_any_text_that_is_stored_comes_back(
    api: httpx.AsyncClient, situation: str, decision: str, tags: list[str]
) -> None:
    app = App(api, "round-trip")
    answer = await app.store(
        f"x{situation}x", decision=f"y{decision}y", tags=[f"t{t}t" for t in tags]
    )
    if "\0" in situation + decision + "".join(tags):
        assert answer.status_code == 422
        return
    memory = answer.json()
    assert answer.status_code in {200, 201}
    if answer.status_code == 201:
        kept = await app.get(memory["id"])
        assert kept["situation"] == visible(f"x{situation}x")
        assert kept["decision"] == visible(f"y{decision}y")
        assert kept["metadata"]["tags"] == [visible(f"t{t}t") for t in tags]
