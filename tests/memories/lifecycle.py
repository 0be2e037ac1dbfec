"""Beginning and deleting memories in a ledger, as the use cases do it."""

from collections.abc import Sequence
from itertools import count

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.stored.ledger import MemoryLedger
from recollect.memories.stored.ledger_data import DeletionStart, Occurrence
from recollect.memories.stored.record import MemoryRecord
from tests.memories.samples import op

_NUMBERS = count()


async def begin(
    ledger: MemoryLedger, *records: MemoryRecord, by: Operation | None = None
) -> tuple[Occurrence, ...]:
    """Count records as stored under a claim of our own, given back with it."""
    token = new_token()
    await ledger.claim([record.key for record in records], token)
    return tuple(map(known, await ledger.count_occurrence(records, token, by or op())))


async def delete(ledger: MemoryLedger, *keys: Key) -> tuple[int, ...]:
    """Delete what is kept of memories; the number of keys deleted for each."""
    token = await begin_deletion(ledger, *keys)
    return tuple(each.keys for each in await ledger.finish_deletion(keys, [1] * len(keys), token))


async def begin_deletion(ledger: MemoryLedger, *keys: Key) -> str:
    """Begin the deletion of memories; returns the token that may finish it."""
    token = new_token()
    starts = await ledger.begin_deletion(keys, [None] * len(keys), token)
    assert starts == (DeletionStart.BEGUN,) * len(keys)
    return token


async def break_off_deletion(ledger: MemoryLedger, *keys: Key) -> None:
    """Begin the deletion of memories and give up."""
    await ledger.release(keys, await begin_deletion(ledger, *keys))


async def exist(ledger: MemoryLedger, *keys: Key) -> tuple[bool, ...]:
    """Whether each memory was stored or imported, and its deletion has not begun."""
    return tuple(each.exists for each in await ledger.read(keys))


def new_token() -> str:
    """A token that was not used before."""
    return f"token {next(_NUMBERS)}"


def known(occurrence: Occurrence | None) -> Occurrence:
    """The occurrence, which must not be None."""
    assert occurrence is not None
    return occurrence


def only(occurrences: Sequence[Occurrence | None]) -> Occurrence:
    """The only occurrence, which must not be None."""
    (one,) = occurrences
    return known(one)
