"""Looks up by name the memories that supersede found ones but were not found with them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from recollect.core.concurrency import gather_both
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.memories.finding.scored import ScoredMemory, score
from recollect.memories.known.reading import counts_or_neutral, records_of
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.private import may_see, sees_all
from recollect.memories.stored.stores import MemoryStores
from recollect.relevance.filters import Filters

_MAX_STEPS: Final = 3
_MAX_KEYS_PER_STEP: Final = 100


async def successors_of(
    scored: Sequence[ScoredMemory],
    level: SecurityLevel,
    then: datetime,
    stores: MemoryStores,
    *,
    degraded: bool = False,
) -> list[ScoredMemory]:
    """The memories that supersede some of `scored` by name and are not among them.

    Also those that supersede the former, for a few steps. Only memories that the caller may see:
    the stores are not even asked for others, so that response times reveal nothing. If the answer
    is `degraded`, because the ledger failed, only records are read and counts are neutral.
    """
    known = {each.record.key for each in scored}
    found: list[ScoredMemory] = []
    latest: Sequence[ScoredMemory] = scored
    for _ in range(_MAX_STEPS):
        keys = [
            key for each in latest for key in keys_of_successors(each, level) if key not in known
        ]
        keys = list(dict.fromkeys(keys))[:_MAX_KEYS_PER_STEP]
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
    """Whether a memory may supersede others, whether it is a result itself or not.

    One that a prune has archived may: archiving a replacement does not bring back what it replaced.
    """
    counts, metadata = memory.counts, memory.metadata
    is_doubted = memory.is_quarantined or metadata.get("retracted")
    is_known_by_then = Filters(until=now).match(metadata)
    return is_known_by_then and not counts.tombstoned and not is_doubted


def keys_of_successors(memory: ScoredMemory, level: SecurityLevel) -> Iterator[Key]:
    """The keys of the memories that supersede `memory` by name, if the caller may see them."""
    collection, counts = memory.record.collection, memory.counts
    # The ledger is preferred, since a record may still name a deleted memory.
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
