"""Search by meaning in Qdrant, over its REST API."""

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx
import pytest
from hypothesis import given
from pydantic import JsonValue

from recollect.adapters.http.transport import SecretHeader
from recollect.adapters.qdrant.evidence import QdrantEvidence, filter_of
from recollect.core.errors import StoreRefused
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import EvidenceQuery, Scope
from recollect.retrieval.items import Item
from recollect.slicing.policy import local_bounds, local_verdict, policy_input
from recollect.slicing.specialist import Specialist
from tests.adapters.misbehaving import misbehaving, reply
from tests.adapters.qdrant_front import API_KEY, COLLECTION, MODEL, QdrantFront
from tests.adapters.services import service
from tests.cases import each_case
from tests.infra.local.serving import serving
from tests.retrieval.readers import found, see_all
from tests.slicing.samples import POLICY_METADATA, SPECIALISTS, specialist

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

SCOPE = Scope("acme", "web")
WANTED = EvidenceQuery(SCOPE, "semantic", "login failed", Filters(), 10)
POINT = {
    "id": 1,
    "version": 0,
    "score": 0.5,
    "payload": {"tenant": "acme", "project": "web", "id": "a", "content": "x", "metadata": {}},
}


def qdrant_at(
    client: httpx.AsyncClient,
    url: str,
    api_key: str = API_KEY,
    collection: str = COLLECTION,
    model: str = MODEL,
) -> QdrantEvidence:
    qdrant = service(client, "qdrant", url, SecretHeader("api-key", api_key))
    return QdrantEvidence(qdrant, collection, model)


@pytest.fixture(scope="module")
def front() -> QdrantFront:
    return QdrantFront()


@pytest.fixture(scope="module")
async def source(
    front: QdrantFront, http_client: httpx.AsyncClient
) -> AsyncIterator[QdrantEvidence]:
    with serving(front.app()) as url:
        yield qdrant_at(http_client, url)


@pytest.fixture
async def scope(source: QdrantEvidence) -> Scope:
    """A project of this test's own, with three items."""
    scope = Scope("acme", uuid4().hex)
    texts = {"a": "the login failed", "b": "a login works", "c": "printer out of paper"}
    payloads = [
        {"id": each, "content": text, "metadata": {"kind": each, 'it\'s "so"': 1, "a.b": each}}
        for each, text in texts.items()
    ]
    await put(source, scope, payloads)
    return scope


async def put(
    source: QdrantEvidence, scope: Scope, payloads: Iterable[Mapping[str, object]]
) -> None:
    """Store points as the documentation says."""
    points = [
        {
            "id": str(uuid4()),
            "vector": {"text": str(payload.get("content")), "model": MODEL},
            "payload": {"tenant": scope.tenant, "project": scope.project, **payload},
        }
        for payload in payloads
    ]
    response = await source.qdrant.client.put(
        f"{source.qdrant.url}/collections/evidence/points",
        json={"points": points},
        headers={"api-key": API_KEY},
    )
    response.raise_for_status()


def asking(
    scope: Scope, filters: Filters | None = None, query: QueryType = "semantic", limit: int = 10
) -> EvidenceQuery:
    return EvidenceQuery(scope, query, "login failed", filters or Filters(), limit)


async def test_the_most_similar_comes_first_with_its_cosine(
    source: QdrantEvidence, scope: Scope
) -> None:
    candidates = await source.candidates(asking(scope), see_all)
    dense = [candidate.arms.dense for candidate in candidates]
    assert [candidate.item.id for candidate in candidates][:2] == ["a", "b"]
    assert dense == sorted(dense, reverse=True)
    assert all(0 <= each <= 1 for each in dense)
    assert 0.5 < dense[0] <= 1


@pytest.mark.parametrize(
    ("query", "served"), [("semantic", True), ("hybrid", True), ("keyword", False)]
)
async def test_only_searches_by_meaning_are_sent(
    source: QdrantEvidence, front: QdrantFront, scope: Scope, query: QueryType, *, served: bool
) -> None:
    before = len(front.questions)
    assert bool(await found(source, asking(scope, query=query))) == served
    assert len(front.questions) - before == served


async def test_without_a_text_no_query_is_sent(
    source: QdrantEvidence, front: QdrantFront, scope: Scope
) -> None:
    before = len(front.questions)
    assert await found(source, EvidenceQuery(scope, "semantic", " \n", Filters(), 10)) == []
    assert len(front.questions) == before


async def test_filters_are_applied_before_the_limit(source: QdrantEvidence, scope: Scope) -> None:
    assert await found(source, asking(scope, Filters(equals={"kind": "c"}), limit=1)) == ["c"]
    assert await found(source, asking(scope, Filters(equals={"a.b": "c"}), limit=1)) == ["c"]


async def test_a_field_that_cannot_be_quoted_is_filtered_by_the_adapter(
    source: QdrantEvidence, scope: Scope
) -> None:
    assert len(await found(source, asking(scope, Filters(equals={'it\'s "so"': 1})))) == 3
    assert await found(source, asking(scope, Filters(equals={'it\'s "so"': 2}))) == []


