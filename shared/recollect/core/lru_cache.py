"""A cache of values that are made from keys, with a limited total size (LRU)."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class LruCache(Generic[_Key, _Value]):
    """Makes values from keys, and keeps those that were used most recently (LRU).

    The total size of the kept keys, by `size_of`, is at most `max_size`. The value of a key that
    alone is larger is made each time. `make` is pure, so a value that it made can go to every
    caller.
    """

    def __init__(
        self, make: Callable[[_Key], _Value], size_of: Callable[[_Key], int], max_size: int
    ) -> None:
        self._make, self._size_of, self._max_size = make, size_of, max_size
        self._values: dict[_Key, _Value] = {}
        self._size = 0
        self._lock = Lock()

    def __call__(self, key: _Key) -> _Value:
        """The value for a key."""
        with self._lock:
            if key in self._values:
                # Put back at the end: a dictionary keeps its order, so the least recently used key
                # stands first.
                self._values[key] = value = self._values.pop(key)
                return value
        value = self._make(key)
        size = self._size_of(key)
        if size <= self._max_size:
            with self._lock:
                self._size += size if key not in self._values else 0
                self._values[key] = value
                while self._size > self._max_size:
                    oldest = next(iter(self._values))
                    del self._values[oldest]
                    self._size -= self._size_of(oldest)
        return value

    def keys(self) -> tuple[_Key, ...]:
        """The keys whose values are kept, the least recently used first."""
        return tuple(self._values)
