"""Decides whether a question asks for something that only one of two texts is about.

"The SLA of silver customers is 8 hours" is no newer answer for gold customers, though both texts
share all other words: where the question has a word that one of them lacks, and that one has
another in its place, they may tell of different things. It stands in the same place before a word
that tells something ("gold customers"), or between the same two, whatever they are ("service alpha
is"). A question for yes or no may bring the old value along ("is it hosted in Frankfurt?"): its
words tell nothing apart. Texts of which one is about another thing with a number than the question
(`recollect.relevance.things`) do tell of different things.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lru_cache import LruCache
from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.language.terms import STOP_WORDS
from recollect.relevance.stems import stem
from recollect.relevance.things import is_about_another, things_in
from recollect.settlement.statements import OPPOSITES

_WORD: Final = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*|[.,;:!?()]")
_WHETHER: Final = re.compile(
    r"\W*(?:am|are|can|could|did|do|does|has|have|is|may|must|should|was|were|will)\b",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(rf"(?:{MONTH}|{WEEKDAY})s?", re.IGNORECASE)
# It tells that something is otherwise, not of what.
_PASSED_OVER: Final = frozenset(
    "now actual current latest new old present previous updated".split()
)

_Place = tuple[str, str, str]
"""A word between the one before it and the one behind; sentences begin and end with a point."""


class AskedFor:
    """What a query asks for."""

    def __init__(self, asked: str) -> None:
        telling = () if _WHETHER.match(asked) else (each for _, each, _ in _places(asked))
        self._words = frozenset(filter(_tells, telling))
        self._things = things_in(asked)
        self._is_of_another: dict[str, bool] = {}

    def is_of_one(self, one: str, other: str) -> bool:
        """Whether one of two texts is about another thing with a number, and one is not."""
        if not self._things:
            return False
        return self._is_about_another(one) != self._is_about_another(other)

    def tells_apart(self, one: str, other: str) -> bool:
        """Whether a word asked for is in one of two texts, with another in its place in one."""
        if not self._words:
            return False
        mine, its = _read(one), _read(other)
        return self._has_another_in_place(mine, its) or self._has_another_in_place(its, mine)

    def _is_about_another(self, text: str) -> bool:
        if text not in self._is_of_another:
            self._is_of_another[text] = is_about_another(self._things, text)
        return self._is_of_another[text]

    def _has_another_in_place(self, mine: "_ReadText", its: "_ReadText") -> bool:
        """Whether something asked for is missing in `its` places, and has a stand-in there."""
        only = (mine.words & self._words) - its.words
        if not only:
            return False
        return any(
            _is_in_place(one, other) and not _are_opposites(one[1], other[1])
            for one in mine.places
            if one[1] in only
            for other in its.telling.get(one[2], ())
            if other[1] not in mine.words
        )


class _ReadText:
    """The places of a text, the words in them, and those that may name something.

    These are kept by what stands behind them.
    """

    __slots__ = ("places", "telling", "words")

    def __init__(self, text: str) -> None:
        self.places = tuple(_places(text))
        self.words = frozenset(each for _, each, _ in self.places)
        self.telling = grouped((each[2], each) for each in self.places if _tells(each[1]))


# The same texts are found again and again; read, one takes some twenty times its own room.
_read: Final = LruCache(_ReadText, len, 200_000)


def _are_opposites(one: str, other: str) -> bool:
    """Whether two stems are values of one thing: open and closed, encrypted and unencrypted."""
    short, long = sorted((one, other), key=len)
    is_denied = long.removeprefix("un") == short or long.removeprefix("in") == short
    return is_denied or any({one, other} == {stem(yes), stem(no)} for yes, no in OPPOSITES)


def _is_in_place(one: _Place, other: _Place) -> bool:
    """Whether two words before the same one stand in the same place."""
    return one[0] == other[0] or _tells(one[2])


def _places(text: str) -> Iterator[_Place]:
    words = [each for each in _WORD.findall(text.lower()) if each not in _PASSED_OVER]
    stems = (".", *(each if each in STOP_WORDS else stem(each) for each in words), ".")
    return zip(stems, stems[1:], stems[2:], strict=False)


def _tells(word: str) -> bool:
    """Whether it may name something: no word of every sentence, no number, no day or month."""
    is_word = len(word) > 1 and word.replace("-", "").isalpha()
    return is_word and word not in STOP_WORDS and not _WHEN.fullmatch(word)