async def test_embeddings_come_only_when_they_are_asked_for(
    source: QdrantEvidence, scope: Scope
) -> None:
    [candidate] = await source.candidates(asking(scope, limit=1), see_all)
    assert candidate.embedding is None
    query = EvidenceQuery(scope, "semantic", "login", Filters(), 1, with_embeddings=True)
    [candidate] = await source.candidates(query, see_all)
    assert candidate.embedding is not None
    assert len(candidate.embedding) == 1024


async def test_malformed_points_are_left_out(source: QdrantEvidence) -> None:
    scope = Scope("acme", uuid4().hex)
    whole = {"id": "whole", "content": {"login": "failed"}, "metadata": {}}
    await put(
        source,
        scope,
        [
            whole,
            {"id": "bare", "content": None},
            {"content": "no id", "metadata": {}},
            {"id": 7, "content": "a number for an id", "metadata": {}},
            {"id": "no content", "metadata": {}},
            {"id": "a list", "content": "login", "metadata": []},
        ],
    )
    assert set(await found(source, asking(scope))) == {"whole", "bare"}


@each_case(
    "change",
    [
        {"score": None},
        {"score": True},
        {"score": 10**400},
        {"payload": None},
        {"payload": {**POINT["payload"], "tenant": "other"}},  # type: ignore[dict-item]  # object
    ],
)
async def test_a_malformed_or_foreign_hit_is_left_out(
    http_client: httpx.AsyncClient, change: dict[str, Any]
) -> None:
    points = [POINT | change, POINT, "?", None]
    async with misbehaving([reply(200, {"result": {"points": points}})]) as server:
        source = qdrant_at(http_client, server.url)
        assert await found(source, WANTED) == ["a"]


@each_case(("score", "dense"), [(-0.3, 0.0), (1.0000001, 1.0), (0.25, 0.25)])
async def test_a_cosine_is_clipped_to_the_range_from_zero_to_one(
    http_client: httpx.AsyncClient, score: float, dense: float
) -> None:
    answer = {"result": {"points": [POINT | {"score": score}]}}
    async with misbehaving([reply(200, answer)]) as server:
        [candidate] = await qdrant_at(http_client, server.url).candidates(WANTED, see_all)
        assert candidate.arms.dense == dense


@each_case("vector", [{"named": [1.0]}, [], [1.0, None], "?", [[1.0]]])
async def test_a_malformed_vector_is_left_out(
    http_client: httpx.AsyncClient, vector: object
) -> None:
    answer = {"result": {"points": [POINT | {"vector": vector}]}}
    query = EvidenceQuery(SCOPE, "semantic", "login", Filters(), 1, with_embeddings=True)
    async with misbehaving([reply(200, answer)]) as server:
        [candidate] = await qdrant_at(http_client, server.url).candidates(query, see_all)
        assert candidate.embedding is None


@pytest.mark.parametrize("change", [{"api_key": "wrong"}, {"model": "x"}, {"collection": "a/b"}])
async def test_wrong_settings_are_refused(source: QdrantEvidence, change: dict[str, str]) -> None:
    wrong = qdrant_at(source.qdrant.client, source.qdrant.url, **change)
    with pytest.raises(StoreRefused):
        await wrong.candidates(WANTED, see_all)


@cache
def payloads() -> "QdrantClient":
    from qdrant_client import QdrantClient, models

    made = QdrantClient(":memory:")
    made.create_collection("rights", models.VectorParams(size=1, distance=models.Distance.DOT))
    return made


def passes(metadata: JsonValue, of: Specialist) -> bool:
    """Whether Qdrant's filter lets this specialist see an item with this metadata."""
    from qdrant_client import models

    payload = {"tenant": SCOPE.tenant, "project": SCOPE.project, "metadata": metadata}
    payloads().upsert("rights", [models.PointStruct(id=1, vector=[1.0], payload=payload)])
    filter_text = filter_of(SCOPE, Filters(), local_bounds(of))
    return bool(payloads().count("rights", models.Filter.model_validate(filter_text)).count)


@given(POLICY_METADATA, SPECIALISTS)
def test_bounds_exclude_no_item_that_the_rules_allow(
    metadata: dict[str, JsonValue], of: Specialist
) -> None:
    if local_verdict(policy_input(of, Item("a", "text", metadata))).allow:
        assert passes(metadata, of)


@each_case(
    "metadata",
    [
        {"hasCredentials": True},
        {"trust": 0.29},
        {"sensitivity": 0.71},
        {"restrictedToGroups": ["board"]},
    ],
)
@each_case("groups", [[], ["qa"]])
def test_bounds_exclude_items_that_the_rules_deny(
    metadata: dict[str, JsonValue], groups: list[str]
) -> None:
    of = specialist("internal", *groups)
    assert not passes(metadata, of)
    assert passes({}, of)
    assert passes({"restrictedToGroups": []}, of)


async def test_a_collection_without_indexes_for_rights_is_queried_without_bounds(
    http_client: httpx.AsyncClient,
) -> None:
    refusal = {"status": {"error": 'Index required but not found for "metadata.trust"'}}
    answers = [reply(400, refusal), reply(200, {"result": {"points": [POINT]}})]
    query = replace(WANTED, bounds=local_bounds(specialist("internal")))
    async with misbehaving(answers) as server:
        assert await found(qdrant_at(http_client, server.url), query) == ["a"]
