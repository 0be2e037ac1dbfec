"""What the two stores promise to the use cases, and the data that goes in and out of them.

The index (Upstash Vector) holds the records that are searched. The ledger (Upstash Redis) holds
what is counted, what was last decided, and the history. It counts an operation that has an id once,
however often it is repeated. What goes in and out are named tuples: every function loads this
module, and to make a dataclass takes six times as long.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Protocol

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.uplift import Trial
from recollect.memories.beliefs import SEED_BELIEFS, Beliefs
from recollect.memories.model import CitationOutcome, HistoryEvent, Outcome, Vote
from recollect.memories.record import MemoryCounts, MemoryRecord, Metadata
from recollect.memories.requests import NewVote
from recollect.relevance.arms import Arms
from recollect.relevance.filters import Filters


class MemoryCandidate(NamedTuple):
    """A record that a search came up with, and what each of its arms said of it."""

    record: MemoryRecord
    arms: Arms


class RecordPage(NamedTuple):
    """Some records of a collection, and the cursor of the next page ("" after the last)."""

    records: tuple[MemoryRecord, ...]
    next_cursor: str


class MemoryIndex(Protocol):
    """The store that is searched."""

    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[MemoryRecord | None, ...]:
        """The records of `ids`, in their order; None where there is none."""

    async def add(self, records: tuple[MemoryRecord, ...]) -> None:
        """Keep new records of one collection."""

    async def patch(self, key: Key, metadata: Metadata) -> bool:
        """Merge `metadata` into a record's (null removes a field); False if it is not there."""

    async def remove(self, collection: str, ids: tuple[str, ...]) -> int:
        """Remove records; answer how many there were."""

    async def search(
        self,
        collections: Sequence[str],
        query: str,
        filters: Filters,
        candidates: int,
        *,
        by_rarity: bool = True,
    ) -> Sequence[MemoryCandidate]:
        """Up to `candidates` records for each arm and collection.

        With `by_rarity` a rare word weighs more, which tells of all that is kept.
        """

    async def page(self, collection: str, cursor: str, limit: int) -> RecordPage:
        """The records after `cursor` ("" for the first page)."""

    async def collections(self) -> tuple[str, ...]:
        """Every memory collection."""


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


class JudgedCases(Protocol):
    """What runs needed besides memories."""

    async def judge(self, run: Key, outcome: str, as_of: datetime, operation: Operation) -> bool:
        """Note how a run turned out; False where it is no case. Raises OwnJudgement."""

    async def void(self, runs: Sequence[Key], as_of: datetime) -> None:
        """Take back how runs turned out, unless somebody says so later."""

    async def forget_citing(
        self, collection: str, memory_ids: Sequence[str], runs: Sequence[str]
    ) -> None:
        """Forget the cases of these runs, and of those that cited one of these memories."""


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


