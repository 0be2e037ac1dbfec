"""Makes the filters of a search, and drops candidates that are not relevant enough."""

from collections.abc import Sequence
from dataclasses import replace

from recollect.core.security_levels import SecurityLevel
from recollect.memories.requests import Search
from recollect.memories.search_result import DroppedMemory
from recollect.memories.stored.index import MemoryCandidate
from recollect.memories.stored.private import visibility_limits
from recollect.memories.stored.record import MemoryRecord
from recollect.relevance.calibration import Calibration
from recollect.relevance.filters import Filters
from recollect.relevance.scoring import relevances


def filters_of(search: Search, level: SecurityLevel) -> Filters:
    """The filters that a search names, and those that follow from the caller's level."""
    return Filters(
        search.equals,
        search.tags,
        until=search.as_of,
        # Archived ones must take nobody's place. Those archived a moment ago are dropped later.
        any_of={"state": ("active", "quarantined")},
        at_most=visibility_limits(level),
    )


def lasting_filters(filters: Filters) -> Filters:
    """The filters on fields that never change, for a search with `as_of`.

    The others are applied later, to the fields as of that time.
    """
    lasting = {name: value for name, value in filters.equals.items() if name == "stage"}
    return replace(filters, equals=lasting, any_of={})


def screen(
    query: str,
    candidates: Sequence[MemoryCandidate],
    threshold: float,
    calibration: Calibration,
) -> tuple[list[tuple[MemoryCandidate, float]], list[DroppedMemory]]:
    """The candidates with a relevance of `threshold` (0…1) or more, with it, and the others."""
    relevant = relevances(
        "hybrid",
        query,
        [each.arms for each in candidates],
        [each.record.content for each in candidates],
        calibration,
        situations=[_case_of(each.record) for each in candidates],
    )
    scored = list(zip(candidates, relevant, strict=True))
    dropped = [
        DroppedMemory(id=candidate.record.id, reason="threshold", raw_score=relevance)
        for candidate, relevance in scored
        if relevance < threshold
    ]
    dropped.sort(key=lambda memory: (-memory.raw_score, memory.id))
    return [pair for pair in scored if pair[1] >= threshold], dropped


def _case_of(record: MemoryRecord) -> str:
    """The situation and, twice, the names of its steps: a query also says what should be done."""
    return "\n".join((record.situation, *record.steps, *record.steps))
