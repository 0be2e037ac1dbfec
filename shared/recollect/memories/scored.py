"""A memory with everything that decides about it, once it is relevant enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from recollect.core.ids import Key
from recollect.learning.exploring import Draw
from recollect.learning.uplift import uplift_of
from recollect.memories.confidence import confidence, decay
from recollect.memories.model import DroppedMemory, DropReason
from recollect.memories.reading import age_of, effective_metadata, gives_orders
from recollect.memories.record import MemoryCounts, MemoryRecord
from recollect.relevance.settlement import ALONE, Standing

_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class ScoredMemory:
    """A record that is relevant enough, with everything that decides about it.

    `agreement` says how far what was done nearby agrees with it, where it has steps.
    `standing` and `supersedes` say how it stands to others that its reader may see, by their ids.
    `does_harm` is what trials have shown; a `draw` has taken the place of its reputation.
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
    does_harm: bool = False
    draw: Draw | None = None

    @property
    def id(self) -> str:
        """The id of the memory."""
        return self.record.id

    @property
    def score(self) -> float:
        """What the results are sorted by."""
        if self.draw is None:
            return self.relevance * self.confidence
        return self.relevance * decay(self.age_days) * self.draw.drawn

    @property
    def order(self) -> tuple[bool, float, Key]:
        """Where it stands among others: behind them where it gives orders, or does harm."""
        is_last = self.does_harm or gives_orders(self.record, self.metadata)
        return is_last, -self.score, self.record.key

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


def proven_first(memories: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """The same, best first, with no unproven one ahead of one that is proven and likely relevant.

    Likely is what is more likely relevant than not.
    """
    likely = [
        place
        for place, each in enumerate(memories)
        if each.relevance > _LIKELY and not each.counts.unproven
    ]
    border = likely[-1] + 1 if likely else 0
    ahead = sorted(memories[:border], key=lambda each: each.counts.unproven)
    return [*ahead, *memories[border:]]


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
    return ScoredMemory(
        record,
        counts,
        metadata,
        relevance,
        age_days,
        believed,
        agreement,
        does_harm=bool(counts.trials) and uplift_of(counts.trials).does_harm,
    )
