"""Use cases that store, delete, prune, import and vote on in-memory stores, and checks of them."""

from dataclasses import replace
from datetime import datetime, timedelta

from recollect.core.cursors import Cursors
from recollect.core.ids import Key
from recollect.core.security_levels import SecurityLevel
from recollect.memories.browsing.statistics import Statistician
from recollect.memories.finding.search import MemoryFinder
from recollect.memories.judging.feedback import give_feedback
from recollect.memories.lifecycle.archiving import restore_memory
from recollect.memories.lifecycle.deletion import Deletion
from recollect.memories.lifecycle.maintenance import Pruner
from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.lifecycle.transfer import Line, import_memories
from recollect.memories.model import Memory, Stats, StoredMemory
from recollect.memories.receipts import DeletionReceipt, PruneResult
from recollect.memories.requests import NewMemory, NewVote, PruneRequest, Search
from recollect.memories.search_result import SearchResult
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import Feedback, MemoryOutcome
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores
from recollect.relevance.calibration import UNCALIBRATED
from tests.memories.fake_cases import NoCases
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import begin, new_token
from tests.memories.samples import APP, COLLECTION, NOW, new_memory, op, record_of

NEW = new_memory(conversation_id="cnv_1")
NEW_FAILED = new_memory(conversation_id="cnv_2", outcome="failed")
RECORD = record_of(conversation_id="cnv_1")
KEY = RECORD.key
LINE = Line.model_validate(NEW.model_dump())
UPVOTE = NewVote(vote="upvote", voter_id="ada")

RULES = PruneRequest(min_confidence=0.1, min_age_days=30)
NOBODY = PruneRequest(min_confidence=0)
OUTVOTED = PruneRequest(min_confidence=0, max_downvotes=2)


def plain_finder(stores: MemoryStores, threshold: float = 0) -> MemoryFinder:
    """A finder that neither explores nor withholds anything; relevance is likeness."""
    return MemoryFinder(
        stores,
        threshold,
        UNCALIBRATED,
        explores=False,
        holdout_rate=0,
        secret="",
        new_seed=lambda: "",
    )


class Clock:
    """A clock whose time is up after a number of looks at it."""

    def __init__(self, looks: int = 1_000) -> None:
        self._looks = looks

    def is_up(self) -> bool:
        self._looks -= 1
        return self._looks <= 0


STATS_CURSORS = Cursors("secret", "statistics")


async def stats_of(
    stores: MemoryStores,
    cursor: str = "",
    *,
    looks: int = 1_000,
    level: SecurityLevel = "restricted",
) -> Stats:
    """The statistics of the collection; time is up after a number of looks at the clock."""
    statistician = Statistician(NOW, level, Clock(looks).is_up, stores)
    return await statistician.stats(COLLECTION, cursor, STATS_CURSORS)


class Actors:
    """Use cases on both stores, each with a token of its own."""

    def __init__(self, index: FakeIndex | None = None, ledger: FakeLedger | None = None) -> None:
        self.index, self.ledger = index or FakeIndex(), ledger or FakeLedger()
        self.stores = MemoryStores(self.index, self.ledger)

    async def keep(self, *records: MemoryRecord) -> "Actors":
        await self.index.add(records)
        await begin(self.ledger, *records)
        return self

    async def counts_of(self, record: MemoryRecord) -> MemoryCounts:
        (counts,) = await self.ledger.read((record.key,))
        return counts

    async def store(
        self, new: NewMemory = NEW, operation: str = "", token: str | None = None
    ) -> StoredMemory:
        return await store_memory(
            new, APP, "restricted", op(operation), token or new_token(), self.stores
        )

    async def search(
        self,
        search: Search,
        *apps: str,
        level: SecurityLevel = "restricted",
        now: datetime = NOW,
        threshold: float = 0,
    ) -> tuple[SearchResult, tuple[str, ...]]:
        """The result of an uncalibrated search, and the parts that were degraded."""
        finder = plain_finder(self.stores, threshold)
        return await finder.find(search, apps or (APP,), level, replace(op(), at=now))

    async def load(self, *lines: Line, app: str = APP) -> int:
        """Import lines; the number of memories added."""
        told = await import_memories(lines, app, op(), new_token(), self.stores)
        return len(told) - told.count("already_there")

    async def load_one(self) -> int:
        return await self.load(LINE)

    async def delete(
        self, *ids: str, operation: str = "", level: SecurityLevel = "restricted"
    ) -> DeletionReceipt:
        deletion = Deletion(COLLECTION, level, new_token(), self.stores, operation)
        return await deletion.of_memories(ids or (RECORD.id,))

    def pruner(
        self, looks: int = 1_000, *, later_days: float = 0, archive_days: float = 0
    ) -> Pruner:
        by = op(minutes=later_days * 24 * 60)
        return Pruner(by, Clock(looks).is_up, new_token(), self.stores, archive_days=archive_days)

    async def prune(self, rules: PruneRequest = RULES, looks: int = 1_000) -> PruneResult:
        return await self.pruner(looks).prune(COLLECTION, rules)

    async def prune_all(self) -> PruneResult:
        """Prune when everything is old."""
        return await self.pruner(later_days=100).prune(COLLECTION, RULES)

    async def restore(self) -> Memory:
        return await restore_memory(KEY, "restricted", op(), self.stores)

    def agrees(self, record: MemoryRecord = RECORD) -> bool:
        """Whether the record and the ledger agree on whether the memory is archived."""
        kept = self.index.records.get(record.key)
        archived = self.ledger.entries[record.key].counts.archived_at is not None
        return kept is None or (kept.metadata["state"] == "archived") == archived

    async def give(self, feedback: Feedback, record: MemoryRecord = RECORD) -> Memory:
        return await give_feedback(record.key, feedback, "restricted", op(), self.stores)

    async def store_again(self) -> StoredMemory:
        """Store the same decision in another conversation, where it failed."""
        return await self.store(NEW_FAILED)

    async def praise(self) -> Memory:
        return await self.give(MemoryOutcome("success", NOW + timedelta(minutes=1)))

    async def forget(self) -> DeletionReceipt:
        """Delete the conversation of `store_again`."""
        deletion = Deletion(COLLECTION, "restricted", new_token(), self.stores)
        return await deletion.of_conversation("cnv_2", Clock().is_up, NoCases())

    async def vote(self) -> Memory:
        return await self.give(UPVOTE)

    def found(self) -> set[Key]:
        """The keys of the memories in the index that are not archived."""
        return {
            key
            for key, record in self.index.records.items()
            if record.metadata["state"] != "archived"
        }

    def is_whole(self, record: MemoryRecord = RECORD) -> bool:
        """Whether the memory is in both stores, and no request holds its claim."""
        there = {"fields", "log", "conversations"}
        traces = self.ledger.traces_of(record.key) - {"voters", "influence"}
        return record.key in self.index.records and (
            traces == there and not self.ledger.is_gone(record.key)
        )

    def is_nowhere(self, record: MemoryRecord = RECORD) -> bool:
        """Whether neither store keeps anything of the memory, and no request holds its claim."""
        return record.key not in self.index.records and not self.ledger.traces_of(record.key)
