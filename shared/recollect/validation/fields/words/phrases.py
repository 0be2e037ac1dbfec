"""Phrases with the same meaning, found in answers and in the values of fields."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.grammar.words import Word

_MAX_WORDS: Final = 4
_NO_MEANINGS: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Phrases:
    """The meanings of phrases, by the words of the phrase."""

    known: Mapping[tuple[str, ...], frozenset[str]]
    beginnings: Mapping[str, int]
    """The number of words of the longest phrase that begins with a word."""

    def found_in(self, words: Sequence[Word]) -> Iterator[tuple[Sequence[Word], frozenset[str]]]:
        """The phrases among words with their meanings; the longest one at each place."""
        done = 0
        begins = [at for at, word in enumerate(words) if _first_word(word.text) in self.beginnings]
        for at in begins:
            if at < done:
                continue
            size = self._longest_size([word.text for word in words[at : at + _MAX_WORDS]])
            if size:
                part = words[at : at + size]
                yield part, self.known[_split_words(word.text for word in part)]
                done = at + size

    def meanings_of(self, text: str) -> frozenset[str]:
        """The meanings of all phrases in a folded value: `held_at_customs` is held.

        A phrase behind a `not` or `not yet` means nothing, unless both are a phrase:
        `not_delivered`.
        """
        words = WORD.findall(text.replace("_", " ").replace("not yet ", "not "))
        found: set[str] = set()
        at, is_denied = 0, False
        while at < len(words):
            size = self._longest_size(words[at : at + _MAX_WORDS])
            if not is_denied:
                found |= self.known.get(tuple(words[at : at + size]), _NO_MEANINGS)
            is_denied = not size and words[at] == "not"
            at += size or 1
        return frozenset(found)

    def _longest_size(self, words: Sequence[str]) -> int:
        """The number of words of the longest phrase at the beginning of `words`; 0 if none."""
        most = self.beginnings.get(_first_word(words[0]), 0)
        return next(
            (size for size in range(min(most, len(words)), 0, -1)
             if _split_words(words[:size]) in self.known),
            0,
        )  # fmt: skip


def phrases_of(lines: str) -> Phrases:
    """Read phrases from lines such as `paid: settled, bezahlt`; indented lines continue a line."""
    found: dict[tuple[str, ...], set[str]] = {}
    for line in lines.strip().replace("\n ", " ").splitlines():
        name, _, others = line.partition(":")
        for phrase in (name, *others.split(",")):
            if words := tuple(WORD.findall(folded(phrase))):
                found.setdefault(words, set()).add(name.strip())
    beginnings: dict[str, int] = {}
    for words in found:
        beginnings[words[0]] = max(beginnings.get(words[0], 0), len(words))
    return Phrases({words: frozenset(names) for words, names in found.items()}, beginnings)


def _first_word(text: str) -> str:
    """The first word of a phrase or a name with hyphens."""
    return text if text.isalpha() else text.partition(" ")[0].partition("-")[0]


def _split_words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for word in words for each in WORD.findall(word))
