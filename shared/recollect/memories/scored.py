"""A memory with everything that decides about it, once it is relevant enough."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from recollect.core.ids import Key
from recollect.memories.confidence import confidence
from recollect.memories.model import DroppedMemory, DropReason
from recollect.memories.reading import age_of, effective_metadata, gives_orders
from recollect.memories.record import MemoryCounts, MemoryRecord
from recollect.relevance.settlement import ALONE, Standing


@dataclass(frozen=True, slots=True)
class ScoredMemory:
    """A record that is relevant enough, with everything that decides about it.

    `agreement` says how far what was done nearby agrees with it, where it has steps.
    `standing` and `supersedes` say how it stands to others that its reader may see, by their ids.
    """

    record: MemoryRecord
    counts: MemoryCounts
    metadata: Mapping[str, JsonValue]
    relevance: float
    age_days: float
    confidence: float
    agreement: float | None = None
    standing: Standing = ALONE
    supersedes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of the memory."""
        return self.record.id

    @property
    def score(self) -> float:
        """What the results are sorted by."""
        return self.relevance * self.confidence

    @property
    def order(self) -> tuple[bool, float, Key]:
        """Where it stands among others: behind them where it gives orders to its reader."""
        return gives_orders(self.record, self.metadata), -self.score, self.record.key

    def dropped(
        self,
        reason: DropReason,
        *,
        superseded_by: str | None = None,
        duplicate_of: str | None = None,
    ) -> DroppedMemory:
        """Why it is no result."""
        return DroppedMemory(
            id=self.id,
            reason=reason,
            raw_score=self.relevance,
            confidence=self.confidence,
            score=self.score,
            superseded_by=superseded_by,
            duplicate_of=duplicate_of,
        )


def score(
    record: MemoryRecord,
    relevance: float,
    counts: MemoryCounts,
    now: datetime,
    agreement: float | None = None,
) -> ScoredMemory:
    """Join a record with its counts as of `now`."""
    metadata = effective_metadata(record, counts)
    age_days = age_of(metadata, now)
    believed = confidence(age_days, counts)
    return ScoredMemory(record, counts, metadata, relevance, age_days, believed, agreement)
