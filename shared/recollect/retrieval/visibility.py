"""What a reader may see of items; checked before anything is computed from them.

An answer is the same whether an item that its reader may not see exists or not. So what a source
found is shown to the reader first, and only what is left is filtered, counted, limited, walked
through, joined and ranked.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from recollect.retrieval.items import Item


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits that a store may apply itself: the reader may see nothing beyond them.

    `most_sensitive` is None where nothing is too sensitive, `groups` where no group is missing.
    Items with credentials are out of bounds for everybody.
    """

    least_trust: float
    most_sensitive: float | None = None
    groups: tuple[str, ...] | None = None


class Fallback(NamedTuple):
    """Why an item was not decided as it should have been, and what was done with it instead.

    Both are for a warning; in `consequence`, `{items}` stands for how many it was done with.
    """

    cause: str
    consequence: str


@dataclass(frozen=True, slots=True)
class Sight:
    """An item as its reader may see it.

    `masked` says that something in it is replaced, `unmatched` has the paths that should have been
    and led nowhere.
    """

    item: Item
    masked: bool = False
    unmatched: tuple[str, ...] = ()
    fallback: Fallback | None = None


See = Callable[[Sequence[Item]], Awaitable[Sequence[Sight | None]]]
"""What the reader may see of each item, in order; None for those that are not there for it."""


class Reader(Protocol):
    """In whose name items are read: decides what of each may be seen."""

    @property
    def rights(self) -> str:
        """A key of its rights: what was found for a reader is good for all with the same key."""

    @property
    def bounds(self) -> Bounds | None:
        """What a store may leave out by itself; None where it cannot know."""

    @property
    def knows_all(self) -> bool:
        """Whether it may know of all that is stored, and so how rare a word is there."""

    @property
    def audited(self) -> Sequence[Item]:
        """The items that it came upon and may not see; empty unless it may audit."""

    async def see(self, items: Sequence[Item]) -> Sequence[Sight | None]:
        """What it may see of each, in order. Raises nothing: what cannot be decided is hidden."""
