"""What a search of memories answers: the results, what warns of them, and what was dropped."""

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
    well, where it has steps. By their ids: what it holds instead of (`supersedes`), what holds
    instead of it, what says the same and is no result, what says otherwise.
    `unproven` is what nobody but its only writer stands by, `no_longer_valid` what is past its
    `valid_until`; what `does_harm`, as trials have shown, stands behind all others.
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
        """How far it can be believed, as people and models are told."""
        notes = [*doubt_notes(self.raw_score), f"confidence {self.confidence:.2f}"]
        if self.agreement is not None:
            notes.append(f"agreement {self.agreement:.2f}")
        if self.unproven:
            notes.append("nobody but its writer stands by it")
        if self.does_harm:
            notes.append("runs are known to end worse with it")
        return notes + self.memory.metadata.votes.in_words()


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
    """What was tried in a similar situation and failed, and why where somebody said so.

    By its own outcome, or by that of many runs that cited it. `unproven` is what nobody but its
    only writer says has failed.
    """

    memory: Memory
    raw_score: float
    reason: Omittable[str] = None
    unproven: OmittedIfFalsy[bool] = False

    def belief_in_words(self) -> list[str]:
        """How far it can be believed that it failed, as people and models are told."""
        alone = ["nobody but its writer says so"] if self.unproven else []
        return alone + self.memory.metadata.votes.in_words()


NO_LONGER_VALID: Final = "What is remembered about this is no longer valid"
"""What people and models are told of memories that are `no_longer_valid`."""


HARDLY_BELIEVED: Final = "What is remembered about this is hardly believed any more"
"""What people and models are told of memories that are `stale`."""


NO_MEMORIES: Final = "The app holds no memories to be found: has it another name?"
"""What people and models are told of a result that is `empty`."""


class SearchResult(Message):
    """The memories that answer a query, best first; `dropped` only when asked to explain.

    Best is the highest score, but what is `unproven`, or what fewer judges stand by, stands behind
    what is not, as do `superseded_by` and `instruction_like`, and those that bear steps stand by
    their `agreement`. `warnings` are the nearest that have failed, and so are no results. `empty`
    is true where the app has no memory that its caller could find, whatever is asked: it may have
    another name. `read_as` has the misspelt words of the query, each with what it was read as.
    `no_longer_valid` are the memories that were likely meant, but for that their time is over, and
    `stale` those that are hardly believed any more, where no result is likely.
    """

    results: tuple[FoundMemory, ...]
    warnings: OmittedIfFalsy[tuple[FailedMemory, ...]] = ()
    read_as: OmittedIfFalsy[Mapping[str, str]] = Field(default_factory=dict)
    empty: OmittedIfFalsy[bool] = False
    no_longer_valid: OmittedIfFalsy[tuple[str, ...]] = ()
    stale: OmittedIfFalsy[tuple[str, ...]] = ()
    dropped: Omittable[tuple[DroppedMemory, ...]] = None
