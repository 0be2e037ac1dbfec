"""The text of all results joined: its words, and where a name is written in it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from recollect.core.lazy import lazy
from recollect.language.unspaced import UNSPACED_LETTER
from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.known.record_models import ResultValue
from recollect.validation.known.result_texts import ResultText

_SMALL: Final = re.compile(r"\b[a-z]{3,40}\b")
_MAX_TRIES: Final = 50


class WrittenText:
    """The joined texts of results, and their words."""

    def __init__(self, texts: Sequence[ResultText]) -> None:
        self._texts = texts

    @lazy
    def distinct(self) -> str:
        """The lines, folded, each once."""
        return folded(self._lines)

    @lazy
    def words(self) -> frozenset[str]:
        """All words, folded."""
        return frozenset(WORD.findall(self.distinct))

    @lazy
    def small_words(self) -> frozenset[str]:
        """The words that the results have anywhere in small letters."""
        return frozenset(_SMALL.findall(self._lines))

    def find(self, name: str) -> ResultValue | None:
        """The first place where a name stands by itself, not as a part of a longer word."""
        at = self._fold.find(name) if name else -1
        for _ in range(_MAX_TRIES):
            if at < 0:
                return None
            end = at + len(name)
            before, behind = self._fold[at - 1 : at], self._fold[end : end + 1]
            if not _goes_on(before, name[0]) and not _goes_on(behind, name[-1]):
                place = bisect_right(self._starts, at) - 1
                result_text, start = self._texts[place], at - self._starts[place]
                return ResultValue(result_text.text[start : start + len(name)], result_text.source)
            at = self._fold.find(name, at + 1)
        return None

    @lazy
    def _lines(self) -> str:
        """The lines, each once: the lines of a summary are in fields and other results, too."""
        lines = (line for known in self._texts for line in known.text.split("\n"))
        return "\n".join(dict.fromkeys(lines))

    @lazy
    def _fold(self) -> str:
        return "\n".join(known.fold for known in self._texts)

    @lazy
    def _starts(self) -> Sequence[int]:
        return [0, *accumulate(len(known.text) + 1 for known in self._texts)]


def _goes_on(letter: str, beside: str) -> bool:
    """Whether `letter` continues the name that has `beside` next to it.

    A name ends where a script without spaces begins or ends.
    """
    if not letter.isalnum() or letter.isascii():
        return letter.isalnum()
    return bool(UNSPACED_LETTER.match(letter)) == bool(UNSPACED_LETTER.match(beside))
