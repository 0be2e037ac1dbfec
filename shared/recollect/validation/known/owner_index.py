"""Look up the owners in the fields of records: teams, customers, assignees, contacts, places."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from recollect.core.grouping import grouped
from recollect.core.lazy import lazy
from recollect.validation.grammar.folding import WORD, folded
from recollect.validation.known.record_models import Record, ResultValue, values_of
from recollect.validation.known.values import short_name

_MAX_IGNORED_LENGTH: Final = 3
_MAX_NAMES_PER_WORD: Final = 50
"""The most names with the same first word that are searched for in an answer."""

OwnerKind = Literal["group", "customer", "assignee", "contact", "place"]
OWNERS: Final[Sequence[OwnerKind]] = ("place", "contact", "group", "customer", "assignee")
"""The fields that name the owners of a record."""


class OwnerName(NamedTuple):
    """The folded name of an owner of records.

    `whole` includes the legal form of a firm, such as `Inc.`, which `text` leaves out.
    """

    text: str
    whole: str
    kind: OwnerKind


class OwnerIndex:
    """The owners of records, by name."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records

    @lazy
    def by_text(self) -> Mapping[str, OwnerName]:
        """The owners by their folded names."""
        return {
            name: OwnerName(name, folded(known.text).strip(), kind)
            for kind in OWNERS
            for known in values_of(self._records, kind)
            if len(name := _owner_name(kind, known)) > _MAX_IGNORED_LENGTH
        }

    @lazy
    def by_word(self) -> Mapping[str, Sequence[OwnerName]]:
        """The owners by the first word of their names."""
        found: dict[str, list[OwnerName]] = defaultdict(list)
        for name, owner in self.by_text.items():
            for word in WORD.findall(name)[:1]:
                if len(found[word]) < _MAX_NAMES_PER_WORD:
                    found[word].append(owner)
        return found

    def has_team(self, name: str) -> bool:
        """Whether a team with records has this folded name."""
        owner = self.by_text.get(name)
        return owner is not None and owner.kind == "group"

    @lazy
    def customers(self) -> frozenset[str]:
        """The folded names of the customers, without the legal form of a firm."""
        known = values_of(self._records, "customer")
        return frozenset(short_name(each.text) for each in known)

    @lazy
    def teams_of(self) -> Mapping[str, Sequence[ResultValue]]:
        """The teams of an assignee's records, by the assignee's folded name."""
        return grouped(
            (_owner_name("assignee", known), group)
            for record in self._records
            for known in record.values("assignee")
            for group in record.values("group")
        )


def _owner_name(kind: OwnerKind, known: ResultValue) -> str:
    """The folded name of an owner; that of a company without its legal form."""
    return (short_name if kind == "customer" else folded)(known.text).strip()
