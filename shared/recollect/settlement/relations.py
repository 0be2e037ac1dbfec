"""Finds how ranked texts relate: which supersede, repeat or contradict others, which hold now.

It combines the rules of `supersession` and `duplicates`. The caller that ranks acts on the result:
`best_places` moves a successor to the place of what it supersedes, and a text that stands for
duplicates to the best place among them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from recollect.relevance.intents import asks_for_the_future
from recollect.settlement.duplicates import find_duplicates
from recollect.settlement.statements import Wording
from recollect.settlement.supersession import supersession_of
from recollect.settlement.validity import has_begun, has_ended


@dataclass(frozen=True, slots=True)
class Relations:
    """How an item relates to others that its reader may see, by their ids.

    `superseded_by` is the item that holds instead. `duplicates` say the same as this item,
    `conflicts_with` contradict it. `holds` is false for an item that is no longer valid, and for
    one that is not yet valid and contradicts a valid one, unless the question is about the future,
    or both are for spans of days of which the other one's is over.
    `comes_after` are the current items that this one will replace once it is valid. `adjusts` is
    the older item of which it changes a value by an amount.
    """

    superseded_by: str | None = None
    duplicates: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()
    holds: bool = True
    comes_after: tuple[str, ...] = ()
    adjusts: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether its validity has ended and it contradicts no other item."""
        return not self.holds and not self.conflicts_with


NO_RELATIONS = Relations()


@dataclass(frozen=True, slots=True)
class FoundRelations:
    """The result of `find_relations`, by id.

    `relations` has the items that relate to others. `duplicate_of` maps each duplicate to the item
    that stands for it. `superseded_by` maps each superseded item to its successor, or to None where
    only its validity has ended.
    """

    relations: Mapping[str, Relations]
    duplicate_of: Mapping[str, str]
    superseded_by: Mapping[str, str | None]


def find_relations(
    ranked: Sequence[Wording],
    superseded: Mapping[str, str | None],
    asked: str,
    now: datetime,
    unread: Collection[str] = (),
) -> FoundRelations:
    """Find duplicates, conflicts and superseded items among `ranked`, which is best first.

    `superseded` has the items already known to be superseded, by id, with the id of the successor
    or None. `asked` is the query. Items whose id is in `unread` are not searched for duplicates,
    since their full text is not known here.
    """
    comparable = [
        each
        for each in ranked
        if each.statement.id not in unread and each.statement.id not in superseded
    ]
    duplicates = find_duplicates(comparable, asked)
    duplicate_of = {each: first for first, same in duplicates.items() for each in same}
    singles = [each for each in ranked if each.statement.id not in duplicate_of]
    found = supersession_of(singles, superseded, asked, now)
    superseded_by, conflicts = found.superseded_by, found.conflicts
    asks_about_future = asks_for_the_future(asked)
    contested = [each for each in singles if each.statement.id in conflicts]
    ended = {each.statement.id for each in contested if has_ended(each, now)}
    not_yet_valid = {
        each.statement.id
        for each in contested
        if not (asks_about_future or has_begun(each, now))
        and not (each.prose.last_day is not None and ended.issuperset(conflicts[each.statement.id]))
    }
    expired = {each for each, instead in superseded_by.items() if instead is None}
    current = {each.statement.id for each in singles} - superseded_by.keys()
    upcoming = {} if asks_about_future else _upcoming_successors(singles, current, now)
    related = (superseded_by, duplicates, conflicts, upcoming, found.adjusts)
    relations = {
        each: Relations(
            superseded_by.get(each),
            duplicates.get(each, ()),
            conflicts.get(each, ()),
            holds=each not in expired
            and not (each in not_yet_valid and not_yet_valid.isdisjoint(conflicts[each])),
            comes_after=upcoming.get(each, ()),
            adjusts=found.adjusts.get(each),
        )
        for each in (wording.statement.id for wording in ranked)
        if any(each in known for known in related)
    }
    return FoundRelations(relations, duplicate_of, superseded_by)


def _upcoming_successors(
    singles: Sequence[Wording], current: Collection[str], now: datetime
) -> dict[str, tuple[str, ...]]:
    """For each item that is not yet valid, the current items that it names in `supersedes`."""
    upcoming = [each.statement for each in singles if not has_begun(each, now)]
    named = {each.id: tuple(old for old in each.supersedes if old in current) for each in upcoming}
    return {each: old for each, old in named.items() if old}


def best_places(
    ranked: Sequence[str], relations: Mapping[str, Relations], aside: Collection[str]
) -> list[str]:
    """The ids that are not put `aside`, in order; each at the best rank of its duplicates.

    An item that supersedes another, or adjusts it, comes right before it, unless it already comes
    earlier. An item that will supersede another once it is valid comes right behind it.
    """
    place = {each: float(at) for at, each in enumerate(ranked)}
    for each, related in _related(ranked, relations):
        for same in related.duplicates:
            place[each] = min(place[each], place[same])
    for each, related in _related(ranked, relations):
        if (current := related.superseded_by) in place:
            place[current] = min(place[current], place[each] - 0.5)
        if (adjusted := related.adjusts) in place:
            place[each] = min(place[each], place[adjusted] - 0.25)
    for each, related in _related(ranked, relations):
        place[each] = max([place[each], *(place[old] + 0.25 for old in related.comes_after)])
    return sorted((each for each in ranked if each not in aside), key=place.__getitem__)


def _related(
    ranked: Sequence[str], relations: Mapping[str, Relations]
) -> Sequence[tuple[str, Relations]]:
    return [(each, relations[each]) for each in ranked if each in relations]


_Worth = TypeVar("_Worth", tuple[bool, float], tuple[float, float])


def conflicts_together(
    ids: Sequence[str], relations: Mapping[str, Relations], worth: Callable[[str], _Worth]
) -> list[str]:
    """The ids in order, but with conflicting ones next to each other, at the best rank among them.

    Among conflicting ids those that hold come first, and then the least by `worth`. Items that are
    over come behind everything else.
    """

    def key(each: str) -> tuple[bool, bool | float, float]:
        return (not relations.get(each, NO_RELATIONS).holds, *worth(each))

    order: dict[str, None] = {}
    present = set(ids)
    for each in ids:
        if each in order:
            continue
        others = (
            present.intersection(relations.get(each, NO_RELATIONS).conflicts_with) - order.keys()
        )
        if not others:
            order[each] = None
            continue
        conflicting = [one for one in ids if one == each or one in others]
        order |= dict.fromkeys(sorted(conflicting, key=key))
    return sorted(order, key=lambda each: relations.get(each, NO_RELATIONS).is_over)
