"""Look up the sentences of results by the stems of their words."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from recollect.core.grouping import postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.numbers import plain_number
from recollect.validation.known.passages import Passage, passages_of
from recollect.validation.known.result_texts import ResultText

_EDGES: Final = " .;!*_-\u2022\t"
_MAX_PLACES: Final = 30
_ALL: Final = re.compile(r"\ball (?:of )?(?:the |our |their )?([\w.,]+)")


class PassageIndex:
    """All sentences of results, and those that share words with a given text."""

    def __init__(self, texts: Sequence[ResultText]) -> None:
        self._texts = texts

    @lazy
    def all(self) -> Sequence[Passage]:
        """The sentences, in order, each once."""
        return list(passages_of(self._texts))

    def has(self, fold: str) -> bool:
        """Whether the results have this folded sentence, but for marks around it."""
        return fold.strip(_EDGES) in self._sentences

    def has_words(self, words: str) -> bool:
        """Whether a sentence has these folded words as whole words."""
        return stands_in(words, self._joined)

    @lazy
    def all_of(self) -> frozenset[float]:
        """The numbers that follow `all`: 31,000 in `all 31,000 are in`."""
        return frozenset(plain_number(number) for number in _ALL.findall(self._joined))

    @lazy
    def _joined(self) -> str:
        return "\n".join(each.text for each in self.all)

    @lazy
    def _sentences(self) -> frozenset[str]:
        return frozenset(each.text.strip(_EDGES) for each in self.all)

    def closest(self, stems: Iterable[str]) -> tuple[Passage, int] | None:
        """The passage with most of these stems, the first of several, and how many it has.

        A name with a hyphen counts twice.
        """
        counts: dict[int, int] = {}
        for stem in stems:
            weight = 1 + ("-" in stem)
            for place in self._places.get(stem, ()):
                counts[place] = counts.get(place, 0) + weight
        if not counts:
            return None
        most = max(counts.values())
        return self.all[min(place for place in counts if counts[place] == most)], most

    def sharing(self, stems: Iterable[str], least: float) -> Sequence[tuple[int, Passage]]:
        """The passages with at least `least` of these stems, each with how many; most first."""
        places = self._places
        found = [having for each in stems if (having := places.get(each))]
        if len(found) < least:
            return ()
        counts = Counter(chain.from_iterable(found))
        enough = sorted((-shared, place) for place, shared in counts.items() if shared >= least)
        return [(-shared, self.all[place]) for shared, place in enough]

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """The places of the first passages that have a stem."""
        return postings((each.stems for each in self.all), _MAX_PLACES)
