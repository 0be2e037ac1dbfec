"""Finds the words of a text as it writes them (`db-03`, `it's`), and the names among them.

Names are capitalised words, codes with a digit, and long numbers. A year names nothing: most dates
have the same one.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

WRITTEN_WORD: Final = re.compile(r"[^\W_]+(?:[-_./'@][^\W_]+)*")

_MIN_CODE_DIGITS: Final = 4
_YEAR = re.compile(r"(?:19|20)\d\d")
# What precedes the first word of a sentence, and what follows the first word of a name of two.
_SENTENCE_BEGIN = re.compile(r"(?:^|[.!?:;\n\]>])[\s\"'(#*-]*$")
_NEXT_IS_NAME = re.compile(r" [A-Z]")


def bare(word: str) -> str:
    """A word in small letters, without the `'s` of a possessive."""
    return word.casefold().removesuffix("'s")


def bare_words(text: str) -> Iterator[str]:
    """The bare words of a text, in their order."""
    return map(bare, WRITTEN_WORD.findall(text))


def names_in(text: str, max_words: int | None = None) -> frozenset[str]:
    """The names and codes among the first words of a text, or all of its words, as bare words."""
    found = islice(WRITTEN_WORD.finditer(text), max_words)
    # Most words are of small letters and no names, which is seen without a closer look.
    likely = [each for each in found if not (each.group().islower() and each.group().isalpha())]
    return frozenset([bare(each.group()) for each in likely if _is_name(each, text)])


def _is_name(word: re.Match[str], text: str) -> bool:
    written = word.group()
    if not written.isalpha() and any(map(str.isdigit, written)):
        is_code = len(written) >= _MIN_CODE_DIGITS and not _YEAR.fullmatch(written)
        return is_code or not written.isdigit()
    if not written[0].isupper():
        return False
    return (
        _SENTENCE_BEGIN.search(text, 0, word.start()) is None
        or _NEXT_IS_NAME.match(text, word.end()) is not None
    )


def without_names(text: str) -> str:
    """The words of a text except capitalised names, in comparable form."""
    kept = [
        each.group()
        for each in WRITTEN_WORD.finditer(text)
        if each.group().islower() or not _is_proper_name(each, text)
    ]
    return " ".join(kept).casefold()


def _is_proper_name(word: re.Match[str], text: str) -> bool:
    return word.group().isalpha() and _is_name(word, text)
