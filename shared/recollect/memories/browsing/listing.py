"""Lists memories, newest first, with their states and when they expire.

A caller walks only the lists of memories that it may see, so that neither a page, nor the time that
it takes, nor where it ends reveals anything of the rest. Those of a conversation have no lists: the
walk passes over the memories that the caller may not see.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from recollect.core.concurrency import gather_both
from recollect.core.cursors import Cursors
from recollect.core.ids import app_of, collection_of
from recollect.core.list_walk import Places, page_of
from recollect.core.places import place_of
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import iso
from recollect.memories.finding.memory_settling import superseded_among
from recollect.memories.finding.scored import ScoredMemory, score
from recollect.memories.finding.successors import is_in_force, successors_of
from recollect.memories.known.confidence import days_found
from recollect.memories.known.reading import assemble_from, memory_has_injection
from recollect.memories.lifecycle.archiving import DEFAULT_ARCHIVE_DAYS
from recollect.memories.model import AppCount, Apps, ListedMemory, MemoryList
from recollect.memories.requests import MemoryListing
from recollect.memories.stored.private import may_see, sees_all, with_masked_filters
from recollect.memories.stored.stores import MemoryStores


@dataclass(frozen=True, slots=True)
class Lister:
    """Lists memories until its time is up: a page that is cut short has the cursor to continue."""

    now: datetime
    level: SecurityLevel
    time_is_up: Callable[[], bool]
    stores: MemoryStores
    archive_days: float = DEFAULT_ARCHIVE_DAYS
    at_once: int = 100
    """How many memories are read at once, at the least: with one fetch and one pipeline."""

    async def page(self, collection: str, asked: MemoryListing, cursors: Cursors) -> MemoryList:
        """A page and the cursor of the next one; InvalidRequest if `cursor` is not of this list."""
        asked, after = with_masked_filters(asked), cursors.opened(asked.cursor)
        places = await self._places(collection, asked.conversation_id)
        look = partial(self._memories, collection, asked)
        page = await page_of(places, look, self.time_is_up, after, asked.limit, self.at_once)
        return MemoryList(memories=page.listed, next_cursor=cursors.sealed(page.following) or None)

    async def _places(self, collection: str, conversation_id: str | None) -> Places:
        """Reads the places of the collection, or of a conversation in it."""
        ledger = self.stores.ledger
        if conversation_id is None:
            return partial(ledger.listed, collection, sensitive=sees_all(self.level))
        # Their order is known only once all are read.
        ids = await ledger.memories_of_conversation(collection, conversation_id)
        counts = await ledger.read([(collection, each) for each in ids]) if ids else ()
        places = [
            place_of(each.created_at, memory_id)
            for memory_id, each in zip(ids, counts, strict=True)
            if each.created_at is not None
        ]
        newest_first = sorted(places, reverse=True)

        async def of_conversation(after: str, limit: int) -> Sequence[str]:
            return [each for each in newest_first if not after or each < after][:limit]

        return of_conversation

    async def _memories(
        self, collection: str, asked: MemoryListing, ids: Sequence[str]
    ) -> Sequence[ListedMemory | None]:
        """The memories; None for one that the caller may not see or did not ask for."""
        keys = [(collection, each) for each in ids]
        records, counts = await gather_both(
            self.stores.index.get(collection, tuple(ids)), self.stores.ledger.read(keys)
        )
        scored = {
            record.id: score(record, 0.0, counted, self.now, self.stores.confidence_settings)
            for record, counted in zip(records, counts, strict=True)
            if record is not None and counted.exists and may_see(self.level, record.metadata)
        }
        superseded = await self._superseded(list(scored.values()))
        return [self._listed(scored.get(each), superseded, asked) for each in ids]

    async def _superseded(self, memories: Sequence[ScoredMemory]) -> Mapping[str, str | None]:
        """The ids of superseded memories, as in a search, each with that of what replaces it."""
        successors = await successors_of(memories, self.level, self.now, self.stores)
        in_force = [each for each in (*memories, *successors) if is_in_force(each, self.now)]
        return superseded_among(in_force, self.now)

    def _listed(
        self,
        memory: ScoredMemory | None,
        superseded: Mapping[str, str | None],
        asked: MemoryListing,
    ) -> ListedMemory | None:
        if memory is None:
            return None
        metadata, expires_at = memory.metadata, self._expires_at(memory)
        state = metadata.get("state")
        if state == "active" and memory.id in superseded:
            state = "superseded"
        waits = state == "quarantined" or (state == "active" and expires_at <= self.now)
        equal = (
            (asked.state, state),
            (asked.category, metadata.get("category")),
            (asked.stage, metadata.get("stage")),
            (asked.needs_validation, waits),
            (asked.unproven, memory.counts.unproven),
            (asked.disputed, memory.counts.is_disputed),
            (asked.instruction_like, memory_has_injection(metadata)),
        )
        if any(wanted is not None and found != wanted for wanted, found in equal):
            return None
        if asked.expires_before is not None and expires_at >= asked.expires_before:
            return None
        assembled = assemble_from(memory.record, memory.counts, metadata, memory.confidence)
        return ListedMemory(
            **dict(assembled),
            expires_at=iso(expires_at),
            needs_validation=waits,
            superseded_by=superseded.get(memory.id) if state == "superseded" else None,
        )

    def _expires_at(self, memory: ScoredMemory) -> datetime:
        """When an archived memory is erased, or another one is no longer believed and found."""
        archived_at = memory.counts.archived_at
        if archived_at is not None:
            return archived_at + timedelta(days=self.archive_days)
        confirmed_at = self.now - timedelta(days=memory.age_days)
        return confirmed_at + timedelta(days=days_found(memory.counts, memory.parameters))


async def list_apps(
    may_read: Callable[[str], bool], level: SecurityLevel, stores: MemoryStores
) -> Apps:
    """The apps in which the caller's list is not empty; others are not named."""
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
