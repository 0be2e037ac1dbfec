"""Words and phrases that say the same, found in answers and in the values of fields."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word

_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 4
_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases, by their words, with what each of them says."""

    known: Mapping[tuple[str, ...], frozenset[str]]
    beginnings: Mapping[str, int]
    """The first words of phrases, each with how many words the longest of them has."""

    @property
    def words(self) -> Iterable[str]:
        """The first words of all phrases."""
        return self.beginnings.keys()

    def found_in(self, words: Sequence[Word]) -> Iterator[tuple[Sequence[Word], frozenset[str]]]:
        """The phrases among words with what they say, the longest at each place."""
        done = 0
        begins = [at for at, word in enumerate(words) if _begin(word.text) in self.beginnings]
        for at in begins:
            if at < done:
                continue
            size = self._size([word.text for word in words[at : at + _MOST_WORDS]])
            if size:
                part = words[at : at + size]
                yield part, self.known[_texts(word.text for word in part)]
                done = at + size

    def named_by(self, text: str) -> frozenset[str]:
        """All that a folded value says: `held_at_customs` is held."""
        words = _WORD.findall(text.replace("_", " "))
        found: set[str] = set()
        at = 0
        while at < len(words):
            size = self._size(words[at : at + _MOST_WORDS])
            found |= self.known.get(tuple(words[at : at + size]), _NONE)
            at += size or 1
        return frozenset(found)

    def _size(self, words: Sequence[str]) -> int:
        """How many words the longest phrase has that some begin with; nought if there is none."""
        most = self.beginnings.get(_begin(words[0]), 0)
        return next(
            (size for size in range(min(most, len(words)), 0, -1)
             if _texts(words[:size]) in self.known),
            0,
        )  # fmt: skip


def phrases_of(lines: str) -> Phrases:
    """Phrases from lines such as `paid: settled, bezahlt`; each line may go on indented."""
    found: dict[tuple[str, ...], set[str]] = {}
    for line in lines.strip().replace("\n ", " ").splitlines():
        name, _, others = line.partition(":")
        for phrase in (name, *others.split(",")):
            if words := tuple(_WORD.findall(folded(phrase))):
                found.setdefault(words, set()).add(name.strip())
    beginnings: dict[str, int] = {}
    for words in found:
        beginnings[words[0]] = max(beginnings.get(words[0], 0), len(words))
    return Phrases({words: frozenset(names) for words, names in found.items()}, beginnings)


def groups_of(lines: str) -> Sequence[frozenset[str]]:
    """Groups of phrases of which one excludes the others, from lines such as `card, cash`."""
    return [
        frozenset(each.strip() for each in line.split(",")) for line in lines.strip().splitlines()
    ]


def _begin(text: str) -> str:
    """The first word of a word or name."""
    return text if text.isalpha() else text.partition(" ")[0].partition("-")[0]


def _texts(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(each for word in words for each in _WORD.findall(word))
