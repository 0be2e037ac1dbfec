"""Sample memories, and short ways to make them."""

from datetime import UTC, datetime, timedelta

from recollect.core.operation import Operation
from recollect.memories.requests import NewMemory
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryCandidate
from recollect.memories.stored.record import MemoryRecord, new_record
from recollect.relevance.arms import Arms

APP = "epic-web"
COLLECTION = "support:epic-web"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def new_memory(situation: str = "A customer wants a refund", **fields: object) -> NewMemory:
    asked = {"situation": situation, "decision": "Asked for more", "stage": "draft"}
    return NewMemory.model_validate(asked | fields)


def record_of(
    situation: str = "A customer wants a refund",
    *,
    age_days: float = 0,
    app: str = APP,
    **fields: object,
) -> MemoryRecord:
    return new_record(app, new_memory(situation, **fields), NOW - timedelta(days=age_days))


def op(operation: str = "", *, minutes: float = 0) -> Operation:
    """An operation of ada, who is trusted like the operator, some minutes after NOW."""
    return Operation("ada", NOW + timedelta(minutes=minutes), operation, trusted=True)


def candidate(record: MemoryRecord, dense: float = 0.0, sparse: float = 0.0) -> MemoryCandidate:
    return MemoryCandidate(record, Arms(dense, sparse))


def validated(days_ago: float) -> MemoryCounts:
    return MemoryCounts(validated_at=NOW - timedelta(days=days_ago))
