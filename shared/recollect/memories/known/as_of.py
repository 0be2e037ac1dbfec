"""What was known and believed of a memory at an earlier time, replayed from its history.

An event counts if it had been reported by then, not if it had happened by then and was reported
later.

If the history does not explain today's counts, the earlier ones are unknown: the oldest of very
many entries are gone, or the memory was imported without them. Then today's counts are used, and
the answer says so.

The history does not record which votes and runs exceeded the bounds of their judge: the replay
applies the bounds; to votes if any exceeds them today.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from recollect.core.degradation import HISTORY_PART
from recollect.core.errors import StoreError
from recollect.memories.known.replay import Replay
from recollect.memories.model import HistoryEvent
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryCandidate
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.record import MemoryRecord

_LATER_FIELDS = frozenset({"last_validated_at", "last_validated_at_ms", "archived_at", "retracted"})


def record_then(record: MemoryRecord, then: MemoryCounts) -> MemoryRecord:
    """The record with what had been decided when its counts were those of `then`."""
    kept = {name: value for name, value in record.metadata.items() if name not in _LATER_FIELDS}
    return replace(record, metadata={**kept, **then.decided})


def counts_then(
    record: MemoryRecord, history: Sequence[HistoryEvent], now: MemoryCounts, then: datetime
) -> MemoryCounts | None:
    """The counts of a memory as known at `then`; None if its history does not explain today's.

    `history` is the whole history in order of arrival; `now` are today's counts.
    """
    is_bounded = now.upvotes_beyond + now.downvotes_beyond != 0
    replayed = Replay(record, is_bounded)
    for event in history:
        replayed.apply(event)
    today = replayed.counts(now)
    if _tally(today) != _tally(now):
        return None
    earlier = Replay(record, is_bounded)
    for event in history:
        if datetime.fromisoformat(event.at) <= then:
            earlier.apply(event)
    return earlier.counts(now)


async def candidates_as_of(
    near: Sequence[tuple[MemoryCandidate, float]],
    counts: Sequence[MemoryCounts],
    then: datetime,
    ledger: MemoryLedger,
) -> tuple[list[tuple[MemoryCandidate, float]], list[MemoryCounts], tuple[str, ...]]:
    """Candidates and counts as known at `then`, and the names of the parts that failed."""
    keys = [candidate.record.key for candidate, _ in near]
    try:
        histories = await ledger.histories(keys) if keys else ()
    except StoreError:
        return [*near], [*counts], (HISTORY_PART,)
    found, replayed, any_unknown = [], [], False
    for (candidate, relevance), history, today in zip(near, histories, counts, strict=True):
        record = candidate.record
        earlier = counts_then(record, history, today, then) if today.exists else None
        any_unknown |= earlier is None
        known = record if earlier is None else record_then(record, earlier)
        found.append((candidate._replace(record=known), relevance))
        replayed.append(earlier or today)
    return found, replayed, (HISTORY_PART,) if any_unknown else ()


def _tally(counts: MemoryCounts) -> tuple[object, ...]:
    return (
        *(counts.upvotes, counts.downvotes, counts.occurrences, counts.citations),
        *(counts.successes, counts.failures, counts.archived_at is None, counts.retracted),
    )
