"""Sums and averages over the memories of a collection that the caller may see.

Like a page of a list, a part that ends by time has walked only the lists of memories that the
caller may see: how many it counted tells nothing of the rest.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from recollect.core.concurrency import gather_both
from recollect.core.cursors import Cursors
from recollect.core.places import id_at
from recollect.core.security_levels import SecurityLevel
from recollect.memories.known.confidence import confidence
from recollect.memories.known.reading import age_of, effective_metadata
from recollect.memories.model import Stats
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.private import may_see, sees_all
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores

PAGE_SIZE: Final = 500


@dataclass(frozen=True, slots=True)
class Statistician:
    """Sums up memories until its time is up: a part has the cursor to continue."""

    now: datetime
    level: SecurityLevel
    time_is_up: Callable[[], bool]
    stores: MemoryStores

    async def stats(self, collection: str, cursor: str, cursors: Cursors) -> Stats:
        """The statistics, newest memories first, without archived ones.

        Raises InvalidRequest if `cursor` is not of this list.
        """
        count = upvotes = downvotes = citations = 0
        confidences = rates = 0.0
        parameters = self.stores.confidence_settings.of(collection)
        place = cursors.opened(cursor)
        async for memories, following in self._pages(collection, place):
            for record, counts in memories:
                if counts.tombstoned or counts.archived_at is not None:
                    continue
                count += 1
                upvotes += counts.upvotes
                downvotes += counts.downvotes
                citations += counts.citations
                age_days = age_of(effective_metadata(record, counts), self.now)
                confidences += confidence(age_days, counts, parameters=parameters)
                rates += counts.success_rate
            place = following
            if self.time_is_up():
                break
        return Stats(
            collection=collection,
            count=count,
            avg_confidence=confidences / count if count else 0.0,
            total_upvotes=upvotes,
            total_downvotes=downvotes,
            total_citations=citations,
            avg_success_rate=rates / count if count else 0.0,
            next_cursor=cursors.sealed(place) or None,
        )

    async def _pages(
        self, collection: str, after: str
    ) -> AsyncIterator[tuple[Sequence[tuple[MemoryRecord, MemoryCounts]], str]]:
        """The caller's memories a page at a time, each with the place of its end, "" at the last.

        One place more than a page holds is read, to know whether the page is the last.
        """
        sensitive, is_last = sees_all(self.level), False
        while not is_last:
            places = await self.stores.ledger.listed(
                collection, after, PAGE_SIZE + 1, sensitive=sensitive
            )
            is_last = len(places) <= PAGE_SIZE
            after = "" if is_last else places[PAGE_SIZE - 1]
            yield await self._read(collection, tuple(map(id_at, places[:PAGE_SIZE]))), after

    async def _read(
        self, collection: str, ids: tuple[str, ...]
    ) -> Sequence[tuple[MemoryRecord, MemoryCounts]]:
        """Those of the memories that exist and that the caller may see, with their counts."""
        if not ids:
            return ()
        records, counts = await gather_both(
            self.stores.index.get(collection, ids),
            self.stores.ledger.read([(collection, each) for each in ids]),
        )
        return [
            (record, counted)
            for record, counted in zip(records, counts, strict=True)
            if record is not None and may_see(self.level, record.metadata)
        ]
