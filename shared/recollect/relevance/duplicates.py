"""Which of what was told says the same, so that it is said once.

Two say the same if they do so word by word but for when they occurred and, in alerts, for what was
measured; or if one says all that the other says, and more. What holds different words of the query
stays apart.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from recollect.language.terms import STOP_WORDS, terms
from recollect.relevance.told import Reading

_FEWEST_WORDS: Final = 5
"""A shorter saying is part of others by chance."""


def said_once(readings: Sequence[Reading], asked: str) -> dict[str, tuple[str, ...]]:
    """For each that stands for others: their ids. `asked` is the query, "" where there is none.

    Of those that say the same the best believed stands for all; of equals what says most, then the
    newest.
    """
    wanted = terms(asked) - STOP_WORDS
    groups: dict[tuple[str, frozenset[str]], list[Reading]] = defaultdict(list)
    for each in filter(_says_anything, readings):
        groups[each.saying, frozenset(each.terms & wanted)].append(each)
    sayings = [sorted(group, key=_worth) for group in groups.values()]
    # The longest first, so that what is part of a part is part of the whole.
    sayings.sort(key=lambda group: (-len(group[0].saying), group[0].told.id))
    kept: list[list[Reading]] = []
    for group in sayings:
        part = group[0]
        fuller = (other for other in kept if _is_part(part, other[0]))
        whole = next((each for each in fuller if part.terms & wanted <= each[0].terms), None)
        if whole is None:
            kept.append(group)
        else:
            whole += group
    return {
        first.told.id: tuple(each.told.id for each in others) for first, *others in kept if others
    }


def _says_anything(reading: Reading) -> bool:
    return bool(reading.saying)


def _is_part(one: Reading, whole: Reading) -> bool:
    """Whether the other says all of it, is not less believed nor gives more orders."""
    said = one.saying
    return (
        f" {said} " in f" {whole.saying} "
        and len(one.subject) >= _FEWEST_WORDS
        and whole.told.trust >= one.told.trust
        and bool(whole.told.gives_orders) <= bool(one.told.gives_orders)
    )


def _worth(reading: Reading) -> tuple[bool, float, float, str]:
    told = reading.told
    age = -told.created_at.timestamp() if told.created_at else 0.0
    return bool(told.gives_orders), -told.trust, age, told.id
