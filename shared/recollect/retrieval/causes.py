"""How far candidates are from each other along their causes."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

from recollect.retrieval.candidates import CAUSED_BY, Candidate
from recollect.retrieval.items import Item, words_of
from recollect.retrieval.signals import MOST_HOPS


def hops_from(start: str, candidates: Sequence[Candidate]) -> Mapping[str, int]:
    """The hops from `start` to every id within reach, along `caused_by` in either direction.

    A path may lead over ids that are no candidates: two effects of one cause are two hops apart.
    """
    items = [candidate.item for candidate in candidates]
    return hops_along((CAUSED_BY,), start, items, MOST_HOPS)


def hops_along(
    fields: Sequence[str], start: str, items: Iterable[Item], most: int
) -> Mapping[str, int]:
    """The hops from `start` to every id at most `most` away, along metadata that names ids."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for cause in (each for name in fields for each in words_of(item.metadata.get(name))):
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
