"""How memories begin and end in a counting store, as use cases have it done."""

from collections.abc import Sequence
from itertools import count

from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.deletion import Condemnation
from recollect.memories.record import Record
from recollect.memories.storing import Settled
from tests.memories.ports import Counts
from tests.memories.samples import op

_NUMBERS = count()


async def begin(
    counts: Counts, *records: Record, by: Operation | None = None
) -> tuple[Settled, ...]:
    """Settle records under a claim of our own, given back with it."""
    token = new_token()
    await counts.claim([record.key for record in records], token)
    return tuple(map(known, await counts.settle(records, token, by or op())))


async def forget(counts: Counts, *keys: Key) -> tuple[int, ...]:
    """Remove what is kept of memories; how many keys went."""
    token = await doom(counts, *keys)
    return await counts.remove(keys, token)


async def doom(counts: Counts, *keys: Key) -> str:
    """Begin the removal of memories; the token that may finish it."""
    token = new_token()
    verdicts = await counts.condemn(keys, [None] * len(keys), token)
    assert verdicts == (Condemnation.CONDEMNED,) * len(keys)
    return token


async def break_off(counts: Counts, *keys: Key) -> None:
    """Begin the removal of memories and give up."""
    await counts.release(keys, await doom(counts, *keys))


def new_token() -> str:
    """A token that nobody had before."""
    return f"token {next(_NUMBERS)}"


def known(settled: Settled | None) -> Settled:
    """What was settled, which was not lost."""
    assert settled is not None
    return settled


def only(settled: Sequence[Settled | None]) -> Settled:
    """The one that was settled."""
    (one,) = settled
    return known(one)
