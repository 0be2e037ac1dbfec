"""Reads, writes and searches the records of memories in Upstash Vector."""

from collections.abc import Sequence
from typing import Any

from upstash_vector.types import Data, FetchResult, MetadataUpdateMode, QueryResult

from recollect.adapters.upstash.vector.client import (
    STORE,
    RequestRefused,
    VectorIndex,
    translated_errors,
)
from recollect.adapters.upstash.vector.filters import filter_of
from recollect.core.concurrency import gather_all
from recollect.core.errors import FieldError, InvalidRequest, StoreRefused
from recollect.core.ids import Key
from recollect.memories.stored.index import MemoryCandidate, RecordPage
from recollect.memories.stored.record import MemoryRecord
from recollect.relevance.arms import Arms, completed_scores, cosine
from recollect.relevance.filters import Filters
from recollect.retrieval.items import Metadata

_NAMESPACE_PREFIX = "support:"


class VectorMemories:
    """The port `MemoryIndex` of `recollect.memories`."""

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        """The records with these ids, in their order; None for an id that has no record."""
        found = await self._index.existing(collection, ids)
        with translated_errors():
            return tuple(_record(collection, result) if result else None for result in found)

    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        """Write new records, all of the same collection."""
        await self._index.put(
            records[0].collection,
            [
                Data(id=record.id, data=record.content, metadata=dict(record.metadata))
                for record in records
            ],
        )

    async def patch(self, key: Key, metadata: Metadata) -> bool:
        """Merge `metadata` into those of a record; False if there is no such record."""
        collection, memory_id = key
        with translated_errors():
            return await self._index.update(
                id=memory_id,
                metadata=dict(metadata),
                namespace=collection,
                metadata_update_mode=MetadataUpdateMode.PATCH,
            )

    async def remove(self, collection: str, ids: tuple[str, ...]) -> None:
        """Remove the records with these ids, if they exist."""
        with translated_errors():
            await self._index.delete(ids=list(ids), namespace=collection)

    async def search(
        self,
        collections: Sequence[str],
        query: str,
        filters: Filters,
        candidates: int,
        *,
        by_rarity: bool = True,
    ) -> Sequence[MemoryCandidate]:
        """Up to `candidates` records of each arm and collection; all are asked concurrently."""
        filter_text = filter_of(filters)
        with translated_errors():
            answers = await gather_all(
                self._index.query_arms(
                    collection, query, filter_text, candidates, by_rarity=by_rarity
                )
                for collection in collections
            )
            return [
                candidate
                for collection, (dense, sparse) in zip(collections, answers, strict=True)
                for candidate in merge_arms(collection, dense, sparse, candidates)
            ]

    async def page(self, collection: str, cursor: str, limit: int) -> RecordPage:
        """The records after `cursor`. Raises InvalidRequest if the store refuses the cursor."""
        with translated_errors():
            try:
                result = await self._index.page(collection, cursor, limit)
            except RequestRefused as error:
                if not cursor:
                    raise
                problem = FieldError("cursor", "must be a next_cursor of an earlier answer")
                raise InvalidRequest([problem]) from error
            records = tuple(_record(collection, each) for each in result.vectors)
            return RecordPage(records, result.next_cursor)

    async def collections(self) -> tuple[str, ...]:
        """Every namespace of memories."""
        with translated_errors():
            names = await self._index.list_namespaces()
            return tuple(name for name in names if name.startswith(_NAMESPACE_PREFIX))


def merge_arms(
    collection: str,
    dense: Sequence[QueryResult],
    sparse: Sequence[QueryResult],
    limit: int,
) -> list[MemoryCandidate]:
    """One candidate for each record, with its score in each arm, which was asked for `limit`."""
    hits = {hit.id: hit for hit in (*dense, *sparse)}
    cosines = completed_scores({hit.id: cosine(hit.score) for hit in dense}, hits, limit)
    sparse_scores = {hit.id: hit.score for hit in sparse}
    return [
        MemoryCandidate(
            _record(collection, hit),
            Arms(dense=cosines[memory_id], sparse=sparse_scores.get(memory_id, 0.0)),
        )
        for memory_id, hit in hits.items()
    ]


def _record(collection: str, found: FetchResult | QueryResult) -> MemoryRecord:
    metadata: dict[str, Any] | None = found.metadata
    if metadata is None or found.data is None or "situation_length" not in metadata:
        raise StoreRefused(STORE, f"record {found.id} of {collection} is not a memory")
    return MemoryRecord(collection, found.id, found.data, metadata)
