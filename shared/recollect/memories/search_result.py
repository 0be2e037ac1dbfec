"""What a search for memories answers: results, warnings, and dropped candidates."""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import Field

from recollect.core.messages import Message, Omittable, OmittedIfFalsy
from recollect.memories.learned import Learned
from recollect.memories.model import Memory
from recollect.relevance.odds import doubt_notes

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


class FoundMemory(Message):
    """A search result: `score` = `raw_score` (relevance) · `confidence`.

    `agreement` is the share (0…1) of the most similar memories that took the same steps and ended
    well, if the memory has steps. Other memories are named by their ids: those that it replaces
    (`supersedes`), the one that replaces it (`superseded_by`), those that say the same and so are
    not results (`duplicates`), and those that contradict it (`conflicts_with`). Nobody but its only
    writer stands by an `unproven` memory. One that is `no_longer_valid` is past its `valid_until`.
    One that `does_harm`, as trials have shown, comes behind all others.
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
    does_harm: OmittedIfFalsy[bool] = False
    learned: Omittable[Learned] = None

    def belief_in_words(self) -> list[str]:
        """Phrases for people and models on how far the memory can be believed."""
        notes = [*doubt_notes(self.raw_score), f"confidence {self.confidence:.2f}"]
        if self.agreement is not None:
            notes.append(f"agreement {self.agreement:.2f}")
        if self.unproven:
            notes.append("nobody but its writer stands by it")
        if self.does_harm:
            notes.append("runs are known to end worse with it")
        return notes + self.memory.metadata.votes.in_words()


class DroppedMemory(Message):
    """A candidate that is not among the results, and why; a number not computed is `null`.

    `superseded_by` or `duplicate_of` is the id of the memory that took its place.
    """

    id: str
    reason: DropReason
    raw_score: float
    confidence: float | None = None
    score: float | None = None
    superseded_by: Omittable[str] = None
    duplicate_of: Omittable[str] = None


class FailedMemory(Message):
    """A decision that was tried in a similar situation and failed, and the reason if one is known.

    It failed by its own outcome, or by that of many runs that cited it. It is `unproven` if nobody
    but its only writer says that it failed.
    """

    memory: Memory
    raw_score: float
    reason: Omittable[str] = None
    unproven: OmittedIfFalsy[bool] = False

    def belief_in_words(self) -> list[str]:
        """Phrases for people and models on how far it can be believed that it failed."""
        alone = ["nobody but its writer says so"] if self.unproven else []
        return [*doubt_notes(self.raw_score), *alone, *self.memory.metadata.votes.in_words()]


NO_LONGER_VALID: Final = "What is remembered about this is no longer valid"
"""The text for people and models about memories that are `no_longer_valid`."""


HARDLY_BELIEVED: Final = "What is remembered about this is hardly believed any more"
"""The text for people and models about memories that are `stale`."""


NO_MEMORIES: Final = "The app holds no memories to be found: has it another name?"
"""The text for people and models about a result that is `empty`."""


class SearchResult(Message):
    """The memories that answer a query, best first; `dropped` only if asked to explain.

    The best has the highest score, with exceptions: memories that are `unproven` or that fewer
    judges stand by, superseded ones and `instruction_like` ones come behind others, and memories
    with steps are ordered by their `agreement`. `warnings` are the most relevant memories that have
    failed and so are not results. `empty` is true if the app has no memory that the caller could
    find, whatever the query: the app may have another name. `read_as` maps misspelt words of the
    query to what they were read as. If no result is likely relevant, `no_longer_valid` and `stale`
    name memories that the query likely meant, but whose validity is over or whose confidence has
    become too low.
    """

    results: tuple[FoundMemory, ...]
    warnings: OmittedIfFalsy[tuple[FailedMemory, ...]] = ()
    read_as: OmittedIfFalsy[Mapping[str, str]] = Field(default_factory=dict)
    empty: OmittedIfFalsy[bool] = False
    no_longer_valid: OmittedIfFalsy[tuple[str, ...]] = ()
    stale: OmittedIfFalsy[tuple[str, ...]] = ()
    dropped: Omittable[tuple[DroppedMemory, ...]] = None
