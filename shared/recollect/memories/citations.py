"""Citations: which memories a run used, and how the run turned out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from recollect.core.errors import NotFound, NotYet
from recollect.core.operation import Operation
from recollect.memories.model import CitationOutcome, CitationsJudged, Cited
from recollect.memories.record import Records


@dataclass(frozen=True, slots=True)
class RunJudgement:
    """How a run turned out, as of `as_of`: of two, the later one stands."""

    run_id: str
    outcome: CitationOutcome
    as_of: datetime


class Citations(Protocol):
    """The counting store, as citations see it."""

    async def cite(
        self, collection: str, run_id: str, ids: Sequence[str], operation: Operation
    ) -> str | None:
        """Count each citation once a run; or do nothing and answer the id of a deleted memory."""

    async def cited(self, collection: str, run_id: str) -> tuple[str, ...]:
        """The memories that a run cited."""

    async def judge_run(
        self, collection: str, judgement: RunJudgement, ids: Sequence[str], operation: Operation
    ) -> str | None:
        """Move the counts of these citations; or do nothing and answer an id that is not cited."""


async def cite_memories(
    collection: str,
    run_id: str,
    ids: Sequence[str],
    operation: Operation,
    *,
    records: Records,
    citations: Citations,
) -> Cited:
    """Record that a run used memories: all of them or, when one is unknown, none."""
    unique = tuple(dict.fromkeys(ids))
    found = await records.get(collection, unique)
    unknown = next((mid for mid, record in zip(unique, found, strict=True) if not record), None)
    unknown = unknown or await citations.cite(collection, run_id, unique, operation)
    if unknown:
        raise NotFound(f"there is no memory {unknown} in {collection}")
    return Cited(run_id=run_id, cited=unique)


async def judge_citations(
    collection: str,
    judgement: RunJudgement,
    ids: Sequence[str] | None,
    operation: Operation,
    *,
    citations: Citations,
) -> CitationsJudged:
    """Record how a run turned out for the memories that it cited; a change of mind moves counts."""
    run_id = judgement.run_id
    chosen = tuple(dict.fromkeys(ids)) if ids else await citations.cited(collection, run_id)
    if not chosen:
        raise NotYet(f"there is no run {run_id} in {collection}")
    unknown = await citations.judge_run(collection, judgement, chosen, operation)
    if unknown:
        raise NotYet(f"run {run_id} did not cite {unknown}")
    return CitationsJudged(run_id=run_id, outcome=judgement.outcome, updated=chosen)
