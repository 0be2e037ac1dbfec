"""Decides which items hold now: which are superseded, and by what; and which contradict each other.

An item is superseded by time (`valid_until`), by one that names it (`supersedes`), or by a newer
one on the same subject whose text says that it replaces something. Two texts on one subject that
differ in a number, a time, a name or a negation are a conflict if neither says that it replaces
something; so are two decisions of one case if one says not to do what the other does. A report of
an event contradicts nothing, and an alert neither supersedes nor is superseded by a text. Texts of
more than 500 characters state more than one fact: they supersede by name only, or as an edition of
a document that says so (`recollect.settlement.editions`), and contradict nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Final

from recollect.learning.judges import may_replace
from recollect.settlement.asked_for import AskedFor, names_another
from recollect.settlement.pairing import (
    age,
    contradict,
    decisions_that_deny,
    editions_of_documents,
    on_one_subject,
    sections_of_editions,
)
from recollect.settlement.statements import Wording
from recollect.settlement.validity import has_begun, holds_already, is_over

COMPARED: Final = 50
"""At most this many of the best items are compared with each other by their texts."""

_MAX_CONFLICTS: Final = 3
"""A text that contradicts more than this many is one of a series: node 1, node 2, node 3."""


@dataclass(frozen=True, slots=True)
class Supersession:
    """Which items no longer hold, and which are in conflict.

    `superseded_by` maps each superseded item to the current one, or to None where only its validity
    has ended. `conflicts` maps each item in conflict to the others, newest first. `adjusts` maps
    each item that changes a value by an amount to the older item that states the value.
    """

    superseded_by: Mapping[str, str | None]
    conflicts: Mapping[str, tuple[str, ...]]
    adjusts: Mapping[str, str] = field(default_factory=dict)


def named_superseded(wordings: Sequence[Wording], now: datetime) -> dict[str, str | None]:
    """The items superseded by time or by name, each with the current one instead, or None."""
    expired = {each.statement.id: None for each in wordings if is_over(each, now)}
    known = {each.statement.id for each in wordings}
    successor_of: dict[str, str] = {}
    # If two items name each other, the newer one is right.
    for each in sorted(wordings, key=age):
        statement = each.statement
        if statement.id in expired or not holds_already(each, now) or statement.has_injection:
            continue
        for old in statement.supersedes:
            if (
                old in known
                and old not in successor_of
                and _current(statement.id, successor_of) != old
            ):
                successor_of[old] = statement.id
    return {**expired, **{old: _current(old, successor_of) for old in successor_of}}


def supersession_of(
    wordings: Sequence[Wording],
    superseded: Mapping[str, str | None],
    asked: str,
    now: datetime,
) -> Supersession:
    """Find which of `wordings`, best first, are superseded or in conflict.

    `superseded` are those already known to be superseded. A text that changes a value by an amount
    ("two more days") adjusts the older one: the new value follows from both. An undecided text
    supersedes and contradicts nothing, and neither does a text about another thing than what was
    `asked` for. If only a word in the same place tells two texts apart, and the newer one says that
    something has changed, both may still be about the same thing: then they are a conflict.
    """
    holding = [each for each in wordings[:COMPARED] if each.statement.id not in superseded]
    asked_for = AskedFor(asked)
    pairs = [each for each in on_one_subject(holding) if _may_relate(each[0], each[1], asked_for)]
    changing = [
        (new, old)
        for new, old, _ in pairs
        if _takes_place(new, old, now)
        and (new.takes_back(old) or not asked_for.tells_apart(new.prose.text, old.prose.text))
    ]
    # A text may change a row of a table: the other rows still hold, so that one contests the table.
    replacing = (
        (new, old) for new, old in changing if not (_adjusts(new, old) or old.statement.rows)
    )
    # Somebody else may have written the section: whoever says that its page replaces the older one
    # must be trusted enough to replace it, too.
    of_pages = (
        (new, old)
        for lead, new, old in sections_of_editions(holding)
        if _may_take_place(lead, old, now) and _may_take_place(new, old, now)
    )
    editions = (each for each in editions_of_documents(holding) if _may_take_place(*each, now))
    successor_of = _successors(chain(of_pages, replacing, editions))
    stating = ((new, old) for new, old, likeness in pairs if contradict(new, old, likeness))
    denying = (each for each in decisions_that_deny(holding) if _may_relate(*each, asked_for))
    # The successor of an item superseded by name may itself be superseded.
    known = {old: new and _current(new, successor_of) for old, new in superseded.items()}
    return Supersession(
        {**known, **{old: _current(old, successor_of) for old in successor_of}},
        _conflicts(dict.fromkeys(chain(stating, denying)), successor_of, asked_for),
        {new.statement.id: old.statement.id for new, old in changing if _adjusts(new, old)},
    )


def _may_relate(new: Wording, old: Wording, asked_for: AskedFor) -> bool:
    """Whether a text is decided, and neither is about another thing than what is asked for."""
    return not (
        new.prose.is_undecided
        or asked_for.excludes_one_of(new.prose.text, old.prose.text)
        or asked_for.asks_for_another_row(old.statement.rows, new.prose)
    )


def _conflicts(
    contradicting: Iterable[tuple[Wording, Wording]],
    successor_of: Mapping[str, str],
    asked_for: AskedFor,
) -> Mapping[str, tuple[str, ...]]:
    """The items in conflict with each item, newest first, by id; `contradicting` are pairs."""
    conflicting: dict[str, list[Wording]] = defaultdict(list)
    for new, old in contradicting:
        ids = {new.statement.id, old.statement.id}
        are_series = all(_is_series(conflicting.get(each, ())) for each in ids)
        if are_series or ids & successor_of.keys() or old.prose.is_undecided:
            continue
        changes = new.replaces(old) and not names_another(new.prose, old.prose)
        if changes or not asked_for.tells_apart(new.prose.text, old.prose.text):
            conflicting[new.statement.id].append(old)
            conflicting[old.statement.id].append(new)
    return {
        each: tuple(one.statement.id for one in sorted(others, key=age))
        for each, others in _without_series(conflicting).items()
    }


def _without_series(conflicting: Mapping[str, Sequence[Wording]]) -> dict[str, list[Wording]]:
    """The conflicts without items that have too many, and without items that have none left."""
    series = {each for each, others in conflicting.items() if _is_series(others)}
    remaining = {
        each: [one for one in others if one.statement.id not in series]
        for each, others in conflicting.items()
        if each not in series
    }
    return {each: others for each, others in remaining.items() if others}


def _is_series(conflicts: Sequence[Wording]) -> bool:
    """Whether a text is one of a series, since it contradicts too many."""
    return len(conflicts) > _MAX_CONFLICTS


def _takes_place(new: Wording, old: Wording, now: datetime) -> bool:
    """Whether the newer text says that something in the older one has changed, and may say so."""
    changes = new.replaces(old) or new.takes_back(old)
    return changes and not names_another(new.prose, old.prose) and _may_take_place(new, old, now)


def _adjusts(new: Wording, old: Wording) -> bool:
    """Whether the newer text changes a value of the older one by an amount."""
    return new.prose.changes.are_relative and not new.takes_back(old)


def _successors(pairs: Iterable[tuple[Wording, Wording]]) -> dict[str, str]:
    """The id of the first successor of each superseded item; `pairs` have the newer one first."""
    successor_of: dict[str, str] = {}
    for new, old in pairs:
        if _current(new.statement.id, successor_of) != old.statement.id:
            successor_of.setdefault(old.statement.id, new.statement.id)
    return successor_of


def _may_take_place(new: Wording, old: Wording, now: datetime) -> bool:
    """Whether an item is newer, already valid, and trusted and backed enough to replace another."""
    return (
        new.is_newer_than(old)
        and new.statement.trust >= old.statement.trust
        and may_replace(new.statement.backers, old.statement.backers)
        and has_begun(new, now)
    )


def _current(item: str, successor_of: Mapping[str, str]) -> str:
    """The item that holds in the end instead of `item`."""
    while item in successor_of:
        item = successor_of[item]
    return item
