"""Orders the memories that are relevant enough, and drops those that are not results.

The rules are those of `recollect.memories.finding.search`.
"""

import random
from collections.abc import Sequence
from datetime import datetime

from recollect.learning.agreement import FIRST_PLACES, NOTHING_NEARBY, Nearby
from recollect.memories.finding.agreeing import ordered_by_agreement
from recollect.memories.finding.fitting import fitting_in_answer
from recollect.memories.finding.memory_settling import settled_memories
from recollect.memories.finding.scored import (
    ScoredMemory,
    backed_first,
    has_failed,
    marked_outnumbered,
)
from recollect.memories.finding.successors import is_in_force
from recollect.memories.finding.trials import explored
from recollect.memories.known.confidence import STALE_CONFIDENCE
from recollect.memories.requests import Search
from recollect.memories.search_result import DroppedMemory, DropReason
from recollect.relevance.filters import Filters


def rank(
    memories: Sequence[ScoredMemory],
    filters: Filters,
    search: Search,
    now: datetime,
    successors: Sequence[ScoredMemory] = (),
    nearby: Nearby = NOTHING_NEARBY,
    threshold: float = 0.0,
) -> tuple[list[ScoredMemory], list[DroppedMemory]]:
    """The results, at most `limit`, best first, and the other memories with why they are dropped.

    Sorts by score, then judged runs, then id. Superseded memories and duplicates are dropped;
    memories that give orders come last. `successors` are known to supersede some of `memories`;
    `nearby` is what was done in similar situations. Memories that are less relevant than
    `threshold` (0…1), which only their steps bring in, have a place among the first three alone.
    """
    eligible: list[ScoredMemory] = []
    dropped: list[DroppedMemory] = []
    for memory in sorted(memories, key=lambda each: each.order):
        if reason := _reason_to_drop(memory, filters, include_stale=search.include_stale):
            dropped.append(memory.dropped(reason))
        else:
            eligible.append(memory)
    eligible = backed_first(eligible)
    ineligible = {each.id for each in dropped}
    beside = [each for each in memories if each.id in ineligible] + [*successors]
    found = settled_memories(
        eligible,
        [each for each in beside if is_in_force(each, now)],
        frozenset(
            each.id
            for each in successors  # the dropped memories are not shown in any case
            if not _reason_to_drop(each, filters, include_stale=search.include_stale)
        ),
        search.query,
        now,
        include_superseded=search.include_superseded,
    )
    ordered = backed_first(ordered_by_agreement(found.kept, nearby))
    first, behind = ordered[:FIRST_PLACES], ordered[FIRST_PLACES:]
    near = [each for each in behind if each.relevance >= threshold]
    dropped += (each.dropped("threshold") for each in behind if each.relevance < threshold)
    kept, more_dropped = fitting_in_answer([*first, *near], search.limit)
    return marked_outnumbered(kept), [*dropped, *found.aside, *more_dropped]


def with_draws(
    memories: Sequence[ScoredMemory], filters: Filters, search: Search, chance: random.Random
) -> list[ScoredMemory]:
    """The memories, with a draw (Thompson sampling) for each that may come first.

    A memory that is not a result, or that comes last in any case, gets no draw.
    """
    tried, rest = list[ScoredMemory](), list[ScoredMemory]()
    for each in memories:
        reason = _reason_to_drop(each, filters, include_stale=search.include_stale)
        (rest if reason or each.is_last else tried).append(each)
    return [*explored(tried, chance, search.limit), *rest]


def _reason_to_drop(
    memory: ScoredMemory, filters: Filters, *, include_stale: bool
) -> DropReason | None:
    if memory.counts.tombstoned:
        return "deleted"
    match memory.metadata.get("state"):
        case "quarantined" | "archived" as state:
            return state
    if not filters.match(memory.metadata):
        # The index filtered by a record that may lag behind what was decided a moment ago.
        return "filter"
    if "outcome" not in filters.equals and has_failed(memory):
        return "failed"
    if not include_stale and memory.confidence < STALE_CONFIDENCE:
        return "stale"
    return None
