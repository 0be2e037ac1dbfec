"""Compares ranked texts and returns which supersedes, repeats or contradicts which, and what holds.

It joins the rules of `supersession` and `duplicates`; what becomes of it is for those who rank:
what holds comes in the place of what it supersedes, what stands for others in the best place of
them.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from recollect.language.calendar_names import MONTH, WEEKDAY
from recollect.settlement.duplicates import find_duplicates
from recollect.settlement.statements import Wording
from recollect.settlement.supersession import has_begun, supersession_of

_OF_LATER: Final = re.compile(
    r"\b(?:will|going to|upcoming|in (?:the )?future|tomorrow"
    rf"|next (?:week|month|quarter|year|{MONTH}|{WEEKDAY})|(?:from|as of) {MONTH})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Relations:
    """How an item relates to others that its reader may see, by their ids.

    `superseded_by` is what holds instead, `duplicates` say the same, `conflicts_with` contradict.
    `holds` is false of what is no longer valid, and of what is not yet valid and contradicts what
    is, unless the question is about the future. It `comes_after` what it will replace then.
    """

    superseded_by: str | None = None
    duplicates: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()
    holds: bool = True
    comes_after: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether its time is over, and nothing holds instead."""
        return not self.holds and not self.conflicts_with


NO_RELATIONS = Relations()


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of `settled`, by id.

    `relations` has those that relate to others, `duplicate_of` the one that stands for each that
    says the same, `superseded_by` what holds instead, None where only the time is over.
    """

    relations: Mapping[str, Relations]
    duplicate_of: Mapping[str, str]
    superseded_by: Mapping[str, str | None]


def settled(
    ranked: Sequence[Wording],
    superseded: Mapping[str, str | None],
    asked: str,
    now: datetime,
    unread: Collection[str] = (),
) -> Settlement:
    """Find duplicates, conflicts and what is superseded among these, which come best first.

    `superseded` has those already known to be, by id, with the id of the successor or None. `asked`
    is the query. What is `unread`, by id, is not compared word by word, since its text is not
    known in full here.
    """
    whole = [
        each
        for each in ranked
        if each.statement.id not in unread and each.statement.id not in superseded
    ]
    once = find_duplicates(whole, asked)
    duplicate_of = {each: first for first, same in once.items() for each in same}
    singles = [each for each in ranked if each.statement.id not in duplicate_of]
    found = supersession_of(singles, superseded, asked, now)
    by, conflicts = found.superseded_by, found.conflicts
    is_of_later = _OF_LATER.search(asked) is not None
    coming = {
        each.statement.id
        for each in singles
        if each.statement.id in conflicts and not (is_of_later or has_begun(each, now))
    }
    over = {each for each, instead in by.items() if instead is None}
    current = {each.statement.id for each in singles} - by.keys()
    after = {} if is_of_later else _taking_place_later(singles, current, now)
    relations = {
        each: Relations(
            by.get(each),
            once.get(each, ()),
            conflicts.get(each, ()),
            holds=each not in over and not (each in coming and coming.isdisjoint(conflicts[each])),
            comes_after=after.get(each, ()),
        )
        for each in (wording.statement.id for wording in ranked)
        if each in by or each in once or each in conflicts or each in after
    }
    return Settlement(relations, duplicate_of, by)


def _taking_place_later(
    singles: Sequence[Wording], current: Collection[str], now: datetime
) -> dict[str, tuple[str, ...]]:
    """What has yet to begin, with the current ones that it names, whose place it takes then."""
    coming = [each.statement for each in singles if not has_begun(each, now)]
    named = {each.id: tuple(old for old in each.supersedes if old in current) for each in coming}
    return {each: old for each, old in named.items() if old}


def best_places(
    ranked: Sequence[str], relations: Mapping[str, Relations], aside: Collection[str]
) -> list[str]:
    """The ids that are not put `aside`, in order; each at the best rank of its duplicates.

    What holds instead of something that is not put aside comes right before it, and what will once
    it begins right behind it.
    """
    place = {each: float(at) for at, each in enumerate(ranked)}
    for each, related in _each_of(ranked, relations):
        for same in related.duplicates:
            place[each] = min(place[each], place[same])
    for each, related in _each_of(ranked, relations):
        if (current := related.superseded_by) in place:
            place[current] = min(place[current], place[each] - 0.5)
    for each, related in _each_of(ranked, relations):
        place[each] = max([place[each], *(place[old] + 0.25 for old in related.comes_after)])
    return sorted((each for each in ranked if each not in aside), key=place.__getitem__)


def _each_of(
    ranked: Sequence[str], relations: Mapping[str, Relations]
) -> Sequence[tuple[str, Relations]]:
    return [(each, relations[each]) for each in ranked if each in relations]


_Worth = TypeVar("_Worth", tuple[bool, float], tuple[float, float])


def conflicts_together(
    ids: Sequence[str], relations: Mapping[str, Relations], worth: Callable[[str], _Worth]
) -> list[str]:
    """The ids, with those that conflict next to each other, at the best rank of them.

    What holds comes first among them, and of that what is least by its `worth`; what is over
    behind everything else.
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
        together = [one for one in ids if one == each or one in others]
        order |= dict.fromkeys(sorted(together, key=key))
    return sorted(order, key=lambda each: relations.get(each, NO_RELATIONS).is_over)
