"""Look up the people in results, and the lines of journals, which say who did what and when."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from recollect.core.grouping import grouped, postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.grammar.moments import Moment
from recollect.validation.known.passage_index import PassageIndex
from recollect.validation.known.passages import JournalLine, stems_of
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.known.values import username_form


class JournalIndex:
    """The journal lines in the sentences of results."""

    def __init__(self, passages: PassageIndex) -> None:
        self._passages = passages

    @lazy
    def entries(self) -> Sequence[JournalLine]:
        """The journal lines of summaries, in order; if there are none, the texts with an author."""
        lines = [entry for each in self._passages.all if (entry := each.entry()) is not None]
        if lines:
            return lines
        written = (each.written_entry() for each in self._passages.all)
        return [entry for entry in written if entry is not None]

    @lazy
    def authors(self) -> frozenset[str]:
        """The authors of the lines."""
        return frozenset(entry.who for entry in self.entries)

    def at(self, moment: Moment) -> Sequence[JournalLine]:
        """The lines with the time of `moment`, whose days agree as far as both have one."""
        of_time = self._by_clock.get(moment.clock, ())
        return [each for each in of_time if moment.agrees(each.moment)]

    @lazy
    def _by_clock(self) -> Mapping[tuple[int, int] | None, Sequence[JournalLine]]:
        return grouped((each.moment.clock, each) for each in self.entries)

    def with_any_of(self, stems: Iterable[str]) -> Iterator[tuple[int, JournalLine]]:
        """The lines that have any of these stems, each with how many it has, in order."""
        counts = Counter(chain.from_iterable(self._places.get(each, ()) for each in stems))
        return ((counts[at], self.entries[at]) for at in sorted(counts))

    @lazy
    def _places(self) -> Mapping[str, Sequence[int]]:
        """The places of the lines that have a stem."""
        return postings(each.stems for each in self.entries)


class ResultPerson(NamedTuple):
    """A person in the results; `words` are those of the name, in the form of user names."""

    words: tuple[str, ...]
    result_value: ResultValue


class PeopleIndex:
    """The people of records and of their journals, by the words of their names."""

    def __init__(self, records: Sequence[Record], journal: JournalIndex) -> None:
        self._records = records
        self._journal = journal

    @lazy
    def by_surname(self) -> Mapping[str, Sequence[ResultPerson]]:
        """Assignees, contacts and authors with at least two names, by the last of them."""
        fields = values_of(self._records, "assignee", "contact")
        named = [(each.text, each) for each in fields]
        named += [(each.who.replace(".", " "), each.result_value) for each in self._journal.entries]
        known = {tuple(WORD.findall(folded(name))): each for name, each in reversed(named)}
        people = (
            ResultPerson(tuple(map(username_form, words)), each)
            for words, each in known.items()
            if len(words) > 1 and min(map(len, words)) > 1
        )
        return grouped((each.words[-1], each) for each in people)

    @lazy
    def words(self) -> frozenset[str]:
        """The words of the names of assignees and authors."""
        assignees = (each.text for each in values_of(self._records, "assignee"))
        authors = (each.who for each in self._journal.entries)
        names = (*assignees, *authors)
        return frozenset(word for name in names for word in WORD.findall(folded(name)))

    @lazy
    def stems(self) -> frozenset[str]:
        """The stems of `words`."""
        return stems_of(" ".join(self.words))
