"""Which of the memories that were found may help: relevant, readable, best first."""

from collections.abc import Iterable, Iterator
from itertools import islice
from math import isfinite
from typing import Final, Literal

from recollect.enrichment.memories import ContextSummary, ToolMemory
from recollect.enrichment.snippets import READABLE, snippet
from recollect.retrieval.relevance import Fusion
from recollect.retrieval.relevances import fused

Mode = Literal["tool", "conversation", "hybrid"]

_LONGEST_SNIPPET: Final = 1_000
# Of memories that say nothing readable not all are read: each costs time that the tool waits.
_READ_FOR_EACH: Final = 2


def chosen(
    memories: Iterable[ToolMemory], top_k: int, least: float, fusion: Fusion
) -> list[ContextSummary]:
    """The best `top_k` memories with a relevance of at least `least`, each once, and none twice
    in the same words.

    Of equals the newest comes first, then the one of the lesser id. Left out are those with scores
    that are no numbers, which would spoil those of all others.
    """
    sane = [each for each in memories if isfinite(each.arms.dense) and isfinite(each.arms.sparse)]
    scores = fused("hybrid", [each.arms for each in sane], fusion)
    ranked = sorted(zip(scores, sane, strict=True), key=_best_first)
    relevant = _once((score, each) for score, each in ranked if score >= least)
    read = islice(relevant, _READ_FOR_EACH * top_k)
    summaries = (_summary(score, each) for score, each in read)
    readable = (each for each in summaries if len(each.snippet) >= READABLE)
    return list(islice(_in_other_words(readable), top_k))


def _best_first(scored: tuple[float, ToolMemory]) -> tuple[float, int, str]:
    score, memory = scored
    return -score, -(memory.created_at_ms or 0), memory.id


def _once(ranked: Iterable[tuple[float, ToolMemory]]) -> Iterator[tuple[float, ToolMemory]]:
    seen: set[str] = set()
    for score, memory in ranked:
        if memory.id not in seen:
            seen.add(memory.id)
            yield score, memory


def _in_other_words(summaries: Iterable[ContextSummary]) -> Iterator[ContextSummary]:
    """Without what was told before: several sessions may have found the same."""
    told: set[str] = set()
    for summary in summaries:
        if summary.snippet not in told:
            told.add(summary.snippet)
            yield summary


def _summary(score: float, memory: ToolMemory) -> ContextSummary:
    return ContextSummary(
        source=memory.source,
        memoryId=memory.id,
        sessionId=memory.session_id,
        timestamp=memory.created_at_ms,
        score=round(min(max(score, 0.0), 1.0), 4),
        similarity=round(min(max(memory.arms.dense, 0.0), 1.0), 4),
        tags=memory.tags,
        snippet=snippet(memory.text, _LONGEST_SNIPPET),
    )
