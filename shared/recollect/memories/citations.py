"""Citations: which memories a run used, and how the run turned out."""

from collections.abc import Sequence

from recollect.core.errors import NotFound, NotYet
from recollect.core.operation import Operation
from recollect.memories.model import CitationsJudged, Cited
from recollect.memories.ports import MemoryLedger, MemoryStores, RunOutcome


async def cite_memories(
    collection: str, run_id: str, ids: Sequence[str], operation: Operation, stores: MemoryStores
) -> Cited:
    """Record that a run used memories: all of them or, when one is unknown, none."""
    unique = tuple(dict.fromkeys(ids))
    found = await stores.index.get(collection, unique)
    unknown = next((mid for mid, record in zip(unique, found, strict=True) if not record), None)
    unknown = unknown or await stores.ledger.cite(collection, run_id, unique, operation)
    if unknown:
        raise NotFound(f"there is no memory {unknown} in {collection}")
    return Cited(run_id=run_id, cited=unique)


async def record_run_outcome(
    collection: str,
    outcome: RunOutcome,
    ids: Sequence[str] | None,
    operation: Operation,
    ledger: MemoryLedger,
) -> CitationsJudged:
    """Record how a run turned out for the memories that it cited; a change of mind moves counts."""
    run_id = outcome.run_id
    chosen = tuple(dict.fromkeys(ids)) if ids else await ledger.memories_of_run(collection, run_id)
    if not chosen:
        raise NotYet(f"there is no run {run_id} in {collection}")
    unknown = await ledger.apply_run_outcome(collection, outcome, chosen, operation)
    if unknown:
        raise NotYet(f"run {run_id} did not cite {unknown}")
    return CitationsJudged(run_id=run_id, outcome=outcome.outcome, updated=chosen)
