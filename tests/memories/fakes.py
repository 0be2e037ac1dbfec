"""Both stores in memory; they fulfil the contract of the real ones (`tests/adapters/contract`)."""

import re
from collections.abc import Sequence
from dataclasses import replace

from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.ids import Key
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.index import MemoryCandidate, RecordPage
from recollect.memories.stored.record import MemoryRecord
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters
from recollect.retrieval.items import Metadata
from tests.memories.fake_ledger import FakeLedger
from tests.memories.stepping import Stepped, Steps, stepped

__all__ = ["BrokenLedger", "DownLedger", "FakeAnswers", "FakeIndex", "FakeLedger"]


class DownLedger(FakeLedger):
    """A ledger that may go down."""

    is_down = False

    @override
    async def read(self, keys: Sequence[Key]) -> tuple[MemoryCounts, ...]:
        if self.is_down:
            raise StoreUnavailable("ledger", f"down: {len(keys)} asked in vain")
        return await super().read(keys)


class BrokenLedger(DownLedger):
    """A ledger that is down."""

    is_down = True


class FakeIndex(Stepped):
    """The port `MemoryIndex` as a dict; it scores by the words that a query shares with a text."""

    name = "index"

    def __init__(self, steps: Steps | None = None) -> None:
        super().__init__(steps)
        self.records: dict[Key, MemoryRecord] = {}
        self.searches = 0

    @stepped
    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        return tuple(self.records.get((collection, each)) for each in ids)

    @stepped
    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        self.records |= {record.key: record for record in records}

    @stepped
    async def patch(self, key: Key, metadata: Metadata) -> bool:
        if key not in self.records:
            return False
        merged = {**self.records[key].metadata, **metadata}
        kept = {name: value for name, value in merged.items() if value is not None}
        self.records[key] = replace(self.records[key], metadata=kept)
        return True

    @stepped
    async def remove(self, collection: str, ids: tuple[str, ...]) -> None:
        for each in ids:
            self.records.pop((collection, each), None)

    @stepped
    async def search(
        self,
        collections: Sequence[str],
        query: str,
        filters: Filters,
        candidates: int,
        *,
        by_rarity: bool = True,
    ) -> Sequence[MemoryCandidate]:
        self.asked_by_rarity = by_rarity
        self.searches += 1
        found: list[MemoryCandidate] = []
        for collection in collections:
            hits = [
                MemoryCandidate(record, _arms(query, record.content))
                for record in self._of(collection)
                if filters.match(record.metadata)
            ]
            hits.sort(key=lambda hit: -hit.arms.sparse)
            found += [hit for hit in hits[:candidates] if hit.arms.sparse]
        return found

    @stepped
    async def page(self, collection: str, cursor: str, limit: int) -> RecordPage:
        rest = [record for record in self._of(collection) if record.id > cursor]
        return RecordPage(tuple(rest[:limit]), rest[limit - 1].id if len(rest) > limit else "")

    @stepped
    async def collections(self) -> tuple[str, ...]:
        return tuple({collection for collection, _ in self.records})

    def _of(self, collection: str) -> list[MemoryRecord]:
        return [self.records[key] for key in sorted(self.records) if key[0] == collection]


def _arms(query: str, text: str) -> Arms:
    asked, said = (set(re.findall(r"\w+", each.lower())) for each in (query, text))
    shared = len(asked & said)
    return Arms(dense=shared / len(asked | said), sparse=float(shared))


class FakeAnswers:
    """Answers of idempotent requests, which are deleted with the memories they are about."""

    def __init__(self, ledger: FakeLedger) -> None:
        self._ledger = ledger

    async def begin(self, key: str, request_hash: str) -> str:
        if key in self._ledger.answers:
            return self._ledger.answers[key]
        self._ledger.answers[key] = request_hash
        return ""

    async def complete(self, key: str, request_hash: str, answer: str, about: Sequence[Key]) -> str:
        answers = self._ledger.answers
        kept = answers.get(key, "")
        if len(kept) > len(request_hash):
            return kept
        if not any(map(self._ledger.is_gone, about)):
            answers[key] = request_hash + answer
            for each in about:
                self._ledger.entries[each].answers.add(key)
        return request_hash + answer
