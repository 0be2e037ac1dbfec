"""Taking back what a memory did: it is archived, its citations void, its children in quarantine.

What was derived from it waits for a human, and so does what was derived from that, since nobody
knows what of it still holds. A run that cited it is no solved case, until somebody says afterwards
that it ended well. A retraction that breaks off is finished by its repeat.
"""

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.judged_cases import JudgedCases
from recollect.memories.private import may_see
from recollect.memories.reading import existing_record, no_memory
from recollect.memories.receipts import Affected, Retracted
from recollect.memories.record_sync import sync_records
from recollect.memories.stores import MemoryStores


async def retract_memory(
    key: Key,
    level: SecurityLevel,
    operation: Operation,
    stores: MemoryStores,
    cases: JudgedCases,
) -> Retracted:
    """Retract a memory, and tell what that touched of what the caller may see."""
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
    """Put memories, and what was derived from them, into quarantine; the ids of all, in order.

    They may be derived from each other in circles.
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
