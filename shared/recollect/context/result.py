"""The A2A envelope of a ContextResult, as in seed 001, with its ledger."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from recollect.context.affordances import Affordance
from recollect.context.causal_graph import CausalGraph
from recollect.context.request import Party
from recollect.context.tldr import Tldr
from recollect.core.messages import CamelMessage, Message, MomentText, Omittable, OmittedIfFalsy
from recollect.slicing.sliced import SlicedItem
from recollect.slicing.slicer import LedgerEntryStage


class SignalValues(Message):
    """The signals of seed 001, or the share of the score that each of them decides."""

    relevance: float
    recency: float
    frequency: float
    importance: float
    causality: float
    novelty: float
    trust: float
    sensitivity: float


class ExperienceValue(Message):
    """How much similar solved cases needed an item: their credit (0…1), and their ids."""

    credit: float
    cases: tuple[str, ...]


class LedgerEntry(Message):
    """A candidate, its score, and the stage that decided about it.

    `shares`, where requested, are the signals times their weights; together they are the score.
    Items that the policy withholds are listed only for callers with `context:audit`, and have no
    score, since they were not ranked. `experience` is there if similar solved cases needed the
    item, which raised its score.
    """

    id: str
    score: Omittable[float] = None
    signals: Omittable[SignalValues] = None
    shares: Omittable[SignalValues] = None
    reason: Literal["kept", "dropped"]
    stage: LedgerEntryStage
    explanation: str
    experience: Omittable[ExperienceValue] = None
    redacted: OmittedIfFalsy[bool] = False


class UsedBudget(CamelMessage):
    """How much of the specialist's budget the results use."""

    bytes: int
    estimated_tokens: int
    items: int


class Slicing(CamelMessage):
    """What the policy and the budget removed.

    `total_redacted` counts items that were changed; with `context:audit` also those withheld.
    """

    total_redacted: int
    total_dropped_budget: int
    budget_used: UsedBudget


class Timings(CamelMessage):
    """Durations in milliseconds; with `context:audit`, `sources` has that of each source asked."""

    retrieval_ms: float
    candidate_ms: float
    ranking_ms: float
    slicing_ms: float
    summarization_ms: float
    total_ms: float
    sources: dict[str, float]


class Explainability(CamelMessage):
    """A summary of the evidence, hints on what to do, and why it is this evidence."""

    tldr: Tldr
    affordances: tuple[Affordance, ...]
    causal_graph: CausalGraph | None
    slicing: Slicing
    timings: Timings
    warnings: tuple[str, ...]
    ledger: tuple[LedgerEntry, ...]


class ResultPayload(Message):
    """The evidence, best first; `total_count` is the number of relevant candidates.

    The order is by score, but conflicting items stand together, the newer before the older,
    superseded ones stand behind their successors, and items with orders to their reader come last.
    `candidate_count` is the number of candidates examined; with `context:audit` it includes those
    that the policy withholds.
    """

    results: tuple[SlicedItem, ...]
    total_count: int
    candidate_count: int
    query_duration_ms: float
    sources: tuple[str, ...]
    explainability: Explainability


class ResultMeta(Message):
    """Who answers whom; `reply_to` is the request's `message_id`."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True)

    type: Literal["ContextResult"] = "ContextResult"
    sender: Annotated[Party, Field(alias="from")]
    to: tuple[Party, ...]
    message_id: str
    reply_to: Omittable[str] = None
    trace_id: Omittable[str] = None
    tenant: Omittable[str] = None
    project: Omittable[str] = None
    timestamp: MomentText


class ContextResult(Message):
    """The answer to a ContextRequest."""

    meta: ResultMeta
    payload: ResultPayload
