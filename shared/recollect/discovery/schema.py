"""The discovery pack, schema 1.1.0, exactly as in seed 000. What is not known is absent."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from recollect.core.messages import CamelMessage, Message, Omittable
from recollect.knowledge.similar_cases import SimilarCase

SCHEMA_VERSION: Final = "1.1.0"
MAX_PACK_BYTES = 24_576

PolicyType = Literal[
    "sla_breach", "sla_approaching", "after_hours", "high_risk", "vip", "maintenance_window"
]
Severity = Literal["critical", "warning", "info"]
InteractionOutcome = Literal["success", "partial_success", "failure", "user_corrected"]


class PackMetadata(CamelMessage):
    """The cases, the Slack thread and the customer that the pack is about."""

    case_numbers: tuple[str, ...]
    channel_id: Omittable[str] = None
    thread_ts: Omittable[str] = None
    company_name: Omittable[str] = None


class BusinessContextSummary(CamelMessage):
    """The customer as the directory has it, with at most five aliases."""

    entity_name: str
    entity_type: Omittable[str] = None
    industry: Omittable[str] = None
    aliases: Omittable[tuple[str, ...]] = None
    technology_portfolio: Omittable[str] = None
    service_details: Omittable[str] = None


class CaseContextSummary(CamelMessage):
    """What is known about the Slack thread that discusses the case."""

    case_number: str
    channel_id: str
    thread_ts: str
    detected_at: str
    last_updated: str
    message_count: int


class SlackMessage(Message):
    """A message, its white space collapsed, of at most 280 characters."""

    role: Literal["user", "assistant"]
    text: str
    timestamp: Omittable[str] = None


class SlackRecent(CamelMessage):
    """The last messages of users and the assistant, oldest first; `totalMessages` counts them."""

    total_messages: int
    messages: tuple[SlackMessage, ...]


class SimilarCases(Message):
    """Resolved cases like this one: first the customer's own that are likely relevant."""

    total: int
    cases: tuple[SimilarCase, ...]


class RelatedItem(CamelMessage):
    """A configuration item that is a parent or a child of a found one."""

    name: str
    class_name: Omittable[str] = None
    ip_addresses: Omittable[tuple[str, ...]] = None
    environment: Omittable[str] = None
    owner_group: Omittable[str] = None
    match_reason: str


class CmdbItem(RelatedItem):
    """A configuration item that messages, journal or cases name, with its related items."""

    related_items: Omittable[tuple[RelatedItem, ...]] = None


class CmdbHits(Message):
    """The configuration items that messages, journal or cases name."""

    total: int
    items: tuple[CmdbItem, ...]


class ChangeWindow(CamelMessage):
    """A change that is under way, with its planned start and end, and what it is about."""

    number: str
    state: str
    start: str
    end: str
    short_description: Omittable[str] = None


class PolicyAlert(CamelMessage):
    """Something that anyone who works on the case must know."""

    type: PolicyType
    severity: Severity
    message: str
    details: Omittable[dict[str, object]] = None
    detected_at: str


_M = TypeVar("_M", bound=BaseModel)


def listed(model: type[_M], alert: PolicyAlert, name: str) -> Iterator[_M]:
    """The objects that an alert's details list under `name`; those of another shape are left out.

    The schema of a pack says nothing about details.
    """
    entries = (alert.details or {}).get(name)
    for entry in entries if isinstance(entries, list) else ():
        with suppress(ValidationError):
            yield model.model_validate(entry)


class Exemplar(CamelMessage):
    """A past interaction of high quality; scores are 0…1."""

    case_number: str
    interaction_type: str
    summary: str
    quality_score: float
    similarity_score: Omittable[float] = None
    action_taken: str
    outcome: InteractionOutcome


class Exemplars(Message):
    """Past interactions like this one, most similar first."""

    total: int
    exemplars: tuple[Exemplar, ...]


class DiscoveryPack(CamelMessage):
    """What is known about a case. Consumers branch on `schemaVersion`."""

    schema_version: Literal["1.1.0"] = SCHEMA_VERSION
    generated_at: str
    metadata: PackMetadata
    business_context: Omittable[BusinessContextSummary] = None
    case_context: Omittable[CaseContextSummary] = None
    slack_recent: Omittable[SlackRecent] = None
    similar_cases: Omittable[SimilarCases] = None
    cmdb_hits: Omittable[CmdbHits] = None
    policy_alerts: Omittable[tuple[PolicyAlert, ...]] = None
    muscle_memory_exemplars: Omittable[Exemplars] = None
