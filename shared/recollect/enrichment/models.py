"""Requests and responses of enrichment over HTTP."""

from math import isfinite
from typing import Annotated, Self

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from recollect.core.messages import (
    NUMERIC,
    CamelMessage,
    Message,
    Name,
    Note,
    Prose,
    Slug,
    Tags,
    without_nul,
)
from recollect.core.shapes import TOOL_MEMORY_PATTERN
from recollect.tools.memory_context import Enrichment, EnrichmentStatus

SessionId = Annotated[
    str, StringConstraints(min_length=1, max_length=256), AfterValidator(without_nul)
]
"""The id of a session, which its owner chooses: any text, quotes included."""

_Names = Annotated[tuple[Name, ...], Field(max_length=20)]


_Corrected = Annotated[
    tuple[Annotated[str, StringConstraints(pattern=TOOL_MEMORY_PATTERN)], ...],
    Field(max_length=50, description="The ids of memories of tools that this one corrects."),
]


def _finite(arguments: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Refuse numbers beyond the range of floats, such as 1e400: JSON would return them as null."""
    levels: list[JsonValue] = [arguments]
    while levels:
        level = levels.pop()
        if isinstance(level, dict):
            levels.extend(level.values())
        elif isinstance(level, list):
            levels.extend(level)
        elif isinstance(level, float) and not isfinite(level):
            raise ValueError("must not contain NaN or infinite numbers")
    return arguments


class MemoryContextRequest(CamelMessage):
    """The arguments of a call that the caller is about to make."""

    arguments: Annotated[dict[str, JsonValue], AfterValidator(_finite)]
    session_id: Annotated[str | None, Field(max_length=256)] = None


class EnrichmentReport(CamelMessage):
    """The result of an enrichment; `latencyMs` is how long the caller waited for it."""

    status: EnrichmentStatus
    count: int
    latency_ms: float


class MemoryContextAnswer(Message):
    """The arguments to call the tool with."""

    arguments: dict[str, JsonValue]
    enrichment: EnrichmentReport

    @classmethod
    def of(cls, enrichment: Enrichment) -> Self:
        """The response for an enrichment."""
        report = EnrichmentReport(
            status=enrichment.status,
            count=enrichment.count,
            latency_ms=round(enrichment.seconds * 1000, 2),
        )
        return cls(arguments=dict(enrichment.arguments), enrichment=report)


class UsedEnrichment(CamelMessage):
    """How many memories an execution was given, and how long it took to find them, in ms."""

    count: Annotated[int, Field(ge=0, le=1_000), NUMERIC]
    latency_ms: Annotated[float, Field(ge=0, le=600_000, allow_inf_nan=False), NUMERIC]


class NewExecution(CamelMessage):
    """A tool that was run: its arguments, its result, and the session."""

    arguments: dict[str, JsonValue]
    result: JsonValue
    session_id: SessionId
    tags: Tags = ()
    domain: Slug | None = None
    environment: Slug | None = None
    severity: Slug | None = None
    enrichment: UsedEnrichment | None = None
    supersedes: _Corrected = ()


class NewConversation(CamelMessage):
    """A text of a session."""

    session_id: SessionId
    text: Prose
    tags: Tags = ()
    domain: Slug = "general"
    environment: Slug | None = None
    supersedes: _Corrected = ()


class NewIncident(CamelMessage):
    """An operational incident: its symptoms, root cause, resolution, and affected resources."""

    symptoms: Annotated[tuple[Note, ...], Field(min_length=1, max_length=20)]
    root_cause: Note | None = None
    resolution: Note | None = None
    affected_resources: _Names = ()
    tags: Tags = ()
    domain: Slug = "general"
    environment: Slug | None = None
    severity: Slug | None = None
    session_id: SessionId | None = None
    supersedes: _Corrected = ()


class Kept(Message):
    """A memory that was stored: its id, and its tags."""

    id: str
    tags: tuple[str, ...]
