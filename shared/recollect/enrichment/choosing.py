"""The choice among the memories that were found: relevant, readable, best first."""

import re
from collections.abc import Collection, Iterable
from math import isfinite
from typing import Final, Literal

from recollect.enrichment.memories import ContextSummary, ToolMemory
from recollect.enrichment.snippets import READABLE, snippet
from recollect.relevance.calibration import Calibration
from recollect.relevance.scoring import relevances

Mode = Literal["tool", "conversation", "hybrid"]

_LONGEST_SNIPPET: Final = 1_000
# A tool is waiting; what was kept as a snippet is half as long.
_MOST_READ: Final = 2_000

Scored = tuple[float, ToolMemory]
"""A memory with its relevance, 0…1."""


def relevant(
    query: str,
    memories: Iterable[ToolMemory],
    least: float,
    calibration: Calibration,
    named: Collection[str] = (),
) -> list[Scored]:
    """The memories with a relevance of at least `least`, or that name what the case names.

    Best first, each id once; of equals the newest comes first, then the one of the lesser id.
    A query that is like nothing finds nothing (`recollect.relevance.calibration`). Left out are
    those with scores that are no numbers.
    """
    pattern = _any_of(named)
    found = [each for each in memories if isfinite(each.arms.dense)]
    arms, texts = [each.arms for each in found], [each.text[:_MOST_READ] for each in found]
    scored = zip(relevances("hybrid", query, arms, texts, calibration), found, strict=True)
    first: dict[str, Scored] = {}
    for score, memory in sorted(scored, key=_best_first):
        if score >= least or (pattern is not None and pattern.search(_searched(memory))):
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
        memory_id=memory.id,
        session_id=memory.session_id,
        timestamp=memory.created_at_ms,
        score=round(min(max(score, 0.0), 1.0), 4),
        similarity=round(min(max(memory.arms.dense, 0.0), 1.0), 4),
        tags=memory.tags,
        snippet=shown,
    )


def _any_of(named: Collection[str]) -> re.Pattern[str] | None:
    """Any of some words, whole and in any case of letters."""
    words = "|".join(re.escape(each) for each in named if each)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None


def _searched(memory: ToolMemory) -> str:
    return f"{memory.text[:_MOST_READ]} {' '.join(memory.tags)}".replace("_", " ")


def _best_first(scored: Scored) -> tuple[float, int, str]:
    score, memory = scored
    return -score, -(memory.created_at_ms or 0), memory.id
