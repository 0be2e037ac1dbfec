"""Which of two things that texts tell of a question asks for.

"The SLA of silver customers is 8 hours" is no newer answer for gold customers, though both texts
share all other words: where the question has a word that one of them lacks, and that one has
another in its place, they tell of different things. It stands in the same place before a word that
tells something ("gold customers"), or between the same two, whatever they are ("service alpha is").
So do texts of which one is about another thing with a number than the question
(`relevance.things`). A question for yes or no may bring the old value along ("is it hosted in
Frankfurt?"): it tells nothing apart.
"""

import re
from collections.abc import Iterator
from typing import Final

from recollect.language.terms import STOP_WORDS
from recollect.relevance.occurrences import MONTH, WEEKDAY
from recollect.relevance.stems import stem
from recollect.relevance.things import is_about_another, things_in

_WORD: Final = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*|[.,;:!?()]")
_WHETHER: Final = re.compile(
    r"\W*(?:am|are|can|could|did|do|does|has|have|is|may|must|should|was|were|will)\b",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(rf"(?:{MONTH}|{WEEKDAY})s?", re.IGNORECASE)
# It tells that something is otherwise, not of what.
_PASSED_OVER: Final = frozenset({"now"})

_Place = tuple[str, str, str]
"""A word between the one before it and the one behind; sentences begin and end with a point."""


class AskedFor:
    """What a query asks for."""

    def __init__(self, asked: str) -> None:
        telling = () if _WHETHER.match(asked) else (each for _, each, _ in _places(asked))
        self._words = frozenset(filter(_tells, telling))
        self._things = things_in(asked) if self._words else ()

    def tells_apart(self, one: str, other: str) -> bool:
        """Whether it asks for something that only one of two texts tells of."""
        if is_about_another(self._things, one) != is_about_another(self._things, other):
            return True
        mine, its = list(_places(one)), list(_places(other))
        return self._has_another_in_place(mine, its) or self._has_another_in_place(its, mine)

    def _has_another_in_place(self, mine: list[_Place], its: list[_Place]) -> bool:
        """Whether something asked for is missing in `its` places, and has a stand-in there."""
        words, other_words = {each for _, each, _ in mine}, {each for _, each, _ in its}
        only = (words & self._words) - other_words
        asked = [each for each in mine if each[1] in only]
        others = [each for each in its if each[1] not in words and _tells(each[1])] if asked else ()
        return any(_is_in_place(one, other) for one in asked for other in others)


def _is_in_place(one: _Place, other: _Place) -> bool:
    return one[2] == other[2] and (one[0] == other[0] or _tells(one[2]))


def _places(text: str) -> Iterator[_Place]:
    words = [each for each in _WORD.findall(text.lower()) if each not in _PASSED_OVER]
    stems = (".", *(each if each in STOP_WORDS else stem(each) for each in words), ".")
    return zip(stems, stems[1:], stems[2:], strict=False)


def _tells(word: str) -> bool:
    """Whether it may name something: no word of every sentence, no number, no day or month."""
    return len(word) > 1 and word.isalpha() and word not in STOP_WORDS and not _WHEN.fullmatch(word)
