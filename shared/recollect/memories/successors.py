"""Looks up, by their names, the memories that supersede found ones and were not found with them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from recollect.core.concurrency import gather_both
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.memories.ledger import MemoryLedger
from recollect.memories.private import may_see, sees_all
from recollect.memories.reading import counts_or_neutral, records_of
from recollect.memories.record import MemoryCounts
from recollect.memories.scored import ScoredMemory, score
from recollect.memories.stores import MemoryStores
from recollect.relevance.filters import Filters

_MOST_STEPS: Final = 3
_MOST_A_STEP: Final = 100


async def successors_of(
    scored: Sequence[ScoredMemory],
    level: SecurityLevel,
    then: datetime,
    stores: MemoryStores,
    *,
    degraded: bool = False,
) -> list[ScoredMemory]:
    """The memories that name some of these as superseded and are not among them.

    And those that supersede these, for a few steps. Only what the caller may see: of others not
    even the stores are asked, so that the time that it takes tells nothing. While the answer is
    `degraded`, for want of the ledger, only records are asked.
    """
    known = {each.record.key for each in scored}
    found: list[ScoredMemory] = []
    latest: Sequence[ScoredMemory] = scored
    for _ in range(_MOST_STEPS):
        keys = [
            key for each in latest for key in keys_of_successors(each, level) if key not in known
        ]
        keys = list(dict.fromkeys(keys))[:_MOST_A_STEP]
        if not keys:
            break
        known.update(keys)
        records, counts = await gather_both(
            records_of(keys, stores.index), _counts_of(keys, stores.ledger, degraded=degraded)
        )
        latest = [
            score(record, 0.0, counted, then, stores.confidence_settings)
            for record, counted in zip(records, counts, strict=True)
            if record is not None and may_see(level, record.metadata)
        ]
        found += latest
    return found


def is_in_force(memory: ScoredMemory, now: datetime) -> bool:
    """Whether a memory may supersede others, be it found itself or not.

    One that a prune has archived may: that nobody needs it any more brings nothing back.
    """
    counts, metadata = memory.counts, memory.metadata
    is_doubted = "quarantined" in {counts.state, metadata.get("state")} or metadata.get("retracted")
    told_by_then = Filters(until=now).match(metadata)
    return told_by_then and not counts.tombstoned and not is_doubted


def keys_of_successors(memory: ScoredMemory, level: SecurityLevel) -> Iterator[Key]:
    """The keys of the memories that name one as superseded, as far as the caller may know."""
    collection, counts = memory.record.collection, memory.counts
    # A record may name one that is gone.
    named = counts.superseded_by if counts.exists else memory.record.superseded_by
    for successor, is_sensitive in named:
        if sees_all(level) or not is_sensitive:
            yield collection, successor


async def _counts_of(
    keys: Sequence[Key], ledger: MemoryLedger, *, degraded: bool
) -> tuple[MemoryCounts, ...]:
    if degraded:
        return (MemoryCounts(),) * len(keys)
    counts, _ = await counts_or_neutral(keys, ledger)
    return counts
