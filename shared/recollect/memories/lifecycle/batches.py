"""Stores many decisions as if each was sent alone, one after the other, but faster.

Decisions that do not refer to each other are stored concurrently. One that repeats an earlier
decision, or names it in `supersedes` or `derived_from`, is stored after it, and is not stored if
the earlier one failed, until the request is repeated.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from recollect.core.concurrency import gather_all
from recollect.core.errors import DeadlineExceeded, RecollectError, RequestError
from recollect.core.operation import Operation
from recollect.core.security_levels import SecurityLevel
from recollect.memories.lifecycle.storing import store_record
from recollect.memories.model import StoredMemory
from recollect.memories.requests import NewMemory
from recollect.memories.stored.record import MemoryRecord, new_record
from recollect.memories.stored.stores import MemoryStores

# As many as a model embeds before their claims expire, at two seconds for twenty texts.
_AT_ONCE: Final = 40
# Of the function's 29 s, the rest is for the request, and for naming what was not stored.
_SECONDS: Final = 22.0


async def store_memories(
    news: Sequence[NewMemory],
    app_slug: str,
    level: SecurityLevel,
    operation: Operation,
    token: str,
    stores: MemoryStores,
    seconds: float = _SECONDS,
) -> Sequence[StoredMemory | RecollectError]:
    """Store each memory as `store_memory` does; answers each one's result or error, in order.

    DeadlineExceeded stands for a memory that is not known to be stored after `seconds`.
    """
    made = [_record(new, app_slug, operation.at) for new in news]
    outcomes: dict[int, StoredMemory | RecollectError] = {}
    failures: dict[str, RecollectError] = {}
    at_once = asyncio.Semaphore(_AT_ONCE)

    async def store(place: int, record: MemoryRecord, turn: int) -> None:
        related_ids = (record.id, *record.related)
        before = next((failures[each] for each in related_ids if each in failures), None)
        try:
            if before is not None:
                raise before  # else a repeat would store the earlier decision after this one
            async with at_once:
                outcomes[place] = await store_record(
                    record, level, _of_turn(operation, turn), f"{token}:{place}", stores
                )
        except RecollectError as error:
            outcomes[place] = error
            if not isinstance(error, RequestError):
                failures.update(dict.fromkeys(related_ids, error))

    try:
        async with asyncio.timeout(seconds):
            for turn, records in enumerate(turns_of(made)):
                await gather_all(store(place, record, turn) for place, record in records.items())
    except TimeoutError:
        pass  # what is not stored by now is named below
    late = DeadlineExceeded(f"not done within {seconds:.1f} s")
    return [
        one if isinstance(one, RequestError) else outcomes.get(place, late)
        for place, one in enumerate(made)
    ]


def turns_of(
    made: Sequence[MemoryRecord | RequestError],
) -> Sequence[Mapping[int, MemoryRecord]]:
    """The records to store in each turn, by their places; none of a turn refers to another one.

    A record comes after all earlier ones that have its id, that name it, or that it names. Errors
    have no turn.
    """
    turns: list[dict[int, MemoryRecord]] = []
    stored: dict[str, int] = {}
    named: dict[str, int] = {}
    for place, record in enumerate(made):
        if isinstance(record, RequestError):
            continue
        before = [stored.get(each, -1) for each in (record.id, *record.related)]
        turn = 1 + max(*before, named.get(record.id, -1))
        stored[record.id] = turn
        for each in record.related:
            named[each] = max(turn, named.get(each, -1))
        if turn == len(turns):
            turns.append({})
        turns[turn][place] = record
    return turns


def _record(new: NewMemory, app_slug: str, at: datetime) -> MemoryRecord | RequestError:
    try:
        return new_record(app_slug, new, at)
    except RequestError as error:
        return error


def _of_turn(operation: Operation, turn: int) -> Operation:
    """The operation of a turn; from the second turn on it has an id of its own.

    The same decision may come in several turns, which count as different operations, also if the
    request is repeated.
    """
    return replace(operation, id=f"{operation.id}:{turn}") if operation.id and turn else operation
