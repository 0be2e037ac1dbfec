"""Retracts a memory: archives it, voids its citations, quarantines what was derived from it.

Memories derived from it, in any number of steps, wait for a human, since nobody knows how much of
them is still right. A run that cited it is no longer a solved case, until somebody reports
afterwards that it ended well. Repeating a retraction that broke off finishes it.
"""

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.known.reading import existing_record, no_memory
from recollect.memories.receipts import Affected, Retracted
from recollect.memories.stored.judged_cases import JudgedCases
from recollect.memories.stored.private import may_see
from recollect.memories.stored.record_sync import sync_records
from recollect.memories.stored.stores import MemoryStores


async def retract_memory(
    key: Key,
    level: SecurityLevel,
    operation: Operation,
    stores: MemoryStores,
    cases: JudgedCases,
) -> Retracted:
    """Retract a memory; answers what that affected, as far as the caller may see it."""
    record = await existing_record(key, level, stores.index)
    retraction = await stores.ledger.retract(record, operation)
    if retraction is None:
        raise no_memory(key)
    await sync_records([(key, retraction.counts)], stores)
    await cases.void([(record.collection, run) for run in retraction.runs], operation.at)
    tainted = await _quarantine(key, retraction.derived, operation, stores)
    memories = await stores.index.get(record.collection, tainted) if tainted else ()
    seen = (each.id for each in memories if each is not None and may_see(level, each.metadata))
    return Retracted(
        retracted=record.id, affected=Affected(runs=retraction.runs, memories=tuple(seen))
    )


async def _quarantine(
    retracted: Key,
    ids: tuple[str, ...],
    operation: Operation,
    stores: MemoryStores,
) -> tuple[str, ...]:
    """Quarantine memories and all that was derived from them; answers their ids, in order.

    Memories may be derived from one another in circles.
    """
    collection, retracted_id = retracted
    reached = {retracted_id: None}
    frontier = tuple(each for each in ids if each != retracted_id)
    while frontier:
        keys = [(collection, each) for each in frontier]
        found = await stores.ledger.quarantine(keys, operation)
        there = [(key, each) for key, each in zip(keys, found, strict=True) if each is not None]
        await sync_records([(key, each.counts) for key, each in there], stores)
        reached |= dict.fromkeys(memory_id for (_, memory_id), _ in there)
        children = dict.fromkeys(child for _, each in there for child in each.derived)
        frontier = tuple(child for child in children if child not in reached)
    return tuple(reached)[1:]
