"""Which of what was told says the same, so that it is said once.

Two say the same if they do so word by word but for when they happened and, in alerts, for what was
measured (`occurrences`); or if one says all that the other says, and more. Two decisions say the
same if they do so but for what only tells one case from another. What holds different words of the
query stays apart.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from recollect.core.grouping import grouped
from recollect.language.terms import STOP_WORDS, terms
from recollect.settlement.statements import Wording

_FEWEST_WORDS: Final = 5
"""A shorter saying is part of others by chance."""


def find_duplicates(wordings: Sequence[Wording], asked: str) -> dict[str, tuple[str, ...]]:
    """The ids of the duplicates of each statement that is kept, by its id.

    `asked` is the query, "" where there is none.

    Of those that say the same the best believed stands for all; of equals what says most, then the
    newest.
    """
    wanted = terms(asked) - STOP_WORDS
    groups = grouped(
        ((each.prose.saying, each.prose.terms & wanted), each)
        for each in filter(_says_anything, _not_alone(wordings))
    )
    sayings = [sorted(group, key=_worth) for group in groups.values()]
    # The longest first, so that what is part of a part is part of the whole.
    sayings.sort(key=lambda group: (-len(group[0].prose.saying), group[0].statement.id))
    everything = "\n".join(f" {group[0].prose.saying} " for group in sayings)
    kept: list[list[Wording]] = []
    for group in sayings:
        part = group[0]
        held = part.prose.terms & wanted
        # What stands once in all that is said is no part of anything else.
        is_alone = everything.count(f" {part.prose.saying} ") == 1
        fuller = (other for other in kept if not is_alone and _is_part(part, other[0]))
        whole = next((each for each in fuller if held <= each[0].prose.terms), None)
        if whole is None:
            kept.append(group)
        else:
            whole += group
    return {
        first.statement.id: tuple(each.statement.id for each in others)
        for first, *others in kept
        if others
    }


def _not_alone(wordings: Sequence[Wording]) -> Iterator[Wording]:
    """Without the decisions whose words are like no other's, which need not be read closely."""
    decided = Counter(each.prose.subject for each in wordings if each.prose.case is not None)
    for each in wordings:
        if each.prose.case is None or decided[each.prose.subject] > 1:
            yield each


def _says_anything(wording: Wording) -> bool:
    return bool(wording.prose.saying)


def _is_part(one: Wording, whole: Wording) -> bool:
    """Whether the other says all of it, is not less believed nor gives more orders.

    What decides more is another decision.
    """
    said = one.prose.saying
    return (
        one.prose.case is None
        and f" {said} " in f" {whole.prose.saying} "
        and len(one.prose.subject) >= _FEWEST_WORDS
        and whole.statement.trust >= one.statement.trust
        and bool(whole.statement.has_injection) <= bool(one.statement.has_injection)
    )


def _worth(wording: Wording) -> tuple[bool, float, float, str]:
    statement = wording.statement
    age = -statement.created_at.timestamp() if statement.created_at else 0.0
    belief = statement.trust if statement.belief is None else statement.belief
    return bool(statement.has_injection), -belief, age, statement.id
