"""What a reader may see of items, which is checked before anything is computed from them.

An answer is the same whether an item that its reader may not see exists or not. So the reader's
rights are applied to what a source found first, and only the rest is filtered, counted, limited,
walked through, joined and ranked.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from recollect.retrieval.items import Item


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits that a store may apply itself, since the reader may see nothing beyond them.

    `most_sensitive` is None if nothing is too sensitive, `groups` if the reader is in all of them.
    Items with credentials are out of bounds for every reader.
    """

    least_trust: float
    most_sensitive: float | None
    groups: tuple[str, ...] | None


class Fallback(NamedTuple):
    """Why an item was not decided as it should have been, and what was done instead.

    Both are for a warning; in `consequence`, `{items}` stands for the number of such items.
    """

    cause: str
    consequence: str


@dataclass(frozen=True, slots=True)
class Sight:
    """An item as its reader may see it.

    `masked` says that something in it was replaced; `unmatched` has the redaction paths that
    matched nothing.
    """

    item: Item
    masked: bool = False
    unmatched: tuple[str, ...] = ()
    fallback: Fallback | None = None


See = Callable[[Sequence[Item]], Awaitable[Sequence[Sight | None]]]
"""What the reader may see of each item, in order; None for an item that it may not see."""


class Reader(Protocol):
    """The one in whose name items are read; decides what of each may be seen."""

    @property
    def rights(self) -> str:
        """A key for its rights: what was found for a reader is valid for all with the same key."""

    @property
    def bounds(self) -> Bounds | None:
        """What a store may leave out by itself; None if it cannot know."""

    @property
    def knows_all(self) -> bool:
        """Whether it may know of everything stored, and so how rare a word is there."""

    @property
    def audited(self) -> Sequence[Item]:
        """The items found that it may not see; empty unless it may audit."""

    async def see(self, items: Sequence[Item]) -> Sequence[Sight | None]:
        """What it may see of each item, in order. Raises nothing: an undecidable item is hidden."""
