"""The models of tickets, items and pods in results: values, each with its source."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from recollect.validation.grammar.folding import folded
from recollect.validation.known.values import same_person, statuses_in

_PERSON_AND_GROUP: Final = re.compile(
    r"(?P<person>[^()]{1,100}?)\s*\((?P<group>[^()]{1,100}(?:\([^()]{1,50}\))?)\)\s*$"
)
_NOBODY: Final = frozenset({"none", "null", "nil", "n/a", "-", "--", "\u2014", "(empty)"})
"""What programs write where a field is empty."""


class Source(NamedTuple):
    """Where a value stands: the tool, in the caller's spelling, and the path in its result."""

    tool: str
    path: str


class ResultValue(NamedTuple):
    """A value as it is written in a result."""

    text: str
    source: Source


@dataclass(slots=True)
class Record:
    """A ticket, an item or a pod: its ids, folded, and the values of its fields, by kind."""

    ids: set[str] = field(default_factory=set)
    fields: dict[str, list[ResultValue]] = field(default_factory=dict)
    is_listed: bool = False
    seen: set[tuple[str, str]] = field(default_factory=set)
    """The kinds and texts of its values, so that a repeated value is added once."""

    def add(self, kind: str, value: ResultValue) -> None:
        """Add a value; that of an assignee may have the group, too, as in `Ann Lee (Network)`."""
        if kind == "id":
            self.ids.add(folded(value.text))
            return
        both = _PERSON_AND_GROUP.match(value.text) if kind == "assignee" else None
        if both:
            self._add("group", ResultValue(both["group"], value.source))
            value = ResultValue(both["person"], value.source)
        is_nobody = kind == "assignee" and folded(value.text) in _NOBODY
        self._add("unassigned" if is_nobody else kind, value)

    def _add(self, kind: str, value: ResultValue) -> None:
        if (kind, value.text) not in self.seen:
            self.seen.add((kind, value.text))
            self.fields.setdefault(kind, []).append(value)

    def values(self, *kinds: str) -> Sequence[ResultValue]:
        """The values of these kinds of fields."""
        return [value for kind in kinds for value in self.fields.get(kind, ())]

    def has_person(self, name: str, *kinds: str) -> bool:
        """Whether a field of these kinds has a person who may have this name."""
        return any(same_person(name, each.text) for each in self.values(*kinds))

    @property
    def statuses(self) -> frozenset[str]:
        """The statuses that its values of that field mean."""
        return frozenset(
            each for known in self.values("status") for each in statuses_in(known.text)
        )


def values_of(records: Iterable[Record], *kinds: str) -> Sequence[ResultValue]:
    """The values that records have in these kinds of fields."""
    return [value for record in records for value in record.values(*kinds)]
