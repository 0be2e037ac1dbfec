"""Keeps as many memories as an answer has room for."""

import json
from collections.abc import Sequence

from recollect.core.answer_size import MAX_ANSWER_BYTES, answer_size
from recollect.memories.finding.scored import ScoredMemory
from recollect.memories.search_result import DroppedMemory


def fitting_in_answer(
    memories: Sequence[ScoredMemory], limit: int
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """The first `limit` memories that fit into an answer, and the others with why they do not."""
    kept: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    room = MAX_ANSWER_BYTES
    for memory in memories:
        if len(kept) == limit:
            dropped.append(memory.dropped("limit"))
        elif (size := _size(memory)) > room:
            dropped.append(memory.dropped("size"))
        else:
            kept.append(memory)
            room -= size
    return kept, dropped


def _size(memory: ScoredMemory) -> int:
    # The answer holds the text twice, as content and in its two parts.
    content = memory.record.content
    return answer_size(json.dumps([content, content, dict(memory.metadata)], ensure_ascii=False))
