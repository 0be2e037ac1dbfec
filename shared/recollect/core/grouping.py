"""Groups values: by key, in batches of a size, or as an inverted index."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from sys import maxsize
from typing import TypeVar

_K = TypeVar("_K")
_V = TypeVar("_V")


def grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    """The values of each key, in their order; the keys in the order of their first value."""
    found: dict[_K, list[_V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def batched(items: Sequence[_V], size: int) -> Iterator[Sequence[_V]]:
    """The items in order, in batches of `size`; the last batch may be shorter."""
    return (items[start : start + size] for start in range(0, len(items), size))


def postings(texts: Iterable[Iterable[_K]], most: int = maxsize) -> Mapping[_K, Sequence[int]]:
    """An inverted index of texts, each given as its terms: term → indices of its texts.

    It has at most the first `most` texts of a term. Written as a plain loop for speed, since whole
    results are indexed this way.
    """
    found: dict[_K, list[int]] = defaultdict(list)
    for index, terms in enumerate(texts):
        for term in terms:
            places = found[term]
            if len(places) < most:
                places.append(index)
    return dict(found)
