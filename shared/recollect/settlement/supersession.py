"""Which of what was told holds now: what is superseded, and by what; and what contradicts what.

An item is superseded by time (`valid_until`), by one that names it (`supersedes`), or by a newer
one on the same subject whose text says that it replaces something. Two on one subject that differ
in a number, a time, a name or a negation, and of which none says so, are a conflict; so are
two decisions of one case of which one says not to do what the other does. Texts of more than 500
characters state more than one fact: they supersede by name only, or as an edition of a document
that says so (`recollect.settlement.editions`), and contradict nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
"""How many are compared with each other by their texts, at most: the best ones."""

# Shares of common words. What says that it replaces something need not repeat so much of it.
_SAME_SUBJECT: Final = 0.4
_REPLACED_SUBJECT: Final = 0.28
_TAKEN_BACK_SUBJECT: Final = 0.2
_NAMED_SUBJECT: Final = 0.18
_FEWEST_COMMON: Final = 3
_FEWEST_NAMED: Final = 2
_MOST_CONFLICTS: Final = 3
"""What differs from more than these is one of a series: node 1, node 2, node 3."""


@dataclass(frozen=True, slots=True)
class Supersession:
    """What holds no more, and what is contested.

    `superseded_by` has the current one for each that is superseded, or None where only its time is
    over. `conflicts` has for each that is contested the others, newest first.
    """

    superseded_by: Mapping[str, str | None]
    conflicts: Mapping[str, tuple[str, ...]]


def named_superseded(wordings: Sequence[Wording], now: datetime) -> dict[str, str | None]:
    """What is superseded by time or by name, with what is current instead."""
    expired = {each.statement.id: None for each in wordings if _is_over(each, now)}
    known = {each.statement.id for each in wordings}
    by: dict[str, str] = {}
    # Of two that name each other, the newer one is right.
    for each in sorted(wordings, key=_age):
        statement = each.statement
        if statement.id in expired or not _holds_already(each, now) or statement.has_injection:
            continue
        for old in statement.supersedes:
            if old in known and old not in by and _current(statement.id, by) != old:
                by[old] = statement.id
    return {**expired, **{old: _current(old, by) for old in by}}


def supersession_of(
    wordings: Sequence[Wording],
    superseded: Mapping[str, str | None],
    asked: str,
    now: datetime,
) -> Supersession:
    """What of these, best first, is superseded, besides what is known to be; what is contested.

    What is not decided supersedes and contradicts nothing, nor does what is of another thing than
    what was `asked` for. Where only its place tells that, what says that something is otherwise now
    may be of the same: then they are contested.
    """
    holding = [each for each in wordings[:COMPARED] if each.statement.id not in superseded]
    by: dict[str, str] = {}
    contested: dict[str, list[Wording]] = defaultdict(list)
    asked_for = AskedFor(asked)

    def is_open(new: Wording, old: Wording) -> bool:
        of_one = asked_for.is_of_one(new.prose.text, old.prose.text)
        return not new.prose.is_undecided and not of_one

    pairs = [each for each in _on_one_subject(holding) if is_open(each[0], each[1])]
    for new, old, _ in pairs:
        if not _takes_place(new, old, now) or _current(new.statement.id, by) == old.statement.id:
            continue
        if new.takes_back(old) or not asked_for.tells_apart(new.prose.text, old.prose.text):
            by.setdefault(old.statement.id, new.statement.id)
    for new, old in _editions(holding):
        if _may_take_place(new, old, now) and _current(new.statement.id, by) != old.statement.id:
            by.setdefault(old.statement.id, new.statement.id)
    contrary = {
        (new, old): None
        for new, old, likeness in pairs
        if likeness >= _SAME_SUBJECT and _contradict(new, old)
    }
    contrary |= {each: None for each in _denied(holding) if is_open(*each)}
    for new, old in contrary:
        is_settled = {new.statement.id, old.statement.id} & by.keys()
        if is_settled or old.prose.is_undecided:
            continue
        if new.replaces(old) or not asked_for.tells_apart(new.prose.text, old.prose.text):
            contested[new.statement.id].append(old)
            contested[old.statement.id].append(new)
    # What names its successor is followed to what has replaced that.
    known = {old: new and _current(new, by) for old, new in superseded.items()}
    return Supersession(
        {**known, **{old: _current(old, by) for old in by}},
        {
            each: tuple(one.statement.id for one in sorted(others, key=_age))
            for each, others in _without_series(contested).items()
        },
    )


def _without_series(contested: Mapping[str, Sequence[Wording]]) -> dict[str, list[Wording]]:
    series = {each for each, others in contested.items() if len(others) > _MOST_CONFLICTS}
    left = {
        each: [one for one in others if one.statement.id not in series]
        for each, others in contested.items()
        if each not in series
    }
    return {each: others for each, others in left.items() if others}


def _on_one_subject(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording, float]]:
    """Pairs that are near enough and say different things, the newer one first, and how near."""
    able = sorted(filter(_may_be_compared, wordings), key=_age)
    bits = _bits(able)
    read = [(each, _bit_set(each.prose.subject, bits), len(each.prose.subject)) for each in able]
    for (new, mine, size), (old, theirs, other_size) in combinations(read, 2):
        common = (mine & theirs).bit_count()
        if common < _FEWEST_NAMED:
            continue
        likeness = 2 * common / (size + other_size)  # Dice
        if _is_near(new, old, common, likeness) and _differ(new, old):
            yield new, old, likeness


def _editions(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording]]:
    """Documents, each with what it says that it takes the place of."""
    decided = (each for each in wordings if not (each.prose.is_undecided or each.prose.is_short))
    for new in decided:
        yield from ((new, old) for old in wordings if new.is_edition_instead_of(old))


def _is_near(new: Wording, old: Wording, common: int, likeness: float) -> bool:
    """Whether they have enough words in common: the less, the more the newer says of the older."""
    if common >= _FEWEST_COMMON and likeness >= _nearness_asked(new, old):
        return True
    subject = new.said_anew_of(old) if likeness >= _NAMED_SUBJECT else 0
    if not subject or not say_different(new.prose, old.prose):
        return False
    # Else it may be another fact of the same: from when it runs, and on which port.
    return common > subject or have_own_times(new.prose, old.prose)


def _nearness_asked(new: Wording, old: Wording) -> float:
    if new.takes_back(old):
        return _TAKEN_BACK_SUBJECT
    return _REPLACED_SUBJECT if new.replaces(old) else _SAME_SUBJECT


def _may_be_compared(wording: Wording) -> bool:
    return wording.prose.is_short and not wording.statement.has_injection


def _differ(new: Wording, old: Wording) -> bool:
    """Whether two on one subject, in like cases, say different things, or the newer one so."""
    one, other = new.prose, old.prose
    return (
        in_like_cases(one, other)
        and (new.replaces(old) or new.takes_back(old) or say_different(one, other))
        and not on_different_things(one, other)
        and not in_other_cases(one, other)
        and not are_other_rows(new.statement, old.statement)
    )


def _contradict(new: Wording, old: Wording) -> bool:
    """Whether they say different things in words that they share: tags alone are a field."""
    common = new.prose.told & old.prose.told
    return len(common) >= _FEWEST_COMMON and say_different(new.prose, old.prose)


def _denied(wordings: Sequence[Wording]) -> Iterator[tuple[Wording, Wording]]:
    """Decisions of one case of which one says not to do what the other does, the newer first."""
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
    """A bit for each word of several subjects; to count common bits is faster than sets."""
    counts = Counter(chain.from_iterable(each.prose.subject for each in wordings))
    common = (word for word, count in counts.items() if count > 1)
    return {word: 1 << place for place, word in enumerate(common)}


def _bit_set(subject: Iterable[str], bits: Mapping[str, int]) -> int:
    found = 0
    for word in subject:
        found |= bits.get(word, 0)
    return found


def _takes_place(new: Wording, old: Wording, now: datetime) -> bool:
    return (new.replaces(old) or new.takes_back(old)) and _may_take_place(new, old, now)


def _may_take_place(new: Wording, old: Wording, now: datetime) -> bool:
    return (
        new.is_newer_than(old)
        and new.statement.trust >= old.statement.trust
        and may_replace(new.statement.backers, old.statement.backers)
        and has_begun(new, now)
    )


def _current(item: str, by: Mapping[str, str]) -> str:
    while item in by:
        item = by[item]
    return item


def _is_over(wording: Wording, now: datetime) -> bool:
    end = wording.statement.valid_until
    return end is not None and end < now


def has_begun(wording: Wording, now: datetime) -> bool:
    """Whether it holds already, as far as its writer or its text says."""
    return _holds_already(wording, now) and not _is_announced(wording, now)


def _holds_already(wording: Wording, now: datetime) -> bool:
    start = wording.statement.valid_from
    return start is None or start <= now


def _is_announced(wording: Wording, now: datetime) -> bool:
    """Whether its text tells of a day to come, and nobody has said from when it holds."""
    if wording.statement.valid_from is not None:
        return False
    day, told_at = wording.prose.announced, wording.statement.created_at
    if day is None and told_at is not None:
        day = wording.prose.announced_next(told_at.date())
    return day is not None and day > now.date()


def _age(wording: Wording) -> tuple[float, str]:
    """Newest first; what has no time is the oldest."""
    created_at = wording.statement.created_at
    return (-created_at.timestamp() if created_at else 0.0, wording.statement.id)
