"""What a tool may be given of former executions: the argument `memoryContext` (seed 003)."""

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
    """One thing that is remembered; `score` is 0…1, `at` when it happened (ISO 8601)."""

    score: float
    at: Omittable[Annotated[str, Field(max_length=40)]] = None
    tags: tuple[str, ...]
    snippet: _Snippet


class MemoryContext(Message):
    """What is remembered, what says most first, and in a few words."""

    summary: _Snippet
    items: Annotated[tuple[MemoryContextItem, ...], Field(max_length=100)]


def is_memory_context(value: JsonValue) -> bool:
    """Whether a value is what a tool may be given."""
    try:
        MemoryContext.model_validate(value)
    except ValidationError:
        return False
    return True


EnrichmentStatus = Literal["used", "not_used", "disabled", "timeout", "error"]


@dataclass(frozen=True, slots=True)
class Enrichment:
    """The result of an enrichment, with the arguments that the tool is to be run with.

    `arguments` are those that came, with a `memoryContext` where memories are `used`. `reason` is
    a word for what was not used: `not_listed`, `present`, `empty`, `deadline`, what the store says
    of its failure, or `internal`. `seconds` is how long the tool had to wait.
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
    """Gives tools what is remembered of former executions."""

    async def enrich(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enrichment:
        """The arguments that a tool is to be run with. Never fails, and is never late."""
