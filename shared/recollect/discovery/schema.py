"""The discovery pack, schema 1.1.0, to the letter of seed 000: what is not known is absent."""

from typing import Annotated, Final, Literal

from pydantic import Field

from recollect.core.messages import CamelMessage, Message, is_none
from recollect.knowledge.similar_cases import SimilarCase

SCHEMA_VERSION: Final = "1.1.0"
MAX_PACK_BYTES = 24_576

PolicyType = Literal[
    "sla_breach", "sla_approaching", "after_hours", "high_risk", "vip", "maintenance_window"
]
Severity = Literal["critical", "warning", "info"]
InteractionOutcome = Literal["success", "partial_success", "failure", "user_corrected"]


class PackMetadata(CamelMessage):
    """What the pack was asked for, and whose it is."""

    case_numbers: tuple[str, ...]
    channel_id: Annotated[str | None, Field(exclude_if=is_none)] = None
    thread_ts: Annotated[str | None, Field(exclude_if=is_none)] = None
    company_name: Annotated[str | None, Field(exclude_if=is_none)] = None


class BusinessContextSummary(CamelMessage):
    """Who the customer is; at most five aliases."""

    entity_name: str
    entity_type: Annotated[str | None, Field(exclude_if=is_none)] = None
    industry: Annotated[str | None, Field(exclude_if=is_none)] = None
    aliases: Annotated[tuple[str, ...] | None, Field(exclude_if=is_none)] = None
    technology_portfolio: Annotated[str | None, Field(exclude_if=is_none)] = None
    service_details: Annotated[str | None, Field(exclude_if=is_none)] = None


class CaseContextSummary(CamelMessage):
    """What is known of the Slack thread in which the case is talked about."""

    case_number: str
    channel_id: str
    thread_ts: str
    detected_at: str
    last_updated: str
    message_count: int


class SlackMessage(Message):
    """A message, its white space folded, of at most 280 characters."""

    role: Literal["user", "assistant"]
    text: str
    timestamp: Annotated[str | None, Field(exclude_if=is_none)] = None


class SlackRecent(CamelMessage):
    """The last messages, oldest first; `totalMessages` is how many there are here."""

    total_messages: int
    messages: tuple[SlackMessage, ...]


class SimilarCases(Message):
    """Cases like this one, most similar first."""

    total: int
    cases: tuple[SimilarCase, ...]


class RelatedItem(CamelMessage):
    """A configuration item that a found one hangs on, or that hangs on it."""

    name: str
    class_name: Annotated[str | None, Field(exclude_if=is_none)] = None
    ip_addresses: Annotated[tuple[str, ...] | None, Field(exclude_if=is_none)] = None
    environment: Annotated[str | None, Field(exclude_if=is_none)] = None
    owner_group: Annotated[str | None, Field(exclude_if=is_none)] = None
    match_reason: str


class CmdbItem(RelatedItem):
    """A configuration item that the messages name, and what is related to it."""

    related_items: Annotated[tuple[RelatedItem, ...] | None, Field(exclude_if=is_none)] = None


class CmdbHits(Message):
    """Configuration items that the messages name."""

    total: int
    items: tuple[CmdbItem, ...]


class ChangeWindow(Message):
    """A change that is under way."""

    number: str
    state: str
    start: str
    end: str


class PolicyAlert(CamelMessage):
    """Something that whoever works on the case must know."""

    type: PolicyType
    severity: Severity
    message: str
    details: Annotated[dict[str, object] | None, Field(exclude_if=is_none)] = None
    detected_at: str


class Exemplar(CamelMessage):
    """A past interaction of high quality; scores are 0…1."""

    case_number: str
    interaction_type: str
    summary: str
    quality_score: float
    similarity_score: Annotated[float | None, Field(exclude_if=is_none)] = None
    action_taken: str
    outcome: InteractionOutcome


class Exemplars(Message):
    """Past interactions like this one, most similar first."""

    total: int
    exemplars: tuple[Exemplar, ...]


class DiscoveryPack(CamelMessage):
    """What is known about a case. Consumers branch by `schemaVersion`."""

    schema_version: Literal["1.1.0"] = SCHEMA_VERSION
    generated_at: str
    metadata: PackMetadata
    business_context: Annotated[BusinessContextSummary | None, Field(exclude_if=is_none)] = None
    case_context: Annotated[CaseContextSummary | None, Field(exclude_if=is_none)] = None
    slack_recent: Annotated[SlackRecent | None, Field(exclude_if=is_none)] = None
    similar_cases: Annotated[SimilarCases | None, Field(exclude_if=is_none)] = None
    cmdb_hits: Annotated[CmdbHits | None, Field(exclude_if=is_none)] = None
    policy_alerts: Annotated[tuple[PolicyAlert, ...] | None, Field(exclude_if=is_none)] = None
    muscle_memory_exemplars: Annotated[Exemplars | None, Field(exclude_if=is_none)] = None
