"""How far memories that say their steps agree, and the order that follows from it.

By the rules of `recollect.learning.agreement`.
"""

from collections.abc import Collection, Sequence

from recollect.learning.agreement import Neighbour, agreements
from recollect.memories.model import DroppedMemory
from recollect.memories.ports import MemoryCandidate
from recollect.memories.reading import gives_orders
from recollect.memories.scored import ScoredMemory

_MOST_AGREEING = 100


def agreements_of(
    candidates: Sequence[MemoryCandidate],
    near: Sequence[tuple[MemoryCandidate, float]],
    far: Sequence[DroppedMemory],
    unproven: Collection[str] = (),
) -> dict[str, float]:
    """By id, how far what was done nearby agrees with each candidate that says its steps.

    Of the nearest hundred. What is too far to be a result still says what was done; what is in
    quarantine or `unproven` says nothing, so that one writer cannot agree with itself.
    """
    relevance = {each.id: each.raw_score for each in far}
    relevance |= {candidate.record.id: each for candidate, each in near}
    told = sorted(
        (
            each.record
            for each in candidates
            if each.record.steps
            and each.record.metadata.get("state") == "active"
            and each.record.id not in unproven
        ),
        key=lambda record: (-relevance[record.id], record.key),
    )[:_MOST_AGREEING]
    agreed = agreements(
        [
            Neighbour(relevance[each.id], each.steps, each.metadata.get("outcome") == "success")
            for each in told
        ]
    )
    return {each.id: share for each, share in zip(told, agreed, strict=True)}


def by_agreement(memories: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """The memories, those that say their steps in the places of each other by agreement.

    What stands in a conflict, gives orders or does harm stays where it is.
    """
    places = [
        place
        for place, each in enumerate(memories)
        if each.agreement is not None
        and not each.standing.conflicts_with
        and not each.does_harm
        and not gives_orders(each.record, each.metadata)
    ]
    ordered = sorted(places, key=lambda place: -(memories[place].agreement or 0.0))
    result = [*memories]
    for place, source in zip(places, ordered, strict=True):
        result[place] = memories[source]
    return result
