"""What is remembered of tools: executions, conversations, incidents; and where it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from recollect.core.messages import Message
from recollect.knowledge.records import KnowledgeRecord
from recollect.relevance.fusion import Arms

Source = Literal["conversation", "operational", "tool_exec"]

GENERAL: Final = "general"
"""The domain of what belongs to none."""


class ContextSummary(Message):
    """A memory as it may help a tool (seed 003). Scores are 0…1, `timestamp` is in epoch ms.

    `snippet` holds no secrets, no personal data and no lines of logs.
    """

    source: Source
    memoryId: str | None = None  # noqa: N815  # the seed's name
    sessionId: str | None = None  # noqa: N815  # the seed's name
    timestamp: int | None = None
    score: float
    similarity: float | None = None
    tags: tuple[str, ...]
    snippet: str
    origin: Literal["upstash"] = "upstash"


@dataclass(frozen=True, slots=True)
class ToolMemory:
    """A memory as it was found: `text` is all that it says, already masked when it was kept."""

    id: str
    source: Source
    text: str
    arms: Arms
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    created_at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a domain: memories of a tool, those of a session, or both.

    `text` is what they are to be like, `limit` how many of each. `session` is a session's key, see
    `session_key`.
    """

    domain: str
    text: str
    limit: int
    tool: str | None
    session: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """Memories in no order of importance: executions of the tool and incidents; the session's."""

    of_tool: Sequence[ToolMemory] = field(default=())
    of_session: Sequence[ToolMemory] = field(default=())


class ToolMemories(Protocol):
    """Where the memories of tools are asked for. One round trip; raises StoreError."""

    async def find(self, wanted: Wanted) -> Found:
        """The best of each arm."""


class ToolMemoryShelf(Protocol):
    """Where they are kept. One round trip; raises StoreError."""

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Keep records, in place of those that have their ids."""
