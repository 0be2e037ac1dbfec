"""A memory with everything that decides about it, once it is relevant enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from recollect.core.ids import Key
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.exploring import Draw
from recollect.learning.judges import Backed, backed_order
from recollect.learning.uplift import uplift_of
from recollect.memories.confidence import STALE_CONFIDENCE, confidence, decay, reputation
from recollect.memories.confidence_settings import (
    SEED_PARAMETERS,
    ConfidenceParameters,
    ConfidenceSettings,
)
from recollect.memories.reading import age_of, effective_metadata, memory_has_injection
from recollect.memories.record import MemoryCounts, MemoryRecord
from recollect.memories.search_result import DroppedMemory, DropReason
from recollect.settlement.settling import NO_RELATIONS, Relations


@dataclass(frozen=True, slots=True)
class ScoredMemory:
    """A record that is relevant enough, with everything that decides about it.

    `agreement` says how far what was done nearby agrees with it, where it has steps.
    `relations` and `supersedes` say how it relates to others that its reader may see, by their ids.
    `does_harm` is what trials have shown; a `draw` has taken the place of its reputation. Its
    `confidence` is that in a `context`, by the `parameters` of its app.
    """

    record: MemoryRecord
    counts: MemoryCounts
    metadata: Mapping[str, JsonValue]
    relevance: float
    age_days: float
    confidence: float
    agreement: float | None = None
    relations: Relations = NO_RELATIONS
    supersedes: tuple[str, ...] = ()
    does_harm: bool = False
    draw: Draw | None = None
    context: RunContext = ANYWHERE
    parameters: ConfidenceParameters = SEED_PARAMETERS

    @property
    def id(self) -> str:
        """The id of the memory."""
        return self.record.id

    @property
    def decay(self) -> float:
        """What is left of its weight by its age."""
        return decay(self.age_days, self.parameters)

    @property
    def score(self) -> float:
        """What the results are sorted by."""
        if self.draw is None:
            return self.relevance * self.confidence
        return self.relevance * self.decay * self.draw.drawn

    @property
    def is_last(self) -> bool:
        """Whether it stands behind all others: what gives orders, or does harm."""
        return self.does_harm or memory_has_injection(self.record, self.metadata)

    @property
    def order(self) -> tuple[bool, float, int, Key]:
        """Where it stands among others: of equals the one that most judged runs have used first."""
        return self.is_last, -self.score, -sum(self.counts.believed_runs), self.record.key

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


def backed_first(memories: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """The same, best first, none ahead of one that more judges stand by and that it gives way to.

    By the rules of `recollect.learning.judges`.
    """
    # Nothing gives way to what is last.
    backed = [
        Backed(
            0.0 if each.is_last else each.relevance, each.counts.backers, not each.counts.unproven
        )
        for each in memories
    ]
    return [memories[place] for place in backed_order(backed)]


def score(
    record: MemoryRecord,
    relevance: float,
    counts: MemoryCounts,
    now: datetime,
    settings: ConfidenceSettings,
    agreement: float | None = None,
    context: RunContext = ANYWHERE,
) -> ScoredMemory:
    """Join a record with its counts as of `now`, to be believed in a context."""
    metadata, parameters = effective_metadata(record, counts), settings.of(record.collection)
    age_days = age_of(metadata, now)
    believed = confidence(age_days, counts, context, parameters)
    return ScoredMemory(
        record,
        counts,
        metadata,
        relevance,
        age_days,
        believed,
        agreement,
        does_harm=bool(counts.trials) and uplift_of(counts.trials).does_harm,
        context=context,
        parameters=parameters,
    )


def is_refuted(memory: ScoredMemory) -> bool:
    """Whether runs that cited it have failed so often that it is not found, however fresh it is."""
    return reputation(memory.counts, memory.context, memory.parameters) < STALE_CONFIDENCE


def has_failed(memory: ScoredMemory) -> bool:
    """Whether it ended badly, and is not believed to go well more often than not.

    What was corrected is believed by its counts, where there are any; without, `ended_badly` of its
    record decides. Few do not hide what more stand by.
    """
    if not memory.counts.exists:
        return memory.record.ended_badly
    is_trusted = memory.counts.is_believed or memory.counts.is_upheld
    return memory.metadata.get("outcome") == "failed" and not is_trusted
