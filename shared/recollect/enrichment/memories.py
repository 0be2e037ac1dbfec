"""Memories of tools: executions, conversations and incidents; and the port to their store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, Literal, Protocol

from pydantic import JsonValue

from recollect.core.messages import CamelMessage
from recollect.core.timestamps import epoch_ms, iso
from recollect.relevance.arms import Arms

ToolMemoryKind = Literal["conversation", "operational", "tool_exec"]

SYMPTOMS: Final = "symptoms: "
AFFECTED: Final = "affected: "
"""How the lines of a remembered incident begin that tell how it showed, and what it affected."""

GENERAL: Final = "general"
"""The domain of what belongs to none."""

_KEY_LENGTH: Final = 32


class ContextSummary(CamelMessage):
    """A memory as it may help a tool (seed 003). Scores are 0…1, `timestamp` is in epoch ms.

    `snippet` holds no secrets, no personal data and no lines of logs.
    """

    source: ToolMemoryKind
    memory_id: str | None = None
    session_id: str | None = None
    timestamp: int | None = None
    score: float
    similarity: float | None = None
    tags: tuple[str, ...]
    snippet: str
    origin: Literal["upstash"] = "upstash"


@dataclass(frozen=True, slots=True)
class ToolMemory:
    """A memory as it was found; `text` was masked when it was kept."""

    id: str
    source: ToolMemoryKind
    text: str
    arms: Arms
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    created_at_ms: int | None = None
    customers: tuple[str, ...] = ()
    """Whom it is about, by names."""
    finding: str | None = None
    """What it came to, see `recollect.enrichment.findings`."""
    supersedes: tuple[str, ...] = ()
    """The ids of those that it corrects."""


@dataclass(frozen=True, slots=True)
class ToolMemoryRecord:
    """A memory as it is kept: `text` is searched, `metadata` holds all the rest."""

    id: str
    namespace: str
    text: str
    tags: tuple[str, ...]
    metadata: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class MemorySearch:
    """A search for the memories of a domain: those of a tool, those of a session, or both.

    `text` is what they are to be like, `limit` how many of each. `session` is a session's key, see
    `session_key`.
    """

    domain: str
    text: str
    limit: int
    tool: str | None
    session: str | None


@dataclass(frozen=True, slots=True)
class FoundMemories:
    """Memories in no order of importance: executions of the tool and incidents; the session's.

    Those that tell a cause or trouble are among them however many found nothing.
    """

    of_tool: Sequence[ToolMemory] = ()
    of_session: Sequence[ToolMemory] = ()


def tools_namespace(domain: str) -> str:
    """Where the memories of a domain are searched."""
    return f"tools:{domain}"


def record_metadata(
    kind: ToolMemoryKind, tags: Sequence[str], at: datetime, known: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """The metadata of a record, with those of the `known` fields that say something."""
    return {
        "kind": kind,
        "tags": list(tags),
        "created_at": iso(at),
        "created_at_ms": epoch_ms(at),
        **{name: value for name, value in known.items() if value},
    }


class ToolMemoryRepository(Protocol):
    """Where the memories of tools are kept. Each method is one round trip; raises StoreError."""

    async def find(self, search: MemorySearch) -> FoundMemories:
        """The best matches by meaning and by words."""

    async def put(self, record: ToolMemoryRecord) -> None:
        """Keep a record, in place of one that has its id."""


def session_key(session_id: str) -> str:
    """The key of a session in filters, which an id with quotes in it would break."""
    encoded = session_id.encode("utf-8", "surrogatepass")
    return sha256(encoded).hexdigest()[:_KEY_LENGTH]
