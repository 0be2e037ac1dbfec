"""Decides, by who stands by two things, whether one may replace, hide or come before the other.

Few judges can do little against what more stand by. Who stores a memory is not its own judge, and
two of one mind are two all the same: what binds them is how many others stand by the other thing.

- A new thing may replace an old one if all who stand by the old one stand by the new one, too, or
  if more others stand by the new one than by the old one.
- A thing comes behind another one that is more likely relevant than not, if at least twice as many
  stand by that and it is about as relevant; or, if nobody but its writer has ever stood by the
  first, behind one by which somebody has.
- What more stand by than speak against stays in sight.

The operator is one more who stands by something; what it stands by comes behind nothing, and what
it has spoken against is not outvoted.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

OPERATOR: Final = "*"
"""The name of the operator among judges; also of whoever judged before names were kept."""
_LIKELY: Final = 0.5
_ABOUT: Final = 0.8
_MANY: Final = 2
"""How many times as many are many."""


def may_replace(new: AbstractSet[str], old: AbstractSet[str]) -> bool:
    """Whether what some stand by may take the place of what others do."""
    return old <= new or len(new - old) > len(old - new)


def is_upheld(supporters: AbstractSet[str], opponents: AbstractSet[str]) -> bool:
    """Whether more stand by something than the some who speak against it."""
    return OPERATOR not in opponents and len(supporters) > len(opponents) > 0


@dataclass(frozen=True, slots=True)
class Backed:
    """Something that was found: how relevant it is (0…1), and who stands by it.

    It is `proven` once anybody but its writer has stood by it, also if nobody does any more.
    """

    relevance: float
    backers: AbstractSet[str]
    proven: bool = True

    def gives_way_to(self, other: "Backed") -> bool:
        """Whether it stands behind another one however else they are ranked."""
        if other.relevance <= _LIKELY or OPERATOR in self.backers:
            return False
        if not self.proven:
            return other.proven
        is_about_as_relevant = other.relevance >= _ABOUT * self.relevance
        backers, others = len(self.backers), len(other.backers)
        return is_about_as_relevant and others >= max(_MANY * backers, _MANY)


def backed_order(ranked: Sequence[Backed]) -> list[int]:
    """The places of what is ranked, in the order in which none precedes what it gives way to.

    What gives way to nothing keeps its order, and each other one is as near to its place as may be.
    """

    def leads(place: int) -> tuple[bool, int, int]:
        return not ranked[place].proven, -len(ranked[place].backers), place

    behind: dict[int, int] = {}
    for place in sorted(range(len(ranked)), key=leads):
        others = [behind[at] for at in behind if ranked[place].gives_way_to(ranked[at])]
        behind[place] = max([place, *others])
    return sorted(behind, key=lambda at: (behind[at], *leads(at)))
