"""Decides which items hold now: which are superseded, and by what; and which contradict each other.

An item is superseded by time (`valid_until`), by one that names it (`supersedes`), or by a newer
one on the same subject whose text says that it replaces something. Two texts on one subject that
differ in a number, a time, a name or a negation are a conflict if neither says that it replaces
something; so are two decisions of one case if one says not to do what the other does. A report of
an event contradicts nothing, and an alert neither supersedes nor is superseded by a text. Texts of
more than 500 characters state more than one fact: they supersede by name only, or as an edition of
a document that says so (`recollect.settlement.editions`), and contradict nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, combinations
from typing import Final

from recollect.learning.judges import may_replace
from recollect.settlement.asked_for import AskedFor
from recollect.settlement.statements import (
    Wording,
    are_other_rows,
    differ_in_negation,
    have_own_times,
    in_like_cases,
    in_other_cases,
    on_different_things,
    say_different,
)

COMPARED: Final = 50
"""At most this many of the best items are compared with each other by their texts."""

# Shares of common words (Dice), 0…1, from which two texts are on one subject. A text that says that
# it replaces something need not repeat so many words of it.
_MIN_LIKENESS: Final = 0.4
_MIN_LIKENESS_OF_REPLACED: Final = 0.28
_MIN_LIKENESS_OF_TAKEN_BACK: Final = 0.2
_MIN_LIKENESS_OF_NAMED: Final = 0.18
_MIN_COMMON_WORDS: Final = 3
_MIN_COMMON_WORDS_OF_NAMED: Final = 2
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
    expired = {each.statement.id: None for each in wordings if _is_over(each, now)}
    known = {each.statement.id for each in wordings}
    successor_of: dict[str, str] = {}
    # If two items name each other, the newer one is right.
    for each in sorted(wordings, key=_age):
        statement = each.statement
        if statement.id in expired or not _holds_already(each, now) or statement.has_injection:
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
    conflicting: dict[str, list[Wording]] = defaultdict(list)
    asked_for = AskedFor(asked)

    def may_relate(new: Wording, old: Wording) -> bool:
        is_excluded = asked_for.excludes_one_of(new.prose.text, old.prose.text)
        return not new.prose.is_undecided and not is_excluded

    pairs = [each for each in _on_one_subject(holding) if may_relate(each[0], each[1])]
    changing = [
        (new, old)
        for new, old, _ in pairs
        if _takes_place(new, old, now)
        and (new.takes_back(old) or not asked_for.tells_apart(new.prose.text, old.prose.text))
    ]
    adjusts = {new.statement.id: old.statement.id for new, old in changing if _adjusts(new, old)}
    replacing = (each for each in changing if not _adjusts(*each))
    editions = (each for each in _editions(holding) if _may_take_place(*each, now))
    successor_of = _successors(chain(replacing, editions))
    contradicting = {
        (new, old): None
        for new, old, likeness in pairs
        if likeness >= _MIN_LIKENESS and _contradict(new, old)
    }
    contradicting |= {each: None for each in _denying(holding) if may_relate(*each)}
    for new, old in contradicting:
        is_superseded = {new.statement.id, old.statement.id} & successor_of.keys()
        if is_superseded or old.prose.is_undecided:
            continue
        if new.replaces(old) or not asked_for.tells_apart(new.prose.text, old.prose.text):
            conflicting[new.statement.id].append(old)
            conflicting[old.statement.id].append(new)
    # The successor of an item superseded by name may itself be superseded.
    known = {old: new and _current(new, successor_of) for old, new in superseded.items()}
    return Supersession(
        {**known, **{old: _current(old, successor_of) for old in successor_of}},
        {
            each: tuple(one.statement.id for one in sorted(others, key=_age))
            for each, others in _without_series(conflicting).items()
        },
        adjusts,
    )


def _without_series(conflicting: Mapping[str, Sequence[Wording]]) -> dict[str, list[Wording]]:
    """The conflicts without items that have too many, and without items that have none left."""
    series = {each for each, others in conflicting.items() if len(others) > _MAX_CONFLICTS}
    remaining = {
        each: [one for one in others if one.statement.id not in series]
        for each, others in conflicting.items()
        if each not in series
    }
    return {each: others for each, others in remaining.items() if others}


def _on_one_subject(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording, float]]:
    """Pairs on one subject that say different things, the newer one first, and their likeness."""
    comparable = sorted(filter(_may_be_compared, wordings), key=_age)
    bits = _bits(comparable)
    parsed = [
        (each, _bit_set(each.prose.subject, bits), len(each.prose.subject)) for each in comparable
    ]
    for (new, own_bits, size), (old, other_bits, other_size) in combinations(parsed, 2):
        common = (own_bits & other_bits).bit_count()
        if common < _MIN_COMMON_WORDS_OF_NAMED:
            continue
        likeness = 2 * common / (size + other_size)  # Dice
        if _is_near(new, old, common, likeness) and _differ(new, old):
            yield new, old, likeness


def _editions(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording]]:
    """Pairs of a document and an older edition that it says it replaces."""
    documents = (each for each in wordings if not (each.prose.is_undecided or each.prose.is_short))
    for new in documents:
        yield from ((new, old) for old in wordings if new.is_edition_instead_of(old))


def _is_near(new: Wording, old: Wording, common: int, likeness: float) -> bool:
    """Whether two share enough words; fewer are enough if the newer one refers to the older."""
    if common >= _MIN_COMMON_WORDS and likeness >= _min_likeness(new, old):
        return True
    subject = new.count_restated_words(old) if likeness >= _MIN_LIKENESS_OF_NAMED else 0
    if not subject or not say_different(new.prose, old.prose):
        return False
    # Else they may state different facts of one thing: from when it runs, and on which port.
    return common > subject or have_own_times(new.prose, old.prose)


def _min_likeness(new: Wording, old: Wording) -> float:
    """The share of common words (Dice) from which two texts are on one subject."""
    if new.takes_back(old):
        return _MIN_LIKENESS_OF_TAKEN_BACK
    return _MIN_LIKENESS_OF_REPLACED if new.replaces(old) else _MIN_LIKENESS


def _may_be_compared(wording: Wording) -> bool:
    return wording.prose.is_short and not wording.statement.has_injection


def _differ(new: Wording, old: Wording) -> bool:
    """Whether two on one subject differ in what they say of one thing, or the newer changes it."""
    one, other = new.prose, old.prose
    return (
        not (new.statement.is_alert or old.statement.is_alert)
        and in_like_cases(one, other)
        and (new.replaces(old) or new.takes_back(old) or say_different(one, other))
        and not on_different_things(one, other)
        and not in_other_cases(one, other)
        and not are_other_rows(new.statement, old.statement)
    )


def _contradict(new: Wording, old: Wording) -> bool:
    """Whether they say different things and share words of their texts, not only tags.

    Reports of events contradict nothing, nor do texts for different weeks, or changes by an amount.
    """
    one, other = new.prose, old.prose
    if new.statement.is_report or old.statement.is_report:
        return False
    periods, others = one.numbered_periods, other.numbered_periods
    if one.is_relative or (periods and others and periods.isdisjoint(others)):
        return False
    common = one.subject_in_text & other.subject_in_text
    return len(common) >= _MIN_COMMON_WORDS and say_different(one, other)


def _denying(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording]]:
    """Pairs of decisions in like cases, newer first, of which one denies the other."""
    decisions = (each for each in wordings if each.prose.case and _may_be_compared(each))
    for new, old in combinations(sorted(decisions, key=_age), 2):
        is_one_case = in_like_cases(new.prose, old.prose)
        if (
            is_one_case
            and not in_other_cases(new.prose, old.prose)
            and differ_in_negation(new.prose, old.prose)
        ):
            yield new, old


def _bits(wordings: Sequence[Wording]) -> Mapping[str, int]:
    """A bit for each word that several subjects have; counting common bits is faster than sets."""
    counts = Counter(chain.from_iterable(each.prose.subject for each in wordings))
    common = (word for word, count in counts.items() if count > 1)
    return {word: 1 << place for place, word in enumerate(common)}


def _bit_set(subject: Iterable[str], bits: Mapping[str, int]) -> int:
    """The bits of all words of a subject, in one number."""
    found = 0
    for word in subject:
        found |= bits.get(word, 0)
    return found


def _takes_place(new: Wording, old: Wording, now: datetime) -> bool:
    """Whether the newer text says that something in the older one has changed, and may say so."""
    return (new.replaces(old) or new.takes_back(old)) and _may_take_place(new, old, now)


def _adjusts(new: Wording, old: Wording) -> bool:
    """Whether the newer text changes a value of the older one by an amount."""
    return new.prose.is_relative and not new.takes_back(old)


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


def _is_over(wording: Wording, now: datetime) -> bool:
    end = wording.statement.valid_until
    return end is not None and end < now


def has_begun(wording: Wording, now: datetime) -> bool:
    """Whether an item is already valid, by its `valid_from` or else by its text."""
    return _holds_already(wording, now) and not _begins_later(wording, now)


def _holds_already(wording: Wording, now: datetime) -> bool:
    start = wording.statement.valid_from
    return start is None or start <= now


def _begins_later(wording: Wording, now: datetime) -> bool:
    """Whether an item without `valid_from` says in its text that it holds from a later day."""
    if wording.statement.valid_from is not None:
        return False
    day, created_at = wording.prose.announced, wording.statement.created_at
    if day is None and created_at is not None:
        day = wording.prose.announced_next(created_at.date())
    return day is not None and day > now.date()


def _age(wording: Wording) -> tuple[float, str]:
    """Sort key: newest first, and items without a time last."""
    created_at = wording.statement.created_at
    return (-created_at.timestamp() if created_at else 0.0, wording.statement.id)
