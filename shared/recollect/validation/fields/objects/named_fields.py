"""Fields of objects by the words of their names: those that `the closing balance` may mean."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from recollect.core.grouping import postings
from recollect.validation.fields.objects.cells import Cell
from recollect.validation.grammar.counted_things import PERCENTAGE
from recollect.validation.grammar.quantities import TIME
from recollect.validation.grammar.words import word_set

_RATE_NAMES: Final = word_set("rate ratio share percent")


class NamedFields:
    """Fields by the rarest word and the rarest term of their names.

    Words that name a field have at least one of the two.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._cells = list(cells)
        counts = Counter(each for cell in self._cells for each in (*cell.parts, *cell.label))
        self._places = postings(
            [
                min(words, key=counts.__getitem__)
                for words in (cell.parts, sorted(cell.label))
                if words
            ]
            for cell in self._cells
        )

    def among(self, words: Iterable[str]) -> Sequence[Cell]:
        """The fields, in their order, that these words and terms may name."""
        places = {at for each in words for at in self._places.get(each, ())}
        return [self._cells[at] for at in sorted(places)]


class LikeFields:
    """Fields of one kind, indexed by the terms of their names; a value may mean any of them."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self.cells = list(cells)
        self.containers = frozenset(cell.container for cell in self.cells)
        self._places = postings(cell.name for cell in self.cells)

    def named_by(self, words: Iterable[str]) -> Sequence[Cell]:
        """The fields, in their order, whose names have one of these terms."""
        places = {at for each in words for at in self._places.get(each, ())}
        return [self.cells[at] for at in sorted(places)]

    def own(self, cell: Cell) -> frozenset[str]:
        """The terms that only this field has; all of its terms if others have them, too."""
        alone = (each for each in cell.name if len(self._places.get(each, ())) == 1)
        return frozenset(alone) or cell.name


class LikeNumbers:
    """The number fields of an object, by kind: times, shares or others; each kind is cached."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._numbers = [cell for cell in cells if cell.form == "number"]
        self._per = frozenset(each for cell in self._numbers for each in cell.per)
        self._known: dict[tuple[bool, bool, str, str], LikeFields] = {}

    def of(self, noun: str, measure: str, *, is_time: bool, is_share: bool) -> LikeFields:
        """The fields that are times, shares or neither, in the unit `measure` unless it is "".

        A field that is a rate per `noun` is left out: `fee_per_pallet` counts no pallets.
        """
        key = (is_time, is_share, noun if noun in self._per else "", measure)
        if key not in self._known:
            self._known[key] = LikeFields(
                cell
                for cell in self._numbers
                if noun not in cell.per
                and (cell.unit == TIME) == is_time
                and (cell.unit == PERCENTAGE or not _RATE_NAMES.isdisjoint(cell.parts)) == is_share
                and (not measure or cell.unit == measure)
            )
        return self._known[key]


class FieldTexts:
    """The different texts of fields, by the names of the fields."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        found: dict[tuple[str, ...], dict[str, Cell]] = defaultdict(dict)
        for cell in (each for each in cells if each.form == "text"):
            found[cell.parts].setdefault(cell.fold, cell)
        self._found = {parts: [*cells.values()] for parts, cells in found.items()}
        self._fields = NamedFields(cells[0] for cells in self._found.values())

    def among(self, words: Iterable[str]) -> Iterator[Sequence[Cell]]:
        """The texts of each field that these words and terms may name."""
        return (self._found[cell.parts] for cell in self._fields.among(words))
