"""Which of the memories that were found may help: relevant, readable, best first."""

from collections.abc import Iterable
from math import isfinite
from typing import Final, Literal

from recollect.enrichment.memories import ContextSummary, ToolMemory
from recollect.enrichment.snippets import READABLE, snippet
from recollect.retrieval.relevance import Fusion
from recollect.retrieval.relevances import fused

Mode = Literal["tool", "conversation", "hybrid"]

_LONGEST_SNIPPET: Final = 1_000
# A tool is waiting; what was kept as a snippet is half as long.
_MOST_READ: Final = 2_000

Scored = tuple[float, ToolMemory]
"""A memory with its relevance, 0…1."""


def relevant(memories: Iterable[ToolMemory], least: float, fusion: Fusion) -> list[Scored]:
    """The memories with a relevance of at least `least`, best first, each id once.

    Of equals the newest comes first, then the one of the lesser id. Left out are those with scores
    that are no numbers, which would spoil those of all others.
    """
    sane = [each for each in memories if isfinite(each.arms.dense) and isfinite(each.arms.sparse)]
    scores = fused("hybrid", [each.arms for each in sane], fusion)
    ranked = sorted(zip(scores, sane, strict=True), key=_best_first)
    first: dict[str, Scored] = {}
    for score, memory in ranked:
        if score >= least:
            first.setdefault(memory.id, (score, memory))
    return list(first.values())


def summary_of(scored: Scored) -> ContextSummary | None:
    """The memory as it may help; None where nothing of it can be read."""
    score, memory = scored
    shown = snippet(memory.text, _LONGEST_SNIPPET, _MOST_READ)
    if len(shown) < READABLE:
        return None
    return ContextSummary(
        source=memory.source,
        memoryId=memory.id,
        sessionId=memory.session_id,
        timestamp=memory.created_at_ms,
        score=round(min(max(score, 0.0), 1.0), 4),
        similarity=round(min(max(memory.arms.dense, 0.0), 1.0), 4),
        tags=memory.tags,
        snippet=shown,
    )


def _best_first(scored: Scored) -> tuple[float, int, str]:
    score, memory = scored
    return -score, -(memory.created_at_ms or 0), memory.id
