"""The words that requests and answers share, and what callers get."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field

from recollect.core.messages import (
    ItemId,
    Message,
    Omittable,
    OmittedIfFalsy,
    Reference,
    Slug,
    Source,
)
from recollect.core.unnamed import UNNAMED

Stage = Literal["classify", "route", "gather", "draft", "validate"]
Outcome = Literal["success", "corrected", "failed"]
KnownOutcome = Outcome | Literal["unknown"]
CitationOutcome = Literal["success", "failure"]
Vote = Literal["upvote", "downvote"]
State = Literal["active", "quarantined", "archived"]
ListedState = Literal["active", "quarantined", "archived", "superseded"]
DropReason = Literal[
    "threshold",
    "filter",
    "deleted",
    "quarantined",
    "archived",
    "failed",
    "stale",
    "superseded",
    "duplicate",
    "withheld",
    "limit",
    "size",
]


MemoryIds = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=100)]


class Votes(Message):
    """What was counted for a memory; `success_rate` is of the runs that cited it."""

    upvotes: int
    downvotes: int
    citations: int
    success_rate: float


_HALF: Final = 0.5


class MemoryMetadata(Message):
    """Everything about a memory but its text.

    An archived one has `archived_at`. `instruction_like` says that the text gives orders to its
    reader, `supersedes` what its writer has put it in the place of, `steps` what was done. Its age
    counts from `last_confirmed_at`: when it was made, stored again or validated, or when a run
    succeeded that cited it.
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
    archived_at: Omittable[str] = None
    derived_from: OmittedIfFalsy[tuple[str, ...]] = ()
    instruction_like: OmittedIfFalsy[bool] = False
    steps: OmittedIfFalsy[tuple[str, ...]] = ()
    supersedes: OmittedIfFalsy[tuple[str, ...]] = ()
    valid_from: Omittable[str] = None
    valid_until: Omittable[str] = None

    @property
    def known_outcome(self) -> KnownOutcome:
        """How it turned out, as far as anybody knows, for who is told of it in words.

        A memory is stored as a success where its writer says nothing, and a writer's praise counts
        nothing: a success is known by more votes for it than against it, or by the runs that cited
        it, of which half went well.
        """
        votes = self.votes
        has_worked = votes.upvotes > votes.downvotes or votes.success_rate >= _HALF
        return self.outcome if self.outcome != "success" or has_worked else "unknown"


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


class SameDecision(Message):
    """A memory that decides the same in the same situation: where it came from, how it ended.

    What is `unproven` nobody but its writer stands by.
    """

    id: str
    conversation_id: str | None
    outcome: Outcome
    unproven: OmittedIfFalsy[bool] = False


class Together(Message):
    """How a memory stands to others that its reader may see, found when it is asked.

    `same` decide the same. `supporters` and `opponents` are how many judges stand by them and it,
    or speak against, each once; who says both counts for neither. Those of what is unproven do not
    count. `conflicts_with` state otherwise of one subject; `superseded_by` holds instead.
    """

    same: OmittedIfFalsy[tuple[SameDecision, ...]] = ()
    supporters: int
    opponents: int
    conflicts_with: OmittedIfFalsy[tuple[str, ...]] = ()
    superseded_by: Omittable[str] = None


class ExplainedMemory(Memory):
    """A memory, and where it is asked for, how it stands to others.

    Belief in it halves in `half_life_days`, unless somebody confirms it.
    """

    together: Omittable[Together] = None
    half_life_days: Omittable[float] = None


class StoredMemory(Memory):
    """The answer to a store: `deduplicated` when the decision was already there."""

    deduplicated: OmittedIfFalsy[bool] = False


class ListedMemory(Memory):
    """A memory in a list: until when it is found, as things stand, and whether somebody must look.

    Somebody must where it is quarantined, or not believed enough any more to be found. From
    `expires_at` on an archived one is erased by the next prune. Of one that another has replaced by
    naming it, `superseded_by` is the id of that.
    """

    expires_at: str
    needs_validation: bool
    superseded_by: Omittable[str] = None


class MemoryList(Message):
    """Memories, newest first; with `next_cursor` there may be more, even where none are here."""

    memories: tuple[ListedMemory, ...]
    next_cursor: Omittable[str] = None


class AppCount(Message):
    """An app, and how many memories a caller finds in its list."""

    app_slug: str
    count: int


class Apps(Message):
    """The apps that have memories for a caller, by their slugs."""

    apps: tuple[AppCount, ...]


class BatchResult(Message):
    """What became of a memory of a batch: the status that it alone would have got.

    201 when it is new, 200 when the decision was there already; else `error` says why it is not
    stored. What is `quarantined` nobody finds until somebody validates it.
    """

    index: int
    status: int
    id: Omittable[str] = None
    quarantined: OmittedIfFalsy[bool] = False
    error: Omittable[str] = None


class StoredBatch(Message):
    """The answer to a batch, in its order."""

    results: tuple[BatchResult, ...]


class Interval(Message):
    """Between which values something lies with a probability of 95 %."""

    low: float
    high: float


