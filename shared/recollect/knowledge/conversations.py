"""Turns of conversations: short items that are kept a second time, among their neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from recollect.core.errors import StoreUnavailable
from recollect.knowledge.records import (
    TURN,
    TURN_NEIGHBOURS,
    KnowledgeRecord,
    items_namespace,
    turn_of,
    turns_namespace,
    windows,
)
from recollect.retrieval.candidates import Scope

# A window reaches over two neighbours, whose own windows reach over two more.
REACH = 2 * TURN_NEIGHBOURS
_ATTEMPTS = 30


class KnowledgeRepository(Protocol):
    """Where records are kept and searched."""

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        """Keep records, in place of those that have their ids."""

    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        """The records that exist of these ids."""

    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove the records that exist of these ids."""


@dataclass(frozen=True, slots=True)
class Neighbourhoods:
    """The revision of a thread, and for each item that was asked for the part around it."""

    revision: str
    orders: Sequence[Sequence[str]]


class ThreadRepository(Protocol):
    """What is known of the knowledge of a project, beside the records themselves."""

    async def join_thread(
        self,
        scope: Scope,
        thread: str,
        places: Sequence[tuple[float, str]],
        also_around: Sequence[str] = (),
    ) -> Neighbourhoods:
        """Put items at their places in time (epoch milliseconds); again, it changes nothing.

        Answers the parts around them, then around the items of `also_around`.
        """

    async def thread_revision(self, scope: Scope, thread: str) -> str:
        """The revision of a thread as it is now."""

    async def note_change(self, scope: Scope) -> None:
        """Let everybody know that the knowledge has changed."""


def threads_of(records: Iterable[KnowledgeRecord]) -> Mapping[str, Sequence[tuple[float, str]]]:
    """The places of turns in their threads; of those of one moment, the first sent comes first."""
    threads: dict[str, list[tuple[float, str]]] = {}
    for place, record in enumerate(records):
        if TURN in record.metadata:
            at = float(str(record.metadata["created_at_ms"])) + place / 1000
            threads.setdefault(str(record.metadata["thread"]), []).append((at, record.id))
    return threads


async def converse(
    scope: Scope,
    thread: str,
    places: Sequence[tuple[float, str]],
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Keep turns among their neighbours, which get them as neighbours.

    Others may write to the thread meanwhile: whoever was there before our last look is seen, and
    who came after sees us. If the thread has changed since we looked, we look again. Raises
    StoreUnavailable when it does not come to rest; everything may then be sent again.
    """
    own, written = [item_id for _, item_id in places], dict[str, None]()
    for _ in range(_ATTEMPTS):
        # What we wrote too early is ours to mend, however far away from us it stands by now.
        near = await threads.join_thread(scope, thread, places, list(written))
        around = {
            item_id: window
            for order, centre in zip(near.orders, (*own, *written), strict=True)
            for item_id, window in windows(order, [centre]).items()
        }
        written |= dict.fromkeys(around)
        known = {record.id: record for record in records}
        others = {each for window in around.values() for each in window} - known.keys()
        stored = await repository.get(items_namespace(scope), sorted(others))
        # Who has left the thread or has grown long is still known to have its place.
        known |= {each.id: each for each in stored if _takes_part(each, thread)}
        turns = [
            _turn(item_id, window, known) for item_id, window in around.items() if item_id in known
        ]
        await repository.put(turns_namespace(scope), turns)
        if await threads.thread_revision(scope, thread) == near.revision:
            return
    raise StoreUnavailable("knowledge", "too many write to one thread at once")


def _takes_part(record: KnowledgeRecord, thread: str) -> bool:
    return TURN in record.metadata and record.metadata.get("thread") == thread


def _turn(
    item_id: str, window: Sequence[str], known: Mapping[str, KnowledgeRecord]
) -> KnowledgeRecord:
    here = window.index(item_id)
    before, after = (
        [known[each].text for each in part if each in known]
        for part in (window[:here], window[here + 1 :])
    )
    return turn_of(known[item_id], before, after)
