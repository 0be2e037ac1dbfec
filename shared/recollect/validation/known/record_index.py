"""Look up the tickets, items and pods of results by name, number and description."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from recollect.core.grouping import grouped, postings
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.known.name_index import NameIndex
from recollect.validation.known.passages import stems_of
from recollect.validation.known.record_models import Record, Source, values_of
from recollect.validation.known.values import OVER

_TAIL_LENGTH: Final = 4


class RecordIndex:
    """The records of results, and which of them a name, number or description refers to."""

    def __init__(self, records: Sequence[Record], names: NameIndex) -> None:
        self.all = records
        self._names = names
        self._with_fields: dict[tuple[str, ...], Sequence[Record]] = {}
        self._by_id = {each: record for record in reversed(records) for each in record.ids}

    @lazy
    def main(self) -> Record | None:
        """The record that the results are about: the only one, or the only one outside of lists."""
        own = [record for record in self.all if not record.is_listed]
        if len(own) == 1:
            return own[0]
        return self.all[0] if len(self.all) == 1 else None

    def may_be_main(self, number: str) -> bool:
        """Whether a number that no result has may be that of the main record, which has no id."""
        return self.main is not None and not self.main.ids and self._names.find(number) is None

    @lazy
    def is_over(self) -> bool:
        """Whether nobody works on the main record any more."""
        return self.main is not None and not OVER.isdisjoint(self.main.statuses)

    def named(self, name: str) -> Record | None:
        """The record of this name, else of the one name that ends with it: FW01 is ALTUS-FW01."""
        found = self._by_id.get(name)
        return found or self._by_id.get(self._names.whole(name))

    def numbered(self, digits: str) -> Record | None:
        """The one record whose number ends in these digits, four at least: `7314` of SCS0007314."""
        named = self._by_tail.get(digits[-_TAIL_LENGTH:], ())
        found = {id(record): record for each, record in named if each.endswith(digits)}
        is_end = len(digits) >= _TAIL_LENGTH and digits.isdigit() and len(found) == 1
        return next(iter(found.values())) if is_end else None

    @lazy
    def _by_tail(self) -> Mapping[str, Sequence[tuple[str, Record]]]:
        """The names with their records, by the last four characters of the names."""
        return grouped(
            (each[-_TAIL_LENGTH:], (each, record)) for each, record in self._by_id.items()
        )

    def listed(self, source: Source) -> Record | None:
        """The record of a list that has a field with this source; None if there is none."""
        return self._listed.get(_object_of(source))

    def with_fields(self, *fields: str) -> Sequence[Record]:
        """The records with a value in any of the fields; of several with equal values the first."""
        if fields not in self._with_fields:
            found: dict[tuple[str, ...], Record] = {}
            for record in self.all:
                if values := tuple(each.text for each in record.values(*fields)):
                    found.setdefault(values, record)
            self._with_fields[fields] = list(found.values())
        return self._with_fields[fields]

    @lazy
    def titles_by_word(self) -> Mapping[str, Sequence[str]]:
        """The folded titles of records by their words."""
        titles = dict.fromkeys(folded(each.text) for each in values_of(self.all, "about"))
        return grouped((word, title) for title in titles for word in {*WORD.findall(title)})

    @property
    def has_listed(self) -> bool:
        """Whether any values are known to be fields of records of lists."""
        return bool(self._listed)

    @lazy
    def _listed(self) -> Mapping[tuple[str, str], Record]:
        """The records of lists, by the tool and the path of the object that holds their fields."""
        return {
            _object_of(value.source): record
            for record in self.all
            if record.is_listed
            for values in record.fields.values()
            for value in values
            if _object_of(value.source)[1].endswith("]")
        }

    @lazy
    def pods(self) -> Mapping[str, Record]:
        """The pods by the first part of a name, if no other has it: `tax` (`tax-77aa-w0p3d`)."""
        found = grouped(
            (each.partition("-")[0], record)
            for record in self.all
            if record.values("restarts")
            for each in record.ids
        )
        return {name: records[0] for name, records in found.items() if len(records) == 1}

    @lazy
    def described(self) -> "Descriptions":
        """The records by the descriptions of what they are about and where they are."""
        return Descriptions(self._described("about", "place"))

    @lazy
    def described_by_customer(self) -> "Descriptions":
        """The same, and by their customers."""
        return Descriptions([*self._described("about", "place"), *self._described("customer")])

    def _described(self, *kinds: str) -> Sequence[tuple[str, Record]]:
        return [(each.text, record) for record in self.all for each in record.values(*kinds)]


class Descriptions:
    """Records by the stems of their descriptions."""

    def __init__(self, described: Sequence[tuple[str, Record]]) -> None:
        self._records = [record for _, record in described]
        self._places = postings(stems_of(folded(text)) for text, _ in described)

    def closest(self, stems: Iterable[str], least: int) -> Record | None:
        """The one record with most of these stems in its descriptions, at least `least`; else None.

        Records of two tools with the same id count as one.
        """
        places = self._places
        having = [there for each in stems if (there := places.get(each))]
        if len(having) < max(least, 1):
            return None
        counts = Counter(chain.from_iterable(having))
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


def _object_of(source: Source) -> tuple[str, str]:
    """The tool, and the path of the object that has the value as a field."""
    return source.tool, source.path.rpartition(".")[0]
