"""The environment of context requests: H4R, SCS, context packs and further sources.

Apart from the settings of all functions, so that a mistake here stops only who needs them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from recollect.core.errors import ConfigurationError
from recollect.relevance.fusion import Fusion
from recollect.retrieval.ranking import DEFAULT_FUSION, RankingRules, Weights
from recollect.settings.sources import SourceSettings, read_source_settings
from recollect.settings.stores import Reader
from recollect.slicing.budget import Budget

_TOLERANCE = 0.01
# A function may answer 6 MB, in which every quote of ours is escaped once more.
_MOST_BYTES = 2_500_000


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """Where policy decisions come from; times in seconds. Without `opa_url`: the local rules."""

    opa_url: str | None
    opa_timeout: float
    cache_ttl_ms: float
    fallback_local: bool


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """Everything that the environment decides about context requests."""

    ranking: RankingRules
    candidate_limit: int
    deadline: float
    """Seconds that each source may take."""
    cache_ttl_ms: int
    budget: Budget
    policy: PolicySettings
    tldr_sentences: int
    include_graph: bool
    weak_relevance: float
    sources: tuple[SourceSettings, ...]


def read_context_settings(environment: Mapping[str, str]) -> ContextSettings:
    """Read the settings; ConfigurationError names a variable that is missing or makes no sense."""
    read = Reader(environment)
    return ContextSettings(
        ranking=_ranking(read),
        candidate_limit=read.whole("H4R_CANDIDATE_LIMIT", 50, least=1, most=1000),
        deadline=read.number("H4R_DEADLINE_MS", 2000, least=1, most=60_000) / 1000,
        cache_ttl_ms=read.whole("H4R_CACHE_TTL_MS", 30_000, least=0, most=3_600_000),
        budget=Budget(
            max_bytes=read.whole("SCS_MAX_BYTES_DEFAULT", 122_880, least=1, most=_MOST_BYTES),
            max_tokens=read.whole("SCS_MAX_TOKENS_DEFAULT", 30_000, least=1, most=_MOST_BYTES),
            max_items=read.whole("SCS_MAX_ITEMS_DEFAULT", 100, least=1, most=100),
        ),
        policy=PolicySettings(
            opa_url=read.optional_url("SCS_OPA_URL"),
            opa_timeout=read.number("SCS_OPA_TIMEOUT_MS", 500, least=1, most=60_000) / 1000,
            cache_ttl_ms=read.number("SCS_OPA_CACHE_TTL_MS", 60_000, least=0, most=3_600_000),
            fallback_local=read.flag("SCS_OPA_FALLBACK_LOCAL", default=True),
        ),
        tldr_sentences=read.whole("CONTEXT_PACK_TLDR_SENTENCES", 5, least=0, most=50),
        include_graph=read.flag("CONTEXT_PACK_INCLUDE_GRAPH", default=False),
        weak_relevance=read.number("CONTEXT_PACK_WEAK_RELEVANCE", 0.2),
        sources=read_source_settings(read),
    )


def _ranking(read: Reader) -> RankingRules:
    default = Weights()
    weights = Weights(
        **{
            name: read.number(f"H4R_WEIGHT_{name.upper()}", getattr(default, name))
            for name in Weights.__dataclass_fields__
        }
    )
    together = sum(weights.shares(has_text=False).values())
    if round(abs(together - 1), 9) > _TOLERANCE:
        raise ConfigurationError(
            f"H4R_WEIGHT_*: the seven without H4R_WEIGHT_RELEVANCE sum to {together:.4g}, not to 1"
        )
    return RankingRules(
        weights=weights,
        decay_lambda=read.number("H4R_RECENCY_DECAY_LAMBDA", 0.1, least=0, most=100),
        min_score=read.number("H4R_MIN_SCORE", 0),
        fusion=Fusion(
            dense_weight=read.number("H4R_DENSE_WEIGHT", DEFAULT_FUSION.dense_weight),
            bm25_half=read.number("H4R_BM25_HALF", DEFAULT_FUSION.bm25_half, least=0.01, most=1000),
        ),
    )
