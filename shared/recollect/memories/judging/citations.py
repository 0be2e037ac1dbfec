"""Citations: which memories a run used, and how the run turned out."""

from collections.abc import Awaitable, Collection, Sequence
from typing import TypeVar

from recollect.core.errors import NotFound, NotYet, OwnJudgement
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.detection.mask import masked
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.memories.receipts import CitationsJudged, Cited
from recollect.memories.stored.index import MemoryIndex
from recollect.memories.stored.judged_cases import JudgedCases
from recollect.memories.stored.ledger_data import FOREIGN_RUN, RecordedOutcome, RunOutcome
from recollect.memories.stored.private import may_see, sees_all
from recollect.memories.stored.stores import MemoryStores

_T = TypeVar("_T")


async def cite_memories(
    collection: str,
    run_id: str,
    ids: Sequence[str],
    level: SecurityLevel,
    operation: Operation,
    stores: MemoryStores,
    context: RunContext = ANYWHERE,
) -> Cited:
    """Record that a run used these memories: all or none.

    The run belongs to whoever cites first. Raises NotFound if the run is somebody else's, if the
    caller may not see one of the memories, or if one was retracted. The run's outcome is counted
    also for `context`, whose category is masked.
    """
    unique = tuple(dict.fromkeys(ids))
    seen = await _seen(collection, unique, level, stores.index)
    if unknown := next((each for each in unique if each not in seen), None):
        raise NotFound(f"there is no memory {unknown} in {collection}")
    refused = await stores.ledger.cite(
        collection, run_id, unique, operation, context._replace(category=masked(context.category))
    )
    if refused == FOREIGN_RUN:
        raise NotFound(_no_run(collection, run_id))
    if refused:
        raise NotFound(f"memory {refused} was retracted or deleted: no run can cite it")
    return Cited(run_id=run_id, cited=unique)


async def record_run_outcome(
    collection: str,
    outcome: RunOutcome,
    ids: Sequence[str] | None,
    level: SecurityLevel,
    operation: Operation,
    stores: MemoryStores,
    cases: JudgedCases,
) -> CitationsJudged:
    """Record how a run turned out for the memories that it cited, or for those of `ids` only.

    A later outcome replaces an earlier one and moves the counts; the answer is the one that stands.

    The answer treats memories that are too sensitive for the caller as not cited. If several
    subjects take part in a run, each judges what others were shown or cited. Raises OwnJudgement if
    all of it is the caller's own, and NotYet if the run is unknown or did not cite one of `ids`.
    """
    run_id, ledger = outcome.run_id, stores.ledger
    named = tuple(dict.fromkeys(ids)) if ids else await ledger.memories_of_run(collection, run_id)
    seen = named if sees_all(level) else await _seen(collection, named, level, stores.index)
    chosen = named if ids else tuple(each for each in named if each in seen)
    is_whole = not ids
    if not chosen and not is_whole:
        raise NotYet(_nothing_known(collection, run_id))
    if unknown := next((each for each in chosen if each not in seen), None):
        raise NotYet(f"run {run_id} did not cite {unknown}")
    stands = await _or_own(
        ledger.apply_run_outcome(collection, outcome, chosen, operation, is_whole=is_whole)
    )
    if is_whole and (stands == FOREIGN_RUN or not isinstance(stands, str)):
        run = (collection, run_id)
        of_case = await _or_own(cases.judge(run, outcome.outcome, outcome.as_of, operation))
        if of_case and not isinstance(stands, RecordedOutcome):
            stands = RecordedOutcome(of_case) if isinstance(of_case, str) else of_case
    if isinstance(stands, OwnJudgement):
        raise stands
    if isinstance(stands, str):
        # A caller that named no memories must not learn which ones somebody else's run cited.
        not_cited = f"run {run_id} did not cite {stands}"
        raise NotYet(not_cited if ids else _nothing_known(collection, run_id))
    return CitationsJudged(run_id=run_id, outcome=stands.outcome, updated=stands.memory_ids)


async def _or_own(judging: Awaitable[_T]) -> _T | OwnJudgement:
    """The result of judging a part of a run, or the error if that part is the judge's own."""
    try:
        return await judging
    except OwnJudgement as own:
        return own


async def _seen(
    collection: str, ids: Sequence[str], level: SecurityLevel, index: MemoryIndex
) -> Collection[str]:
    """The ids of those memories that exist and that the caller may see."""
    found = await index.get(collection, tuple(ids))
    return {record.id for record in found if record and may_see(level, record.metadata)}


def _no_run(collection: str, run_id: str) -> str:
    return f"there is no run {run_id} in {collection}"


def _nothing_known(collection: str, run_id: str) -> str:
    return f"{_no_run(collection, run_id)}: nothing was cited, prepared or searched under it"
