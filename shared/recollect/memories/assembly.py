"""Putting a memory together from its record and its standing."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import JsonValue

from recollect.core.timestamps import age_in_days
from recollect.memories.confidence import confidence
from recollect.memories.model import Memory, MemoryMetadata, Votes
from recollect.memories.record import Record, Standing, decided


def effective_metadata(record: Record, standing: Standing) -> dict[str, JsonValue]:
    """The record's metadata with what was decided since laid over it."""
    return {**record.metadata, **decided(standing)}


def age_of(metadata: dict[str, JsonValue], now: datetime) -> float:
    """Days since the memory was last validated, else since it was made."""
    since = metadata.get("last_validated_at") or metadata["created_at"]
    return age_in_days(datetime.fromisoformat(str(since)), now)


def success_rate(standing: Standing) -> float:
    """Successes among the judged runs that cited the memory; 0 when there are none."""
    judged = standing.successes + standing.failures
    return standing.successes / judged if judged else 0.0


def assemble(record: Record, standing: Standing, now: datetime) -> Memory:
    """The memory as callers see it."""
    metadata = effective_metadata(record, standing)
    return assemble_from(record, standing, metadata, confidence(age_of(metadata, now), standing))


def assemble_from(
    record: Record, standing: Standing, metadata: Mapping[str, JsonValue], believed: float
) -> Memory:
    """The same where the effective metadata and the confidence are known already."""
    kept = {name: metadata.get(name) for name in MemoryMetadata.model_fields}
    votes = Votes(
        upvotes=standing.upvotes,
        downvotes=standing.downvotes,
        citations=standing.citations,
        success_rate=success_rate(standing),
    )
    return Memory(
        id=record.id,
        content=record.content,
        situation=record.situation,
        decision=record.decision,
        metadata=MemoryMetadata.model_validate(
            kept
            | {
                "confidence": believed,
                "votes": votes,
                "occurrences": standing.occurrences,
            }
        ),
    )
