"""A function of short texts, memoised for the life of the process."""

from collections.abc import Callable
from typing import TypeVar

_V = TypeVar("_V")
_MOST = 20_000
_LONGEST = 64


class Memoised(dict[str, _V]):
    """The results of a function of short texts, by text: a dictionary that fills itself.

    A lookup costs less than a call of an `lru_cache`. Results for texts of more than 64 characters
    are not kept; at 20,000 entries the dictionary is emptied.
    """

    def __init__(self, function: Callable[[str], _V]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, text: str) -> _V:
        value = self._function(text)
        if len(text) <= _LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[text] = value
        return value
