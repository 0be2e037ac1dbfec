"""Reads and writes records of knowledge (evidence and cases) in Upstash Vector."""

from collections.abc import Sequence

from upstash_vector.types import Data, FetchResult, QueryResult

from recollect.adapters.upstash.vector.client import VectorIndex, translated_errors
from recollect.knowledge.records import KnowledgeRecord


class VectorKnowledge:
    """The ports `KnowledgeRepository` of knowledge and `KnowledgeWalk` of erasure."""

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Write records, replacing those with the same ids."""
        await self._index.put(namespace, list(map(_data_of, records)))

    async def rewrite(self, namespace: str, record: KnowledgeRecord) -> bool:
        """Replace the record with the same id; False if there is none any more."""
        index = self._index.with_time_for([_data_of(record)])
        with translated_errors():
            return await index.update(
                id=record.id,
                data=record.text,
                metadata=dict(record.metadata),
                namespace=namespace,
            )

    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        """The records with these ids that exist."""
        found = await self._index.existing(namespace, ids)
        return [knowledge_record(hit) for hit in found if hit]

    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove the records with these ids, if they exist."""
        if ids:
            with translated_errors():
                await self._index.delete(ids=list(ids), namespace=namespace)

    async def remove_beginning(self, namespace: str, beginning: str) -> None:
        """Remove the records whose ids begin with `beginning`."""
        with translated_errors():
            await self._index.delete(prefix=beginning, namespace=namespace)

    async def namespaces(self) -> Sequence[str]:
        """The names of all namespaces."""
        with translated_errors():
            return tuple(await self._index.list_namespaces())

    async def page(
        self, namespace: str, cursor: str, limit: int
    ) -> tuple[Sequence[KnowledgeRecord], str]:
        """The records after `cursor` ("" for the first), and the next cursor ("" at the end)."""
        with translated_errors():
            found = await self._index.page(namespace, cursor, limit)
            return [knowledge_record(each) for each in found.vectors], found.next_cursor


def _data_of(record: KnowledgeRecord) -> Data:
    return Data(id=record.id, data=record.text, metadata=dict(record.metadata))


def knowledge_record(found: FetchResult | QueryResult) -> KnowledgeRecord:
    """The record of knowledge for a result of Upstash Vector."""
    return KnowledgeRecord(found.id, found.data or "", found.metadata or {})
