"""What goes into the ledger of memories (`recollect.memories.ledger`), and what comes out.

Named tuples: nearly every function loads this module, and to make a dataclass takes six times as
long.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from recollect.core.ids import Key
from recollect.memories.model import CitationOutcome, HistoryEvent, Outcome, Vote
from recollect.memories.record import MemoryCounts
from recollect.memories.requests import NewVote


class MemoryOutcome(NamedTuple):
    """How a decision turned out, as of `as_of`: of two, the later one stands.

    Success casts an upvote, anything else a downvote. Success clears a correction; another outcome
    without a correction leaves the one that is there.
    """

    outcome: Outcome
    as_of: datetime
    correction: str | None = None
    category: str | None = None


class Validation:
    """A human found the memory still accurate: its age starts anew and a quarantine ends."""


Feedback = NewVote | MemoryOutcome | Validation


class RunOutcome(NamedTuple):
    """How a run turned out, as of `as_of`: of two, the later one stands."""

    run_id: str
    outcome: CitationOutcome
    as_of: datetime


class RecordedOutcome(NamedTuple):
    """The outcome of a run after somebody reported one: the report of the latest moment counts.

    `memory_ids` are the memories that the run cited for which the report just made counts.
    """

    outcome: CitationOutcome
    memory_ids: tuple[str, ...] = ()


NOT_ITS_OWN: Final = (
    "whoever stored a memory, or ran a run, does not judge it: another subject does, or an event"
)
"""What OwnJudgement says."""

FOREIGN_RUN: Final = "!"
"""What the ledger answers where a run is somebody else's; no memory has this id."""


class Exposure(NamedTuple):
    """A memory that a run was shown, or that was withheld from it to see what it brings.

    `propensity` is how likely it was to be shown (0…1), `rank` its place among the results, from 1.
    """

    key: Key
    shown: bool
    propensity: float
    rank: int


class ClaimResult(Enum):
    """Whether we may add a memory's record."""

    GRANTED = "granted"
    """Yes, and the memory was never stored before."""
    REGRANTED = "regranted"
    """Yes, but it was stored before, so the record may have been added since we looked."""
    TOMBSTONED = "tombstoned"
    """Yes, but its deletion began and did not end: what is there must be replaced."""
    BUSY = "busy"
    """No: another request is adding or removing it right now."""


class Occurrence(NamedTuple):
    """A memory's counts after it was stored, and whether this operation created it.

    `anew` where it was deleted a moment ago: what was under way then may still patch its record.
    """

    counts: MemoryCounts
    created: bool
    anew: bool = False


class Retraction(NamedTuple):
    """A memory's counts after it was retracted or put into quarantine, and what that touches.

    `runs` had cited it, `derived` are the ids of what was derived from it.
    """

    counts: MemoryCounts
    runs: tuple[str, ...]
    derived: tuple[str, ...]


DeletionCondition = int | Literal["unfinished"] | None
"""Delete only at this revision; only what has a tombstone already; or whatever it is."""


class DeletionStart(Enum):
    """What became of the attempt to begin a deletion."""

    BEGUN = "begun"
    """The memory has its tombstone; we hold the claim and must finish the deletion."""
    CHANGED = "changed"
    """The condition does not hold, and nothing was done."""
    BUSY = "busy"
    """Another request is adding or removing it right now."""


class MemoryExport(NamedTuple):
    """All that the ledger keeps of a memory: fields, votes, the history, its conversations.

    One with a tombstone is about to be gone and is not exported.
    """

    fields: Mapping[str, str] = MappingProxyType({})
    voters: Mapping[str, Vote] = MappingProxyType({})
    history: Sequence[HistoryEvent] = ()
    tombstoned: bool = False
    conversations: Sequence[str] = ()


class WalkCursor(NamedTuple):
    """Where the scheduled walk through all collections goes on; empty to begin with."""

    collection: str = ""
    cursor: str = ""
