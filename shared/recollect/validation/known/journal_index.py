"""The lines of journals: who did what, and when."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from recollect.core.grouping import grouped, postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.moments import Moment
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.passages import JournalLine


class JournalIndex:
    """The sentences of results that are lines of journals."""

    def __init__(self, passages: PassageIndex) -> None:
        self._passages = passages

    @lazy
    def entries(self) -> Sequence[JournalLine]:
        """The lines of summaries, in their order; else the texts of objects with an author."""
        lines = [entry for each in self._passages.all if (entry := each.entry()) is not None]
        if lines:
            return lines
        written = (each.written_entry() for each in self._passages.all)
        return [entry for entry in written if entry is not None]

    @lazy
    def authors(self) -> frozenset[str]:
        """Who wrote them."""
        return frozenset(entry.who for entry in self.entries)

    def at(self, said: Moment) -> Sequence[JournalLine]:
        """The lines of a time, of its day where it has one."""
        of_time = self._by_clock.get(said.clock, ())
        return [each for each in of_time if said.agrees(each.moment)]

    @lazy
    def _by_clock(self) -> Mapping[tuple[int, int] | None, Sequence[JournalLine]]:
        return grouped((each.moment.clock, each) for each in self.entries)

    def with_any_of(self, stems: Iterable[str]) -> Iterator[tuple[int, JournalLine]]:
        """All lines that have some of these stems, with how many, in their order."""
        counts = Counter(chain.from_iterable(self._places.get(each, ()) for each in stems))
        return ((counts[at], self.entries[at]) for at in sorted(counts))

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """Which lines have a stem."""
        return postings(each.stems for each in self.entries)
