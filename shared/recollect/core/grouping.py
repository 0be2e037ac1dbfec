"""Values in groups: by what they have in common, or so many at a time."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from sys import maxsize
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


def grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    """The values of each key in their order; the keys as they first come."""
    found: dict[_K, list[_V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def batched(items: Sequence[_V], size: int) -> Iterator[Sequence[_V]]:
    """The items in order, in parts of `size`, the last of which may be shorter."""
    return (items[start : start + size] for start in range(0, len(items), size))


def postings(texts: Iterable[Iterable[_K]], most: int = maxsize) -> Mapping[_K, Sequence[int]]:
    """An inverted index of texts, each given as its terms: by term the indices of its texts.

    At most the first `most` texts of a term. A plain loop, since whole results are indexed so.
    """
    found: dict[_K, list[int]] = defaultdict(list)
    for place, terms in enumerate(texts):
        for each in terms:
            if len(found[each]) < most:
                found[each].append(place)
    return dict(found)
