"""Joining what several sources found: one candidate an item, and of each arm the best value."""

from collections.abc import Sequence
from dataclasses import replace

from recollect.retrieval.arms import completed
from recollect.retrieval.candidates import Candidate
from recollect.retrieval.relevance import Arms


def merge(answers: Sequence[Sequence[Candidate]], limit: int) -> list[Candidate]:
    """Join the answers of sources that were asked for `limit` candidates an arm.

    The source that comes first tells the item; a shorter way of a walk counts.
    """
    merged: dict[str, Candidate] = {}
    for candidate in (each for answer in answers for each in answer):
        known = merged.get(candidate.item.id)
        merged[candidate.item.id] = candidate if known is None else _joined(known, candidate)
    return _completed(list(merged.values()), limit) if len(answers) > 1 else list(merged.values())


def _joined(one: Candidate, other: Candidate) -> Candidate:
    hops = [each for each in (one.hops, other.hops) if each is not None]
    return replace(
        one,
        arms=Arms(
            dense=max(one.arms.dense, other.arms.dense),
            sparse=max(one.arms.sparse, other.arms.sparse),
            full_text=max(one.arms.full_text, other.arms.full_text),
        ),
        sources=tuple(dict.fromkeys((*one.sources, *other.sources))),
        hops=min(hops, default=None),
        embedding=one.embedding or other.embedding,
    )


def _completed(candidates: Sequence[Candidate], limit: int) -> list[Candidate]:
    """What an arm that was cut off says of the items that it left out."""
    ids = [each.item.id for each in candidates]
    dense = completed(_named(candidates, "dense"), ids, limit)
    sparse = completed(_named(candidates, "sparse"), ids, limit)
    full_text = _named(candidates, "full_text")
    # The arms for words stand in for each other: who was found by one needs no floor of the other.
    return [
        replace(
            each,
            arms=Arms(
                dense=dense[each.item.id],
                sparse=each.arms.sparse if each.item.id in full_text else sparse[each.item.id],
                full_text=each.arms.full_text,
            ),
        )
        for each in candidates
    ]


def _named(candidates: Sequence[Candidate], arm: str) -> dict[str, float]:
    values = ((each.item.id, float(getattr(each.arms, arm))) for each in candidates)
    return {item_id: value for item_id, value in values if value > 0}