class UpliftReport(Message):
    """How much better runs end with it than without it, in -1…1; `unknown` while runs are few.

    `shown` and `withheld` are the runs with an outcome behind it.
    """

    status: Literal["known", "unknown"]
    difference: Omittable[float] = None
    interval: Omittable[Interval] = None
    shown: int
    withheld: int
    demoted: OmittedIfFalsy[bool] = False


class MemoryUplift(UpliftReport):
    """What a memory brings; `demoted` is one that is known to make things worse."""

    id: str


class UpliftList(Message):
    """What the memories of an app bring together, and each of those that were tried."""

    app: UpliftReport
    memories: tuple[MemoryUplift, ...]
    next_cursor: Omittable[str] = None


class Learned(Message):
    """What is known of a memory from how runs ended, told to who asks to explain.

    `posterior` is of the success of runs that cite it, by what is believed of the counts, in the
    stage and category that the search asks for: its mean and interval. With exploration `draw` has
    taken the place of its reputation, and `propensity` is how likely it was to be a result.
    """

    successes: int
    failures: int
    posterior: float
    interval: Interval
    draw: Omittable[float] = None
    propensity: Omittable[float] = None
    uplift: Omittable[UpliftReport] = None
    demoted: Omittable[Literal["gives_orders", "does_harm", "unproven"]] = None


class FoundMemory(Message):
    """A search result: `score` = `raw_score` (relevance) · `confidence`.

    `agreement` is the share (0…1) of the most similar memories that took the same steps and ended
    well, where it has steps. By their ids: what it holds instead of (`supersedes`), what holds
    instead of it, what says the same and is no result, what says otherwise.
    `unproven` is what nobody but its only writer stands by, `no_longer_valid` what is past its
    `valid_until`.
    """

    memory: Memory
    score: float
    raw_score: float
    age_days: float
    decay_factor: float
    confidence: float
    agreement: Omittable[float] = None
    supersedes: OmittedIfFalsy[tuple[str, ...]] = ()
    superseded_by: Omittable[str] = None
    duplicates: OmittedIfFalsy[tuple[str, ...]] = ()
    conflicts_with: OmittedIfFalsy[tuple[str, ...]] = ()
    no_longer_valid: OmittedIfFalsy[bool] = False
    unproven: OmittedIfFalsy[bool] = False
    learned: Omittable[Learned] = None


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


NO_LONGER_VALID: Final = "What is remembered about this is no longer valid"
"""What people and models are told of memories that are `no_longer_valid`."""
NO_MEMORIES: Final = "The app holds no memories to be found: has it another name?"
"""What people and models are told of a result that is `empty`."""


class SearchResult(Message):
    """The memories that answer a query, best first; `dropped` only when asked to explain.

    Best is the highest score, but what is `unproven`, or what fewer judges stand by, stands behind
    what is not, as do `superseded_by` and `instruction_like`, and those that bear steps stand by
    their `agreement`. `warnings` are the nearest that have failed, and so are no results. `empty`
    is true where the app has no memory that its caller could find, whatever is asked: it may have
    another name. `read_as` has the misspelt words of the query, each with what it was read as.
    `no_longer_valid` are the memories that were likely meant, but for that their time is over,
    where no result is likely.
    """

    results: tuple[FoundMemory, ...]
    warnings: OmittedIfFalsy[tuple[FailedMemory, ...]] = ()
    read_as: OmittedIfFalsy[Mapping[str, str]] = Field(default_factory=dict)
    empty: OmittedIfFalsy[bool] = False
    no_longer_valid: OmittedIfFalsy[tuple[str, ...]] = ()
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
    truncated: OmittedIfFalsy[bool] = False


class Removed(Message):
    """How many records of each store are gone."""

    vectors: int
    keys: int


class DeletionReceipt(Message):
    """What a deletion removed."""

    deleted_count: int
    deleted_ids: tuple[str, ...]
    removed: Removed


class CitedEvidence(Message):
    """An item of evidence, and whose it is."""

    tenant: Slug = UNNAMED
    project: Slug = UNNAMED
    id: ItemId


class Cited(Message):
    """The citations that now stand for a run."""

    run_id: str
    cited: tuple[str, ...]
    evidence: OmittedIfFalsy[tuple[CitedEvidence, ...]] = ()


class CitationsJudged(Message):
    """The citations of a run that now have this outcome."""

    run_id: str
    outcome: CitationOutcome
    updated: tuple[str, ...]


class Affected(Message):
    """What a retraction undid: runs whose citation is void, memories that are in quarantine now.

    No pack is made of memories, so there are never any.
    """

    runs: tuple[str, ...]
    memories: tuple[str, ...]
    packs: tuple[str, ...] = ()


class Retracted(Message):
    """The memory that was retracted, by its id, and what that touched."""

    retracted: str
    affected: Affected


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
    """What went, or would in a dry run; `next_cursor` when there is more to walk.

    Of the memories that went, those of `archived_ids` can be restored. The others were archived
    long ago, or their deletion had broken off, and are gone for good.
    """

    deleted_count: int
    deleted_ids: tuple[str, ...]
    archived_ids: tuple[str, ...]
    next_cursor: Omittable[str] = None
