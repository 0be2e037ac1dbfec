"""Citations: which memories a run used, and how the run turned out."""

from collections.abc import Sequence

from recollect.core.errors import NotFound, NotYet
from recollect.core.operation import Operation
from recollect.memories.model import CitationsJudged, Cited
from recollect.memories.ports import FOREIGN_RUN, MemoryLedger, MemoryStores, RunOutcome


async def cite_memories(
    collection: str, run_id: str, ids: Sequence[str], operation: Operation, stores: MemoryStores
) -> Cited:
    """Record that a run used memories: all of them or, when one is unknown, none.

    The run belongs to who cites first. Of somebody else's, NotFound.
    """
    unique = tuple(dict.fromkeys(ids))
    found = await stores.index.get(collection, unique)
    unknown = next((mid for mid, record in zip(unique, found, strict=True) if not record), None)
    unknown = unknown or await stores.ledger.cite(collection, run_id, unique, operation)
    if unknown == FOREIGN_RUN:
        raise NotFound(_no_run(collection, run_id))
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
        raise NotYet(_no_run(collection, run_id))
    unknown = await ledger.apply_run_outcome(collection, outcome, chosen, operation)
    if unknown:
        # Who named no memories must not learn here which ones somebody else's run has cited.
        named = f"run {run_id} did not cite {unknown}"
        raise NotYet(named if ids else _no_run(collection, run_id))
    return CitationsJudged(run_id=run_id, outcome=outcome.outcome, updated=chosen)


def _no_run(collection: str, run_id: str) -> str:
    return f"there is no run {run_id} in {collection}"
