"""Walking a whole collection, page by page: statistics, and pruning what nobody believes.

A walk stops when its time is up and says where to go on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from recollect.core.errors import InvalidRequest
from recollect.core.timestamps import age_in_days
from recollect.memories.assembly import age_of, effective_metadata, success_rate
from recollect.memories.confidence import confidence
from recollect.memories.deletion import Removal, Remover
from recollect.memories.model import PruneResult, Stats
from recollect.memories.paging import Bookmark, Pages, Place, walk
from recollect.memories.record import Record, Records, Standing, Standings
from recollect.memories.requests import PruneRequest


async def collection_stats(
    collection: str,
    cursor: str,
    now: datetime,
    time_is_up: Callable[[], bool],
    *,
    pages: Pages,
    standings: Standings,
) -> Stats:
    """Sums and averages over the collection, or over the part that the time sufficed for."""
    count = upvotes = downvotes = citations = 0
    confidences = rates = 0.0
    async for walked in walk(collection, cursor, pages=pages, standings=standings):
        for record, standing in walked.memories:
            if standing.condemned:
                continue
            count += 1
            upvotes += standing.upvotes
            downvotes += standing.downvotes
            citations += standing.citations
            confidences += confidence(age_of(effective_metadata(record, standing), now), standing)
            rates += success_rate(standing)
        cursor = walked.next_cursor
        if time_is_up():
            break
    return Stats(
        collection=collection,
        count=count,
        avg_confidence=confidences / count if count else 0.0,
        total_upvotes=upvotes,
        total_downvotes=downvotes,
        total_citations=citations,
        avg_success_rate=rates / count if count else 0.0,
        next_cursor=cursor or None,
    )


def should_prune(record: Record, standing: Standing, rules: PruneRequest, now: datetime) -> bool:
    """Whether a memory goes: (little confidence and old enough) or too many downvotes.

    One of which nothing is kept stays: the counts may be lost, and with them what spoke for it.
    """
    if standing.condemned or standing.created_at is None:
        return False
    metadata = effective_metadata(record, standing)
    age_days = age_in_days(datetime.fromisoformat(str(metadata["created_at"])), now)
    doubted = confidence(age_of(metadata, now), standing) < rules.min_confidence
    outvoted = rules.max_downvotes is not None and standing.downvotes > rules.max_downvotes
    return (doubted and age_days >= rules.min_age_days) or outvoted


@dataclass(frozen=True, slots=True)
class Pruner:
    """Forgets what rules speak of, until its time is up. `token` is this request's alone."""

    now: datetime
    time_is_up: Callable[[], bool]
    token: str
    pages: Pages
    standings: Standings
    records: Records
    removal: Removal

    async def prune(self, collection: str, rules: PruneRequest) -> PruneResult:
        """Prune a collection; a memory that changes meanwhile is left alone.

        Removals that broke off earlier are finished first.
        """
        remover = Remover(collection, self.token, self.records, self.removal)
        deleted: list[str] = []
        if not rules.dry_run:
            begun = await self.removal.condemned(collection)
            deleted += (await remover.forget(begun, ["again"] * len(begun))).keys
        cursor = rules.cursor
        async for walked in walk(collection, cursor, pages=self.pages, standings=self.standings):
            doomed = [
                (record.id, standing.revision)
                for record, standing in walked.memories
                if should_prune(record, standing, rules, self.now)
            ]
            ids = [memory_id for memory_id, _ in doomed]
            if not rules.dry_run:
                revisions = [revision for _, revision in doomed]
                ids = list((await remover.forget(ids, revisions)).keys)
            deleted += ids
            cursor = walked.next_cursor
            if self.time_is_up():
                break
        return PruneResult(
            deleted_count=len(deleted), deleted_ids=tuple(deleted), next_cursor=cursor or None
        )

    async def prune_everywhere(self, rules: PruneRequest, bookmark: Bookmark) -> None:
        """Prune collection after collection from the bookmark on, and move the bookmark along."""
        place = await bookmark.load("prune")
        everything = sorted(await self.pages.collections())
        names = [name for name in everything if name >= place.collection]
        stop = Place()
        for collection, following in zip(names, [*names[1:], ""], strict=True):
            cursor = place.cursor if collection == place.collection else ""
            result = await self._prune_from(collection, rules, cursor)
            if result.next_cursor:
                stop = Place(collection, result.next_cursor)
                break
            if self.time_is_up():
                # Not the one just finished: every run may have time for no more than one.
                stop = Place(following)
                break
        await bookmark.save("prune", stop)

    async def _prune_from(self, collection: str, rules: PruneRequest, cursor: str) -> PruneResult:
        try:
            return await self.prune(collection, rules.model_copy(update={"cursor": cursor}))
        except InvalidRequest:
            if not cursor:
                raise
            # The store forgot the place that was kept: from the beginning, or it would stay so.
            return await self.prune(collection, rules.model_copy(update={"cursor": ""}))
