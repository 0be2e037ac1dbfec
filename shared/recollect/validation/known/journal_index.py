"""The lines of journals: who did what, and when."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from recollect.core.lazy import lazy
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.passages import Entry, Passage


class JournalIndex:
    """The sentences of results that are lines of journals."""

    def __init__(self, passages: PassageIndex) -> None:
        self._passages = passages

    @lazy
    def entries(self) -> Sequence[Entry]:
        """The lines, in their order."""
        if self._lines:
            return self._lines
        written = (each.written_entry() for each in self._passages.all)
        return [entry for entry in written if entry is not None]

    @lazy
    def authors(self) -> frozenset[str]:
        """Who wrote them."""
        return frozenset(entry.who for entry in self.entries)

    def with_any_of(self, stems: Iterable[str]) -> Iterator[tuple[int, Entry]]:
        """All lines that have some of these stems, with how many, in their order."""
        counts = Counter(chain.from_iterable(self._places.get(each, ()) for each in stems))
        return ((counts[at], self.entries[at]) for at in sorted(counts))

    def sharing(self, stems: Iterable[str]) -> Iterator[tuple[int, Entry]]:
        """The lines that have some of these stems, the first of each; those with most first."""
        for shared, passage in self._passages.sharing(stems):
            if (entry := self._read(passage)) is not None:
                yield shared, entry

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """Which lines have a stem."""
        found: dict[str, list[int]] = defaultdict(list)
        for at, entry in enumerate(self.entries):
            for each in entry.stems:
                found[each].append(at)
        return found

    def _read(self, passage: Passage) -> Entry | None:
        """A line of a summary; where there is none, the text of an object with an author."""
        return passage.entry() if self._lines else passage.written_entry()

    @lazy
    def _lines(self) -> Sequence[Entry]:
        """Those of summaries."""
        return [entry for each in self._passages.all if (entry := each.entry()) is not None]
