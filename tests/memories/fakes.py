"""Both stores in memory, which keep the contract of the real ones (`tests/adapters/contract`)."""

import re
from collections.abc import Sequence
from dataclasses import replace

from recollect.core.ids import Key
from recollect.memories.paging import Page
from recollect.memories.record import Metadata, Record
from recollect.memories.searching import Candidate
from recollect.relevance.filters import Filters
from recollect.relevance.fusion import Arms
from tests.memories.fake_counts import FakeCounts

__all__ = ["FakeAnswers", "FakeCounts", "FakeIndex"]


class FakeIndex:
    """The searchable store: a dict. What counts is how many words a query shares with a text."""

    def __init__(self) -> None:
        self.records: dict[Key, Record] = {}

    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[Record | None, ...]:
        return tuple(self.records.get((collection, each)) for each in ids)

    async def add(self, records: tuple[Record, ...]) -> None:
        self.records |= {record.key: record for record in records}

    async def patch(self, key: Key, metadata: Metadata) -> bool:
        if key not in self.records:
            return False
        merged = {**self.records[key].metadata, **metadata}
        kept = {name: value for name, value in merged.items() if value is not None}
        self.records[key] = replace(self.records[key], metadata=kept)
        return True

    async def remove(self, collection: str, ids: tuple[str, ...]) -> int:
        gone = [self.records.pop((collection, each), None) for each in ids]
        return sum(record is not None for record in gone)

    async def search(
        self, collections: Sequence[str], query: str, filters: Filters, candidates: int
    ) -> Sequence[Candidate]:
        found: list[Candidate] = []
        for collection in collections:
            hits = [
                Candidate(record, _arms(query, record.content))
                for record in self._of(collection)
                if filters.match(record.metadata)
            ]
            hits.sort(key=lambda hit: -hit.arms.sparse)
            found += [hit for hit in hits[:candidates] if hit.arms.sparse]
        return found

    async def page(self, collection: str, cursor: str, limit: int) -> Page:
        rest = [record for record in self._of(collection) if record.id > cursor]
        return Page(tuple(rest[:limit]), rest[limit - 1].id if len(rest) > limit else "")

    async def collections(self) -> tuple[str, ...]:
        return tuple({collection for collection, _ in self.records})

    def _of(self, collection: str) -> list[Record]:
        return [self.records[key] for key in sorted(self.records) if key[0] == collection]


def _arms(query: str, text: str) -> Arms:
    asked, said = (set(re.findall(r"\w+", each.lower())) for each in (query, text))
    shared = len(asked & said)
    return Arms(dense=shared / len(asked | said), sparse=float(shared))


class FakeAnswers:
    """Answers of idempotent requests, which go with the memories that they tell about."""

    def __init__(self, counts: FakeCounts) -> None:
        self._counts = counts

    async def begin(self, key: str, request_hash: str) -> str:
        if key in self._counts.answers:
            return self._counts.answers[key]
        self._counts.answers[key] = request_hash
        return ""

    async def complete(self, key: str, request_hash: str, answer: str, about: Sequence[Key]) -> str:
        answers = self._counts.answers
        kept = answers.get(key, "")
        if len(kept) > len(request_hash):
            return kept
        if not any(map(self._counts.is_gone, about)):
            answers[key] = request_hash + answer
            for each in about:
                self._counts.kept(each).answers.add(key)
        return request_hash + answer
