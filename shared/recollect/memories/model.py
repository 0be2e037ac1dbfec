"""A memory as callers see it, alone or in a list, and the words that requests and answers share."""

from typing import Annotated, Literal

from pydantic import Field

from recollect.core.messages import (
    Message,
    MomentText,
    Omittable,
    OmittedIfFalsy,
    Reference,
    Source,
)

Stage = Literal["classify", "route", "gather", "draft", "validate"]
Outcome = Literal["success", "corrected", "failed"]
KnownOutcome = Outcome | Literal["unknown"]
CitationOutcome = Literal["success", "failure"]
Vote = Literal["upvote", "downvote"]
State = Literal["active", "quarantined", "archived"]
ListedState = Literal["active", "quarantined", "archived", "superseded"]
MemoryIds = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=100)]


class BelievedVotes(Message):
    """What is believed of the votes and of the runs that cited a memory, within judges' bounds.

    A run of which judges say both is both a success and a failure.
    """

    upvotes: int
    downvotes: int
    successes: int
    failures: int

    @property
    def speak_for_it(self) -> bool:
        """Whether more votes and runs speak for it than against it."""
        return self.upvotes + self.successes > self.downvotes + self.failures


class Votes(Message):
    """What was counted for a memory; `success_rate` is of the runs that cited it and are `judged`.

    `failed_last` of them have failed since the last one that went well. Where judges have said more
    than they are believed, `believed` has what is.
    """

    upvotes: int
    downvotes: int
    citations: int
    success_rate: float
    judged: OmittedIfFalsy[int] = 0
    failed_last: OmittedIfFalsy[int] = 0
    believed: Omittable[BelievedVotes] = None

    @property
    def well(self) -> int:
        """How many of the judged runs went well."""
        return round(self.success_rate * self.judged)

    @property
    def speak_for_it(self) -> bool:
        """Whether more votes and runs speak for it than against it, as far as they are believed."""
        counted = BelievedVotes(
            upvotes=self.upvotes,
            downvotes=self.downvotes,
            successes=self.well,
            failures=self.judged - self.well,
        )
        return (self.believed or counted).speak_for_it

    def in_words(self) -> list[str]:
        """What speaks against it, and how the runs ended, as people and models are told."""
        return [each for each in (self._votes_in_words(), self.runs_in_words()) if each]

    def _votes_in_words(self) -> str:
        if not self.downvotes:
            return ""
        counted, less = f"{self.downvotes} of {self.upvotes + self.downvotes}", ""
        if self.believed:
            votes = self.believed.upvotes + self.believed.downvotes
            less = _as_believed(counted, f"{self.believed.downvotes} of {votes}")
        return f"{counted} votes against it{less}"

    def runs_in_words(self) -> str:
        """How the runs that cited it ended, above all the last ones; nothing where none has."""
        if not self.judged:
            return ""
        many = f" {self.failed_last}" if self.failed_last > 1 else ""
        lately = f", the last{many} did not" if self.well and self.failed_last else ""
        counted, less = f"{self.well} of {self.judged}", ""
        if self.believed:
            runs = self.believed.successes + self.believed.failures
            less = _as_believed(counted, f"{self.believed.successes} of {runs}")
        return f"{counted} runs that used it went well{lately}{less}"


def _as_believed(counted: str, believed: str) -> str:
    """What is believed, where that is not what was told."""
    return "" if believed == counted else f" (as far as judges are believed: {believed})"


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
    created_at: MomentText
    last_validated_at: MomentText | None
    last_confirmed_at: MomentText
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
    archived_at: Omittable[MomentText] = None
    derived_from: OmittedIfFalsy[tuple[str, ...]] = ()
    instruction_like: OmittedIfFalsy[bool] = False
    steps: OmittedIfFalsy[tuple[str, ...]] = ()
    supersedes: OmittedIfFalsy[tuple[str, ...]] = ()
    valid_from: Omittable[MomentText] = None
    valid_until: Omittable[MomentText] = None

    @property
    def known_outcome(self) -> KnownOutcome:
        """How it turned out, as far as anybody knows, for who is told of it in words.

        A memory is stored as a success where its writer says nothing, and a writer's praise counts
        nothing: a success is known by more votes and runs that cited it which speak for it than
        against it.
        """
        is_known = self.outcome != "success" or self.votes.speak_for_it
        return self.outcome if is_known else "unknown"

    @property
    def made_at(self) -> str:
        """When it was decided: from when it holds, where it was stored later (an old ticket's)."""
        return min(self.created_at, self.valid_from or self.created_at)

    @property
    def confirmed_at(self) -> str | None:
        """When it was last confirmed, if it was since it was stored."""
        return self.last_confirmed_at if self.last_confirmed_at != self.created_at else None


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

    expires_at: MomentText
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


class HistoryEvent(Message):
    """Something that happened to a memory."""

    at: MomentText
    type: str
    actor: str
    details: dict[str, str]


class History(Message):
    """What happened to a memory, oldest first; `truncated` when the oldest do not fit."""

    events: tuple[HistoryEvent, ...]
    truncated: OmittedIfFalsy[bool] = False


class Stats(Message):
    """Sums and averages of a collection; with a cursor, sent or answered, of a part of it."""

    collection: str
    count: int
    avg_confidence: float
    total_upvotes: int
    total_downvotes: int
    total_citations: int
    avg_success_rate: float
    next_cursor: Omittable[str] = None
