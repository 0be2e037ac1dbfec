"""Brings texts into lower case without accents, one character for each, so offsets stay valid."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

WORD: Final = re.compile(r"[^\W_]+")
"""A word in a text: letters and digits in a row."""

PIECE: Final = re.compile(r"\d+|[^\W\d_]+")
"""Letters in a row, or digits: `db` and `02` of `db02`."""


class _Folds(dict[int, int]):
    """The folded form of each character, computed when it first occurs."""

    def __missing__(self, code: int) -> int:
        character = chr(code)
        base = unicodedata.normalize("NFKD", character)[0].lower()
        fold = ord(base) if len(base) == 1 else code
        self[code] = fold
        return fold


_FOLDS = _Folds()


def folded(text: str) -> str:
    """The text in lower case without accents; its length stays the same."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def places_of(words: str, text: str) -> Iterator[int]:
    """The offsets where words stand in a text as whole words, not as parts of longer ones.

    It uses no pattern, as `re` would keep patterns made of user data in its cache.
    """
    at = text.find(words) if words else -1
    while at >= 0:
        end = at + len(words)
        if not (_is_of_word(text[at - 1 : at]) or _is_of_word(text[end : end + 1])):
            yield at
        at = text.find(words, at + 1)


def without_ending(word: str, endings: Iterable[str], least: int) -> str:
    """A word without the first of `endings` that leaves at least `least` characters."""
    fitting = (each for each in endings if word.endswith(each) and len(word) - len(each) >= least)
    return word.removesuffix(next(fitting, ""))


def stands_in(words: str, text: str) -> bool:
    """Whether words stand in a text as whole words."""
    return next(places_of(words, text), None) is not None


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"
