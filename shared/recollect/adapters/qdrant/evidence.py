"""Finds evidence in Qdrant by meaning. Qdrant embeds the query itself.

The query is sent as a document, `{"text": …, "model": …}`, which Qdrant Cloud turns into a vector
of the model (its inference must be on); a cluster that you run yourself needs an inference service.
Points are stored with the same model, in the collection's default vector, compared by cosine:

    PUT /collections/evidence
    {"vectors": {"size": 384, "distance": "Cosine"}}

    PUT /collections/evidence/points
    {"points": [{"id": "<UUID>", "vector": {"text": "…", "model": "…"},
                 "payload": {"tenant": "acme", "project": "web", "id": "mem-1",
                             "content": …, "metadata": {"created_at": "2025-01-15T04:53:11Z", …}}}]}

Index the fields that filters use, since Qdrant Cloud refuses filters on other fields: `tenant`,
`project`, `metadata.restrictedToGroups` and `metadata.tags` as keyword, `metadata.created_at` as
datetime, `metadata.trust` and `metadata.sensitivity` as float, `metadata.hasCredentials` as bool,
and the fields that requests name, numbers as float. If Qdrant refuses the filter for the reader's
rights, it is asked again without it, and hidden items are dropped here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeGuard
from urllib.parse import quote

from pydantic import JsonValue

from recollect.adapters.found_evidence import best_visible, in_json, item_of, may_match
from recollect.adapters.http.json_text import list_at
from recollect.adapters.http.transport import HttpService
from recollect.core.errors import StoreRefused
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters, Scalar
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope
from recollect.retrieval.visibility import Bounds, See

STORE = "qdrant"
# Whole numbers beyond this are not read exactly by every JSON parser.
_MAX_EXACT = 2**53
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]+")

_Condition = dict[str, object]


@dataclass(frozen=True, slots=True)
class QdrantEvidence:
    """The port `CandidateSource` over a collection of Qdrant.

    `semantic` and `hybrid` ask the dense arm. `keyword` finds nothing, since Qdrant's full text
    match is a filter, which gives no score. Nor does `graph_traversal`.
    """

    name = STORE

    qdrant: HttpService
    collection: str
    model: str

    async def candidates(self, query: EvidenceQuery, see: See) -> Sequence[Candidate]:
        """The candidates found, the most similar first. Raises StoreError."""
        if not query.asks_dense or not query.text.strip() or not may_match(query.filters):
            return []
        return await best_visible(lambda limit: self._ask(query, limit), query, see)

    async def _ask(self, query: EvidenceQuery, limit: int) -> Sequence[Candidate | None]:
        try:
            return await self._points(query, limit, query.bounds)
        except StoreRefused:
            if query.bounds is None:
                raise
            return await self._points(query, limit, None)

    async def _points(
        self, query: EvidenceQuery, limit: int, bounds: Bounds | None
    ) -> Sequence[Candidate | None]:
        answer = await self.qdrant.post_json(
            f"/collections/{quote(self.collection, safe='')}/points/query",
            {
                "query": {"text": query.text, "model": self.model},
                "filter": filter_of(query.scope, query.filters, bounds),
                "limit": limit,
                "with_payload": True,
                "with_vector": query.with_embeddings,
            },
        )
        points = list_at(STORE, answer, "result", "points")
        return [_candidate(point, query) for point in points]


def _candidate(point: JsonValue, query: EvidenceQuery) -> Candidate | None:
    """The candidate in a point; None if the point is malformed or is not of the query's scope."""
    if not isinstance(point, dict):
        return None
    payload, score = point.get("payload"), point.get("score")
    if not isinstance(payload, dict) or "content" not in payload or not _is_number(score):
        return None
    if (payload.get("tenant"), payload.get("project")) != (
        query.scope.tenant,
        query.scope.project,
    ):
        return None
    item = item_of(payload.get("id"), payload["content"], payload.get("metadata", {}))
    if item is None:
        return None
    dense = min(max(score, 0.0), 1.0)
    vector = _vector(point.get("vector")) if query.with_embeddings else None
    return Candidate(item, Arms(dense=dense), (STORE,), embedding=vector)


def _is_number(value: JsonValue) -> TypeGuard[int | float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= _MAX_EXACT  # false for NaN, too


def _vector(value: JsonValue) -> tuple[float, ...] | None:
    if not isinstance(value, list):
        return None
    numbers = tuple(float(each) for each in value if _is_number(each))
    return numbers if numbers and len(numbers) == len(value) else None


def filter_of(scope: Scope, filters: Filters, bounds: Bounds | None) -> Mapping[str, object]:
    """The scope, the filters and the reader's bounds in Qdrant's language.

    It may let a little more through, since in Qdrant a list matches if one of its items does. So
    `Filters.match` and the policy decide in the end.
    """
    must = [_match("tenant", scope.tenant), _match("project", scope.project)]
    must.extend(_conditions(filters))
    must.extend(_within(bounds) if bounds is not None else ())
    return {"must": must}


def _within(bounds: Bounds) -> Iterator[_Condition]:
    """The conditions for items within the bounds. An item without a field passes its condition."""
    yield _missing_or("hasCredentials", {"match": {"value": False}})
    yield _missing_or("trust", {"range": {"gte": bounds.least_trust}})
    if bounds.most_sensitive is not None:
        yield _missing_or("sensitivity", {"range": {"lte": bounds.most_sensitive}})
    if bounds.groups is not None:
        shared = ({"match": {"any": list(bounds.groups)}},) if bounds.groups else ()
        yield _missing_or("restrictedToGroups", *shared)


def _missing_or(name: str, *conditions: _Condition) -> _Condition:
    key = f"metadata.{name}"
    empty: _Condition = {"is_empty": {"key": key}}
    return {"should": [empty, *({"key": key, **each} for each in conditions)]}


def _conditions(filters: Filters) -> Iterator[_Condition]:
    for name, value in filters.equals.items():
        if (key := _key(name)) and _is_exact(value):
            yield _equal(key, value)
    for name, options in filters.any_of.items():
        values = in_json(options)
        if (key := _key(name)) and all(map(_is_exact, values)):
            yield {"should": [_equal(key, value) for value in values]}
    for tag in filters.tags:
        yield _match("metadata.tags", tag)
    bounds = {"gte": filters.since, "lte": filters.until}
    if given := {name: _time(bound) for name, bound in bounds.items() if bound is not None}:
        yield {"key": "metadata.created_at", "range": given}


def _key(name: str) -> str | None:
    """The path of a field of metadata; None if Qdrant's language cannot quote the name."""
    if _PLAIN_NAME.fullmatch(name):
        return f"metadata.{name}"
    return None if not name or re.search(r'["\\\x00-\x1f]', name) else f'metadata."{name}"'


def _is_exact(value: Scalar) -> bool:
    return isinstance(value, str) or abs(value) <= _MAX_EXACT


def _equal(key: str, value: Scalar) -> _Condition:
    if isinstance(value, bool | str):
        return _match(key, value)
    # A range, since Qdrant's `match` takes no fractions, and its 1 does not match 1.0.
    return {"key": key, "range": {"gte": value, "lte": value}}


def _match(key: str, value: str | bool) -> _Condition:
    return {"key": key, "match": {"value": value}}


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
