"""The A2A envelope of a ContextResult, as seed 001 shows it, and its ledger."""

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
    """The eight signals of seed 001, or the share of the score that each of them decides."""

    relevance: float
    recency: float
    frequency: float
    importance: float
    causality: float
    novelty: float
    trust: float
    sensitivity: float


class ExperienceValue(Message):
    """What similar solved cases say for an item: their credit (0…1), and their ids."""

    credit: float
    cases: tuple[str, ...]


class LedgerEntry(Message):
    """A candidate, what it scored, and which stage decided about it.

    `shares`, where they were asked for, are the signals times their weights; together the score.
    What the policy withholds is listed only for who has `context:audit`, and has no score, since it
    was not ranked. `experience` is there where similar solved cases needed it, and
    has lifted the score.
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
    """What the results take of the specialist's budget."""

    bytes: int
    estimated_tokens: int
    items: int


class Slicing(CamelMessage):
    """What the policy and the budget took away.

    `total_redacted` counts items that were changed; with `context:audit` also the withheld ones.
    """

    total_redacted: int
    total_dropped_budget: int
    budget_used: UsedBudget


class Timings(CamelMessage):
    """Milliseconds; with `context:audit`, `sources` has those of each source that was asked."""

    retrieval_ms: float
    candidate_ms: float
    ranking_ms: float
    slicing_ms: float
    summarization_ms: float
    total_ms: float
    sources: dict[str, float]


class Explainability(CamelMessage):
    """What the evidence says in short, what could be done, and why it is this evidence."""

    tldr: Tldr
    affordances: tuple[Affordance, ...]
    causal_graph: CausalGraph | None
    slicing: Slicing
    timings: Timings
    warnings: tuple[str, ...]
    ledger: tuple[LedgerEntry, ...]


class ResultPayload(Message):
    """The evidence, best first; `total_count` is how many candidates are relevant.

    Best is the highest score, but what conflicts stands together, the newer before the older, what
    is superseded behind what holds, and what gives orders to its reader behind all else.
    `candidate_count` is how many were looked at; with `context:audit` those are counted, too, that
    the policy withholds.
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
