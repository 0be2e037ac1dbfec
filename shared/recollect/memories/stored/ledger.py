"""The port of the ledger (Upstash Redis), which counts, decides and keeps the history of memories.

It counts an operation with an id once, however often it is repeated. It is one port, since one
store implements all of it (`docs/decisions/0094-a-store-has-one-port.md`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.uplift import Trial
from recollect.memories.model import HistoryEvent
from recollect.memories.receipts import Removed
from recollect.memories.stored.counts import MemoryCounts
from recollect.memories.stored.ledger_data import (
    ClaimResult,
    DeletionCondition,
    DeletionStart,
    Exposure,
    Feedback,
    MemoryExport,
    Occurrence,
    RecordedOutcome,
    Retraction,
    RunOutcome,
    WalkCursor,
)
from recollect.memories.stored.record import MemoryRecord


class MemoryLedger(Protocol):
    """The store that counts and decides about memories, and keeps their history."""

    # Reading memories.

    async def read(self, keys: Sequence[Key]) -> tuple[MemoryCounts, ...]:
        """The counts of each memory, in one round trip."""

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        """What happened to a memory, in order of arrival; empty if it has a tombstone."""

    async def histories(self, keys: Sequence[Key]) -> tuple[tuple[HistoryEvent, ...], ...]:
        """What happened to each memory, in order of arrival, in one round trip."""

    async def memories_of_conversation(
        self, collection: str, conversation_id: str
    ) -> tuple[str, ...]:
        """The ids of a conversation's memories."""

    # Claims. Whoever adds or removes a memory's record must hold the claim on it, under a `token`
    # that nobody else has. A claim expires by itself.

    async def claim(self, keys: Sequence[Key], token: str) -> tuple[ClaimResult, ...]:
        """Ask for the claim on each memory, in order to add its record."""

    async def release(self, keys: Sequence[Key], token: str) -> None:
        """Give claims back; a tombstone stays."""

    async def count_occurrence(
        self, records: Sequence[MemoryRecord], token: str, operation: Operation
    ) -> tuple[Occurrence | None, ...]:
        """Count each record as created, or as stored once more, and give the claims back.

        A created memory is noted at those that it supersedes, and starts in quarantine if it was
        derived from one that is in quarantine or retracted. Its conversation, outcome and
        correction are kept with this occurrence. An outcome other than success is a downvote and
        stands from now on, if the actor began the memory or `judges`; of others it is not taken. A
        success confirms the memory, and restores it if a prune archived it. None for a memory that
        was removed since it was found.
        """

    # Judging memories and runs.

    async def apply(
        self, key: Key, feedback: Feedback, operation: Operation
    ) -> MemoryCounts | None:
        """Count a vote, an outcome or a validation; each judge is believed up to its bounds.

        None if the memory was deleted. Raises OwnJudgement, and does nothing, if its writer judges
        it.
        """

    async def cite(
        self,
        collection: str,
        run_id: str,
        ids: Sequence[str],
        operation: Operation,
        context: RunContext = ANYWHERE,
    ) -> str | None:
        """Count each citation once a run; a run belongs to the actor that opened it.

        The first context given for a run stands, and the run's outcome is counted in it, too. Does
        nothing and answers the id if one of the memories was deleted, or FOREIGN_RUN if the actor
        neither owns the run nor may relay.
        """

    async def memories_of_run(self, collection: str, run_id: str) -> tuple[str, ...]:
        """The ids of the memories that a run cited."""

    async def apply_run_outcome(
        self,
        collection: str,
        outcome: RunOutcome,
        ids: Sequence[str],
        operation: Operation,
        *,
        is_whole: bool = False,
    ) -> RecordedOutcome | str:
        """Count a run's outcome for these citations; answers the outcome that stands then.

        Each judge is believed up to its bounds. The outcome of the whole run (`is_whole`) counts
        also for the memories that the run was shown. Does nothing and answers an id that the run
        did not cite, or FOREIGN_RUN if the run is unknown and `ids` is empty. Raises OwnJudgement
        if the caller would judge nothing but its own.
        """

    # Exposures and trials.

    async def expose(
        self, collection: str, run_id: str, exposures: Sequence[Exposure], operation: Operation
    ) -> bool:
        """Keep for a month what a run was shown; False if the run is somebody else's.

        The first exposure of each memory stands.
        """

    async def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        """The summed trials of a collection's memories; sensitive ones only with `sensitive`."""

    # Archive, retraction and quarantine: searches no longer find these memories.

    async def archive(
        self,
        memories: Sequence[tuple[MemoryRecord, MemoryCounts]],
        operation: Operation,
    ) -> tuple[MemoryCounts | None, ...]:
        """Archive memories; None for one that has changed since it was read, which stays."""

    async def unarchive(self, key: Key, operation: Operation) -> MemoryCounts | None:
        """Restore an archived memory; answers its counts, or None if it was deleted.

        One that is not archived stays as it is. Raises OwnJudgement if its writer restores it.
        """

    async def retract(self, record: MemoryRecord, operation: Operation) -> Retraction | None:
        """Archive a memory and void its citations: no run counts as citing it, and none can.

        The actor speaks against it, too. None if it was deleted. A repeat answers the same.
        """

    async def quarantine(
        self, keys: Sequence[Key], operation: Operation
    ) -> tuple[Retraction | None, ...]:
        """Put memories into quarantine; None for one that was deleted."""

    # Deletion. An operation with an id deletes each memory once, and what was removed then is
    # remembered for a day.

    async def begin_deletion(
        self,
        keys: Sequence[Key],
        conditions: Sequence[DeletionCondition],
        token: str,
        operation: str = "",
    ) -> tuple[DeletionStart | Removed, ...]:
        """Claim memories and give them tombstones: from now on they are gone for everybody.

        For a memory that this operation has already deleted, do nothing and answer what was removed
        then.
        """

    async def unfinished_deletions(self, collection: str) -> tuple[str, ...]:
        """The ids of the memories whose deletion has begun but not ended."""

    async def finish_deletion(
        self, keys: Sequence[Key], vectors: Sequence[int], token: str, operation: str = ""
    ) -> tuple[Removed, ...]:
        """Remove all that is kept of memories with a tombstone; answer what was removed of each.

        `vectors` says how many records of each memory were removed from the index.
        """

    async def deleted_by(self, collection: str, operation: str) -> Mapping[str, Removed]:
        """What was removed of each memory that an operation has deleted, by id."""

    # Rewriting for an erasure.

    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        """Apply `change` to corrections and categories, where they still say what was read."""

    # Export and import.

    async def export(self, keys: Sequence[Key]) -> tuple[MemoryExport, ...]:
        """Everything that is kept of each memory."""

    async def restore(
        self,
        records: Sequence[MemoryRecord],
        exports: Sequence[MemoryExport],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        """Create each memory with what was exported, and give the claims back.

        It is noted at the memories that it supersedes and was derived from. False for one that
        existed before, which stays as it is.
        """

    # Lists of memories, newest first.

    async def listed(
        self, collection: str, after: str, limit: int, *, sensitive: bool
    ) -> tuple[str, ...]:
        """The places (`recollect.core.places`) of memories, newest first, after place `after`.

        Sensitive memories are included only with `sensitive`.
        """

    async def how_many(self, collections: Sequence[str], *, sensitive: bool) -> tuple[int, ...]:
        """How many memories of each collection are listed."""

    # Cursors of walks through all collections.

    async def load_cursor(self, task: str) -> WalkCursor:
        """The cursor at which the last run of a task stopped."""

    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        """Save the cursor from which the next run of a task continues."""
