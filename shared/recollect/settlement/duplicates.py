"""Finds texts that say the same, so that only one of them is shown.

Two texts say the same if they are equal word for word, apart from the time of an event and the
measurements of an alert (`occurrences`); or if one says all that the other says, and more. Two
decisions say the same if they are equal apart from what only identifies a case, such as a ticket
number. Texts that contain different words of the query stay apart.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.core.grouping import grouped
from recollect.language.terms import STOP_WORDS, terms
from recollect.settlement.statements import Wording

_MIN_SUBJECT_WORDS: Final = 5
"""A text whose subject has fewer words may be contained in others by chance."""


def find_duplicates(wordings: Sequence[Wording], asked: str) -> dict[str, tuple[str, ...]]:
    """For each item that is kept and has duplicates, the ids of its duplicates, by its id.

    `asked` is the query, "" where there is none.

    The most believed of several equal texts stands for all; among equally believed ones the newest.
    A text that contains another one stands for it.
    """
    query_terms = terms(asked) - STOP_WORDS
    groups = grouped(
        ((each.prose.normalized_text, each.prose.terms & query_terms), each)
        for each in _possible_duplicates(wordings)
        if each.prose.normalized_text
    )
    candidates = [sorted(group, key=_preference) for group in groups.values()]
    # Longest first, so that a part of a part is assigned to the whole.
    candidates.sort(key=lambda group: (-len(group[0].prose.normalized_text), group[0].statement.id))
    all_texts = "\n".join(f" {group[0].prose.normalized_text} " for group in candidates)
    kept: list[list[Wording]] = []
    for group in candidates:
        shorter = group[0]
        shorter_terms = shorter.prose.terms & query_terms
        # A text that occurs only once in all texts is part of no other.
        is_unique = all_texts.count(f" {shorter.prose.normalized_text} ") == 1
        containing = (other for other in kept if not is_unique and _is_part(shorter, other[0]))
        fullest = next((each for each in containing if shorter_terms <= each[0].prose.terms), None)
        if fullest is None:
            kept.append(group)
        else:
            fullest += group
    return {
        first.statement.id: tuple(each.statement.id for each in others)
        for first, *others in kept
        if others
    }


def _possible_duplicates(wordings: Sequence[Wording]) -> Iterator[Wording]:
    """Yield all wordings except decisions whose subject is unique: these have no duplicate."""
    decisions_about = Counter(
        each.prose.subject for each in wordings if each.prose.case is not None
    )
    for each in wordings:
        if each.prose.case is None or decisions_about[each.prose.subject] > 1:
            yield each


def _is_part(one: Wording, whole: Wording) -> bool:
    """Whether `whole` contains `one`, is trusted as much, and has an injection only if `one` has.

    A decision is never a part: a decision that says more is another decision.
    """
    text = one.prose.normalized_text
    return (
        one.prose.case is None
        and f" {text} " in f" {whole.prose.normalized_text} "
        and len(one.prose.subject) >= _MIN_SUBJECT_WORDS
        and whole.statement.trust >= one.statement.trust
        and bool(whole.statement.has_injection) <= bool(one.statement.has_injection)
    )


def _preference(wording: Wording) -> tuple[bool, float, float, str]:
    """Sort key: no injection first, then the most believed, then the newest."""
    statement = wording.statement
    age = -statement.created_at.timestamp() if statement.created_at else 0.0
    belief = statement.trust if statement.belief is None else statement.belief
    return bool(statement.has_injection), -belief, age, statement.id
