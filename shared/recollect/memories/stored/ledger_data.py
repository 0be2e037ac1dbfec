"""The arguments and results of the ledger of memories (`recollect.memories.stored.ledger`).

They are named tuples: nearly every function loads this module, and creating a dataclass takes six
times as long.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from recollect.core.ids import Key
from recollect.memories.model import CitationOutcome, HistoryEvent, Outcome, Vote
from recollect.memories.requests import NewVote
from recollect.memories.stored.counts import MemoryCounts


class MemoryOutcome(NamedTuple):
    """How a decision turned out, as of `as_of`: of two outcomes the later one stands.

    Success casts an upvote, any other outcome a downvote. Success clears a correction; another
    outcome without a correction leaves the existing one.
    """

    outcome: Outcome
    as_of: datetime
    correction: str | None = None
    category: str | None = None


class Validation:
    """A human found the memory still accurate: its age restarts, and a quarantine ends."""


Feedback = NewVote | MemoryOutcome | Validation


class RunOutcome(NamedTuple):
    """How a run turned out, as of `as_of`: of two outcomes the later one stands."""

    run_id: str
    outcome: CitationOutcome
    as_of: datetime


class RecordedOutcome(NamedTuple):
    """The outcome that stands for a run after a report: that of the latest moment.

    `memory_ids` are the cited memories for which the report just made stands.
    """

    outcome: CitationOutcome
    memory_ids: tuple[str, ...] = ()


NOT_ITS_OWN: Final = (
    "whoever stored a memory, or ran a run, does not judge it: another subject does, or an event"
)
"""The message of OwnJudgement."""

FOREIGN_RUN: Final = "!"
"""The ledger's answer if a run is somebody else's; no memory has this id."""


class Exposure(NamedTuple):
    """A memory that a run was shown, or that was withheld from it to measure its effect.

    `propensity` is the probability (0…1) of being shown, `rank` the place among the results, from
    1.
    """

    key: Key
    shown: bool
    propensity: float
    rank: int


class ClaimResult(Enum):
    """The answer to a claim: whether we may add a memory's record."""

    GRANTED = "granted"
    """Yes, and the memory was never stored before."""
    REGRANTED = "regranted"
    """Yes, but the memory was stored before, so its record may have been added since we looked."""
    TOMBSTONED = "tombstoned"
    """Yes, but its deletion has begun and not ended: an existing record must be replaced."""
    BUSY = "busy"
    """No: another request is adding or removing it right now."""


class Occurrence(NamedTuple):
    """A memory's counts after it was stored, and whether this operation created it.

    `anew` if it was deleted a moment ago: requests that were under way then may still patch its
    record. Not `heard` if what it says of the outcome was not taken.
    """

    counts: MemoryCounts
    created: bool
    anew: bool = False
    heard: bool = True


class Retraction(NamedTuple):
    """A memory's counts after it was retracted or put into quarantine, and what that affects.

    `runs` are the ids of the runs that had cited it, `derived` those of memories derived from it.
    """

    counts: MemoryCounts
    runs: tuple[str, ...]
    derived: tuple[str, ...]


DeletionCondition = int | Literal["unfinished"] | None
"""Delete a memory only at this revision, only if it already has a tombstone, or (None) always."""


class DeletionStart(Enum):
    """The result of an attempt to begin a deletion."""

    BEGUN = "begun"
    """The memory has its tombstone; we hold the claim and must finish the deletion."""
    CHANGED = "changed"
    """The condition does not hold, and nothing was done."""
    BUSY = "busy"
    """Another request is adding or removing it right now."""


class MemoryExport(NamedTuple):
    """All that the ledger keeps of a memory: fields, votes, history and conversations.

    A memory with a tombstone is about to be deleted and is not exported.
    """

    fields: Mapping[str, str] = MappingProxyType({})
    voters: Mapping[str, Vote] = MappingProxyType({})
    history: Sequence[HistoryEvent] = ()
    tombstoned: bool = False
    conversations: Sequence[str] = ()


class WalkCursor(NamedTuple):
    """Where the scheduled walk through all collections continues; empty at the beginning."""

    collection: str = ""
    cursor: str = ""
