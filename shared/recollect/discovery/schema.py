"""The discovery pack, schema 1.1.0, to the letter of seed 000: what is not known is absent."""

from typing import Annotated, Final, Literal

from pydantic import Field

from recollect.core.messages import Message, is_none
from recollect.knowledge.similar_cases import SimilarCase

SCHEMA_VERSION: Final = "1.1.0"
MAX_PACK_BYTES = 24_576

PolicyType = Literal[
    "sla_breach", "sla_approaching", "after_hours", "high_risk", "vip", "maintenance_window"
]
Severity = Literal["critical", "warning", "info"]
InteractionOutcome = Literal["success", "partial_success", "failure", "user_corrected"]


class PackMetadata(Message):
    """What the pack was asked for, and whose it is."""

    caseNumbers: tuple[str, ...]  # noqa: N815  # the seed's name
    channelId: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    threadTs: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    companyName: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name


class BusinessContextSummary(Message):
    """Who the customer is; at most five aliases."""

    entityName: str  # noqa: N815  # the seed's name
    entityType: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    industry: Annotated[str | None, Field(exclude_if=is_none)] = None
    aliases: Annotated[tuple[str, ...] | None, Field(exclude_if=is_none)] = None
    technologyPortfolio: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    serviceDetails: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name


class CaseContextSummary(Message):
    """What is known of the Slack thread in which the case is talked about."""

    caseNumber: str  # noqa: N815  # the seed's name
    channelId: str  # noqa: N815  # the seed's name
    threadTs: str  # noqa: N815  # the seed's name
    detectedAt: str  # noqa: N815  # the seed's name
    lastUpdated: str  # noqa: N815  # the seed's name
    messageCount: int  # noqa: N815  # the seed's name


class SlackMessage(Message):
    """A message, its white space folded, of at most 280 characters."""

    role: Literal["user", "assistant"]
    text: str
    timestamp: Annotated[str | None, Field(exclude_if=is_none)] = None


class SlackRecent(Message):
    """The last messages, oldest first; `totalMessages` is how many there are here."""

    totalMessages: int  # noqa: N815  # the seed's name
    messages: tuple[SlackMessage, ...]


class SimilarCases(Message):
    """Cases like this one, most similar first."""

    total: int
    cases: tuple[SimilarCase, ...]


class RelatedItem(Message):
    """A configuration item that a found one hangs on, or that hangs on it."""

    name: str
    className: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    ipAddresses: Annotated[tuple[str, ...] | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    environment: Annotated[str | None, Field(exclude_if=is_none)] = None
    ownerGroup: Annotated[str | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    matchReason: str  # noqa: N815  # the seed's name


class CmdbItem(RelatedItem):
    """A configuration item that the messages name, and what is related to it."""

    relatedItems: Annotated[tuple[RelatedItem, ...] | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name


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


class PolicyAlert(Message):
    """Something that whoever works on the case must know."""

    type: PolicyType
    severity: Severity
    message: str
    details: Annotated[dict[str, object] | None, Field(exclude_if=is_none)] = None
    detectedAt: str  # noqa: N815  # the seed's name


class Exemplar(Message):
    """A past interaction of high quality; scores are 0…1."""

    caseNumber: str  # noqa: N815  # the seed's name
    interactionType: str  # noqa: N815  # the seed's name
    summary: str
    qualityScore: float  # noqa: N815  # the seed's name
    similarityScore: Annotated[float | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    actionTaken: str  # noqa: N815  # the seed's name
    outcome: InteractionOutcome


class Exemplars(Message):
    """Past interactions like this one, most similar first."""

    total: int
    exemplars: tuple[Exemplar, ...]


class DiscoveryPack(Message):
    """What is known about a case. Consumers branch by `schemaVersion`."""

    schemaVersion: Literal["1.1.0"] = SCHEMA_VERSION  # noqa: N815  # the seed's name
    generatedAt: str  # noqa: N815  # the seed's name
    metadata: PackMetadata
    businessContext: Annotated[BusinessContextSummary | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    caseContext: Annotated[CaseContextSummary | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    slackRecent: Annotated[SlackRecent | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    similarCases: Annotated[SimilarCases | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    cmdbHits: Annotated[CmdbHits | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    policyAlerts: Annotated[tuple[PolicyAlert, ...] | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
    muscleMemoryExemplars: Annotated[Exemplars | None, Field(exclude_if=is_none)] = None  # noqa: N815  # the seed's name
