"""Finds names in scripts without spaces between words: 山田太郎, wherever its letters stand.

Also with a space or a dot between the letters, and in each order of its parts. If the letter before
or after it is of the same script, it may be part of another name (林太郎 in 小林太郎) and is not
`sure`; a title after it counts as its end. Names in katakana, and short ones in hiragana, match
only as whole words.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from recollect.erasure.subject_spellings import Spelling
from recollect.language.unspaced import UNSPACED, script_of

_ALL: Final = re.compile(f"[{UNSPACED}]+")
_GAP: Final = r"[\s\u30fb]{0,2}"
_TITLE: Final = re.compile("様|氏|殿|君|先生")
_MIN_HIRAGANA_LENGTH: Final = 3
_MAX_PERMUTED_WORDS: Final = 3


def is_without_spaces(words: Sequence[str]) -> bool:
    """Whether all words of a name are in scripts without spaces."""
    return all(map(_ALL.fullmatch, words))


class NameWithoutSpaces:
    """The letters of a name, in each order of its words."""

    def __init__(self, words: Sequence[str]) -> None:
        orders = permutations(words) if len(words) <= _MAX_PERMUTED_WORDS else (tuple(words),)
        spelled = (_GAP.join(map(re.escape, "".join(order))) for order in orders)
        self._letters = re.compile("|".join(dict.fromkeys(spelled)))

    def places(self, text: str) -> Iterator[Spelling]:
        """The places that name the person in a text without escapes and disguise."""
        for each in self._letters.finditer(text):
            name, end = each.group(), each.end()
            goes_on = [_goes_on(name[0], text[each.start() - 1 : each.start()])]
            if not _TITLE.match(text, end):
                goes_on.append(_goes_on(name[-1], text[end : end + 1]))
            if not any(goes_on) or not _is_whole_word(name):
                yield Spelling(*each.span(), sure=not any(goes_on))


def _goes_on(letter: str, beside: str) -> bool:
    return beside != "" and script_of(beside) == script_of(letter)


def _is_whole_word(name: str) -> bool:
    scripts = {script_of(each) for each in name} - {""}
    return scripts == {"KATAKANA"} or (scripts == {"HIRAGANA"} and len(name) < _MIN_HIRAGANA_LENGTH)
