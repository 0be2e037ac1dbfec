"""The A2A envelope of a ContextRequest, as in seed 001; optional fields may be missing."""

from typing import Annotated, Literal, Self

from pydantic import AliasChoices, AwareDatetime, ConfigDict, Field, model_validator

from recollect.context.requested_filters import (
    MAX_SAFE_INTEGER,
    FieldName,
    RequestedFilters,
    filters_of,
)
from recollect.core.ids import UNNAMED
from recollect.core.messages import (
    NUMERIC,
    CamelMessage,
    Fraction,
    ItemId,
    Message,
    Moment,
    PageSize,
    Query,
    Reference,
    Slug,
    Word,
)
from recollect.core.security_levels import SecurityLevel, lower_of
from recollect.relevance.calibration import QueryType
from recollect.retrieval.candidates import CAUSED_BY, EvidenceQuery, Match, Scope, Walk
from recollect.retrieval.weights import is_one
from recollect.slicing.budget import UNLIMITED, Budget
from recollect.slicing.specialist import ALL_GROUPS, Specialist


class Party(CamelMessage):
    """A sender or receiver of envelopes; further fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    type: Word
    id: Word


class Sender(Party):
    """The specialist. What it claims can lower its rights, never raise them."""

    security_level: SecurityLevel | None = None
    authorized_groups: Annotated[tuple[Word, ...], Field(max_length=100)] | None = None


class RequestMeta(Message):
    """Who asks whom, and whose knowledge; fields that other systems add here are ignored."""

    model_config = ConfigDict(extra="ignore")

    type: Literal["ContextRequest"]
    sender: Annotated[Sender, Field(alias="from")]
    to: Annotated[tuple[Party, ...], Field(max_length=10)] = ()
    message_id: Reference | None = None
    trace_id: Reference | None = None
    reply_to: Reference | None = None
    tenant: Slug | None = None
    project: Slug | None = None
    # It has no effect, and other systems may send it in seconds.
    timestamp: Annotated[
        AwareDatetime | None, Field(validation_alias=AliasChoices("timestamp", "ts"))
    ] = None

    @property
    def scope(self) -> Scope:
        """The tenant and project whose knowledge is asked for."""
        return Scope(self.tenant or UNNAMED, self.project or UNNAMED)


class GraphParams(Message):
    """Where a graph traversal starts, which relationships it follows, and how far."""

    start_node: ItemId
    relationship_types: Annotated[tuple[FieldName, ...], Field(min_length=1, max_length=10)] = (
        CAUSED_BY,
    )
    max_depth: Annotated[int, Field(ge=1, le=10), NUMERIC] = 3

    def walk(self) -> Walk:
        """The walk; causes are always followed."""
        types = dict.fromkeys((CAUSED_BY, *self.relationship_types))
        return Walk(self.start_node, tuple(types), self.max_depth)


class ContextQuery(Message):
    """What is asked. A graph traversal needs `graph_params`, every other type a text.

    With `match` "auto" an item that the text names (by id, title or alias) joins the relevant ones;
    with "named" only such items are found.
    """

    type: QueryType
    text: Query | None = None
    filters: RequestedFilters = Field(default_factory=dict)
    graph_params: GraphParams | None = None
    match: Match = "auto"

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.type == "graph_traversal" and self.graph_params is None:
            raise ValueError("graph_params.start_node is needed for a graph_traversal")
        if self.type != "graph_traversal" and self.text is None:
            raise ValueError(f"text is needed for a {self.type} query")
        if self.type != "graph_traversal" and self.graph_params is not None:
            raise ValueError("graph_params is only for a graph_traversal")
        if self.match == "named" and self.text is None:
            raise ValueError("text is needed where only what it names is wanted")
        return self


class LowerBudget(Message):
    """Limits of the answer, where they are lower than the configured ones."""

    bytes: Annotated[int, Field(ge=1, le=MAX_SAFE_INTEGER), NUMERIC] | None = None
    tokens: Annotated[int, Field(ge=1, le=MAX_SAFE_INTEGER), NUMERIC] | None = None
    items: Annotated[int, Field(ge=1, le=MAX_SAFE_INTEGER), NUMERIC] | None = None

    @property
    def limits(self) -> Budget:
        """These limits as a budget, without other limits."""
        return Budget(
            max_bytes=self.bytes or UNLIMITED.max_bytes,
            max_tokens=self.tokens or UNLIMITED.max_tokens,
            max_items=self.items or UNLIMITED.max_items,
        )


class RequestedWeights(Message):
    """The weights of seed 001, which sum to 1, instead of the configured ones."""

    recency: Fraction
    frequency: Fraction
    importance: Fraction
    causality: Fraction
    novelty: Fraction
    trust: Fraction
    sensitivity: Fraction

    @model_validator(mode="after")
    def _sum_to_one(self) -> Self:
        together = sum(self.model_dump().values())
        if not is_one(together):
            raise ValueError(f"must sum to 1, not to {together:.4g}")
        return self


class RequestPayload(Message):
    """A query, and how much of the answer is wanted.

    Items less relevant than `min_relevance` are no results, unless the query names them or solved
    cases needed them. `as_of` is the time whose knowledge is wanted; `include_superseded` also
    wants what was replaced since.
    """

    query: ContextQuery
    limit: PageSize = 10
    include_scores: bool = True
    include_embeddings: bool = False
    include_explain: bool = False
    include_graph: bool | None = None
    min_relevance: Fraction | None = None
    budget: LowerBudget | None = None
    weights: RequestedWeights | None = None
    as_of: Moment | None = None
    include_superseded: bool = False
    ledger: Literal["full", "kept", "none"] = "full"


class ContextRequest(Message):
    """A request for evidence by an agent."""

    meta: RequestMeta
    payload: RequestPayload


def query_of(request: ContextRequest, candidate_limit: int) -> EvidenceQuery:
    """The query for the sources. Raises InvalidRequest for an invalid filter."""
    payload, query = request.payload, request.payload.query
    return EvidenceQuery(
        scope=request.meta.scope,
        type=query.type,
        text=query.text or "",
        filters=filters_of(query.filters),
        limit=max(candidate_limit, payload.limit),
        walk=query.graph_params.walk() if query.graph_params else None,
        with_embeddings=payload.include_embeddings,
        floor=payload.min_relevance,
        weights=payload.weights.model_dump() if payload.weights else None,
        as_of=payload.as_of,
        include_superseded=payload.include_superseded,
        match=query.match,
    )


def specialist_of(
    meta: RequestMeta, granted_level: SecurityLevel, granted_groups: frozenset[str]
) -> Specialist:
    """The specialist with the rights that are both claimed and granted."""
    claimed = meta.sender
    return Specialist(
        type=claimed.type,
        id=claimed.id,
        security_level=lower_of(claimed.security_level or granted_level, granted_level),
        authorized_groups=_groups_of(claimed, granted_groups),
    )


def _groups_of(claimed: Sender, granted: frozenset[str]) -> frozenset[str]:
    """The groups that are both claimed and granted.

    A caller that is granted all groups (`*`) may ask on behalf of a member of any group. So a
    specialist for which it claims a level but no groups is in none of them; if it claims neither,
    it asks for itself.
    """
    if claimed.authorized_groups is None:
        return granted if claimed.security_level is None else granted - {ALL_GROUPS}
    asked = frozenset(claimed.authorized_groups)
    if ALL_GROUPS in asked:
        return granted
    return asked if ALL_GROUPS in granted else granted & asked
