"""Whom records belong to by their fields: teams, customers, assignees, contacts and places."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import folded
from recollect.validation.known.records import Record, ResultValue
from recollect.validation.known.values import short_name
from recollect.validation.known.written_text import WORD

_SHORTEST: Final = 3
_MOST_ALIKE: Final = 50
"""Names with the same first word of which none more is looked for in an answer."""

OwnerKind = Literal["group", "customer", "assignee", "contact", "place"]
OWNERS: Final[Sequence[OwnerKind]] = ("place", "contact", "group", "customer", "assignee")
"""The fields that tell whom a record belongs to."""


class OwnerName(NamedTuple):
    """Whom records belong to, folded: a team, a customer or an assignee.

    `whole` has the form of a firm, too, which `text` has not.
    """

    text: str
    whole: str
    kind: OwnerKind


class OwnerIndex:
    """Whom records belong to, by their names."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records

    @lazy
    def by_text(self) -> Mapping[str, OwnerName]:
        """All of them by their names, folded."""
        return {
            name: OwnerName(name, folded(known.text).strip(), kind)
            for kind in OWNERS
            for record in self._records
            for known in record.values(kind)
            if len(name := _called(kind, known)) > _SHORTEST
        }

    @lazy
    def by_word(self) -> Mapping[str, Sequence[OwnerName]]:
        """The same, by the first word of their names."""
        found: dict[str, list[OwnerName]] = defaultdict(list)
        for name, owner in self.by_text.items():
            for word in WORD.findall(name)[:1]:
                if len(found[word]) < _MOST_ALIKE:
                    found[word].append(owner)
        return found

    def has_team(self, name: str) -> bool:
        """Whether a team that has records is called so; the name is folded."""
        owner = self.by_text.get(name)
        return owner is not None and owner.kind == "group"

    @lazy
    def customers(self) -> frozenset[str]:
        """What the customers are called, folded, without the form of a firm."""
        known = (each for record in self._records for each in record.values("customer"))
        return frozenset(short_name(each.text) for each in known)

    @lazy
    def teams_of(self) -> Mapping[str, Sequence[ResultValue]]:
        """The teams of all records that an assignee has, by the name of that one."""
        return grouped(
            (_called("assignee", known), group)
            for record in self._records
            for known in record.values("assignee")
            for group in record.values("group")
        )


def _called(kind: OwnerKind, known: ResultValue) -> str:
    """What somebody is called, folded; a company without the form of the firm."""
    return (short_name if kind == "customer" else folded)(known.text).strip()
