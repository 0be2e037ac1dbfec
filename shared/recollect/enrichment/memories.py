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
"""The beginnings of the lines with the symptoms of an incident, and with the affected things."""

GENERAL: Final = "general"
"""The domain of memories that belong to no other."""

_KEY_LENGTH: Final = 32


class ContextSummary(CamelMessage):
    """A memory in the form for tools (seed 003). Scores are 0…1, `timestamp` is in epoch ms.

    `snippet` has no secrets, no personal data and no log lines.
    """

    source: ToolMemoryKind
    memory_id: str | None = None
    session_id: str | None = None
    timestamp: int | None = None
    score: float
    similarity: float | None = None
    tags: tuple[str, ...]
    snippet: str
    origin: Literal["upstash-vector"] = "upstash-vector"


@dataclass(frozen=True, slots=True)
class ToolMemory:
    """A memory as the store returned it; `text` was masked when it was stored."""

    id: str
    source: ToolMemoryKind
    text: str
    arms: Arms
    tags: tuple[str, ...] = ()
    session_id: str | None = None
    created_at_ms: int | None = None
    customers: tuple[str, ...] = ()
    """The names of the customers that it is about."""
    finding: str | None = None
    """The finding of the run, see `recollect.enrichment.tool_findings`."""
    supersedes: tuple[str, ...] = ()
    """The ids of the memories that it corrects."""


@dataclass(frozen=True, slots=True)
class ToolMemoryRecord:
    """A memory as it is stored: `text` is searched, `metadata` holds all the rest."""

    id: str
    namespace: str
    text: str
    tags: tuple[str, ...]
    metadata: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class MemorySearch:
    """A search for the memories of a domain: those of a tool, those of a session, or both.

    `text` is the query, `limit` the most memories of each. `session` is a session's key, see
    `session_key`.
    """

    domain: str
    text: str
    limit: int
    tool: str | None
    session: str | None


@dataclass(frozen=True, slots=True)
class FoundMemories:
    """Memories in no particular order: executions of the tool and incidents; those of the session.

    Memories with a cause or trouble are among them, however many others found nothing.
    """

    of_tool: Sequence[ToolMemory] = ()
    of_session: Sequence[ToolMemory] = ()


def tools_namespace(domain: str) -> str:
    """The store's namespace for the memories of a domain."""
    return f"tools:{domain}"


def record_metadata(
    kind: ToolMemoryKind, tags: Sequence[str], at: datetime, known: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """The metadata of a record, with those of the `known` fields that are not empty."""
    return {
        "kind": kind,
        "tags": list(tags),
        "created_at": iso(at),
        "created_at_ms": epoch_ms(at),
        **{name: value for name, value in known.items() if value},
    }


class ToolMemoryRepository(Protocol):
    """The store of the memories of tools. Each method is one round trip; raises StoreError."""

    async def find(self, search: MemorySearch) -> FoundMemories:
        """The best matches by meaning and by words."""

    async def put(self, record: ToolMemoryRecord) -> None:
        """Store a record; it replaces one with the same id."""


def session_key(session_id: str) -> str:
    """The key of a session for filters: an id with quotes in it would break them."""
    encoded = session_id.encode("utf-8", "surrogatepass")
    return sha256(encoded).hexdigest()[:_KEY_LENGTH]
