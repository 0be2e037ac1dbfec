"""What the sentences of results state, by the stems of their words; and their numbers and names."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final

from recollect.core.grouping import postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.lexicon import ENGLISH, lexicon
from recollect.validation.grammar.quantities import amounts_in
from recollect.validation.grammar.words import words_of
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.slots import Slot, slots_of
from recollect.validation.known.statements import StatedClause, statements_of
from recollect.validation.known.written_text import WrittenText

_MOST: Final = 2_000
_MOST_PLACES: Final = 30
_MOST_NEAR: Final = 12


class StatementIndex:
    """The statements of results, the first ones, and which of them are near to others."""

    def __init__(self, passages: PassageIndex, text: WrittenText) -> None:
        self._passages = passages
        self._text = text
        self._slots: dict[int, Sequence[Slot]] = {}
        self._own_slots: dict[int, Sequence[Slot]] = {}

    def near(self, stems: Iterable[str]) -> Sequence[tuple[int, StatedClause]]:
        """The statements that share stems, with how much they share; the nearest first."""
        # Each key is the place and, far above it, minus what is shared: numbers sort fast.
        keys: dict[int, int] = {}
        places = self._places
        for each in stems:
            weight = _MOST if each.isalpha() else 2 * _MOST
            for place in places.get(each, ()):
                keys[place] = keys.get(place, place) - weight
        return [
            (-(key // _MOST), self._all[key % _MOST]) for key in sorted(keys.values())[:_MOST_NEAR]
        ]

    def rarity(self, of: str) -> int:
        """How many statements have a stem, up to a bound."""
        return len(self._places.get(of, ()))

    def slots(self, told: StatedClause) -> Sequence[Slot]:
        """The numbers and names of a statement; they are read when it is first asked for."""
        key = id(told)
        if key not in self._slots:
            self._slots[key] = list(_slots_of(told))
        return self._slots[key]

    def own_slots(self, told: StatedClause) -> Sequence[Slot]:
        """The same, without names that stand somewhere in small letters, too."""
        key = id(told)
        if key not in self._own_slots:
            self._own_slots[key] = [each for each in self.slots(told) if not self.is_plain(each)]
        return self._own_slots[key]

    def is_plain(self, slot: Slot) -> bool:
        """Whether a name stands in small letters, too: a word at the beginning of a sentence."""
        return not self._text.small_words.isdisjoint(slot.name)

    @lazy
    def _all(self) -> Sequence[StatedClause]:
        return list(islice(statements_of(self._passages.all), _MOST))

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """Which statements have a stem, the first ones."""
        return postings((each.stems for each in self._all), _MOST_PLACES)


def _slots_of(told: StatedClause) -> Sequence[Slot]:
    if told.result_value is None:
        return ()
    fold = folded(told.result_value.text)
    begin = max(0, fold.find(told.text))
    words = words_of(fold, begin, begin + len(told.text), lexicon(ENGLISH))
    return slots_of(words, told.result_value.text, amounts_in(words))
