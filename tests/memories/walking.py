"""Both stores, and ways to walk them."""

from recollect.memories.maintenance import Pruner
from recollect.memories.model import PruneResult
from recollect.memories.record import Record
from recollect.memories.requests import PruneRequest
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import begin, new_token
from tests.memories.samples import COLLECTION, NOW

RULES = PruneRequest(min_confidence=0.1, min_age_days=30)
NOBODY = PruneRequest(min_confidence=0)
OUTVOTED = PruneRequest(min_confidence=0, max_downvotes=2)


class Clock:
    """Time that is up after so many looks at it."""

    def __init__(self, looks: int = 1_000) -> None:
        self._looks = looks

    def is_up(self) -> bool:
        self._looks -= 1
        return self._looks <= 0


class Stores:
    """Both stores, and ways to walk them."""

    def __init__(self, counts: FakeCounts | None = None, index: FakeIndex | None = None) -> None:
        self.index, self.counts = index or FakeIndex(), counts or FakeCounts()

    async def keep(self, *records: Record) -> "Stores":
        await self.index.add(records)
        await begin(self.counts, *records)
        return self

    def pruner(self, looks: int = 1_000) -> Pruner:
        return Pruner(
            now=NOW,
            time_is_up=Clock(looks).is_up,
            token=new_token(),
            pages=self.index,
            standings=self.counts,
            records=self.index,
            removal=self.counts,
        )

    async def prune(self, rules: PruneRequest = RULES, looks: int = 1_000) -> PruneResult:
        return await self.pruner(looks).prune(COLLECTION, rules)
