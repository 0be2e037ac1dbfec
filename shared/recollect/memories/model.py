"""The words that requests and answers share, and what callers get."""

import operator
from typing import Annotated, Literal

from pydantic import Field

from recollect.core.messages import Message, Omittable, Reference

Stage = Literal["classify", "route", "gather", "draft", "validate"]
Outcome = Literal["success", "corrected", "failed"]
CitationOutcome = Literal["success", "failure"]
Vote = Literal["upvote", "downvote"]
Source = Literal["agent", "human", "system"]
State = Literal["active", "quarantined"]
DropReason = Literal[
    "threshold",
    "filter",
    "deleted",
    "quarantined",
    "failed",
    "stale",
    "superseded",
    "duplicate",
    "limit",
    "size",
]


_Ids = Annotated[tuple[str, ...], Field(exclude_if=operator.not_)]
MemoryIds = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=100)]


class Votes(Message):
    """What was counted for a memory; `success_rate` is of the runs that cited it."""

    upvotes: int
    downvotes: int
    citations: int
    success_rate: float


class MemoryMetadata(Message):
    """Everything about a memory but its text.

    `instruction_like` says that the text gives orders to its reader, `supersedes` what its writer
    has put it in the place of, `steps` what was done. Its age counts from `last_confirmed_at`: when
    it was made, stored again or validated, or when a run succeeded that cited it.
    """

    collection: str
    app_slug: str
    source: Source
    tags: tuple[str, ...]
    confidence: float
    created_at: str
    last_validated_at: str | None
    last_confirmed_at: str
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
    instruction_like: Annotated[bool, Field(exclude_if=operator.not_)] = False
    steps: _Ids = ()
    supersedes: _Ids = ()
    valid_from: Omittable[str] = None
    valid_until: Omittable[str] = None


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
    """A search result: `score` = `raw_score` (relevance) · `confidence`.

    `agreement` is the share (0…1) of the most similar memories that took the same steps and ended
    well, where it has steps. By their ids: what it holds instead of (`supersedes`), what holds
    instead of it, what says the same and is no result, what says otherwise.
    """

    memory: Memory
    score: float
    raw_score: float
    age_days: float
    decay_factor: float
    confidence: float
    agreement: Omittable[float] = None
    supersedes: _Ids = ()
    superseded_by: Omittable[str] = None
    duplicates: _Ids = ()
    conflicts_with: _Ids = ()


class DroppedMemory(Message):
    """A candidate that is not among the results, and why; `null` where it was not computed.

    Of what is superseded or said by another one, that one's id.
    """

    id: str
    reason: DropReason
    raw_score: float
    confidence: float | None = None
    score: float | None = None
    superseded_by: Omittable[str] = None
    duplicate_of: Omittable[str] = None


class FailedMemory(Message):
    """What was tried in a similar situation and failed, and why where somebody said so."""

    memory: Memory
    raw_score: float
    reason: Omittable[str] = None


class SearchResult(Message):
    """The memories that answer a query, best first; `dropped` only when asked to explain.

    `warnings` are the nearest that have failed, and so are no results.
    """

    results: tuple[FoundMemory, ...]
    warnings: Annotated[tuple[FailedMemory, ...], Field(exclude_if=operator.not_)] = ()
    dropped: Omittable[tuple[DroppedMemory, ...]] = None


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
    next_cursor: Omittable[str] = None


class PruneResult(Message):
    """What was forgotten, or would be in a dry run; `next_cursor` when there is more to walk."""

    deleted_count: int
    deleted_ids: tuple[str, ...]
    next_cursor: Omittable[str] = None
