"""How far candidates are from each other along their causes, and how that raises relevance."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from recollect.retrieval.candidates import CAUSED_BY, Candidate
from recollect.retrieval.items import Item, strings_of
from recollect.retrieval.signals import MAX_HOPS

_CAUSE_SHARE: Final = 0.5


def with_causes(
    relevant: Sequence[float], candidates: Sequence[Candidate], least: float
) -> list[float]:
    """The relevance of candidates, each at least half as relevant as its causes and effects.

    An event and its consequence are one answer in two parts. An item below the `least` relevance by
    itself neither gains nor gives: a cause alone does not make an item an answer.
    """
    places = {each.item.id: place for place, each in enumerate(candidates)}
    found = list(relevant)
    for place, each in enumerate(candidates):
        for cause in strings_of(each.item.metadata.get(CAUSED_BY)):
            other = places.get(cause, place)
            for one, linked in ((place, other), (other, place)):
                if relevant[one] >= least:
                    found[one] = max(found[one], _CAUSE_SHARE * relevant[linked])
    return found


def hops_from(start: str, candidates: Sequence[Candidate]) -> Mapping[str, int]:
    """The hops from `start` to every id within reach, along `caused_by` in either direction.

    A path may lead over ids that are no candidates: two effects of one cause are two hops apart.
    """
    items = [candidate.item for candidate in candidates]
    return hops_along((CAUSED_BY,), start, items, MAX_HOPS)


def hops_along(
    fields: Sequence[str], start: str, items: Iterable[Item], most: int
) -> Mapping[str, int]:
    """The hops from `start` to every id at most `most` away, along metadata fields with ids."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for cause in (each for name in fields for each in strings_of(item.metadata.get(name))):
            neighbours[item.id].add(cause)
            neighbours[cause].add(item.id)
    hops = {start: 0}
    frontier = deque([start])
    while frontier:
        node = frontier.popleft()
        if hops[node] == most:
            continue
        for neighbour in neighbours[node] - hops.keys():
            hops[neighbour] = hops[node] + 1
            frontier.append(neighbour)
    return hops
