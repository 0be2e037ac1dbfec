"""Whether one text says not to do, or that nobody did, what another says to do, or that it was.

Both are read in clauses. One denies the other where the words of its negated clause, but for their
endings, are those of a clause of the other without a negation; or have two in common with it, and
one of the clauses has no further ones; or three, which are most of both. "Do not escalate to tier
2; rotate the logs" denies "Escalate to tier 2", and "no further reboots" nothing of what was done.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from recollect.language.terms import STOP_WORDS, terms
from recollect.relevance.stems import stem

NEGATION: Final = re.compile(
    r"\b(?:not?|never|cannot|without|none|nicht|kein\w*|nie)\b|n['’]t\b", re.IGNORECASE
)
_FEWEST_COMMON: Final = 2
_MANY_COMMON: Final = 3
_MOST: Final = 0.6
# "Restarted it without downtime" says that it was restarted: such words deny what follows alone.
_BETWEEN_CLAUSES: Final = re.compile(
    r"[,;:!?\n]|\.(?!\d)|(?=\b(?:without|no|kein\w*)\b)"
    r"|\b(?:and|but|since|because|so that|then|und|aber|weil|sondern|dann)\b",
    re.IGNORECASE,
)


class ReadClause(NamedTuple):
    """A part of a sentence: its words without their endings, and whether it says that not."""

    words: frozenset[str]
    is_negated: bool


def clauses_in(text: str) -> tuple[ReadClause, ...]:
    """The clauses of a text that have words which tell something, in its order."""
    read = (
        ReadClause(
            frozenset(map(stem, terms(NEGATION.sub(" ", each)) - STOP_WORDS)),
            NEGATION.search(each) is not None,
        )
        for each in _BETWEEN_CLAUSES.split(text)
    )
    return tuple(each for each in read if each.words)


def denies(one: Sequence[ReadClause], other: Sequence[ReadClause]) -> bool:
    """Whether what has some clauses says that not which is said in others."""
    return any(
        _are_of_one(mine.words, its.words)
        for mine in one
        if mine.is_negated
        for its in other
        if not its.is_negated
    )


def _are_of_one(one: frozenset[str], other: frozenset[str]) -> bool:
    common = one & other
    is_within = len(common) >= _FEWEST_COMMON and common in {one, other}
    likeness = 2 * len(common) / (len(one) + len(other))  # Dice
    return one == other or is_within or (len(common) >= _MANY_COMMON and likeness >= _MOST)
