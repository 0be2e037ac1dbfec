"""What callers send to be remembered of tools, sessions and incidents, and what they get."""

from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue, StringConstraints

from recollect.core.messages import Message, Name, Note, Prose, Slug, Tags, without_nul

SessionId = Annotated[
    str, StringConstraints(min_length=1, max_length=256), AfterValidator(without_nul)
]
"""A session as its owner names it: any text, quotes included."""

_Names = Annotated[tuple[Name, ...], Field(max_length=20)]


class UsedEnrichment(Message):
    """How many memories an execution was given, and what it took to find them (milliseconds)."""

    count: Annotated[int, Field(ge=0, le=1_000)]
    latencyMs: Annotated[float, Field(ge=0, le=600_000, allow_inf_nan=False)]  # noqa: N815  # the seed's name


class NewExecution(Message):
    """A tool that was run: with which arguments, in which session, and what it answered."""

    arguments: dict[str, JsonValue]
    result: JsonValue
    sessionId: SessionId  # noqa: N815  # the seed's name
    tags: Tags = ()
    domain: Slug | None = None
    environment: Slug | None = None
    severity: Slug | None = None
    enrichment: UsedEnrichment | None = None


class NewConversation(Message):
    """What was said in a session."""

    sessionId: SessionId  # noqa: N815  # the seed's name
    text: Prose
    tags: Tags = ()
    domain: Slug = "general"
    environment: Slug | None = None


class NewIncident(Message):
    """An operational incident: how it showed, why it happened, what solved it, what it hit."""

    symptoms: Annotated[tuple[Note, ...], Field(min_length=1, max_length=20)]
    rootCause: Note | None = None  # noqa: N815  # the seed's name
    resolution: Note | None = None
    affectedResources: _Names = ()  # noqa: N815  # the seed's name
    tags: Tags = ()
    domain: Slug = "general"
    environment: Slug | None = None
    severity: Slug | None = None
    sessionId: SessionId | None = None  # noqa: N815  # the seed's name


class Kept(Message):
    """What is remembered now: its id, and the tags that it was given."""

    id: str
    tags: tuple[str, ...]
