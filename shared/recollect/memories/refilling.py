"""Decides, by the candidates of a search and those that were dropped, whether to search for more.

What is not shown (archived, superseded) may have taken the places of what would be.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from recollect.memories.index import MemoryCandidate
from recollect.memories.search_result import DroppedMemory, DropReason

_HIDDEN: Final[frozenset[DropReason]] = frozenset(
    {
        *("deleted", "quarantined", "archived", "failed", "filter", "stale"),
        *("superseded", "duplicate"),
    }
)


def shown_candidates(
    seen: Sequence[MemoryCandidate], dropped: Sequence[DroppedMemory]
) -> list[MemoryCandidate]:
    """The candidates that may be results: dropped for their rank at most, not for what they are."""
    hidden = {each.id for each in dropped if each.reason in _HIDDEN}
    return [each for each in seen if each.record.id not in hidden]


def needs_more(
    found: Sequence[MemoryCandidate], shown: Sequence[MemoryCandidate], requested: int, wanted: int
) -> bool:
    """Whether to search again for more: an arm gave all `requested`, fewer than `wanted` are shown.

    An arm that gave less than was requested has no more.
    """
    named, left = _counts_by_arm(found), _counts_by_arm(shown)
    return any(count >= requested and left[arm] < wanted for arm, count in named.items())


def _counts_by_arm(candidates: Sequence[MemoryCandidate]) -> Counter[tuple[str, str]]:
    """How many each arm has named of each collection."""
    dense = (each.record.collection for each in candidates if each.arms.dense > 0)
    sparse = (each.record.collection for each in candidates if each.arms.sparse > 0)
    return Counter([*((each, "dense") for each in dense), *((each, "sparse") for each in sparse)])
