"""How far candidates are from each other along their causes."""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from recollect.retrieval.candidates import Candidate
from recollect.retrieval.items import traits_of
from recollect.retrieval.signals import MOST_HOPS


def hops_from(start: str, candidates: Sequence[Candidate]) -> Mapping[str, int]:
    """The hops from `start` to every id within reach, along `caused_by` in either direction.

    A path may lead over ids that are no candidates: two effects of one cause are two hops apart.
    """
    neighbours: dict[str, set[str]] = defaultdict(set)
    for candidate in candidates:
        for cause in traits_of(candidate.item.metadata).caused_by:
            neighbours[candidate.item.id].add(cause)
            neighbours[cause].add(candidate.item.id)
    hops = {start: 0}
    frontier = deque([start])
    while frontier:
        node = frontier.popleft()
        if hops[node] == MOST_HOPS:
            continue
        for neighbour in neighbours[node] - hops.keys():
            hops[neighbour] = hops[node] + 1
            frontier.append(neighbour)
    return hops
