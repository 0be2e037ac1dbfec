"""Sample candidates and queries, and short ways to make them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from pydantic import JsonValue

from recollect.relevance.arms import Arms
from recollect.relevance.calibration import QueryType
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope, Walk
from recollect.retrieval.items import Item
from recollect.retrieval.ranked import Ranked

NOW = datetime(2025, 1, 15, 12, tzinfo=UTC)
SCOPE = Scope("default", "default")
NOTHING = Arms()
WALK = Walk("start", ("caused_by",), 3)


def both_arms(relevance: float) -> Arms:
    """The arms' scores that give an item this relevance without a calibration."""
    return Arms(dense=relevance, sparse=relevance)


def days_ago(days: float) -> str:
    return (NOW - timedelta(days=days)).isoformat()


def candidate(
    item_id: str,
    arms: Arms = NOTHING,
    *,
    content: JsonValue = None,
    metadata: Mapping[str, JsonValue] | None = None,
    sources: tuple[str, ...] = ("upstash-vector",),
    hops: int | None = None,
    embedding: tuple[float, ...] | None = None,
) -> Candidate:
    said = f"text of {item_id}" if content is None else content
    return Candidate(Item(item_id, said, metadata or {}), arms, sources, hops, embedding)


def caused(item_id: str, *causes: str, arms: Arms = NOTHING) -> Candidate:
    return candidate(item_id, arms, metadata={"caused_by": list(causes)})


def query_of(
    text: str = "what is it", query_type: QueryType = "hybrid", *, walk: Walk | None = None
) -> EvidenceQuery:
    return EvidenceQuery(SCOPE, query_type, text, Filters(), 50, walk, floor=0)


def ids(ranked: Sequence[Ranked]) -> list[str]:
    return [each.candidate.item.id for each in ranked]
