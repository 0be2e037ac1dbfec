"""What a tool may be given of former executions: the argument `memoryContext` (seed 003)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Protocol

from pydantic import Field, JsonValue, ValidationError

from recollect.core.measures import Measure, Note
from recollect.core.messages import Message

MEMORY_CONTEXT: Final = "memoryContext"
"""The name of the argument."""

_Snippet = Annotated[str, Field(max_length=16_000)]


class MemoryContextItem(Message):
    """One thing that is remembered; `score` is 0…1."""

    score: float
    tags: tuple[str, ...]
    snippet: _Snippet


class MemoryContext(Message):
    """What is remembered, best first, and in a few words."""

    summary: _Snippet
    items: Annotated[tuple[MemoryContextItem, ...], Field(max_length=100)]


def is_memory_context(value: JsonValue) -> bool:
    """Whether a value is what a tool may be given."""
    try:
        MemoryContext.model_validate(value)
    except ValidationError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Enriched:
    """Arguments, with a `memoryContext` or as they came, and what is to be written about that."""

    arguments: Mapping[str, JsonValue]
    measures: tuple[Measure, ...] = ()
    notes: tuple[Note, ...] = ()


class Enriches(Protocol):
    """Who remembers."""

    async def before(
        self, tool: str, arguments: Mapping[str, JsonValue], session_id: str | None
    ) -> Enriched:
        """The arguments that a tool is to be run with. Never fails, and is never late."""
