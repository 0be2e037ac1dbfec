"""Walks a whole collection page by page, to archive what nobody believes.

A walk stops when its time is up and answers a cursor from which to continue.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from recollect.core.cursors import Cursors
from recollect.core.errors import InvalidRequest
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.core.timestamps import age_in_days
from recollect.memories.confidence_settings import ConfidenceParameters
from recollect.memories.known.confidence import confidence
from recollect.memories.known.reading import age_of, effective_metadata
from recollect.memories.lifecycle.archiving import (
    DEFAULT_ARCHIVE_DAYS,
    archive_memories,
    may_be_erased,
)
from recollect.memories.lifecycle.deletion import try_to_delete
from recollect.memories.receipts import PruneResult
from recollect.memories.requests import PruneRequest
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import DeletionCondition, WalkCursor
from recollect.memories.stored.private import may_remove, sees_all
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.record_sync import is_out_of_sync, sync_records
from recollect.memories.stored.stores import MemoryStores

PAGE_SIZE = 500
_TASK = "prune"


async def sealed_part(
    walk: Callable[[str], Awaitable[PruneResult]], cursor: str, cursors: Cursors
) -> PruneResult:
    """The part of a walk from a sealed cursor on, with the sealed cursor of the next part.

    A page of the index holds memories that the caller may not see, too: its cursor may name one,
    and whoever could make up cursors might count them. Raises InvalidRequest for a foreign cursor.
    """
    part = await walk(cursors.opened(cursor))
    following = cursors.sealed(part.next_cursor or "")
    return part.model_copy(update={"next_cursor": following or None})


async def _walk(
    collection: str, cursor: str, stores: MemoryStores
) -> AsyncIterator[tuple[list[tuple[MemoryRecord, MemoryCounts]], str]]:
    """The collection's memories a page at a time, each with the cursor of the next page."""
    while True:
        page = await stores.index.page(collection, cursor, PAGE_SIZE)
        keys = [record.key for record in page.records]
        counts = await stores.ledger.read(keys) if keys else ()
        cursor = page.next_cursor
        yield list(zip(page.records, counts, strict=True)), cursor
        if not cursor:
            return


def should_prune(
    record: MemoryRecord,
    counts: MemoryCounts,
    rules: PruneRequest,
    now: datetime,
    parameters: ConfidenceParameters,
) -> bool:
    """Whether to archive a memory: (low confidence and old enough) or too many downvotes.

    A memory of which the ledger keeps nothing stays, since counts that spoke for it may be lost. So
    does one that was restored less than `min_age_days` ago, and one that is archived already.
    """
    if not counts.exists or counts.archived_at is not None:
        return False
    restored_at = counts.restored_at
    if restored_at is not None and age_in_days(restored_at, now) < rules.min_age_days:
        return False
    metadata = effective_metadata(record, counts)
    age_days = age_in_days(datetime.fromisoformat(str(metadata["created_at"])), now)
    doubted = (
        confidence(age_of(metadata, now), counts, parameters=parameters) < rules.min_confidence
    )
    outvoted = rules.max_downvotes is not None and counts.downvotes > rules.max_downvotes
    return (doubted and age_days >= rules.min_age_days) or outvoted


@dataclass(frozen=True, slots=True)
class Pruner:
    """Archives memories by rules, and erases those archived long enough, until its time is up.

    `token` must be unique to this request: it claims the memories that are erased.
    """

    operation: Operation
    time_is_up: Callable[[], bool]
    token: str
    stores: MemoryStores
    level: SecurityLevel = "restricted"
    """Memories that are too sensitive for this level stay, and are not named in the answer."""
    archive_days: float = DEFAULT_ARCHIVE_DAYS

    async def prune(self, collection: str, rules: PruneRequest) -> PruneResult:
        """Prune a collection; a memory that changes meanwhile is left alone.

        It also finishes deletions that broke off earlier, and updates records that lag behind.
        """
        deleted, archived = list[str](), list[str]()
        now, parameters = self.operation.at, self.stores.confidence_settings.of(collection)
        if sees_all(self.level) and not rules.dry_run:
            ids = await self.stores.ledger.unfinished_deletions(collection)
            deleted += await self._delete(collection, dict.fromkeys(ids, "unfinished"))
        cursor = rules.cursor
        async for memories, following in _walk(collection, cursor, self.stores):
            seen = [each for each in memories if may_remove(self.level, each[0].metadata)]
            going = [each for each in seen if should_prune(*each, rules, now, parameters)]
            expired = {
                record.id: counts.revision
                for record, counts in seen
                if may_be_erased(counts, self.archive_days, now)
            }
            if rules.dry_run:
                archived += (record.id for record, _ in going)
                deleted += expired
            else:
                archived += await archive_memories(going, self.operation, self.stores)
                deleted += await self._delete(collection, expired)
                behind = (each for each in seen if is_out_of_sync(*each))
                await sync_records([(record.key, counts) for record, counts in behind], self.stores)
            cursor = following
            if self.time_is_up():
                break
        return PruneResult(
            deleted_count=len(deleted) + len(archived),
            deleted_ids=(*deleted, *archived),
            archived_ids=tuple(archived),
            next_cursor=cursor or None,
        )

    async def prune_everywhere(self, rules: PruneRequest) -> None:
        """Prune one collection after another, from where the last run stopped."""
        ledger = self.stores.ledger
        start = await ledger.load_cursor(_TASK)
        everything = sorted(await self.stores.index.collections())
        names = [name for name in everything if name >= start.collection]
        stop = WalkCursor()
        for collection, following in zip(names, [*names[1:], ""], strict=True):
            cursor = start.cursor if collection == start.collection else ""
            result = await self._prune_from(collection, rules, cursor)
            if result.next_cursor:
                stop = WalkCursor(collection, result.next_cursor)
                break
            if self.time_is_up():
                # The next one: if a run has time for one only, it must not repeat the finished one.
                stop = WalkCursor(following)
                break
        await ledger.save_cursor(_TASK, stop)

    async def _prune_from(self, collection: str, rules: PruneRequest, cursor: str) -> PruneResult:
        try:
            return await self.prune(collection, rules.model_copy(update={"cursor": cursor}))
        except InvalidRequest:
            if not cursor:
                raise
            # The index no longer knows the saved cursor: start anew, or every run would fail.
            return await self.prune(collection, rules.model_copy(update={"cursor": ""}))

    async def _delete(
        self, collection: str, conditions: Mapping[str, DeletionCondition]
    ) -> Iterable[str]:
        ids, given = list(conditions), list(conditions.values())
        attempt = await try_to_delete(collection, ids, given, self.token, self.stores)
        return attempt.removed
