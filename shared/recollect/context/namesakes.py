"""Finds texts about things whose names resemble one that a question names.

Nothing that is true of "Halden Outdoor" is true of "Halden Optics", nor of `lp-20` what is true of
`lp-02`, however alike the texts about them are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from recollect.core.lazy import lazy

_WORD = re.compile(r"[^\W_][\w./#-]{0,62}\w|[^\W_]")
_NUMBERED = re.compile(r"(?=.*[^\W\d_])(?=.*\d)[\w.-]+")
_DIGITS = re.compile(r"\d+")
# A date or an amount, which names no thing.
_AMOUNT = re.compile(r"\d[\d.,:-]*(?:st|nd|rd|th|am|pm|[hmskx]|ms|min|gb|mb|tb|kb|kg|am|ct)?")
_MIN_NAME_LETTERS = 3
# A level, which names no thing either.
_LEVEL = re.compile(r"(?:p|s|sev|prio|tier)-?\d")
# Only so many names of a question count.
_MAX_NAMES = 8


@dataclass(frozen=True)
class _Text:
    text: str

    @lazy
    def words(self) -> list[str]:
        return [match.group().strip(".-") for match in _WORD.finditer(self.text)]

    @lazy
    def numbered(self) -> dict[str, str]:
        """Words with letters and digits, in lower case, by their pattern: `lp-20` and `lp-#`."""
        found = dict.fromkeys(word.casefold() for word in self.words)
        return {each: _DIGITS.sub("#", each) for each in found if _is_numbered(each)}

    @lazy
    def names(self) -> list[tuple[str, str]]:
        """Names of two words, side by side: `("Halden", "Optics")`."""
        return [
            (first, second)
            for first, second in pairwise(self.words)
            if _is_name(first) and _is_name(second) and f"{first} {second}" in self.text
        ]

    @lazy
    def places(self) -> set[str]:
        """The words behind full names that say where: Leeds of "Bella Napoli in Leeds"."""
        ends = (f"{first} {second}" for first, second in self.names)
        found = (re.search(rf"\b{re.escape(each)}(?:,| in) (\w+)", self.text) for each in ends)
        return {each[1] for each in found if each is not None and _is_name(each[1])}

    @lazy
    def folded(self) -> str:
        return self.text.casefold()


def may_be_about(question: str, texts: Sequence[str]) -> list[bool]:
    """For each text, whether it may be about what the question names.

    If some texts have a full name of the question, only they are, and of these only those with the
    place behind it, if any has it: "Bella Napoli in Leeds". If no text has a name of the question
    but some have one that resembles it, none is.
    """
    asked, read = _Text(question), [_Text(each) for each in texts]
    held, another, named = set[int](), set[int](), set[int]()
    for holding, nearly, is_full_name in _bearers(asked, read):
        if nearly and not holding:
            return [False] * len(texts)
        held |= holding
        another |= nearly
        named |= holding if is_full_name else set()
    if named:
        about = {each for each in named if asked.places.issubset(read[each].words)} or named
        return [each in about for each in range(len(texts))]
    return [place in held or place not in another for place in range(len(texts))]


def _bearers(asked: _Text, read: Sequence[_Text]) -> Iterator[tuple[set[int], set[int], bool]]:
    """For each name of the question, the texts that have it, and those with only a similar one.

    Also whether it is a full name.
    """
    for word, pattern in list(asked.numbered.items())[:_MAX_NAMES]:
        holding = {place for place, each in enumerate(read) if word in each.numbered}
        alike = {place for place, each in enumerate(read) if pattern in each.numbered.values()}
        yield holding, alike - holding, False
    for first, second in asked.names[:_MAX_NAMES]:
        full, start = f"{first} {second}".casefold(), re.compile(rf"\b{re.escape(first)} [A-Z]")
        holding = {place for place, each in enumerate(read) if full in each.folded}
        alike = {place for place, each in enumerate(read) if start.search(each.text)}
        yield holding, alike - holding, True


def _is_numbered(word: str) -> bool:
    if _NUMBERED.fullmatch(word) is None:
        return False
    return _AMOUNT.fullmatch(word) is None and _LEVEL.fullmatch(word) is None


def _is_name(word: str) -> bool:
    return len(word) >= _MIN_NAME_LETTERS and word[0].isupper() and word[1:].islower()
