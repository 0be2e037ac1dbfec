"""What context requests need: the sources of evidence, the policy, and the builder of packs."""

import time
from dataclasses import dataclass
from functools import cache

import httpx

from recollect.adapters.http.transport import HttpService, SecretHeader
from recollect.adapters.upstash.redis.evidence import RedisCandidates, RedisUsages
from recollect.adapters.upstash.redis.owners import RedisOwners
from recollect.adapters.upstash.vector.evidence import VectorEvidence
from recollect.adapters.upstash.vector.experience import VectorExperience
from recollect.adapters.upstash.vector.knowledge import VectorKnowledge
from recollect.context.building import ContextBuilder, ContextRules
from recollect.knowledge.evidence_reading import EvidenceReader
from recollect.retrieval.candidates import CandidateSource
from recollect.retrieval.retrieving import Retriever
from recollect.settings.context import ContextSettings
from recollect.settings.sources import (
    Neo4jSettings,
    PostgresSettings,
    QdrantSettings,
    SourceSettings,
)
from recollect.slicing.decisions import DecisionCache, LocalDecisions, OpaDecisions, PolicyDecisions
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.specialist import Specialist
from recollect.wiring.environment import settings_from
from recollect.wiring.stores import Stores, stores

# How many policy decisions are cached; each takes about a kilobyte.
_MAX_CACHED_DECISIONS = 10_000


@dataclass(frozen=True, slots=True)
class EvidenceServices:
    """The services for context requests."""

    settings: ContextSettings
    builder: ContextBuilder
    repository: VectorKnowledge
    lists: RedisOwners

    def reading(self, specialist: Specialist, *, audits: bool) -> EvidenceReader:
        """A reader of stored evidence that shows what a specialist may see, who may audit."""
        decisions = self.builder.decisions
        return EvidenceReader(
            self.repository,
            self.lists,
            lambda: SpecialistReader(specialist, decisions, audits=audits).see,
        )


@cache
def evidence_services() -> EvidenceServices:
    """The services of this process, by its settings."""
    return build_evidence_services(settings_from(ContextSettings), stores())


def build_retriever(settings: ContextSettings, connected: Stores) -> Retriever:
    """Build the retriever, which asks all sources that are set up."""
    further = (_source(source, connected, settings.deadline) for source in settings.sources.active)
    upstash = VectorEvidence(connected.vector)
    return Retriever(
        sources=(upstash, *further),
        cache=RedisCandidates(connected.redis, settings.cache_ttl_ms),
        usages=RedisUsages(connected.redis),
        stored_items=upstash,
        experience=VectorExperience(connected.vector),
        rules=settings.h4r.rules,
        deadline=settings.deadline,
        clock=time.perf_counter,
    )


def build_evidence_services(settings: ContextSettings, connected: Stores) -> EvidenceServices:
    """Build the services over stores."""
    return EvidenceServices(
        settings=settings,
        repository=VectorKnowledge(connected.vector),
        lists=RedisOwners(connected.redis),
        builder=ContextBuilder(
            usages=RedisUsages(connected.redis),
            retrieve=build_retriever(settings, connected).retrieve,
            decisions=_decisions(settings, connected),
            rules=ContextRules(
                settings.budget, settings.tldr_sentences, settings.h4r.calibration.floor
            ),
            clock=time.perf_counter,
        ),
    )


def _source(settings: SourceSettings, connected: Stores, deadline: float) -> CandidateSource:
    """A further source. Its driver is imported only if the source is set up."""
    # ruff: noqa: PLC0415  # see above
    match settings:
        case PostgresSettings(url=url):
            from recollect.adapters.postgres.database import Postgres
            from recollect.adapters.postgres.evidence import PostgresEvidence

            return PostgresEvidence(Postgres(url, deadline))
        case QdrantSettings(url=url, api_key=api_key, collection=collection, model=model):
            from recollect.adapters.qdrant.evidence import STORE as QDRANT
            from recollect.adapters.qdrant.evidence import QdrantEvidence

            auth = SecretHeader("api-key", api_key) if api_key else None
            qdrant = HttpService(connected.http, QDRANT, url, deadline, auth)
            return QdrantEvidence(qdrant, collection, model)
        case Neo4jSettings(url=url, user=user, password=password, database=database):
            from recollect.adapters.neo4j.evidence import STORE as NEO4J
            from recollect.adapters.neo4j.evidence import Neo4jEvidence

            account = httpx.BasicAuth(user, password)
            neo4j = HttpService(connected.http, NEO4J, url, deadline, account)
            return Neo4jEvidence(neo4j, database)


def _decisions(settings: ContextSettings, connected: Stores) -> PolicyDecisions:
    policy = settings.policy
    if policy.opa_url is None:
        return LocalDecisions()
    from recollect.adapters.opa.policy_agent import STORE, OpaHttp

    agent = HttpService(connected.http, STORE, policy.opa_url, policy.opa_timeout)
    return OpaDecisions(
        OpaHttp(agent),
        DecisionCache(policy.cache_ttl_ms, time.monotonic, _MAX_CACHED_DECISIONS),
        fallback_local=policy.fallback_local,
    )
