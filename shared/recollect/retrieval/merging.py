"""Merges what several sources found: one candidate an item, with its best score in each arm."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from recollect.relevance.arms import Arms
from recollect.retrieval.candidates import Candidate


def merge(answers: Sequence[Sequence[Candidate]], limit: int) -> list[Candidate]:
    """Merge the answers of several sources, each asked for `limit` candidates an arm, by item id.

    If several sources have an item, the content of the first counts, and the fewest hops.
    """
    merged: dict[str, Candidate] = {}
    for candidate in (each for answer in answers for each in answer):
        known = merged.get(candidate.item.id)
        merged[candidate.item.id] = candidate if known is None else _joined(known, candidate)
    found = list(merged.values())
    # A single source has completed its own answer.
    return _completed(found, answers, limit) if len(answers) > 1 else found


def _joined(one: Candidate, other: Candidate) -> Candidate:
    hops = [each for each in (one.hops, other.hops) if each is not None]
    return replace(
        one,
        arms=Arms(
            dense=max(one.arms.dense, other.arms.dense),
            sparse=max(one.arms.sparse, other.arms.sparse),
            asks=one.arms.asks or other.arms.asks,
        ),
        sources=tuple(dict.fromkeys((*one.sources, *other.sources))),
        hops=min(hops, default=None),
        embedding=one.embedding or other.embedding,
        around=one.around or other.around,
    )


def _completed(
    candidates: Sequence[Candidate], answers: Sequence[Sequence[Candidate]], limit: int
) -> list[Candidate]:
    """The candidates with a dense score for each, even if a source's arm was cut off before it."""
    dense = _floor([[each.arms.dense for each in answer] for answer in answers], limit)
    return [
        replace(each, arms=replace(each.arms, dense=each.arms.dense or dense))
        for each in candidates
    ]


def _floor(answers: Sequence[Sequence[float]], limit: int) -> float:
    """The lowest score that an arm gave, if any source's answer was cut off; else 0."""
    named = [[value for value in answer if value > 0] for answer in answers]
    cut_off = any(len(each) >= limit for each in named)
    return min(chain.from_iterable(named)) if cut_off else 0.0
