"""Packs for tests: a retriever with fixed candidates, requests, and short ways to build packs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from recollect.context.answering import options_of, result_of
from recollect.context.building import ContextBuilder, ContextPack, ContextRules
from recollect.context.request import ContextRequest, query_of, specialist_of
from recollect.context.result import ContextResult
from recollect.core.errors import StoreError
from recollect.core.security_levels import SecurityLevel
from recollect.retrieval.candidates import Candidate, EvidenceQuery
from recollect.retrieval.joining import Usages
from recollect.retrieval.ranking import RankingRules, rank
from recollect.retrieval.retrieving import Retrieval
from recollect.retrieval.visibility import Reader
from recollect.slicing.budget import Budget
from recollect.slicing.decisions import LocalDecisions, PolicyDecisions
from tests.retrieval.fakes import FakeUsages, TickingClock
from tests.retrieval.samples import NOW

# "Request Format" of the specification.
SEED = """
{
  "meta": {
    "type": "ContextRequest",
    "from": {
      "type": "specialist",
      "id": "playwright_healer",
      "securityLevel": "internal"
    }
  },
  "payload": {
    "query": {
      "type": "semantic",
      "text": "login test failures with selector issues",
      "filters": { "test_type": "e2e", "status": "failed" }
    },
    "limit": 10,
    "include_scores": true
  }
}
"""
RULES = RankingRules()


@dataclass(slots=True)
class FakeRetriever:
    """Ranks the candidates that it was given, for any query."""

    found: Sequence[Candidate] = ()
    rules: RankingRules = RULES
    degraded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    error: StoreError | None = None

    async def retrieve(self, query: EvidenceQuery, reader: Reader, now: datetime) -> Retrieval:
        if self.error is not None:
            raise self.error
        sights = await reader.see([each.item for each in self.found])
        seen = [
            replace(each, item=sight.item, sight=sight)
            for each, sight in zip(self.found, sights, strict=True)
            if sight is not None
        ]
        return Retrieval(
            text=query.text,
            ranking=rank(query, seen, {}, now, self.rules),
            candidates={"upstash-vector": len(self.found)},
            gathering=0.02,
            ranking_time=0.003,
            total=0.025,
            source_seconds={"upstash-vector": 0.0191},
            degraded=self.degraded,
            warnings=self.warnings,
        )


def builder(
    *found: Candidate,
    retriever: FakeRetriever | None = None,
    usages: Usages | None = None,
    decisions: PolicyDecisions | None = None,
    rules: RankingRules = RULES,
    budget: Budget | None = None,
) -> ContextBuilder:
    return ContextBuilder(
        (retriever or FakeRetriever(found, rules)).retrieve,
        FakeUsages() if usages is None else usages,
        decisions or LocalDecisions(),
        ContextRules(budget or Budget(), tldr_sentences=5, floor=0.2),
        TickingClock(),
    )


def request(
    text: str | None = "login test failures",
    *,
    sender: Mapping[str, JsonValue] | None = None,
    meta: Mapping[str, JsonValue] | None = None,
    query: Mapping[str, JsonValue] | None = None,
    **payload: JsonValue,
) -> ContextRequest:
    asked: dict[str, JsonValue] = {"type": "hybrid", "text": text, **(query or {})}
    who: dict[str, JsonValue] = {"type": "specialist", "id": "playwright_healer", **(sender or {})}
    return ContextRequest.model_validate(
        {
            "meta": {"type": "ContextRequest", "from": who, **(meta or {})},
            "payload": {"query": asked, **payload},
        }
    )


async def packed(
    built: ContextBuilder,
    asked: ContextRequest,
    level: SecurityLevel = "internal",
    *,
    audits: bool = True,
) -> ContextPack:
    return await built.build(
        query_of(asked, 50),
        specialist_of(asked.meta, level, frozenset()),
        options_of(asked, graph_by_default=False, audits=audits),
        NOW,
        "agent-7",
    )


async def answered(
    built: ContextBuilder,
    asked: ContextRequest,
    level: SecurityLevel = "internal",
    *,
    audits: bool = True,
) -> ContextResult:
    """Answer a request from end to end, as the function does."""
    pack = await packed(built, asked, level, audits=audits)
    query = query_of(asked, 50)
    return result_of(asked, query, pack, NOW, "message-2")
