"""The tickets, items and pods that results tell of, by what they are called and described as."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from recollect.core.grouping import grouped, postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.known.name_index import NameIndex
from recollect.validation.known.passages import stems_of
from recollect.validation.known.records import Record, Source
from recollect.validation.known.values import OVER

_TAIL: Final = 4


class RecordIndex:
    """The records of results, and which of them a name, a number or a description means."""

    def __init__(self, records: Sequence[Record], names: NameIndex) -> None:
        self.all = records
        self._names = names
        self._telling: dict[tuple[str, ...], Sequence[Record]] = {}
        self._by_id = {each: record for record in reversed(records) for each in record.ids}

    @lazy
    def main(self) -> Record | None:
        """The record that the results are about: the only one, or the only one outside of lists."""
        own = [record for record in self.all if not record.is_listed]
        if len(own) == 1:
            return own[0]
        return self.all[0] if len(self.all) == 1 else None

    def may_be_main(self, number: str) -> bool:
        """Whether a number that is nowhere in the results may be that of the only record."""
        return self.main is not None and not self.main.ids and self._names.find(number) is None

    @lazy
    def is_over(self) -> bool:
        """Whether the only record is one that nobody works on any more."""
        return self.main is not None and not OVER.isdisjoint(self.main.statuses)

    def named(self, name: str) -> Record | None:
        """The record of this name, or of the one name that ends so: FW01 is ALTUS-FW01."""
        found = self._by_id.get(name)
        return found or self._by_id.get(self._names.whole(name))

    def numbered(self, digits: str) -> Record | None:
        """The one record whose number ends in these four digits and more: `7314` of SCS0007314."""
        named = self._by_tail.get(digits[-_TAIL:], ())
        found = {id(record): record for each, record in named if each.endswith(digits)}
        is_end = len(digits) >= _TAIL and digits.isdigit() and len(found) == 1
        return next(iter(found.values())) if is_end else None

    @lazy
    def _by_tail(self) -> Mapping[str, Sequence[tuple[str, Record]]]:
        """The records with their names, by the last characters of these."""
        return grouped((each[-_TAIL:], (each, record)) for each, record in self._by_id.items())

    def listed(self, source: Source) -> Record | None:
        """The record of a list that a value is a field of; None where it is of none or of all."""
        return self._listed.get(_holder(source))

    def with_fields(self, *fields: str) -> Sequence[Record]:
        """The records with a value in any of the fields; of those with equal values the first."""
        if fields not in self._telling:
            found: dict[tuple[str, ...], Record] = {}
            for record in self.all:
                if values := tuple(each.text for each in record.values(*fields)):
                    found.setdefault(values, record)
            self._telling[fields] = list(found.values())
        return self._telling[fields]

    @property
    def has_listed(self) -> bool:
        """Whether values are known to be fields of records of lists."""
        return bool(self._listed)

    @lazy
    def _listed(self) -> Mapping[tuple[str, str], Record]:
        """The records of lists by the tool and the path of what is a field of them."""
        return {
            _holder(value.source): record
            for record in self.all
            if record.is_listed
            for values in record.fields.values()
            for value in values
            if _holder(value.source)[1].endswith("]")
        }

    @lazy
    def pods(self) -> Mapping[str, Record]:
        """The pods by what their names begin with, where one alone begins so: `tax-77aa-w0p3d`."""
        found = grouped(
            (each.partition("-")[0], record)
            for record in self.all
            if record.values("restarts")
            for each in record.ids
        )
        return {name: records[0] for name, records in found.items() if len(records) == 1}

    @lazy
    def described(self) -> "Descriptions":
        """What each record is about, and where it is."""
        return Descriptions(self._described("about", "place"))

    @lazy
    def described_by_customer(self) -> "Descriptions":
        """The same, and whose each record is."""
        return Descriptions([*self._described("about", "place"), *self._described("customer")])

    def _described(self, *kinds: str) -> Sequence[tuple[str, Record]]:
        return [(each.text, record) for record in self.all for each in record.values(*kinds)]


class Descriptions:
    """Records by the stems of what is said of them."""

    def __init__(self, described: Sequence[tuple[str, Record]]) -> None:
        self._records = [record for _, record in described]
        self._places = postings(stems_of(folded(text)) for text, _ in described)

    def closest(self, stems: Iterable[str], least: int) -> Record | None:
        """The one record of which most of these stems are said, and so many at least.

        Two tools may have told of the same one.
        """
        places = self._places
        told = [there for each in stems if (there := places.get(each))]
        if len(told) < max(least, 1):
            return None
        counts = Counter(chain.from_iterable(told))
        best = max(counts.values())
        if best < least:
            return None
        nearest = sorted(place for place, count in counts.items() if count == best)
        found: dict[str, Record] = {}
        for record in (self._records[place] for place in nearest):
            found[min(record.ids, default="")] = record
            if len(found) > 1:
                return None
        return next(iter(found.values()))


def _holder(source: Source) -> tuple[str, str]:
    """The tool and the path of the object that a value is a field of."""
    return source.tool, source.path.rpartition(".")[0]
