"""What context requests need: sources, policy, packs."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import httpx

from recollect.adapters.http.transport import HttpService, SecretHeader
from recollect.adapters.upstash.redis_evidence import RedisCandidates, RedisUsages
from recollect.adapters.upstash.vector_evidence import VectorEvidence
from recollect.context.building import PackBuilder, PackRules
from recollect.retrieval.candidates import CandidateSource
from recollect.retrieval.retrieving import Retriever
from recollect.settings.context import ContextSettings, read_context_settings
from recollect.slicing.decisions import (
    DecisionCache,
    LocalDecisions,
    OpaDecisions,
    PolicyDecisions,
)
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import Stores, stores

# About a kilobyte each.
_MOST_DECISIONS = 10_000


@dataclass(frozen=True, slots=True)
class EvidenceServices:
    """Everything there is for context requests."""

    settings: ContextSettings
    builder: PackBuilder


@cache
def evidence_services() -> EvidenceServices:
    """The services of this process, as its environment says."""
    return build_evidence_services(settings_from(read_context_settings), stores())


def build_evidence_services(settings: ContextSettings, connected: Stores) -> EvidenceServices:
    """Put services together over stores."""
    usages = RedisUsages(connected.redis)
    return EvidenceServices(
        settings=settings,
        builder=PackBuilder(
            usages=usages,
            retriever=Retriever(
                sources=tuple(_sources(settings, connected)),
                cache=RedisCandidates(connected.redis, settings.cache_ttl_ms),
                usages=usages,
                rules=settings.ranking,
                deadline=settings.deadline,
                clock=time.perf_counter,
            ),
            decisions=_decisions(settings, connected),
            rules=PackRules(settings.budget, settings.tldr_sentences, settings.weak_relevance),
            clock=time.perf_counter,
        ),
    )


def _sources(settings: ContextSettings, connected: Stores) -> Iterator[CandidateSource]:
    """Upstash, and what else is configured; a driver is imported only for who uses it."""
    # ruff: noqa: PLC0415
    further, deadline = settings.sources, settings.deadline
    yield VectorEvidence(connected.vector)
    if further.database_url:
        from recollect.adapters.postgres.database import Postgres
        from recollect.adapters.postgres.evidence import PostgresEvidence

        yield PostgresEvidence(Postgres(further.database_url, deadline))
    if further.qdrant_url:
        from recollect.adapters.qdrant.evidence import STORE as QDRANT
        from recollect.adapters.qdrant.evidence import QdrantEvidence

        key = further.qdrant_api_key
        auth = SecretHeader("api-key", key) if key else None
        qdrant = HttpService(connected.http, QDRANT, further.qdrant_url, deadline, auth)
        yield QdrantEvidence(qdrant, further.qdrant_collection, further.qdrant_model)
    if further.neo4j_url:
        from recollect.adapters.neo4j.evidence import STORE as NEO4J
        from recollect.adapters.neo4j.evidence import Neo4jEvidence

        account = httpx.BasicAuth(further.neo4j_user, further.neo4j_password)
        neo4j = HttpService(connected.http, NEO4J, further.neo4j_url, deadline, account)
        yield Neo4jEvidence(neo4j, further.neo4j_database)


def _decisions(settings: ContextSettings, connected: Stores) -> PolicyDecisions:
    policy = settings.policy
    if policy.opa_url is None:
        return LocalDecisions()
    from recollect.adapters.opa.policy_agent import STORE, OpaHttp

    agent = HttpService(connected.http, STORE, policy.opa_url, policy.opa_timeout)
    return OpaDecisions(
        OpaHttp(agent),
        DecisionCache(policy.cache_ttl_ms, time.monotonic, _MOST_DECISIONS),
        fallback_local=policy.fallback_local,
    )
