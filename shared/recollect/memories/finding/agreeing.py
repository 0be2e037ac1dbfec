"""How far memories with steps agree with one another, and the order that follows from it.

By the rules of `recollect.learning.agreement`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from recollect.learning.agreement import MAX_NEIGHBOURS, Nearby, Neighbour, called_for_by_one
from recollect.memories.finding.scored import ScoredMemory
from recollect.memories.known.reading import memory_has_injection
from recollect.memories.search_result import DroppedMemory
from recollect.memories.stored.index import MemoryCandidate
from recollect.relevance.word_scores import rarities_of, terms_of

_MAX_COMPARED = 100


@dataclass(frozen=True, slots=True)
class Agreements:
    """What was done `nearby`, and by id, how it fits the hundred nearest memories that have steps.

    `of_each` is how far each agrees (0…1). The steps of those in `called_for` are called for enough
    for a result, whatever their own relevance.
    """

    nearby: Nearby
    of_each: Mapping[str, float]
    called_for: frozenset[str]


def neighbours_among(
    candidates: Sequence[MemoryCandidate], far: Sequence[DroppedMemory]
) -> list[tuple[MemoryCandidate, float]]:
    """The `far` candidates that have steps, each with its relevance.

    They are not relevant enough by themselves, but are neighbours of those that are.
    """
    relevance = {each.id: each.raw_score for each in far}
    return [
        (each, relevance[each.record.id])
        for each in candidates
        if each.record.id in relevance and each.record.steps
    ]


def agreements_of(
    query: str,
    candidates: Sequence[tuple[MemoryCandidate, float]],
    threshold: float,
    unproven: Collection[str],
) -> Agreements:
    """How far the steps of candidates, each with its relevance, agree with what was done nearby.

    Memories in quarantine and `unproven` ones do not count, so that no writer can agree with
    itself. Only neighbours of a relevance of `threshold` (0…1) or more call for a memory, and as
    much as one of them does that just reaches it: very many that are hardly relevant say nothing.
    None calls for a memory that ended badly.
    """
    relevance = {candidate.record.id: each for candidate, each in candidates}
    with_steps = sorted(
        (
            each.record
            for each, _ in candidates
            if each.record.steps
            and each.record.metadata.get("state") == "active"
            and each.record.id not in unproven
        ),
        key=lambda record: (-relevance[record.id], record.key),
    )[:_MAX_COMPARED]
    neighbours = [
        Neighbour(
            relevance[each.id],
            each.steps,
            each.metadata.get("outcome") == "success",
            terms_of(each.situation).keys(),
        )
        for each in with_steps[:MAX_NEIGHBOURS]
    ]
    nearby = Nearby(neighbours, rarities_of(query))
    relevant = Nearby([each for each in neighbours if each.relevance >= threshold])
    enough = called_for_by_one(threshold)
    return Agreements(
        nearby,
        {each.id: nearby.agreement(each.steps) for each in with_steps},
        frozenset(
            each.id
            for each in with_steps
            if not each.ended_badly and relevant.called_for(each.steps) >= enough
        ),
    )


def ordered_by_agreement(memories: Sequence[ScoredMemory], nearby: Nearby) -> list[ScoredMemory]:
    """The memories, with those that have steps reordered among themselves by their agreement.

    A memory that is no longer valid, is in a conflict, gives orders or does harm keeps its place.
    """
    places = [
        place
        for place, each in enumerate(memories)
        if each.agreement is not None
        and each.relations.holds
        and not each.relations.conflicts_with
        and not each.does_harm
        and not memory_has_injection(each.metadata)
    ]
    ordered = nearby.best_first([memories[place].record.steps for place in places])
    result = [*memories]
    for place, source in zip(places, ordered, strict=True):
        result[place] = memories[places[source]]
    return result
