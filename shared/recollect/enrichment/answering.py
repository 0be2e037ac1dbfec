"""The request and the answer of `POST /tools/{toolName}/memory-context`."""

from math import isfinite
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue

from recollect.core.messages import Message
from recollect.enrichment.enriching import Enrichment


def _finite(arguments: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Refuse numbers beyond all floats, such as 1e400: as JSON they would come back as null."""
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


class MemoryContextRequest(Message):
    """The arguments of a call that is about to be made."""

    arguments: Annotated[dict[str, JsonValue], AfterValidator(_finite)]
    sessionId: Annotated[str | None, Field(max_length=256)] = None  # noqa: N815  # the seed's name


class EnrichmentReport(Message):
    """What became of it; `latencyMs` is how long the caller waited for it."""

    status: Literal["used", "not_used", "disabled", "timeout", "error"]
    count: int
    latencyMs: float  # noqa: N815  # the contract's name


class MemoryContextAnswer(Message):
    """The arguments to call the tool with."""

    arguments: dict[str, JsonValue]
    enrichment: EnrichmentReport


def context_answer(enrichment: Enrichment) -> MemoryContextAnswer:
    """The answer for an enrichment."""
    return MemoryContextAnswer(
        arguments=dict(enrichment.arguments),
        enrichment=EnrichmentReport(
            status=enrichment.status,
            count=enrichment.count,
            latencyMs=round(enrichment.seconds * 1000, 2),
        ),
    )
