"""The sentences of results, by the stems of their words."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from recollect.core.grouping import postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import stands_in
from recollect.validation.grammar.intervals import intervals_in
from recollect.validation.grammar.numbers import plain_number
from recollect.validation.known.passages import Passage, passages_of
from recollect.validation.known.result_texts import ResultText

_EDGES: Final = " .;!*_-\u2022\t"
_MOST_PLACES: Final = 30
_ALL: Final = re.compile(r"\ball (?:of )?(?:the |our |their )?([\w.,]+)")


class PassageIndex:
    """All sentences of results, and which of them share words with others."""

    def __init__(self, texts: Sequence[ResultText]) -> None:
        self._texts = texts

    @lazy
    def all(self) -> Sequence[Passage]:
        """The sentences, in their order, each once."""
        return list(passages_of(self._texts))

    @lazy
    def intervals(self) -> Sequence[tuple[Passage, frozenset[float]]]:
        """The sentences that tell how often something happens, the first ones, with the minutes."""
        told = (
            (each, frozenset(one.minutes for one in intervals_in(each.text))) for each in self.all
        )
        return list(islice((each for each in told if each[1]), _MOST_PLACES))

    def has(self, fold: str) -> bool:
        """Whether a folded sentence stands in the results as it is."""
        return fold.strip(_EDGES) in self._sentences

    def tells(self, words: str) -> bool:
        """Whether folded words stand in a sentence by themselves."""
        return stands_in(words, self._told)

    @lazy
    def all_of(self) -> frozenset[float]:
        """The numbers of which all are told of: `all 31,000 are in`."""
        return frozenset(plain_number(number) for number in _ALL.findall(self._told))

    @lazy
    def _told(self) -> str:
        return "\n".join(each.text for each in self.all)

    @lazy
    def _sentences(self) -> frozenset[str]:
        return frozenset(each.text.strip(_EDGES) for each in self.all)

    def closest(self, stems: Iterable[str]) -> tuple[Passage, int] | None:
        """The passage that has most of these stems, the first of several; names count twice."""
        counts: dict[int, int] = {}
        for each in stems:
            weight = 1 + ("-" in each)
            for place in self._places.get(each, ()):
                counts[place] = counts.get(place, 0) + weight
        if not counts:
            return None
        most = max(counts.values())
        return self.all[min(place for place in counts if counts[place] == most)], most

    def sharing(self, stems: Iterable[str], least: float) -> Sequence[tuple[int, Passage]]:
        """The passages that have so many of these stems at least, with how many; most first."""
        places = self._places
        told = [there for each in stems if (there := places.get(each))]
        if len(told) < least:
            return ()
        counts = Counter(chain.from_iterable(told))
        enough = sorted((-shared, place) for place, shared in counts.items() if shared >= least)
        return [(-shared, self.all[place]) for shared, place in enough]

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """Which passages have a stem, the first ones."""
        return postings((each.stems for each in self.all), _MOST_PLACES)
