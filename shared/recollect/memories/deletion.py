"""Deleting memories, whole: record, counts, voters, history and its place in every run.

A memory first gets a tombstone: from then on it is gone for everybody, and nobody adds it
meanwhile. Then its record goes, and last what the ledger keeps of it. A deletion that breaks off is
finished by its repeat or by the next prune. A conversation goes a hundred memories at a time, so
that a repeat goes on where its deletion stopped.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from recollect.core.errors import DeadlineExceeded, NotFound
from recollect.core.security_levels import SecurityLevel
from recollect.memories.ledger import ClaimLedger, ConversationLedger, DeletionLedger
from recollect.memories.model import DeletionReceipt, Removed
from recollect.memories.ports import DeletionCondition, DeletionStart, JudgedCases, MemoryIndex
from recollect.memories.private import may_see, sees_all
from recollect.memories.record import MemoryRecord
from recollect.memories.stores import MemoryStores
from recollect.memories.storing import POLL_SECONDS, POLLS, released_on_failure, still_busy
from recollect.memories.superseding import forget_successors

# A revision that no memory has.
_NEVER: Final = -1
_AT_ONCE: Final = 100


class DeletingLedger(ClaimLedger, DeletionLedger, ConversationLedger, Protocol):
    """What it takes of the ledger to delete memories, and all of a conversation."""


@dataclass(frozen=True, slots=True)
class DeletionAttempt:
    """What an attempt to delete memories came to."""

    vectors: int
    """How many records went."""
    removed_keys: Mapping[str, int]
    """Of each memory that was deleted, how many keys went."""
    busy: tuple[str, ...]
    """The memories that other requests are at."""


async def delete_memories(
    collection: str,
    ids: Sequence[str],
    level: SecurityLevel,
    token: str,
    stores: MemoryStores[DeletingLedger],
) -> DeletionReceipt:
    """Delete memories, waiting for others that are at them; NotFound when there is none.

    What is too sensitive for the caller is not there, and stays. `token` is this request's alone.
    """
    there = await _records(collection, ids, stores.index)
    return await _delete(collection, there, level, token, stores)


async def delete_with_cases(
    collection: str,
    ids: Sequence[str],
    level: SecurityLevel,
    token: str,
    stores: MemoryStores[DeletingLedger],
    cases: JudgedCases,
    runs: Sequence[str] = (),
) -> DeletionReceipt:
    """Delete memories as `delete_memories` does, and the cases of `runs` and of what cited them.

    Of a memory that the caller may not delete, the cases stay. They go first: the memories know
    what cited them, and are there for a repeat as long as a case is left.
    """
    there = await _records(collection, ids, stores.index)
    going = _deletable(level, there)
    if going:
        await cases.forget_citing(collection, going, runs)
    return await _delete(collection, there, level, token, stores)


async def delete_conversation(
    collection: str,
    conversation_id: str,
    level: SecurityLevel,
    token: str,
    time_is_up: Callable[[], bool],
    stores: MemoryStores[DeletingLedger],
    cases: JudgedCases,
) -> DeletionReceipt:
    """Delete every memory that came from a conversation, but for what is too sensitive.

    With them go the cases of the runs that cited one, and of the run that bears its name. Raises
    DeadlineExceeded when the time is up before all that the caller may delete are gone: a repeat
    deletes the rest.
    """
    ids = await stores.ledger.memories_of_conversation(collection, conversation_id)
    receipts = list[DeletionReceipt]()
    for start in range(0, len(ids), _AT_ONCE):
        if receipts and time_is_up():
            if await _may_delete_any(collection, ids[start:], level, stores.index):
                raise DeadlineExceeded("memories of the conversation are left for a repeat")
            break
        some = ids[start : start + _AT_ONCE]
        with suppress(NotFound):  # which would name memories that the caller may not know of
            receipts.append(
                await delete_with_cases(
                    collection, some, level, token, stores, cases, [conversation_id]
                )
            )
    if not receipts:
        raise NotFound(f"there is no conversation {conversation_id} in {collection}")
    return _together(receipts)


async def _may_delete_any(
    collection: str, ids: Sequence[str], level: SecurityLevel, index: MemoryIndex
) -> bool:
    """Whether one of these memories is not too sensitive for the caller.

    Of others the caller must not learn that they are left.
    """
    # One after the other: mostly the first tells.
    for start in range(0, len(ids), _AT_ONCE):
        if _deletable(level, await _records(collection, ids[start : start + _AT_ONCE], index)):
            return True
    return False


def _together(receipts: Sequence[DeletionReceipt]) -> DeletionReceipt:
    return _receipt(
        tuple(memory_id for each in receipts for memory_id in each.deleted_ids),
        sum(each.removed.vectors for each in receipts),
        sum(each.removed.keys for each in receipts),
    )


async def _records(
    collection: str, ids: Sequence[str], index: MemoryIndex
) -> Mapping[str, MemoryRecord | None]:
    return dict(zip(ids, await index.get(collection, tuple(ids)), strict=True))


async def _delete(
    collection: str,
    there: Mapping[str, MemoryRecord | None],
    level: SecurityLevel,
    token: str,
    stores: MemoryStores[DeletingLedger],
) -> DeletionReceipt:
    vectors, removed_keys, waiting = 0, dict[str, int](), tuple(there)
    for _ in range(POLLS):
        # Nothing is held while waiting: not for longer than a claim lives, nor against another.
        conditions = [_condition(level, there[each]) for each in waiting]
        attempt = await try_to_delete(collection, waiting, conditions, token, stores)
        vectors += attempt.vectors
        removed_keys |= attempt.removed_keys
        waiting = attempt.busy
        if not waiting:
            break
        await asyncio.sleep(POLL_SECONDS)
    else:
        raise still_busy()
    deleted = tuple(
        each
        for each, record in there.items()
        if each in removed_keys and (record is not None or removed_keys[each])
    )
    if not deleted:
        raise NotFound(f"there is no memory {', '.join(there)} in {collection}")
    return _receipt(deleted, vectors, sum(removed_keys.values()))


def _receipt(deleted: tuple[str, ...], vectors: int, keys: int) -> DeletionReceipt:
    removed = Removed(vectors=vectors, keys=keys)
    return DeletionReceipt(deleted_count=len(deleted), deleted_ids=deleted, removed=removed)


def _condition(level: SecurityLevel, record: MemoryRecord | None) -> DeletionCondition:
    """When a memory may be deleted.

    One that is not there and one that is too sensitive are asked for alike, which takes the same
    time: of the former a deletion that broke off is finished.
    """
    if sees_all(level) or (record is not None and may_see(level, record.metadata)):
        return None
    return "unfinished" if record is None else _NEVER


def _deletable(level: SecurityLevel, there: Mapping[str, MemoryRecord | None]) -> list[str]:
    return [each for each, record in there.items() if _condition(level, record) is None]


async def try_to_delete(
    collection: str,
    ids: Sequence[str],
    conditions: Sequence[DeletionCondition],
    token: str,
    stores: MemoryStores[DeletingLedger],
) -> DeletionAttempt:
    """Delete the memories whose condition holds and that nobody else is at."""
    keys = [(collection, memory_id) for memory_id in ids]
    async with released_on_failure(keys, token, stores.ledger):
        starts = await stores.ledger.begin_deletion(keys, conditions, token)
        started = tuple(zip(ids, starts, strict=True))
        ours = tuple(each for each, start in started if start is DeletionStart.BEGUN)
        busy = tuple(each for each, start in started if start is DeletionStart.BUSY)
        if not ours:
            return DeletionAttempt(0, {}, busy)
        there = await stores.index.get(collection, ours)
        await forget_successors([each for each in there if each is not None], stores.index)
        vectors = await stores.index.remove(collection, ours)
        removed = await stores.ledger.finish_deletion(
            [(collection, memory_id) for memory_id in ours], token
        )
        return DeletionAttempt(vectors, dict(zip(ours, removed, strict=True)), busy)
