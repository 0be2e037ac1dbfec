"""Simple inflection: `servers` and `server`, `escalated` and `escalates` are the same word.

Two words are the same when each loses one known ending of English or German, or none, and the same
stem of at least four letters is left. Coarse on purpose: it is to find a word again that an answer
bends, not to tell two words apart.
"""

from collections.abc import Mapping
from typing import Final

_SHORTEST_STEM: Final = 4
# By their last letter, so that a word is compared with few. The ending 's needs no place here: an
# apostrophe ends a word.
_ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "s": ("s", "es", "ers", "ions"),
    "d": ("d", "ed"),
    "g": ("ing",),
    "r": ("er",),
    "n": ("n", "en", "ern", "ion"),
    "e": ("e",),
    "m": ("em",),
    "y": ("ly",),
}


def stems(word: str) -> list[str]:
    """The word itself, and what is left of it without an ending; of one with digits, itself."""
    endings = _ENDINGS.get(word[-1:])
    longest = len(word) - _SHORTEST_STEM
    if endings is None or longest < 1 or not word.isalpha():
        return [word]
    return [word, *[word[: -len(e)] for e in endings if len(e) <= longest and word.endswith(e)]]