class MemoryLedger(Protocol):
    """The store that counts, decides and records.

    To add or to remove a memory's record one has to hold the claim on it. A claim has a `token`,
    which nobody else has, and expires by itself.
    """

    # Reading.

    async def read(self, keys: Sequence[Key]) -> tuple[MemoryCounts, ...]:
        """The counts of each memory, in one round trip."""

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        """What happened to a memory, in order of arrival; nothing of one with a tombstone."""

    async def histories(self, keys: Sequence[Key]) -> tuple[tuple[HistoryEvent, ...], ...]:
        """What happened to each memory, in order of arrival, in one round trip."""

    async def memories_of_conversation(
        self, collection: str, conversation_id: str
    ) -> tuple[str, ...]:
        """The ids of a conversation's memories."""

    async def memories_of_run(self, collection: str, run_id: str) -> tuple[str, ...]:
        """The ids of the memories that a run cited."""

    # Storing.

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[ClaimResult, ...]:
        """Ask to be the one that adds each record."""

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back; a tombstone stays."""

    async def count_occurrence(
        self, records: Sequence[MemoryRecord], token: str, operation: Operation
    ) -> tuple[Occurrence | None, ...]:
        """Count each record as created, or as stored once more, and give the claims back.

        What is created is noted at what it supersedes, and begins in quarantine where it was
        derived from what is in quarantine or retracted. Its conversation, outcome and correction
        are kept as this occurrence's own. An outcome that is no success is a downvote and, being
        said now, stands; a success confirms the memory, and brings back what a prune archived. None
        where the memory was removed since it was found.
        """

    # Feedback.

    async def apply(
        self, key: Key, feedback: Feedback, operation: Operation
    ) -> MemoryCounts | None:
        """Count a vote, an outcome or a validation, each judge's up to its bounds.

        None if the memory was deleted; OwnJudgement, and nothing done, where its writer judges it.
        """

    async def cite(
        self,
        collection: str,
        run_id: str,
        ids: Sequence[str],
        operation: Operation,
        context: RunContext = ANYWHERE,
    ) -> str | None:
        """Count each citation once a run, which is its first actor's, or whoever relays.

        The first context that is told of a run stands, and its outcome is counted in it, too. Or
        do nothing and answer the id of a deleted memory, or FOREIGN_RUN.
        """

    async def expose(
        self, collection: str, run_id: str, exposures: Sequence[Exposure], operation: Operation
    ) -> bool:
        """Keep for a month what a run was shown; False where the run is somebody else's.

        Of each memory the first exposure stands.
        """

    async def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        """The trials of all memories of a collection that are for all, or of the others, too."""

    async def apply_run_outcome(
        self,
        collection: str,
        outcome: RunOutcome,
        ids: Sequence[str],
        operation: Operation,
        *,
        is_whole: bool = False,
    ) -> str | None:
        """Move the counts of these citations, each judge's up to its bounds.

        As the outcome of the whole run it also counts for what the run was shown. Or do nothing and
        answer an id that is not cited, or FOREIGN_RUN where nothing is known of the run and no id
        is given. OwnJudgement where who ran it judges it.
        """

    # Deletion.

    async def begin_deletion(
        self, keys: Sequence[Key], conditions: Sequence[DeletionCondition], token: str
    ) -> tuple[DeletionStart, ...]:
        """Claim memories and give them tombstones: from now on they are gone for everybody."""

    async def unfinished_deletions(self, collection: str) -> tuple[str, ...]:
        """The ids of the memories whose deletion began and did not end."""

    async def finish_deletion(self, keys: Sequence[Key], token: str) -> tuple[int, ...]:
        """Remove all that is kept of memories with a tombstone; answer how many keys went."""

    # The archive.

    async def archive(
        self,
        memories: Sequence[tuple[MemoryRecord, MemoryCounts]],
        operation: Operation,
    ) -> tuple[MemoryCounts | None, ...]:
        """Archive memories; None for one that has changed since it was counted, and stays."""

    async def unarchive(self, key: Key, operation: Operation) -> MemoryCounts | None:
        """Bring an archived memory back; its counts, or None if it was deleted.

        One that is not archived stays as it is. OwnJudgement where its writer brings it back.
        """

    async def retract(self, record: MemoryRecord, operation: Operation) -> Retraction | None:
        """Archive a memory and make its citations void: no run has cited it, or can.

        None if it was deleted. Again, it answers the same.
        """

    async def quarantine(
        self, keys: Sequence[Key], operation: Operation
    ) -> tuple[Retraction | None, ...]:
        """Put memories into quarantine; None for one that was deleted."""

    # Erasing a person.

    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        """Change what was said of memories, corrections and categories, where it still says so."""

    # Import and export.

    async def export(self, keys: Sequence[Key]) -> tuple[MemoryExport, ...]:
        """Everything that is kept of each memory."""

    async def restore(
        self,
        records: Sequence[MemoryRecord],
        exports: Sequence[MemoryExport],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        """Begin each memory with what was exported, and give the claims back.

        It is noted at what it supersedes and was derived from. False where it existed before.
        """

    # Lists.

    async def listed(
        self, collection: str, after: str, limit: int, *, sensitive: bool
    ) -> tuple[str, ...]:
        """The places (`recollect.core.places`) of memories, newest first, after one of them.

        Those that not everybody may see are among them only with `sensitive`.
        """

    async def how_many(self, collections: Sequence[str], *, sensitive: bool) -> tuple[int, ...]:
        """How many memories of each collection are listed."""

    async def enlist(self, records: Sequence[MemoryRecord]) -> None:
        """Put memories that were stored before there were lists on them; again changes nothing."""

    # The scheduled walk.

    async def load_cursor(self, task: str) -> WalkCursor:
        """Where the last run of a task stopped."""

    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        """Keep where the next run goes on."""


@dataclass(frozen=True, slots=True)
class MemoryStores:
    """Both stores, and how what they keep is believed."""

    index: MemoryIndex
    ledger: MemoryLedger
    beliefs: Beliefs = SEED_BELIEFS
