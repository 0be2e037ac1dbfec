"""Lists of memories, newest first: what is there, in which state, what expires, what waits.

A caller walks only the lists of what it may see, so that neither a page, nor how long it takes,
nor where it ends, tells of the rest.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from recollect.core.concurrency import both
from recollect.core.cursors import Cursors
from recollect.core.ids import app_of, collection_of
from recollect.core.places import id_at, place_of
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import iso
from recollect.memories.archiving import DEFAULT_ARCHIVE_DAYS
from recollect.memories.confidence import days_found
from recollect.memories.model import AppCount, Apps, ListedMemory, Memory, MemoryList
from recollect.memories.ports import MemoryStores
from recollect.memories.private import may_see, sees_all
from recollect.memories.reading import (
    MAX_ANSWER_BYTES,
    age_of,
    answer_size,
    assemble,
    effective_metadata,
)
from recollect.memories.record import MemoryCounts, MemoryRecord
from recollect.memories.requests import MemoriesQuery


@dataclass(frozen=True, slots=True)
class Lister:
    """Lists memories until its time is up: a page that is cut short says where to go on."""

    now: datetime
    level: SecurityLevel
    time_is_up: Callable[[], bool]
    stores: MemoryStores
    archive_days: float = DEFAULT_ARCHIVE_DAYS
    at_once: int = 100
    """How many are looked at together: a fetch and a pipeline."""

    async def page(self, collection: str, asked: MemoriesQuery, cursors: Cursors) -> MemoryList:
        """One page, and the cursor of the next; InvalidRequest if the cursor is not of this list.

        It goes on after the last memory that the page holds or passed over.
        """
        after, room = cursors.opened(asked.cursor), MAX_ANSWER_BYTES
        page: list[ListedMemory] = []
        while True:
            places = await self._places(collection, asked.conversation_id, after)
            for place, memory in await self._memories(collection, places):
                if memory is not None and _is_asked_for(memory, asked):
                    room -= answer_size(memory.model_dump_json())
                    if len(page) == asked.limit or (page and room < 0):
                        return MemoryList(memories=tuple(page), next_cursor=cursors.sealed(after))
                    page.append(memory)
                after = place
            if len(places) < self.at_once:
                return MemoryList(memories=tuple(page))
            if self.time_is_up():
                return MemoryList(memories=tuple(page), next_cursor=cursors.sealed(after))

    async def _places(
        self, collection: str, conversation_id: str | None, after: str
    ) -> Sequence[str]:
        """The next places of the collection, or of a conversation in it."""
        ledger = self.stores.ledger
        if conversation_id is None:
            sensitive = sees_all(self.level)
            return await ledger.listed(collection, after, self.at_once, sensitive=sensitive)
        ids = await ledger.memories_of_conversation(collection, conversation_id)
        counts = await ledger.read([(collection, each) for each in ids]) if ids else ()
        places = (
            place_of(each.created_at, memory_id)
            for memory_id, each in zip(ids, counts, strict=True)
            if each.created_at is not None
        )
        following = sorted((each for each in places if not after or each < after), reverse=True)
        return following[: self.at_once]

    async def _memories(
        self, collection: str, places: Sequence[str]
    ) -> Iterable[tuple[str, ListedMemory | None]]:
        """The memories at places; None where there is none for this caller."""
        ids = tuple(map(id_at, places))
        if not ids:
            return ()
        keys = [(collection, each) for each in ids]
        records, counts = await both(
            self.stores.index.get(collection, ids), self.stores.ledger.read(keys)
        )
        return [
            (place, self._seen(record, counted))
            for place, record, counted in zip(places, records, counts, strict=True)
        ]

    def _seen(self, record: MemoryRecord | None, counts: MemoryCounts) -> ListedMemory | None:
        if record is None or not counts.exists or not may_see(self.level, record.metadata):
            return None
        metadata = effective_metadata(record, counts)
        memory = assemble(record, counts, self.now)
        if counts.archived_at is not None:
            erased_at = counts.archived_at + timedelta(days=self.archive_days)
            return _listed(memory, erased_at, needs_validation=False)
        confirmed_at = self.now - timedelta(days=age_of(metadata, self.now))
        stale_at = confirmed_at + timedelta(days=days_found(counts))
        waits = metadata.get("state") == "quarantined" or stale_at <= self.now
        return _listed(memory, stale_at, needs_validation=waits)


def _listed(memory: Memory, expires_at: datetime, *, needs_validation: bool) -> ListedMemory:
    return ListedMemory(
        **dict(memory), expires_at=iso(expires_at), needs_validation=needs_validation
    )


def _is_asked_for(memory: ListedMemory, asked: MemoriesQuery) -> bool:
    metadata = memory.metadata
    equal = (
        (asked.state, metadata.state),
        (asked.category, metadata.category),
        (asked.stage, metadata.stage),
        (asked.needs_validation, memory.needs_validation),
    )
    before = asked.expires_before
    return all(wanted is None or found == wanted for wanted, found in equal) and (
        before is None or datetime.fromisoformat(memory.expires_at) < before
    )


async def list_apps(
    may_read: Callable[[str], bool], level: SecurityLevel, stores: MemoryStores
) -> Apps:
    """The apps in which a caller's list is not empty; of any other it is not told."""
    collections = await stores.index.collections()
    slugs = sorted(filter(may_read, map(app_of, collections)))
    counts = await stores.ledger.how_many(
        [collection_of(each) for each in slugs], sensitive=sees_all(level)
    )
    return Apps(
        apps=tuple(
            AppCount(app_slug=slug, count=count)
            for slug, count in zip(slugs, counts, strict=True)
            if count
        )
    )
