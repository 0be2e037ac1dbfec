"""Decides by their judges whether one item may replace, hide or precede another.

Few judges can do little against an item that more stand by. The writer of a memory is not its
judge. Judges who collude still count as two, but their influence is bounded by how many others
stand by the other item. (An item here is anything that judges can stand by, such as a memory.)

- A new item may replace an old one if all judges who stand by the old one also stand by the new
  one, or if more judges stand by the new one alone than by the old one alone.
- An item comes behind another that is more likely relevant than not and about as relevant as it, if
  at least twice as many judges stand by the other. An item that nobody but its writer has ever
  stood by comes behind every one that somebody else has, if that is more likely relevant than not.
- An item that more judges stand by than speak against is not hidden.

The operator counts as one more judge. An item that it stands by comes behind no other, and one that
it speaks against cannot be upheld by others.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

OPERATOR: Final = "*"
"""The name of the operator among judges; also of judges who are not known."""
_OF_CONVERSATIONS: Final = ": conversations of "
_LIKELY: Final = 0.5
_MIN_RELEVANCE_SHARE: Final = 0.8
_MIN_BACKER_RATIO: Final = 2
"""How many times as many backers the other item needs to come first; also how many at least."""


def judge_of_conversations(speaker: str, item_id: str) -> str:
    """The name of the judge who says how the conversations ended that an item claims as its own."""
    return f"{speaker}{_OF_CONVERSATIONS}{item_id}"


def may_replace(new: AbstractSet[str], old: AbstractSet[str]) -> bool:
    """Whether an item that the judges `new` stand by may replace one that `old` stand by.

    How conversations ended does not keep an old item from being replaced by the operator's.
    """
    if OPERATOR in new:
        old = frozenset(each for each in old if _OF_CONVERSATIONS not in each)
    return old <= new or len(new - old) > len(old - new)


def is_upheld(supporters: AbstractSet[str], opponents: AbstractSet[str]) -> bool:
    """Whether judges speak against an item, the operator not among them, but more stand by it."""
    return OPERATOR not in opponents and len(supporters) > len(opponents) > 0


@dataclass(frozen=True, slots=True)
class Backed:
    """A found item: its relevance (0…1), and the judges who stand by it.

    It is `proven` once anybody but its writer has stood by it, even if nobody does any more.
    """

    relevance: float
    backers: AbstractSet[str]
    proven: bool = True

    def gives_way_to(self, other: "Backed") -> bool:
        """Whether this item must come behind `other`, however they rank otherwise."""
        if other.relevance <= _LIKELY or OPERATOR in self.backers:
            return False
        if not self.proven:
            return other.proven
        is_about_as_relevant = other.relevance >= _MIN_RELEVANCE_SHARE * self.relevance
        backers, others = len(self.backers), len(other.backers)
        return is_about_as_relevant and others >= max(
            _MIN_BACKER_RATIO * backers, _MIN_BACKER_RATIO
        )


def backed_order(ranked: Sequence[Backed]) -> list[int]:
    """The places of the ranked items, reordered so that none precedes one that it gives way to.

    Items that give way to none keep their order; others stay as near to their place as possible.
    """

    def leads(place: int) -> tuple[bool, int, int]:
        return not ranked[place].proven, -len(ranked[place].backers), place

    behind: dict[int, int] = {}
    for place in sorted(range(len(ranked)), key=leads):
        others = [behind[at] for at in behind if ranked[place].gives_way_to(ranked[at])]
        behind[place] = max([place, *others])
    return sorted(behind, key=lambda at: (behind[at], *leads(at)))
