"""The argument `memoryContext`: memories of former executions for a tool (seed 003)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Protocol

from pydantic import Field, JsonValue, ValidationError

from recollect.core.measures import LogNote, Measure
from recollect.core.messages import Message, Omittable

MEMORY_CONTEXT: Final = "memoryContext"
"""The name of the argument."""

_Snippet = Annotated[str, Field(max_length=16_000)]


class MemoryContextItem(Message):
    """One memory; `score` is its relevance, 0…1, `at` the time of what it reports (ISO 8601)."""

    score: float
    at: Omittable[Annotated[str, Field(max_length=40)]] = None
    tags: tuple[str, ...]
    snippet: _Snippet


class MemoryContext(Message):
    """The memories for a tool, the most informative first, and a summary of them."""

    summary: _Snippet
    items: Annotated[tuple[MemoryContextItem, ...], Field(max_length=100)]


def is_memory_context(value: JsonValue) -> bool:
    """Whether a value is a valid `MemoryContext`."""
    try:
        MemoryContext.model_validate(value)
    except ValidationError:
        return False
    return True


EnrichmentStatus = Literal["used", "not_used", "disabled", "timeout", "error"]


@dataclass(frozen=True, slots=True)
class Enrichment:
    """The result of an enrichment, with the arguments to run the tool with.

    `arguments` are the caller's, with a `memoryContext` if the status is `used`. `reason` says why
    no memory was used: `not_listed`, `present`, `empty`, `deadline`, the store's reason for its
    failure, or `internal`. `seconds` is how long the tool had to wait.
    """

    arguments: Mapping[str, JsonValue]
    status: EnrichmentStatus
    reason: str = ""
    count: int = 0
    seconds: float = 0.0
    bytes: int = 0
    measures: tuple[Measure, ...] = ()
    notes: tuple[LogNote, ...] = ()


class ToolEnricher(Protocol):
    """Adds memories of former executions to the arguments of tools."""

    async def enrich(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        """The arguments to run the tool with. Never fails, and never exceeds its time limit."""
