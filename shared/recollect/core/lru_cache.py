"""A cache of what is made of keys, bounded by total size: the least recently used goes first."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Made = TypeVar("_Made")


class LruCache(Generic[_Key, _Made]):
    """Makes things out of keys, and keeps those that were asked for last (LRU).

    What is kept is as large as `most` in all, by what `size_of` says of a key; what is larger by
    itself is made each time. `make` is pure: what it made serves whoever asks.
    """

    def __init__(
        self, make: Callable[[_Key], _Made], size_of: Callable[[_Key], int], most: int
    ) -> None:
        self._make, self._size_of, self._most = make, size_of, most
        self._kept: dict[_Key, _Made] = {}
        self._size = 0
        self._lock = Lock()

    def __call__(self, key: _Key) -> _Made:
        """What is made of a key."""
        with self._lock:
            if key in self._kept:
                # A dictionary keeps its order, so the first of it is what nobody asked for longest.
                self._kept[key] = made = self._kept.pop(key)
                return made
        made = self._make(key)
        size = self._size_of(key)
        if size <= self._most:
            with self._lock:
                self._size += size if key not in self._kept else 0
                self._kept[key] = made
                while self._size > self._most:
                    oldest = next(iter(self._kept))
                    del self._kept[oldest]
                    self._size -= self._size_of(oldest)
        return made

    def keys(self) -> tuple[_Key, ...]:
        """What is kept was made of these, and the first was not asked for longest."""
        return tuple(self._kept)
