"""The port of the ledger (Upstash Redis), which counts and decides about memories, and records it.

It counts an operation that has an id once, however often it is repeated. It is one port: one store
implements all of it (`docs/decisions/0094-a-store-has-one-port.md`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.learning.contexts import ANYWHERE, RunContext
from recollect.learning.uplift import Trial
from recollect.memories.ledger_data import (
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
from recollect.memories.model import HistoryEvent
from recollect.memories.receipts import Removed
from recollect.memories.record import MemoryCounts, MemoryRecord


class MemoryLedger(Protocol):
    """The store that counts, decides and records."""

    # What is kept of memories.

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

    # Who adds or removes a memory's record holds the claim on it: it has a `token`, which nobody
    # else has, and expires by itself.

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

    # How memories and runs are judged.

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
        """Move the counts of these citations, each judge's up to its bounds; what stands then.

        As the outcome of the whole run it also counts for what the run was shown. Or do nothing and
        answer an id that is not cited, or FOREIGN_RUN where nothing is known of the run and no id
        is given. OwnJudgement where all that is judged is the caller's own.
        """

    # What runs were shown, and what that brought.

    async def expose(
        self, collection: str, run_id: str, exposures: Sequence[Exposure], operation: Operation
    ) -> bool:
        """Keep for a month what a run was shown; False where the run is somebody else's.

        Of each memory the first exposure stands.
        """

    async def trials(self, collection: str, *, sensitive: bool) -> tuple[Trial, ...]:
        """The trials of all memories of a collection that are for all, or of the others, too."""

    # What is found no more, some of it until somebody brings it back.

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

    # What is gone for good. An operation with an id deletes a memory once, and for a day it is kept
    # what went then.

    async def begin_deletion(
        self,
        keys: Sequence[Key],
        conditions: Sequence[DeletionCondition],
        token: str,
        operation: str = "",
    ) -> tuple[DeletionStart | Removed, ...]:
        """Claim memories and give them tombstones: from now on they are gone for everybody.

        Or, of one that this operation has deleted, answer what went then, and do nothing.
        """

    async def unfinished_deletions(self, collection: str) -> tuple[str, ...]:
        """The ids of the memories whose deletion began and did not end."""

    async def finish_deletion(
        self, keys: Sequence[Key], vectors: Sequence[int], token: str, operation: str = ""
    ) -> tuple[Removed, ...]:
        """Remove all that is kept of memories with a tombstone; answer what went of each.

        `vectors` says how many records of each memory are gone already.
        """

    async def deleted_by(self, collection: str, operation: str) -> Mapping[str, Removed]:
        """What went of each memory that an operation has deleted, by their ids."""

    # What people said, without somebody who is erased, and what an earlier release did not keep.

    async def reword(self, keys: Sequence[Key], change: Callable[[str], str]) -> None:
        """Change what was said of memories, corrections and categories, where it still says so."""

    async def enlist(self, records: Sequence[MemoryRecord]) -> None:
        """Put memories that were stored before there were lists on them; again changes nothing."""

    # All that is kept of a memory, out and in.

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

    # The lists of memories, newest first.

    async def listed(
        self, collection: str, after: str, limit: int, *, sensitive: bool
    ) -> tuple[str, ...]:
        """The places (`recollect.core.places`) of memories, newest first, after one of them.

        Those that not everybody may see are among them only with `sensitive`.
        """

    async def how_many(self, collections: Sequence[str], *, sensitive: bool) -> tuple[int, ...]:
        """How many memories of each collection are listed."""

    # Where walks through all collections stopped.

    async def load_cursor(self, task: str) -> WalkCursor:
        """Where the last run of a task stopped."""

    async def save_cursor(self, task: str, cursor: WalkCursor) -> None:
        """Keep where the next run goes on."""
