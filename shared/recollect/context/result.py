"""The A2A envelope of a ContextResult, as seed 001 shows it, and its ledger."""

import operator
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from recollect.context.affordances import Affordance
from recollect.context.causal_graph import CausalGraph
from recollect.context.request import Party
from recollect.context.tldr import Tldr
from recollect.core.messages import Message, is_none
from recollect.slicing.sliced import SlicedItem
from recollect.slicing.slicer import Stage


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


class LedgerEntry(Message):
    """A candidate, what it scored, and which stage decided about it.

    `shares`, where they were asked for, are the signals times their weights; together the score.
    """

    id: str
    score: float
    signals: SignalValues
    shares: Annotated[SignalValues | None, Field(exclude_if=is_none)] = None
    reason: Literal["kept", "dropped"]
    stage: Stage
    explanation: str
    redacted: Annotated[bool, Field(exclude_if=operator.not_)] = False


class UsedBudget(Message):
    """What the results take of the specialist's budget."""

    bytes: int
    estimatedTokens: int  # noqa: N815  # the seed's name
    items: int


class Slicing(Message):
    """What the policy and the budget took away."""

    totalRedacted: int  # noqa: N815  # the seed's name
    totalDroppedBudget: int  # noqa: N815  # the seed's name
    budgetUsed: UsedBudget  # noqa: N815  # the seed's name


class Timings(Message):
    """Milliseconds; `sources` has those of each source that was asked."""

    retrievalMs: float  # noqa: N815  # the seed's name
    candidateMs: float  # noqa: N815  # the seed's name
    rankingMs: float  # noqa: N815  # the seed's name
    slicingMs: float  # noqa: N815  # the seed's name
    summarizationMs: float  # noqa: N815  # the seed's name
    totalMs: float  # noqa: N815  # the seed's name
    sources: dict[str, float]


class Explainability(Message):
    """What the evidence says in short, what could be done, and why it is this evidence."""

    tldr: Tldr
    affordances: tuple[Affordance, ...]
    causalGraph: CausalGraph | None  # noqa: N815  # the seed's name
    slicing: Slicing
    timings: Timings
    warnings: tuple[str, ...]
    ledger: tuple[LedgerEntry, ...]


class ResultPayload(Message):
    """The evidence, best first; `total_count` is how many candidates the query had."""

    results: tuple[SlicedItem, ...]
    total_count: int
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
    reply_to: Annotated[str | None, Field(exclude_if=is_none)] = None
    trace_id: Annotated[str | None, Field(exclude_if=is_none)] = None
    tenant: Annotated[str | None, Field(exclude_if=is_none)] = None
    project: Annotated[str | None, Field(exclude_if=is_none)] = None
    timestamp: str


class ContextResult(Message):
    """The answer to a ContextRequest."""

    meta: ResultMeta
    payload: ResultPayload
