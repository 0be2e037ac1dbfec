"""A memory joined with everything that decides its place among search results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from recollect.core.ids import Key
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.exploring import Draw
from recollect.learning.judges import Backed, backed_order
from recollect.learning.uplift import uplift_of
from recollect.memories.confidence_settings import (
    SEED_PARAMETERS,
    ConfidenceParameters,
    ConfidenceSettings,
)
from recollect.memories.known.confidence import STALE_CONFIDENCE, confidence, decay, reputation
from recollect.memories.known.reading import age_of, effective_metadata, memory_has_injection
from recollect.memories.search_result import DroppedMemory, DropReason
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.record import MemoryRecord
from recollect.settlement.relations import NO_RELATIONS, Relations


@dataclass(frozen=True, slots=True)
class ScoredMemory:
    """A record with everything that decides its place among the results.

    `agreement` is how far similar memories agree with its steps; None if it has none. `relations`
    and `supersedes` say, by ids, how it relates to others that the caller may see. `does_harm` is
    the verdict of trials. A `draw`, if there is one, replaces its reputation in the score. Its
    `confidence` is that in the `context`, by the `parameters` of its app. It is `outnumbered` where
    it stands behind a lower score because more judges stand by that memory.
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
    outnumbered: bool = False

    @property
    def id(self) -> str:
        """The id of the memory."""
        return self.record.id

    @property
    def decay(self) -> float:
        """The share (0…1) of its weight that its age leaves."""
        return decay(self.age_days, self.parameters)

    @property
    def score(self) -> float:
        """The number that results are sorted by."""
        if self.draw is None:
            return self.relevance * self.confidence
        return self.relevance * self.decay * self.draw.drawn

    @property
    def is_last(self) -> bool:
        """Whether it comes behind all others, because it gives orders or does harm."""
        return self.does_harm or memory_has_injection(self.metadata)

    @property
    def is_quarantined(self) -> bool:
        """Whether it waits for somebody to validate it, by the ledger or by its record."""
        return "quarantined" in {self.counts.state, self.metadata.get("state")}

    @property
    def order(self) -> tuple[bool, float, int, Key]:
        """The sort key: of equal scores, the memory that more judged runs have used comes first."""
        return self.is_last, -self.score, -sum(self.counts.believed_runs), self.record.key

    def dropped(
        self,
        reason: DropReason,
        *,
        superseded_by: str | None = None,
        duplicate_of: str | None = None,
    ) -> DroppedMemory:
        """The memory as a dropped candidate, with the reason."""
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
    """The memories, best first, each behind those with more supporters that it gives way to.

    By the rules of `recollect.learning.judges`.
    """
    return [memories[place] for place in backed_order([*map(_backed, memories)])]


def marked_outnumbered(memories: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """The memories as they are ordered, each marked if judges put it behind a lower score."""
    backed = [*map(_backed, memories)]
    return [
        replace(memory, outnumbered=True)
        if any(
            before.score < memory.score and backed[place].gives_way_to(backed[at])
            for at, before in enumerate(memories[:place])
        )
        else memory
        for place, memory in enumerate(memories)
    ]


def _backed(memory: ScoredMemory) -> Backed:
    # A memory that comes last gets relevance 0, so that no other memory gives way to it.
    relevance = 0.0 if memory.is_last else memory.relevance
    return Backed(relevance, memory.counts.backers, not memory.counts.unproven)


def score(
    record: MemoryRecord,
    relevance: float,
    counts: MemoryCounts,
    now: datetime,
    settings: ConfidenceSettings,
    agreement: float | None = None,
    context: RunContext = ANYWHERE,
) -> ScoredMemory:
    """Join a record with its counts as of `now`; its confidence is that in `context`."""
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
    """Whether runs that cited it failed so often that searches drop it, however fresh it is."""
    return reputation(memory.counts, memory.context, memory.parameters) < STALE_CONFIDENCE


def has_failed(memory: ScoredMemory) -> bool:
    """Whether its outcome is `failed`, and its believed votes and runs do not speak for it.

    A corrected memory has not failed; its counts decide its confidence. If the ledger knows nothing
    of it, `ended_badly` of its record decides. A memory that judges speak against but more stand by
    (`is_upheld`) has not failed: few judges cannot hide what more stand by.
    """
    if not memory.counts.exists:
        return memory.record.ended_badly
    is_trusted = memory.counts.is_believed or memory.counts.is_upheld
    return memory.metadata.get("outcome") == "failed" and not is_trusted
