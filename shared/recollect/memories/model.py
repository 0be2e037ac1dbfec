"""A memory as callers see it, alone or in a list, and the types that requests and answers share."""

from typing import Annotated, Final, Literal

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
Judgement = Literal["outcome", "correction"]
CorrectedBy = Literal["writer", "judge"]
Vote = Literal["upvote", "downvote"]
State = Literal["active", "quarantined", "archived"]
ListedState = Literal["active", "quarantined", "archived", "superseded"]
MemoryIds = Annotated[tuple[Reference, ...], Field(min_length=1, max_length=100)]


class BelievedVotes(Message):
    """The votes, and the outcomes of runs that cited the memory, that count for its confidence.

    Each judge is believed up to bounds. A run that judges disagree about is counted both as a
    success and as a failure.
    """

    upvotes: int
    downvotes: int
    successes: int
    failures: int

    @property
    def speak_for_it(self) -> bool:
        """Whether more votes and runs speak for the memory than against it."""
        return self.upvotes + self.successes > self.downvotes + self.failures


class Votes(Message):
    """What was counted for a memory.

    `judged` runs that cited it have an outcome, and `success_rate` is the share of those that went
    well; `failed_last` of them have failed since the last one that went well. If some judge went
    beyond the bounds up to which judges are believed, `believed` has the counts within the bounds.
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
        """Whether more believed votes and runs speak for the memory than against it."""
        counted = BelievedVotes(
            upvotes=self.upvotes,
            downvotes=self.downvotes,
            successes=self.well,
            failures=self.judged - self.well,
        )
        return (self.believed or counted).speak_for_it

    def in_words(self) -> list[str]:
        """Phrases for people and models: the votes against the memory, and how its runs ended."""
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
        """A phrase on how the runs that cited it ended, the last ones too; "" without any."""
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
    """A remark that fewer are believed than were counted; "" if the two are equal."""
    return "" if believed == counted else f" (as far as judges are believed: {believed})"


class MemoryMetadata(Message):
    """Everything about a memory except its text.

    `correction_by` says whether its writer stored it with its `correction` or a judge said that.
    An archived memory has `archived_at`, and `retracted` if it was retracted. `instruction_like`
    means that its text gives orders to its reader. `supersedes` names the memories that its writer
    replaces by it; `steps` are what was done. Its age counts from `last_confirmed_at`: when it was
    made, last stored again or validated, or when a run that cited it last succeeded.
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
    correction_by: Omittable[CorrectedBy] = None
    archived_at: Omittable[MomentText] = None
    derived_from: OmittedIfFalsy[tuple[str, ...]] = ()
    instruction_like: OmittedIfFalsy[bool] = False
    retracted: OmittedIfFalsy[bool] = False
    steps: OmittedIfFalsy[tuple[str, ...]] = ()
    supersedes: OmittedIfFalsy[tuple[str, ...]] = ()
    valid_from: Omittable[MomentText] = None
    valid_until: Omittable[MomentText] = None

    @property
    def known_outcome(self) -> KnownOutcome:
        """How the decision turned out, as far as anybody knows, as people and models read it.

        A memory is stored as a success if its writer names no outcome, and a writer's own success
        counts for nothing. So a success is known only once more votes and runs that cited it speak
        for it than against it.
        """
        is_known = self.outcome != "success" or self.votes.speak_for_it
        return self.outcome if is_known else "unknown"

    @property
    def made_at(self) -> str:
        """When it was decided: `valid_from` if the memory was stored later (from an old ticket)."""
        return min(self.created_at, self.valid_from or self.created_at)

    @property
    def confirmed_at(self) -> str | None:
        """When it was last confirmed after it was stored, or None."""
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
    """A memory with the same decision in the same situation: where it came from, how it ended.

    Nobody but the writer stands by an `unproven` memory.
    """

    id: str
    conversation_id: str | None
    outcome: Outcome
    unproven: OmittedIfFalsy[bool] = False


class NotSuperseded(Message):
    """A memory that another one names in `supersedes` and does not replace, and why in a sentence.

    The sentence also says when it will be replaced, if it may be.
    """

    id: str
    reason: str


class Together(Message):
    """How a memory relates to others that its reader may see, computed on request.

    `same` are the memories with the same decision. `supporters` and `opponents` are the numbers of
    judges who stand by the memory or one of `same`, or speak against it. A judge counts once, and
    not at all if it does both; judges of unproven memories do not count. Memories in
    `conflicts_with` contradict this one on the same subject; `superseded_by` replaces it.
    Those in `not_superseded` are active, and named in its `supersedes`, but not replaced yet.
    """

    same: OmittedIfFalsy[tuple[SameDecision, ...]] = ()
    supporters: int
    opponents: int
    conflicts_with: OmittedIfFalsy[tuple[str, ...]] = ()
    superseded_by: Omittable[str] = None
    not_superseded: OmittedIfFalsy[tuple[NotSuperseded, ...]] = ()


class ExplainedMemory(Memory):
    """A memory and, if asked for, how it relates to others.

    Its confidence halves every `half_life_days` unless somebody confirms it.
    """

    together: Omittable[Together] = None
    half_life_days: Omittable[float] = None


class StoredMemory(Memory):
    """The answer to a store: `deduplicated` if the decision was already stored.

    What is `not_taken` the caller may not say of a memory that others began.
    """

    deduplicated: OmittedIfFalsy[bool] = False
    not_taken: OmittedIfFalsy[tuple[Judgement, ...]] = ()


class ListedMemory(Memory):
    """A memory in a list: until when searches find it, as things stand, and whether it waits.

    It waits for somebody (`needs_validation`) if it is quarantined, or if its confidence has become
    too low for it to be found. An archived memory is erased by the first prune after `expires_at`.
    If another memory has replaced it by naming it, `superseded_by` is the id of that memory.
    """

    expires_at: MomentText
    needs_validation: bool
    superseded_by: Omittable[str] = None


class MemoryList(Message):
    """Memories, newest first; with `next_cursor` there may be more, even if this page is empty."""

    memories: tuple[ListedMemory, ...]
    next_cursor: Omittable[str] = None


class AppCount(Message):
    """An app, and how many memories its list has for the caller."""

    app_slug: str
    count: int


class Apps(Message):
    """The apps that have memories for the caller, sorted by slug."""

    apps: tuple[AppCount, ...]


OPERATOR_AUTHORITY: Final = "operator"
"""The detail `authority` of what is the operator's own word, which counts without bounds."""


NOT_TAKEN: Final = "not_taken"
"""The detail of an occurrence that names what it said of the outcome without a right to."""


class HistoryEvent(Message):
    """Something that happened to a memory."""

    at: MomentText
    type: str
    actor: str
    details: dict[str, str]

    @property
    def is_operators(self) -> bool:
        """Whether it is a judgement by the operator's own word."""
        return self.details.get("authority") == OPERATOR_AUTHORITY


class History(Message):
    """What happened to a memory, oldest first; `truncated` if the oldest events do not fit."""

    events: tuple[HistoryEvent, ...]
    truncated: OmittedIfFalsy[bool] = False


class Stats(Message):
    """Sums and averages of a collection, or of a part of it if a cursor was sent or is answered."""

    collection: str
    count: int
    avg_confidence: float
    total_upvotes: int
    total_downvotes: int
    total_citations: int
    avg_success_rate: float
    next_cursor: Omittable[str] = None
