"""What is known of words, worked out when one is first met and remembered in the process."""

from collections.abc import Callable
from typing import TypeVar

_V = TypeVar("_V")
_MOST = 20_000
_LONGEST = 64


class Remembered(dict[str, _V]):
    """What a function makes of each of many short texts, looked up as in a dictionary.

    That costs less than a call. Of texts longer than 64 characters nothing is remembered; where
    20,000 are known, all are forgotten.
    """

    def __init__(self, work_out: Callable[[str], _V]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, text: str) -> _V:
        value = self._work_out(text)
        if len(text) <= _LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[text] = value
        return value
