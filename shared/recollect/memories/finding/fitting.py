"""Keeps as many memories as an answer has room for."""

import json
from collections.abc import Sequence
from typing import Final

from recollect.memories.finding.scored import ScoredMemory
from recollect.memories.known.reading import MAX_ANSWER_BYTES, answer_size
from recollect.memories.search_result import DroppedMemory

_MAX_METADATA_BYTES: Final = 80_000


def fitting_in_answer(
    memories: Sequence[ScoredMemory], limit: int
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """The first `limit` memories that fit into an answer, and the others with why they do not."""
    kept: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    room = MAX_ANSWER_BYTES
    is_certain_to_fit = sum(map(_max_bytes, memories)) <= room
    for memory in memories:
        size = 0 if is_certain_to_fit else _size(memory)
        if len(kept) == limit:
            dropped.append(memory.dropped("limit"))
        elif size > room:
            dropped.append(memory.dropped("size"))
        else:
            kept.append(memory)
            room -= size
    return kept, dropped


def _max_bytes(memory: ScoredMemory) -> int:
    # The text twice, up to 12 bytes a character, since it is escaped twice; and ample metadata.
    return 2 * 12 * len(memory.record.content) + _MAX_METADATA_BYTES


def _size(memory: ScoredMemory) -> int:
    # The answer holds the text twice, as content and in its two parts.
    content = memory.record.content
    return answer_size(json.dumps([content, content, dict(memory.metadata)], ensure_ascii=False))
