"""Storing many decisions: as if each was sent alone, one after the other, only sooner.

Side by side go those of which none speaks of another: the same decision again, and what says of
itself how it stands to it, comes after it, and waits for a repeat of the request where that failed.
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
from recollect.memories.model import StoredMemory
from recollect.memories.record import MemoryRecord, new_record
from recollect.memories.requests import NewMemory
from recollect.memories.stores import MemoryStores
from recollect.memories.storing import store_record

# What a model embeds, at two seconds for twenty texts, before a claim on them expires.
_AT_ONCE: Final = 40
# What is left of the 29 s of the function is for the request, and for saying what is not stored.
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
    """Store each memory as `store_memory` does; for each what came of it, in their order.

    DeadlineExceeded stands for those that are not known to be stored after so many `seconds`.
    """
    made = [_record(new, app_slug, operation.at) for new in news]
    outcomes: dict[int, StoredMemory | RecollectError] = {}
    stuck: dict[str, RecollectError] = {}
    at_once = asyncio.Semaphore(_AT_ONCE)

    async def store(place: int, record: MemoryRecord, turn: int) -> None:
        spoken_of = (record.id, *record.related)
        before = next((stuck[each] for each in spoken_of if each in stuck), None)
        try:
            if before is not None:
                raise before  # else a repeat would store what came first after what came later
            async with at_once:
                outcomes[place] = await store_record(
                    record, level, _of_turn(operation, turn), f"{token}:{place}", stores
                )
        except RecollectError as error:
            outcomes[place] = error
            if not isinstance(error, RequestError):
                stuck.update(dict.fromkeys(spoken_of, error))

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
    """Which records are stored at once, by their places: none that speaks of another.

    A record comes after those before it that have its id or name it, and after those before it that
    it names. What is no record has no turn.
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
    """The operation on a memory that comes again: a repeat of the request must tell them apart."""
    return replace(operation, id=f"{operation.id}:{turn}") if operation.id and turn else operation
