"""Memoises a function of short texts for the life of the process."""

from collections.abc import Callable
from typing import TypeVar

_V = TypeVar("_V")
_MAX_ENTRIES = 20_000
_MAX_CHARACTERS = 64


class Memoised(dict[str, _V]):
    """The results of a function of short texts, by text: a dictionary that fills itself.

    A lookup costs less than a call of an `lru_cache`. Results for texts of more than 64 characters
    are not kept. At 20,000 entries the dictionary is emptied.
    """

    def __init__(self, function: Callable[[str], _V]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, text: str) -> _V:
        value = self._function(text)
        if len(text) <= _MAX_CHARACTERS:
            if len(self) >= _MAX_ENTRIES:
                self.clear()
            self[text] = value
        return value
