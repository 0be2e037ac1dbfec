"""Decides whether a question asks for something that only one of two texts is about.

"The SLA of silver customers is 8 hours" is no newer answer for gold customers, though both texts
share all other words. If the question has a word that one text lacks, and that text has another
word in its place, the texts may be about different things. Two words are in the same place if they
stand before the same meaningful word ("gold customers"), or between the same two words, whatever
these are ("service alpha is"). A yes-or-no question may mention the old value ("is it hosted in
Frankfurt?"), so its words tell no texts apart. If one text is about another numbered thing than the
question (`recollect.relevance.things`), and the other text is not, the texts are about different
things.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.core.grouping import grouped
from recollect.core.lru_cache import LruCache
from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.language.terms import STOP_WORDS
from recollect.relevance.stems import stem
from recollect.relevance.things import is_about_another, things_in
from recollect.settlement.names_in_text import bare_words
from recollect.settlement.prose import ReadProse
from recollect.settlement.statements import OPPOSITES

_WORD: Final = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*|[.,;:!?()]")
_YES_OR_NO: Final = re.compile(
    r"\W*(?:am|are|can|could|did|do|does|has|have|is|may|must|should|was|were|will)\b",
    re.IGNORECASE,
)
_MONTH_OR_DAY: Final = re.compile(rf"(?:{MONTH}|{WEEKDAY})s?", re.IGNORECASE)
_OPPOSITES: Final = frozenset(frozenset(map(stem, each)) for each in OPPOSITES)
# These words say that something has changed, but name nothing.
_IGNORED: Final = frozenset("now actual current latest new old present previous updated".split())

_Place = tuple[str, str, str]
"""A word between its neighbours, as stems; the ends of a sentence count as "."."""


class AskedFor:
    """What a query asks for."""

    def __init__(self, asked: str) -> None:
        words = () if _YES_OR_NO.match(asked) else (each for _, each, _ in _places(asked))
        self._words = frozenset(filter(_may_name, words))
        self._spoken = _spoken(asked)
        self._things = things_in(asked)
        self._is_of_another: dict[str, bool] = {}

    def excludes_one_of(self, one: str, other: str) -> bool:
        """Whether exactly one of two texts is about another numbered thing than the query."""
        if not self._things:
            return False
        return self._is_about_another(one) != self._is_about_another(other)

    def tells_apart(self, one: str, other: str) -> bool:
        """Whether one of two texts has a word of the query, and the other another in its place."""
        if not self._words:
            return False
        mine, its = _read(one), _read(other)
        return _has_another_in_place(mine, its, self._words) or _has_another_in_place(
            its, mine, self._words
        )

    def asks_for_another_row(self, rows: Sequence[str], new: ReadProse) -> bool:
        """Whether a newer text names rows of an older table, but none that is asked for.

        Who asks when Mossgate closes is not told so by new opening times of Hatch Lane, though one
        table has both.
        """
        named = [each for each in map(_spoken, rows) if each.strip()]
        asked = [each for each in named if each in self._spoken]
        if not asked:
            return False
        told = _spoken(new.text)
        return not any(each in told for each in asked) and any(each in told for each in named)

    def _is_about_another(self, text: str) -> bool:
        if text not in self._is_of_another:
            self._is_of_another[text] = is_about_another(self._things, text)
        return self._is_of_another[text]


def names_another(new: ReadProse, old: ReadProse) -> bool:
    """Whether what a text says has changed differs in one word from what the older one speaks of.

    "The owner of the mail service" is not that of the billing service. Where nothing else names it,
    or the word is a name, it may be the new value: "Bob Ray is now the owner".
    """
    if new.case is not None:
        return False
    missing = new.named - old.terms - new.names
    if not missing or missing == new.named:
        return False
    return _has_another_in_place(_read(new.text), _read(old.text), frozenset(map(stem, missing)))


def _spoken(text: str) -> str:
    """The words of a text in small letters, between single spaces, in which a name can be found."""
    return f" {' '.join(bare_words(text))} "


class _ReadText:
    """The places of a text by their word, its words, and its places by the word behind them.

    `telling` has only the places whose word may name something.
    """

    __slots__ = ("places", "telling", "words")

    def __init__(self, text: str) -> None:
        places = tuple(_places(text))
        self.places = grouped((each[1], each) for each in places)
        self.words = frozenset(self.places)
        self.telling = grouped((each[2], each) for each in places if _may_name(each[1]))


# The same texts are found again and again. A parsed text takes some twenty times its length.
_read: Final = LruCache(_ReadText, len, 200_000)


def _has_another_in_place(mine: _ReadText, its: _ReadText, words: frozenset[str]) -> bool:
    """Whether `its` lacks one of the words, which `mine` has, and has another in its place.

    Two opposites are values of the same thing, and do not count.
    """
    missing = (mine.words & words) - its.words
    if not missing:
        return False
    return any(
        _is_in_place(one, other) and not _are_opposites(one[1], other[1])
        for word in missing
        for one in mine.places[word]
        for other in its.telling.get(one[2], ())
        if other[1] not in mine.words
    )


def _are_opposites(one: str, other: str) -> bool:
    """Whether two stems are opposites, as open and closed, encrypted and unencrypted."""
    short, long = sorted((one, other), key=len)
    is_denied = long.removeprefix("un") == short or long.removeprefix("in") == short
    return is_denied or {one, other} in _OPPOSITES


def _is_in_place(one: _Place, other: _Place) -> bool:
    """Whether two words before the same one stand in the same place."""
    return one[0] == other[0] or _may_name(one[2])


def _places(text: str) -> Iterator[_Place]:
    words = [each for each in _WORD.findall(text.lower()) if each not in _IGNORED]
    stems = (".", *(stem(each) if _may_name(each) else each for each in words), ".")
    return zip(stems, stems[1:], stems[2:], strict=False)


def _may_name(word: str) -> bool:
    """Whether a word may name something: no stop word, number, day or month."""
    is_word = len(word) > 1 and word.replace("-", "").isalpha()
    return is_word and word not in STOP_WORDS and not _MONTH_OR_DAY.fullmatch(word)
