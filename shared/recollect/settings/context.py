"""The settings of context requests: of H4R, SCS, context packs and further sources.

They are separate from the settings of all functions, so that a mistake in them stops only the
functions that need them.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from recollect.core.errors import ConfigurationError
from recollect.relevance.calibration import UNCALIBRATED, Calibration
from recollect.retrieval.ranking import RankingRules
from recollect.retrieval.weights import Weights, is_one
from recollect.settings.declared import Flag, Group, Milliseconds, Number, Settings, Url, Whole
from recollect.settings.sources import FurtherSources
from recollect.settings.stores import CALIBRATION
from recollect.slicing.budget import Budget

_HOUR_MS: Final = 3_600_000
# Lambda allows 6 MB for an answer, in which every quote of our JSON is escaped once more.
_MAX_ANSWER_BYTES: Final = 2_500_000
_WEIGHTS: Final = Weights()
_BUDGET: Final = Budget()


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingSettings(Settings):
    """The weights of H4R's signals, and how similarities of the embedding model are calibrated."""

    recency: Annotated[float, Number("H4R_WEIGHT_RECENCY")] = _WEIGHTS.recency
    frequency: Annotated[float, Number("H4R_WEIGHT_FREQUENCY")] = _WEIGHTS.frequency
    importance: Annotated[float, Number("H4R_WEIGHT_IMPORTANCE")] = _WEIGHTS.importance
    causality: Annotated[float, Number("H4R_WEIGHT_CAUSALITY")] = _WEIGHTS.causality
    novelty: Annotated[float, Number("H4R_WEIGHT_NOVELTY")] = _WEIGHTS.novelty
    trust: Annotated[float, Number("H4R_WEIGHT_TRUST")] = _WEIGHTS.trust
    sensitivity: Annotated[float, Number("H4R_WEIGHT_SENSITIVITY")] = _WEIGHTS.sensitivity
    relevance: Annotated[float, Number("H4R_WEIGHT_RELEVANCE")] = _WEIGHTS.relevance
    decay_lambda: Annotated[float, Number("H4R_RECENCY_DECAY_LAMBDA", 0, 100)] = 0.1
    min_score: Annotated[float, Number("H4R_MIN_SCORE")] = 0
    calibration: Annotated[Calibration, CALIBRATION] = UNCALIBRATED

    def __post_init__(self) -> None:
        """Refuse weights whose sum is not 1."""
        total = sum(self.rules.weights.shares(has_text=False).values())
        if not is_one(total):
            raise ConfigurationError(
                f"H4R_WEIGHT_*: all but H4R_WEIGHT_RELEVANCE sum to {total:.4g}, not to 1"
            )

    @property
    def rules(self) -> RankingRules:
        """These settings as the rules that ranking takes."""
        weights = Weights(**{name: getattr(self, name) for name in Weights.__dataclass_fields__})
        return RankingRules(weights, self.decay_lambda, self.min_score, self.calibration)


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicySettings(Settings):
    """The Open Policy Agent that decides, or local rules without one; `opa_timeout` in seconds."""

    opa_url: Annotated[str | None, Url("SCS_OPA_URL")] = None
    opa_timeout: Annotated[float, Milliseconds("SCS_OPA_TIMEOUT_MS", 1, 60_000)] = 0.5
    cache_ttl_ms: Annotated[float, Number("SCS_OPA_CACHE_TTL_MS", 0, _HOUR_MS)] = 60_000
    fallback_local: Annotated[bool, Flag("SCS_OPA_FALLBACK_LOCAL")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSettings(Settings):
    """All settings of context requests."""

    h4r: Annotated[RankingSettings, Group(RankingSettings)]
    candidate_limit: Annotated[int, Whole("H4R_CANDIDATE_LIMIT", 1, 1000)] = 50
    deadline: Annotated[float, Milliseconds("H4R_DEADLINE_MS", 1, 60_000)] = 2.0
    """The seconds that each source may take."""
    cache_ttl_ms: Annotated[int, Whole("H4R_CACHE_TTL_MS", 0, _HOUR_MS)] = 30_000
    max_bytes: Annotated[int, Whole("SCS_MAX_BYTES_DEFAULT", 1, _MAX_ANSWER_BYTES)] = (
        _BUDGET.max_bytes
    )
    max_tokens: Annotated[int, Whole("SCS_MAX_TOKENS_DEFAULT", 1, _MAX_ANSWER_BYTES)] = (
        _BUDGET.max_tokens
    )
    max_items: Annotated[int, Whole("SCS_MAX_ITEMS_DEFAULT", 1, 100)] = _BUDGET.max_items
    policy: Annotated[PolicySettings, Group(PolicySettings)]
    tldr_sentences: Annotated[int, Whole("CONTEXT_PACK_TLDR_SENTENCES", 0, 50)] = 5
    include_graph: Annotated[bool, Flag("CONTEXT_PACK_INCLUDE_GRAPH")] = False
    sources: Annotated[FurtherSources, Group(FurtherSources)]

    @property
    def budget(self) -> Budget:
        """The budget of an answer, unless the request asks for a smaller one."""
        return Budget(self.max_bytes, self.max_tokens, self.max_items)
