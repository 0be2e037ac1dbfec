"""How many memories an answer has room for."""

import json
from collections.abc import Sequence
from typing import Final

from recollect.memories.reading import MAX_ANSWER_BYTES, answer_size
from recollect.memories.scored import ScoredMemory
from recollect.memories.search_result import DroppedMemory

_MOST_METADATA_BYTES: Final = 80_000


def fitting_in_answer(
    memories: Sequence[ScoredMemory], limit: int
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """The first `limit` memories that fit into an answer, and the others with the reason."""
    kept: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    room = MAX_ANSWER_BYTES
    is_certain_to_fit = sum(map(_most_bytes, memories)) <= room
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


def _most_bytes(memory: ScoredMemory) -> int:
    # Twice the text, its characters escaped twice; far more than the metadata may have.
    return 2 * 12 * len(memory.record.content) + _MOST_METADATA_BYTES


def _size(memory: ScoredMemory) -> int:
    # The answer holds the text twice, as content and in its two parts.
    content = memory.record.content
    return answer_size(json.dumps([content, content, dict(memory.metadata)], ensure_ascii=False))
