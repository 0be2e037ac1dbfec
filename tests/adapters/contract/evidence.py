"""The stores of evidence, whichever implementation is behind them, and how a test looks at them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from recollect.adapters.upstash.redis.evidence import RedisCandidates, RedisUsages
from recollect.adapters.upstash.redis.knowledge import RedisKnowledge
from recollect.adapters.upstash.redis.owners import RedisOwners
from recollect.adapters.upstash.vector.evidence import VectorEvidence
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.knowledge.evidence_storing import ingest_evidence
from recollect.knowledge.ownership import Ownership
from recollect.knowledge.records import items_namespace
from recollect.knowledge.requests import EvidenceBatch
from recollect.relevance.filters import Filters
from recollect.retrieval.candidates import Candidate, EvidenceQuery, Scope, Walk
from recollect.wiring.stores import Stores
from tests.retrieval.readers import see_all
from tests.waiting import wait_for
from tests.writers import EDITOR

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All ports of evidence, and a project of this test's own.

    `timeout` is in seconds: how long what was written may take to be read.
    """

    stores: Stores
    scope: Scope
    timeout: float = 0.0

    @property
    def source(self) -> VectorEvidence:
        return VectorEvidence(self.stores.vector)

    @property
    def repository(self) -> VectorKnowledge:
        return VectorKnowledge(self.stores.vector)

    @property
    def threads(self) -> RedisKnowledge:
        return RedisKnowledge(self.stores.redis)

    @property
    def usages(self) -> RedisUsages:
        return RedisUsages(self.stores.redis)

    def cache(self, ttl_ms: int = 30_000) -> RedisCandidates:
        return RedisCandidates(self.stores.redis, ttl_ms)

    def query(self, text: str = "", **fields: Any) -> EvidenceQuery:
        """A query for a source of evidence in this project."""
        plain = EvidenceQuery(self.scope, "hybrid", text, Filters(), 50)
        return replace(plain, **fields)

    def walking(self, start: str, depth: int, *types: str, **fields: Any) -> EvidenceQuery:
        """A query that walks from `start`."""
        way = Walk(start, types or ("caused_by",), depth)
        return self.query(type="graph_traversal", walk=way, **fields)

    async def stored(self, *items: Mapping[str, object]) -> None:
        """Store items and wait until they can be read."""
        batch = EvidenceBatch.model_validate(
            {"tenant": self.scope.tenant, "project": self.scope.project, "items": items}
        )
        ownership = Ownership(EDITOR, RedisOwners(self.stores.redis), self.repository)
        told = await ingest_evidence(
            batch, NOON, ownership, repository=self.repository, threads=self.threads
        )

        async def readable() -> set[str]:
            records = await self.repository.get(items_namespace(self.scope), told.ids)
            found = await self.source.candidates(self.query("anything", limit=1_000), see_all)
            return {each.id for each in records} & {each.item.id for each in found}

        await self.wait_for(set(told.ids), readable)

    async def found(self, text: str, **fields: Any) -> dict[str, Candidate]:
        """The candidates for a text, by id."""
        candidates = await self.source.candidates(self.query(text, **fields), see_all)
        return by_id(candidates)

    async def wait_for(self, expected: object, ask: Callable[[], Awaitable[object]]) -> None:
        """Wait until `ask` answers `expected`, for `timeout` at most."""
        await wait_for(expected, ask, self.timeout)


def by_id(candidates: Sequence[Candidate]) -> dict[str, Candidate]:
    """Candidates by their ids, each there once."""
    found = {each.item.id: each for each in candidates}
    assert len(found) == len(candidates)
    return found


def at(minutes: float) -> datetime:
    """Minutes past noon."""
    return NOON + timedelta(minutes=minutes)
