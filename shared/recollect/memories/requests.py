"""What callers send: the body of `POST /apps/{app_slug}/memories` and its relatives."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from recollect.core.cursors import SealedCursor
from recollect.core.messages import (
    NUMERIC,
    Cursor,
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
    """A decision to remember, and since when, until when and instead of what it holds.

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
    """Decisions to remember, in the order in which they were made."""

    memories: Annotated[tuple[NewMemory, ...], Field(min_length=1, max_length=100)]


class Search(Message):
    """A question to the memories; `tags` must all be there, the other filters be equal.

    `as_of` is the time whose decisions are wanted; `include_superseded` wants also those that
    others have replaced. What is answered was shown to the run `run_id`, whose outcome tells what
    the memories brought.
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
    def narrows(self) -> bool:
        """Whether only some of the memories are asked for, by what they are or when."""
        return any((self.stage, self.outcome, self.category, self.tags, self.as_of))


class ExplainQuery(Message):
    """Whether to tell, too, how the memory stands to others."""

    explain: bool = False


class MemoryListing(Message):
    """Which memories to list. `cursor` goes on where an answer with `next_cursor` stopped.

    `unproven` are those that nobody but their writer stands by, `disputed` those that some stand
    by and others speak against, `instruction_like` those that give orders to their reader.
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
    """`cursor` goes on where an answer with `next_cursor` stopped."""

    limit: PageSize = 100
    cursor: SealedCursor = ""


class NewCorrection(Message):
    """What should have happened."""

    correction: Note
    category: Word | None = None
    occurred_at: Moment | None = None


class NewOutcome(Message):
    """How a decision turned out, and when that happened: now, where it is not said."""

    outcome: Outcome
    correction: Note | None = None
    occurred_at: Moment | None = None


class NewVote(Message):
    """A vote: a voter counts once. Only who may relay names a voter other than itself, or none.

    A vote without a voter counts each time.
    """

    vote: Vote
    voter_id: Reference | None = None
    occurred_at: Moment | None = None


class NewCitations(Message):
    """The memories and the evidence that a run used, and the situation in which it did.

    Once the run has ended well, its situation is a solved case that remembers what it needed. How
    it ended is counted for its `stage` and `category`, too, as its first citation tells them.
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
    """How a run turned out, for all memories that it cited or for some."""

    outcome: CitationOutcome
    memory_ids: MemoryIds | None = None
    occurred_at: Moment | None = None


class PruneRequest(Message):
    """Which memories to forget: (confidence and age) or downvotes.

    `cursor` goes on where an answer with `next_cursor` stopped.
    """

    min_confidence: Fraction = 0.1
    min_age_days: Annotated[float, Field(ge=0, le=36_500, allow_inf_nan=False), NUMERIC] = 30
    max_downvotes: Annotated[int, Field(ge=0), NUMERIC] | None = None
    dry_run: bool = False
    cursor: Cursor = ""


class StatsQuery(Message):
    """`cursor` goes on where an answer with `next_cursor` stopped."""

    cursor: Cursor = ""
