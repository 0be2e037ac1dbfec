"""Deletes memories completely: record, counts, voters, history and their places in runs.

A memory first gets a tombstone: from then on it is gone for everybody, and nobody can add it
meanwhile. Then its record is removed, and last what the ledger keeps of it. A deletion that breaks
off is finished by its repeat or by the next prune. A conversation is deleted a hundred memories at
a time, so that a repeat continues where the deletion stopped.

An `operation` with an id deletes each memory once: its repeat answers what was removed the first
time, and leaves alone what was stored again since.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from recollect.core.concurrency import gather_both
from recollect.core.errors import DeadlineExceeded, NotFound
from recollect.core.grouping import batched
from recollect.core.security_levels import SecurityLevel
from recollect.memories.lifecycle.storing import (
    POLL_SECONDS,
    POLLS,
    released_on_failure,
    still_busy,
)
from recollect.memories.lifecycle.successor_names import forget_successors
from recollect.memories.receipts import DeletionReceipt, Removed
from recollect.memories.stored.judged_cases import JudgedCases
from recollect.memories.stored.ledger_data import DeletionCondition, DeletionStart
from recollect.memories.stored.private import may_remove, sees_all
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores

# A revision that no memory has, so that the deletion's condition never holds.
_NEVER: Final = -1
_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class DeletionAttempt:
    """The result of an attempt to delete memories."""

    removed: Mapping[str, Removed]
    """What was removed of each deleted memory, by its id."""
    busy: tuple[str, ...]
    """The ids of memories that other requests are adding or removing."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """Deletes memories of an app; waits while other requests add or remove them.

    Raises NotFound if there are none. Memories that are too sensitive for the caller's `level` stay
    and count as missing. `token` must be unique to this request: it claims the memories.
    """

    collection: str
    level: SecurityLevel
    token: str
    stores: MemoryStores
    operation: str = ""

    async def of_memories(self, ids: Sequence[str]) -> DeletionReceipt:
        """Delete these memories."""
        deleted = await self._delete(await self._records(ids))
        return _receipt(deleted, self.collection, ids)

    async def with_cases(self, ids: Sequence[str], cases: JudgedCases) -> DeletionReceipt:
        """Delete these memories, and the cases of the runs that cited them.

        Cases of a memory that the caller may not delete stay. Cases are deleted before memories:
        the memories know the runs that cited them, so a repeat can find the cases that are left.
        """
        return _receipt(await self._delete_with_cases(ids, cases, ()), self.collection, ids)

    async def of_conversation(
        self, conversation_id: str, time_is_up: Callable[[], bool], cases: JudgedCases
    ) -> DeletionReceipt:
        """Delete the memories of a conversation, except those too sensitive for the caller.

        The cases of the runs that cited one are deleted, too, and that of the run whose id is the
        conversation's. Raises DeadlineExceeded if time is up while memories are left that the
        caller may delete: a repeat deletes the rest and, as the same operation, answers all.
        """
        ledger, collection = self.stores.ledger, self.collection
        members, before = await gather_both(
            ledger.memories_of_conversation(collection, conversation_id),
            ledger.deleted_by(collection, self._kept_as),
        )
        ids = [each for each in members if each not in before]
        deleted = dict[str, Removed]()
        for start in range(0, len(ids), _AT_ONCE):
            if deleted and time_is_up():
                if await self._may_delete_any(ids[start:]):
                    raise DeadlineExceeded("memories of the conversation are left for a repeat")
                break
            some = ids[start : start + _AT_ONCE]
            deleted |= await self._delete_with_cases(some, cases, [conversation_id])
        deleted |= before
        if not deleted:  # the error names no memory, since the caller may not know of them
            raise NotFound(f"there is no conversation {conversation_id} in {collection}")
        return _receipt(dict(sorted(deleted.items())), collection, ids)

    async def _may_delete_any(self, ids: Sequence[str]) -> bool:
        """Whether one of these memories is not too sensitive for the caller.

        The caller must not learn that other memories are left.
        """
        # Batch after batch, since usually the first one decides.
        for batch in batched(ids, _AT_ONCE):
            if self._deletable(await self._records(batch)):
                return True
        return False

    async def _records(self, ids: Sequence[str]) -> Mapping[str, MemoryRecord | None]:
        found = await self.stores.index.get(self.collection, tuple(ids))
        return dict(zip(ids, found, strict=True))

    async def _delete_with_cases(
        self, ids: Sequence[str], cases: JudgedCases, runs: Sequence[str]
    ) -> Mapping[str, Removed]:
        there = await self._records(ids)
        if going := self._deletable(there):
            await cases.forget_citing(self.collection, going, runs)
        return await self._delete(there)

    async def _delete(self, there: Mapping[str, MemoryRecord | None]) -> Mapping[str, Removed]:
        """Delete the memories that the caller may delete; answers what was removed of each."""
        removed, waiting = dict[str, Removed](), tuple(there)
        for _ in range(POLLS):
            # No claim is held while waiting: it could expire, or two requests could wait forever.
            conditions = [self._condition(there[each]) for each in waiting]
            attempt = await try_to_delete(
                self.collection, waiting, conditions, self.token, self.stores, self._kept_as
            )
            removed |= attempt.removed
            waiting = attempt.busy
            if not waiting:
                break
            await asyncio.sleep(POLL_SECONDS)
        else:
            raise still_busy()
        return {
            each: removed[each]
            for each, record in there.items()
            if each in removed
            and (record is not None or removed[each].keys or removed[each].vectors)
        }

    @property
    def _kept_as(self) -> str:
        """The name under which the deletions of this operation are kept.

        It depends on the level: a caller that may see less must not learn from a receipt what a
        caller that may see more has deleted.
        """
        return f"{self.operation}:{self.level}" if self.operation else ""

    def _condition(self, record: MemoryRecord | None) -> DeletionCondition:
        """The condition under which a memory may be deleted.

        A missing memory and one that is too sensitive take the same requests and so the same time.
        Of a missing one, a deletion that broke off is finished.
        """
        if record is None:
            return None if sees_all(self.level) else "unfinished"
        return None if may_remove(self.level, record.metadata) else _NEVER

    def _deletable(self, there: Mapping[str, MemoryRecord | None]) -> list[str]:
        return [each for each, record in there.items() if self._condition(record) is None]


def _receipt(
    deleted: Mapping[str, Removed], collection: str, ids: Sequence[str]
) -> DeletionReceipt:
    """The receipt of a deletion; raises NotFound with the `ids` if nothing was deleted."""
    if not deleted:
        raise NotFound(f"there is no memory {', '.join(dict.fromkeys(ids))} in {collection}")
    return DeletionReceipt(
        deleted_count=len(deleted),
        deleted_ids=tuple(deleted),
        removed=Removed(
            vectors=sum(each.vectors for each in deleted.values()),
            keys=sum(each.keys for each in deleted.values()),
        ),
    )


async def try_to_delete(
    collection: str,
    ids: Sequence[str],
    conditions: Sequence[DeletionCondition],
    token: str,
    stores: MemoryStores,
    operation: str = "",
) -> DeletionAttempt:
    """Delete the memories whose condition holds and that no other request is adding or removing."""
    keys = [(collection, memory_id) for memory_id in ids]
    async with released_on_failure(keys, token, stores.ledger):
        starts = await stores.ledger.begin_deletion(keys, conditions, token, operation)
        started = tuple(zip(ids, starts, strict=True))
        removed = {each: start for each, start in started if isinstance(start, Removed)}
        ours = tuple(each for each, start in started if start is DeletionStart.BEGUN)
        busy = tuple(each for each, start in started if start is DeletionStart.BUSY)
        if ours:
            there = await stores.index.get(collection, ours)
            await forget_successors([each for each in there if each is not None], stores.index)
            await stores.index.remove(collection, ours)
            vectors = [int(each is not None) for each in there]
            finished = await stores.ledger.finish_deletion(
                [(collection, memory_id) for memory_id in ours], vectors, token, operation
            )
            removed |= zip(ours, finished, strict=True)
        return DeletionAttempt(removed, busy)
