"""The words that requests and answers share, and what callers get."""

import operator
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from recollect.memories.identity import REFERENCE_PATTERN

Stage = Literal["classify", "route", "gather", "draft", "validate"]
Outcome = Literal["success", "corrected", "failed"]
CitationOutcome = Literal["success", "failure"]
Vote = Literal["upvote", "downvote"]
Source = Literal["agent", "human", "system"]
State = Literal["active", "quarantined"]
DropReason = Literal["threshold", "filter", "deleted", "quarantined", "stale", "limit", "size"]


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not contain NUL characters")
    return text


def _is_none(value: object) -> bool:
    return value is None


def _text(limit: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=1, max_length=limit)


Prose = Annotated[str, _text(16_000), AfterValidator(_without_nul)]
Query = Annotated[str, _text(4_096), AfterValidator(_without_nul)]
Note = Annotated[str, _text(4_000), AfterValidator(_without_nul)]
Word = Annotated[str, _text(64), AfterValidator(_without_nul)]
Reference = Annotated[str, StringConstraints(pattern=REFERENCE_PATTERN)]
Tags = Annotated[tuple[Word, ...], Field(max_length=32)]
Cursor = Annotated[str, StringConstraints(max_length=256)]
MemoryIds = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=100)]
Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Message(BaseModel):
    """What is sent in or out: immutable, and unknown fields are an error."""

    # Schemas are built on first use: a function pays for the models that it serves, not for all.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Votes(Message):
    """What was counted for a memory; `success_rate` is of the runs that cited it."""

    upvotes: int
    downvotes: int
    citations: int
    success_rate: float


class MemoryMetadata(Message):
    """Everything about a memory but its text."""

    collection: str
    app_slug: str
    source: Source
    tags: tuple[str, ...]
    confidence: float
    created_at: str
    last_validated_at: str | None
    votes: Votes
    stage: Stage
    outcome: Outcome
    correction: str | None
    category: str | None
    conversation_id: str | None
    importance: float
    trust: float
    sensitivity: float
    occurrences: int
    state: State


class Memory(Message):
    """A stored decision."""

    id: str
    content: str
    situation: str
    decision: str
    metadata: MemoryMetadata

    @property
    def key(self) -> tuple[str, str]:
        """The memory's collection and id."""
        return self.metadata.collection, self.id


class StoredMemory(Memory):
    """The answer to a store: `deduplicated` when the decision was already there."""

    deduplicated: Annotated[bool, Field(exclude_if=operator.not_)] = False


class FoundMemory(Message):
    """A search result: `score` = `raw_score` (relevance) · `confidence`."""

    memory: Memory
    score: float
    raw_score: float
    age_days: float
    decay_factor: float
    confidence: float


class DroppedMemory(Message):
    """A candidate that is not among the results, and why; `null` where it was not computed."""

    id: str
    reason: DropReason
    raw_score: float
    confidence: float | None = None
    score: float | None = None


class SearchResult(Message):
    """The memories that answer a query, best first; `dropped` only when asked to explain."""

    results: tuple[FoundMemory, ...]
    dropped: Annotated[tuple[DroppedMemory, ...] | None, Field(exclude_if=_is_none)] = None


class HistoryEvent(Message):
    """Something that happened to a memory."""

    at: str
    type: str
    actor: str
    details: dict[str, str]


class History(Message):
    """What happened to a memory, oldest first; `truncated` when the oldest do not fit."""

    events: tuple[HistoryEvent, ...]
    truncated: Annotated[bool, Field(exclude_if=operator.not_)] = False


class Removed(Message):
    """How many records of each store are gone."""

    vectors: int
    keys: int


class DeletionReceipt(Message):
    """What a deletion removed."""

    deleted_count: int
    deleted_ids: tuple[str, ...]
    removed: Removed


class Cited(Message):
    """The citations that now stand for a run."""

    run_id: str
    cited: tuple[str, ...]


class CitationsJudged(Message):
    """The citations of a run that now have this outcome."""

    run_id: str
    outcome: CitationOutcome
    updated: tuple[str, ...]


class Stats(Message):
    """Sums and averages of a collection; with `next_cursor`, of the part walked so far."""

    collection: str
    count: int
    avg_confidence: float
    total_upvotes: int
    total_downvotes: int
    total_citations: int
    avg_success_rate: float
    next_cursor: Annotated[str | None, Field(exclude_if=_is_none)] = None


class PruneResult(Message):
    """What was forgotten, or would be in a dry run; `next_cursor` when there is more to walk."""

    deleted_count: int
    deleted_ids: tuple[str, ...]
    next_cursor: Annotated[str | None, Field(exclude_if=_is_none)] = None
