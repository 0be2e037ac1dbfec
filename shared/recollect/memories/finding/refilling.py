"""Decides, from the candidates of a search and the dropped ones, whether to search for more.

Candidates that are not shown (archived, superseded) may have taken the places of others that would
be.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.memories.search_result import DroppedMemory, DropReason
from recollect.memories.stored.index import MemoryCandidate

_HIDDEN: Final[frozenset[DropReason]] = frozenset(
    {
        *("deleted", "quarantined", "archived", "failed", "filter", "stale"),
        *("superseded", "duplicate"),
    }
)


def shown_candidates(
    seen: Sequence[MemoryCandidate], dropped: Sequence[DroppedMemory]
) -> list[MemoryCandidate]:
    """The candidates that may be results: those not dropped, or dropped only for their rank."""
    hidden = {each.id for each in dropped if each.reason in _HIDDEN}
    return [each for each in seen if each.record.id not in hidden]


def needs_more(
    found: Sequence[MemoryCandidate], shown: Sequence[MemoryCandidate], requested: int, wanted: int
) -> bool:
    """Whether to search again for more candidates.

    So it is if an arm found all `requested` candidates and fewer than `wanted` of them are shown.
    An arm that found fewer than requested has no more.
    """
    found_by_arm, shown_by_arm = _counts_by_arm(found), _counts_by_arm(shown)
    return any(
        count >= requested and shown_by_arm[arm] < wanted for arm, count in found_by_arm.items()
    )


def _counts_by_arm(candidates: Sequence[MemoryCandidate]) -> Counter[tuple[str, int]]:
    """How many candidates each of the two arms has found in each collection."""
    return Counter(
        (each.record.collection, arm)
        for each in candidates
        for arm, score in enumerate((each.arms.dense, each.arms.sparse))
        if score > 0
    )
