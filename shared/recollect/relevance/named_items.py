"""Finds the items that a query names: by their titles, aliases and ids, as people write them.

A name counts if its words stand in the query one after the other: whole words, in any case, with or
without accents. A word of five letters or more may have one typo: a letter that is wrong, missing
or added, or two that are swapped. Numbers have no typos: `E4031` is not `E4032`. If names overlap,
the longest wins, and of equally long ones the one with the fewest typos.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.grouping import grouped
from recollect.language.accents import without_accents
from recollect.language.unspaced import UNSPACED, UNSPACED_LETTER

MIN_TYPO_LETTERS: Final = 5
"""A shorter word must be written correctly."""

MAX_NAME_WORDS: Final = 16
"""A longer name is not one that people use."""

# In scripts without spaces each character is a word, except that katakana form words.
_WORD: Final = re.compile(rf"[^\W_{UNSPACED}]+|[\u30a1-\u30fa\u30fc]+|[{UNSPACED}]")
# Nobody writes longer words; a longer one must be the same, without a typo.
_MAX_TYPO_LETTERS: Final = 40


def named_in(query: str, names: Sequence[Iterable[str]]) -> frozenset[int]:
    """The indices in `names` of the items that the query names; an item has any number of names."""
    holders: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for place, item_names in enumerate(names):
        for name in item_names:
            words = words_in(name)
            if 0 < len(words) <= MAX_NAME_WORDS and not UNSPACED_LETTER.fullmatch("".join(words)):
                holders[words].add(place)
    query_words = _QueryWords(words_in(query))
    mentions = [mention for name in holders for mention in query_words.mentions(name)]
    return frozenset().union(*(holders[each.name] for each in _longest(mentions)))


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters without accents."""
    return tuple(_WORD.findall(without_accents(text)))


def is_one_typo_off(one: str, other: str) -> bool:
    """Whether two words differ in one letter that is wrong, missing or added, or in a swap."""
    short, long = sorted((one, other), key=len)
    at = next((n for n, letter in enumerate(short) if letter != long[n]), len(short))
    if len(long) == len(short) + 1:
        return short[at:] == long[at + 1 :]
    if len(long) != len(short) or at == len(short):
        return False
    swapped = short[at : at + 2] == long[at : at + 2][::-1]
    return short[at + 1 :] == long[at + 1 :] or (swapped and short[at + 2 :] == long[at + 2 :])


@dataclass(frozen=True, slots=True)
class _Mention:
    """A name at a place in a query: its words from index `start`, with the number of its typos."""

    name: tuple[str, ...]
    start: int
    typos: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sort key: the longest name first, then the one with the fewest typos."""
        return -len(self.name), -sum(map(len, self.name)), self.typos

    @property
    def span(self) -> range:
        """The indices of its words."""
        return range(self.start, self.start + len(self.name))


class _QueryWords:
    """The words of a query by their places, and those that are one typo away from a word."""

    def __init__(self, words: Sequence[str]) -> None:
        self._places = grouped((word, place) for place, word in enumerate(words))
        self._shortened = grouped(
            (form, word) for word in filter(str.isalpha, self._places) for form in _shortened(word)
        )
        self._known: dict[str, Mapping[int, int]] = {}

    def mentions(self, name: tuple[str, ...]) -> Iterator[_Mention]:
        """The mentions of a name."""
        found = [self._typos_by_place(word) for word in name]
        # Starts at the rarest word, since a query may have another one at a thousand places.
        offset = min(range(len(name)), key=lambda each: len(found[each]))
        for place in found[offset]:
            start = place - offset
            typos = [places.get(start + n) for n, places in enumerate(found)]
            if None not in typos:
                yield _Mention(name, start, sum(each or 0 for each in typos))

    def _typos_by_place(self, word: str) -> Mapping[int, int]:
        """The places of a word in the query, each with its number of typos there."""
        if word not in self._known:
            typos = dict.fromkeys(self._places.get(word, ()), 0)
            for other in self._like(word):
                typos |= dict.fromkeys(self._places[other], 1)
            self._known[word] = typos
        return self._known[word]

    def _like(self, word: str) -> Iterable[str]:
        """The words of the query that are one typo away.

        Two such words share a form that lacks one letter, or none.
        """
        if len(word) < MIN_TYPO_LETTERS or not word.isalpha():
            return ()
        near = {other for form in _shortened(word) for other in self._shortened.get(form, ())}
        return [other for other in near if is_one_typo_off(word, other)]


def _shortened(word: str) -> set[str]:
    """A word, and its forms that lack one of its letters."""
    if len(word) > _MAX_TYPO_LETTERS:
        return {word}
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _longest(mentions: Iterable[_Mention]) -> Iterator[_Mention]:
    """The mentions that no better one overlaps."""
    by_rank = grouped((each.rank, each) for each in mentions)
    taken: Counter[int] = Counter()
    for rank in sorted(by_rank):
        free = [each for each in by_rank[rank] if not any(at in taken for at in each.span)]
        yield from free
        taken.update(at for each in free for at in each.span)
