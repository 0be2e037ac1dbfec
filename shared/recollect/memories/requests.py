"""What callers send: the body of `POST /apps/{app_slug}/memories` and of related routes."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from recollect.core.cursors import SealedCursor
from recollect.core.messages import (
    NUMERIC,
    Fraction,
    Message,
    Moment,
    Note,
    PageSize,
    Prose,
    Query,
    Reference,
    Source,
    Tags,
    Word,
)
from recollect.memories.model import CitationOutcome, ListedState, MemoryIds, Outcome, Stage, Vote
from recollect.memories.receipts import CitedEvidence


class NewMemory(Message):
    """A decision to remember: when it is valid, and which memories it replaces (`supersedes`).

    `derived_from` are the memories of the app that it was made of.
    `steps` are short names of what was done, in order.
    """

    situation: Prose
    decision: Prose
    stage: Stage
    outcome: Outcome = "success"
    correction: Note | None = None
    category: Word | None = None
    conversation_id: Reference | None = None
    tags: Tags = ()
    source: Source = "agent"
    importance: Fraction = 0.5
    trust: Fraction = 0.7
    sensitivity: Fraction = 0.0
    steps: Annotated[tuple[Word, ...], Field(max_length=50)] = ()
    supersedes: Annotated[tuple[Reference, ...], Field(max_length=20)] = ()
    derived_from: Annotated[tuple[Reference, ...], Field(max_length=50)] = ()
    valid_from: Moment | None = None
    valid_until: Moment | None = None

    @model_validator(mode="after")
    def _holds_at_some_time(self) -> Self:
        if self.valid_from and self.valid_until and self.valid_until < self.valid_from:
            raise ValueError("valid_until must not be before valid_from")
        return self


class MemoryBatch(Message):
    """Decisions to remember, in the order in which to store them."""

    memories: Annotated[tuple[NewMemory, ...], Field(min_length=1, max_length=100)]


class Search(Message):
    """A search for memories. A result has all `tags` and equals the other filters.

    `as_of` asks for what was known and believed at that time; `include_superseded` asks also for
    memories that others have replaced. The results count as shown to the run `run_id`, so that its
    outcome can measure what the memories achieve.
    """

    query: Query
    stage: Stage | None = None
    outcome: Outcome | None = None
    category: Word | None = None
    tags: Tags = ()
    limit: PageSize = 10
    threshold: Fraction | None = None
    include_stale: bool = False
    include_global: bool = False
    explain: bool = False
    as_of: Moment | None = None
    include_superseded: bool = False
    run_id: Reference | None = None

    @property
    def equals(self) -> Mapping[str, str]:
        """The values that fields of a result must have, by field."""
        asked = {"stage": self.stage, "outcome": self.outcome, "category": self.category}
        return {name: value for name, value in asked.items() if value}

    @property
    def narrows(self) -> bool:
        """Whether the search asks for some of the memories only, by filters or by `as_of`."""
        return bool(self.equals or self.tags or self.as_of)


class ExplainQuery(Message):
    """Whether to answer also how the memory relates to others."""

    explain: bool = False


class MemoryListing(Message):
    """Which memories to list. `cursor` continues after an answer that had a `next_cursor`.

    Nobody but their writer stands by `unproven` memories. Some judges stand by `disputed` ones and
    others speak against them. `instruction_like` ones give orders to their reader.
    """

    state: ListedState | None = None
    category: Word | None = None
    stage: Stage | None = None
    conversation_id: Reference | None = None
    expires_before: Moment | None = None
    needs_validation: bool | None = None
    unproven: bool | None = None
    disputed: bool | None = None
    instruction_like: bool | None = None
    limit: PageSize = 20
    cursor: SealedCursor = ""


class UpliftQuery(Message):
    """`cursor` continues after an answer that had a `next_cursor`."""

    limit: PageSize = 100
    cursor: SealedCursor = ""


class NewCorrection(Message):
    """What should have happened."""

    correction: Note
    category: Word | None = None
    occurred_at: Moment | None = None


class NewOutcome(Message):
    """How a decision turned out, and when that happened (by default now)."""

    outcome: Outcome
    correction: Note | None = None
    occurred_at: Moment | None = None


class NewVote(Message):
    """A vote; each voter counts once.

    Only a caller that may relay can name a voter other than itself, or none. A vote without a voter
    counts each time.
    """

    vote: Vote
    voter_id: Reference | None = None
    occurred_at: Moment | None = None


class NewCitations(Message):
    """The memories and the evidence that a run used, and the situation in which it used them.

    Once the run has ended well, its situation becomes a solved case, with the evidence that the run
    needed. The run's outcome is counted also for its `stage` and `category`: those of the first
    citation that names one of them.
    """

    run_id: Reference
    stage: Stage | None = None
    category: Word | None = None
    memory_ids: Annotated[tuple[Reference, ...], Field(max_length=100)] = ()
    evidence: Annotated[tuple[CitedEvidence, ...], Field(max_length=100)] = ()
    situation: Prose | None = None

    @model_validator(mode="after")
    def _cites(self) -> Self:
        if not self.memory_ids and not self.evidence:
            raise ValueError("memory_ids or evidence must name something")
        if self.situation and not self.evidence:
            raise ValueError("a situation needs evidence that was used in it")
        return self


class NewCitationOutcome(Message):
    """How a run turned out, for all memories that it cited or only for `memory_ids`."""

    outcome: CitationOutcome
    memory_ids: MemoryIds | None = None
    occurred_at: Moment | None = None


class PruneRequest(Message):
    """Which memories to archive: those of (low confidence and high age) or many downvotes.

    `cursor` continues after an answer that had a `next_cursor`.
    """

    min_confidence: Fraction = 0.1
    min_age_days: Annotated[float, Field(ge=0, le=36_500, allow_inf_nan=False), NUMERIC] = 30
    max_downvotes: Annotated[int, Field(ge=0), NUMERIC] | None = None
    dry_run: bool = False
    cursor: SealedCursor = ""


class StatsQuery(Message):
    """`cursor` continues after an answer that had a `next_cursor`."""

    cursor: SealedCursor = ""
