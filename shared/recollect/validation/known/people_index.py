"""Look up the people in results: assignees, contacts, and the authors of journal lines."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.known.journal_index import JournalIndex
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.known.values import username_form


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
