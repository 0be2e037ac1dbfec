"""Look up the statements of results by their stems, and the numbers and names in each."""

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
from recollect.validation.known.stated_clauses import StatedClause, statements_of
from recollect.validation.known.written_text import WrittenText

_MAX_STATEMENTS: Final = 2_000
_MAX_PLACES: Final = 30
_MAX_NEAR: Final = 12


class StatementIndex:
    """The first statements of results, and those that share most stems with a given text."""

    def __init__(self, passages: PassageIndex, text: WrittenText) -> None:
        self._passages = passages
        self._text = text
        self._slots: dict[int, Sequence[Slot]] = {}
        self._own_slots: dict[int, Sequence[Slot]] = {}

    def near(self, stems: Iterable[str]) -> Sequence[tuple[int, StatedClause]]:
        """The statements that share stems, each with the weight of these; the nearest first."""
        # A key is the place in its low part and minus the weight in its high part: ints sort fast.
        keys: dict[int, int] = {}
        places = self._places
        for stem in stems:
            weight = _MAX_STATEMENTS if stem.isalpha() else 2 * _MAX_STATEMENTS
            for place in places.get(stem, ()):
                keys[place] = keys.get(place, place) - weight
        return [
            (-(key // _MAX_STATEMENTS), self._all[key % _MAX_STATEMENTS])
            for key in sorted(keys.values())[:_MAX_NEAR]
        ]

    def rarity(self, stem: str) -> int:
        """How many statements have a stem, up to 30: the fewer, the more distinctive it is."""
        return len(self._places.get(stem, ()))

    def slots(self, statement: StatedClause) -> Sequence[Slot]:
        """The numbers and names of a statement, read on first access."""
        key = id(statement)
        if key not in self._slots:
            self._slots[key] = list(_slots_of(statement))
        return self._slots[key]

    def own_slots(self, statement: StatedClause) -> Sequence[Slot]:
        """The same without plain words, which the results also have in small letters."""
        key = id(statement)
        if key not in self._own_slots:
            self._own_slots[key] = [
                each for each in self.slots(statement) if not self.is_plain(each)
            ]
        return self._own_slots[key]

    def is_plain(self, slot: Slot) -> bool:
        """Whether results have the name in small letters, too, so that it only began a sentence."""
        return not self._text.small_words.isdisjoint(slot.name)

    @lazy
    def _all(self) -> Sequence[StatedClause]:
        return list(islice(statements_of(self._passages.all), _MAX_STATEMENTS))

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """The places of the first statements that have a stem."""
        return postings((each.stems for each in self._all), _MAX_PLACES)


def _slots_of(statement: StatedClause) -> Sequence[Slot]:
    if statement.result_value is None:
        return ()
    fold = folded(statement.result_value.text)
    begin = max(0, fold.find(statement.text))
    words = words_of(fold, begin, begin + len(statement.text), lexicon(ENGLISH))
    return slots_of(words, statement.result_value.text, amounts_in(words))
