"""Reading one memory: as it stands, and what happened to it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from recollect.core.concurrency import both
from recollect.core.errors import NotFound, StoreError
from recollect.core.ids import Key
from recollect.memories import answer_size
from recollect.memories.assembly import assemble
from recollect.memories.model import History, HistoryEvent, Memory
from recollect.memories.record import Record, Records, Standing, Standings


class Chronicle(Protocol):
    """The counting store, as history sees it."""

    async def history(self, key: Key) -> tuple[HistoryEvent, ...]:
        """What was recorded of a memory, oldest first; nothing of one that is condemned."""


@dataclass(frozen=True, slots=True)
class ReadMemory:
    """A memory, and which parts of it had to be left out (`reputation`)."""

    memory: Memory
    degraded: tuple[str, ...] = ()


async def get_memory(
    key: Key, now: datetime, *, records: Records, standings: Standings
) -> ReadMemory:
    """The memory as it stands; without the counting store, with a neutral reputation."""
    record, (counted, degraded) = await both(
        existing(key, records), standings_or_neutral((key,), standings)
    )
    if counted[0].condemned:
        raise no_memory(key)
    return ReadMemory(assemble(record, counted[0], now), degraded)


async def memory_history(key: Key, *, chronicle: Chronicle) -> History:
    """What happened to a memory; storing it leaves the first entry, so none means NotFound."""
    # Kept in order of arrival, which two requests at the same moment may turn round. The birth
    # comes first, also where another request of the same moment had begun before it.
    arrived = await chronicle.history(key)
    events = sorted(arrived, key=lambda event: (event.type != "stored", event.at))
    if not events:
        raise no_memory(key)
    kept: list[HistoryEvent] = []
    room = answer_size.MAX_BYTES
    for event in reversed(events):
        room -= answer_size.size_of(event.model_dump_json())
        if room < 0:
            break
        kept.append(event)
    return History(events=tuple(reversed(kept)), truncated=len(kept) < len(events))


async def existing(key: Key, records: Records) -> Record:
    """The record of a memory; NotFound names the memory that is not there."""
    collection, memory_id = key
    (record,) = await records.get(collection, (memory_id,))
    if record is None:
        raise no_memory(key)
    return record


def no_memory(key: Key) -> NotFound:
    """The error that names a memory which is not there."""
    collection, memory_id = key
    return NotFound(f"there is no memory {memory_id} in {collection}")


async def standings_or_neutral(
    keys: tuple[Key, ...], standings: Standings
) -> tuple[tuple[Standing, ...], tuple[str, ...]]:
    """The standing of each memory; neutral ones and `reputation` when the store is down."""
    if not keys:
        return (), ()
    try:
        return await standings.read(keys), ()
    except StoreError:
        return (Standing(),) * len(keys), ("reputation",)
