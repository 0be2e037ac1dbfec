"""Tickets, items and pods as results tell of them: values, each with where it stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from recollect.validation.grammar.folding import folded
from recollect.validation.known.values import statuses_in

_PERSON_AND_GROUP: Final = re.compile(
    r"(?P<person>[^()]{1,100}?)\s*\((?P<group>[^()]{1,100})\)\s*$"
)


class Source(NamedTuple):
    """Where a value stands: the tool as it was named, and the path in its result."""

    tool: str
    path: str


class ResultValue(NamedTuple):
    """A value as the result has it."""

    text: str
    source: Source


@dataclass(slots=True)
class Record:
    """A ticket, an item or a pod: what it is called, and the values of its fields, by kind."""

    ids: set[str] = field(default_factory=set)
    fields: dict[str, list[ResultValue]] = field(default_factory=dict)
    is_listed: bool = False
    told: set[tuple[str, str]] = field(default_factory=set)
    """The kinds and texts of its values: what is told again is the same value."""

    def add(self, kind: str, value: ResultValue) -> None:
        """One more value; an assignee may be told with the group, as in `Ann Lee (Network)`."""
        if kind == "id":
            self.ids.add(folded(value.text))
            return
        both = _PERSON_AND_GROUP.match(value.text) if kind == "assignee" else None
        if both:
            self._add("group", ResultValue(both["group"], value.source))
            value = ResultValue(both["person"], value.source)
        self._add(kind, value)

    def _add(self, kind: str, value: ResultValue) -> None:
        if (kind, value.text) not in self.told:
            self.told.add((kind, value.text))
            self.fields.setdefault(kind, []).append(value)

    def values(self, *kinds: str) -> Sequence[ResultValue]:
        """What is known of these fields."""
        return [value for kind in kinds for value in self.fields.get(kind, ())]

    @property
    def statuses(self) -> frozenset[str]:
        """The statuses that it has by its values."""
        return frozenset(
            each for known in self.values("status") for each in statuses_in(known.text)
        )
