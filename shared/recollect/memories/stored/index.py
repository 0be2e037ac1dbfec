"""The port of the index (Upstash Vector), which holds the searchable records of memories.

Its results are named tuples: creating a dataclass takes six times as long, at each start.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from recollect.core.ids import Key
from recollect.memories.stored.record import MemoryRecord
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters
from recollect.retrieval.items import Metadata


class MemoryCandidate(NamedTuple):
    """A record that a search found, and how each arm of the search scored it."""

    record: MemoryRecord
    arms: Arms


class RecordPage(NamedTuple):
    """A page of a collection's records, and the cursor of the next page ("" after the last)."""

    records: tuple[MemoryRecord, ...]
    next_cursor: str


class MemoryIndex(Protocol):
    """The store that is searched for memories."""

    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        """The records of `ids`, in their order; None for a missing one."""

    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        """Add new records of one collection."""

    async def patch(self, key: Key, metadata: Metadata) -> bool:
        """Merge `metadata` into a record's (null removes a field); False if there is none."""

    async def remove(self, collection: str, ids: tuple[str, ...]) -> None:
        """Remove the records of `ids` that exist."""

    async def search(
        self,
        collections: Sequence[str],
        query: str,
        filters: Filters,
        candidates: int,
        *,
        by_rarity: bool = True,
    ) -> Sequence[MemoryCandidate]:
        """Up to `candidates` records for each arm and collection.

        With `by_rarity` a rare word weighs more, which reveals something about all stored records.
        """

    async def page(self, collection: str, cursor: str, limit: int) -> RecordPage:
        """The records after `cursor` ("" for the first page)."""

    async def collections(self) -> tuple[str, ...]:
        """Every memory collection."""
