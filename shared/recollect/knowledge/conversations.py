"""Turns of conversations: short items that are kept a second time, among their neighbours."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreUnavailable
from recollect.core.grouping import grouped
from recollect.knowledge.indexing import reindexed
from recollect.knowledge.records import (
    TURN_NEIGHBOURS,
    KnowledgeRecord,
    KnowledgeRepository,
    items_namespace,
    own_text_of,
    thread_of,
    turn_of,
    turns_namespace,
    windows,
)
from recollect.knowledge.restrictions import at_most_as_restricted
from recollect.retrieval.candidates import Scope

# A window reaches over two neighbours, whose own windows reach over two more.
REACH = 2 * TURN_NEIGHBOURS
_ATTEMPTS = 30


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
        *,
        announce: bool = False,
    ) -> Neighbourhoods:
        """Put items at their places in time (epoch milliseconds); again, it changes nothing.

        Answers the parts around them, then around the items of `also_around`. To `announce` is to
        change the revision though nobody joins: what an item says, or who may see it, is new.
        """

    async def leave_thread(self, scope: Scope, thread: str, ids: Sequence[str]) -> None:
        """Take items out of a thread, which changes its revision; again, it changes nothing."""

    async def thread_revision(self, scope: Scope, thread: str) -> str:
        """The revision of a thread as it is now."""

    async def note_change(self, scope: Scope, *, has_passages: bool = False) -> None:
        """Let everybody know that the knowledge has changed, and if it has passages from now on."""


def threads_of(records: Iterable[KnowledgeRecord]) -> Mapping[str, Sequence[tuple[float, str]]]:
    """The places of turns in their threads; of those of one moment, the first sent comes first."""
    return grouped(
        (thread, (float(str(record.metadata["created_at_ms"])) + place / 1000, record.id))
        for place, record in enumerate(records)
        if (thread := thread_of(record)) is not None
    )


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What is new in a thread: the places of turns in time, and whose neighbours to look after.

    Of `stored_again` the neighbours of the former place are written anew, too; of `left`, which may
    be no turns of this thread any more, those of the place that they had; of `gone`, too, as if
    they were not there.
    """

    places: Sequence[tuple[float, str]] = ()
    stored_again: Sequence[str] = ()
    left: Sequence[str] = ()
    gone: Sequence[str] = ()


def departures_of(
    were: Sequence[KnowledgeRecord], records: Sequence[KnowledgeRecord]
) -> Mapping[str, Arrivals]:
    """Which turns must not stand beside their neighbours any more as they were."""
    now = {record.id: record for record in records}
    gone = grouped(
        (thread, each.id)
        for each in were
        if (thread := thread_of(each)) is not None and not _stays(each, now[each.id])
    )
    return {thread: Arrivals(gone=ids) for thread, ids in gone.items()}


def arrivals_of(
    were: Sequence[KnowledgeRecord], records: Sequence[KnowledgeRecord]
) -> Mapping[str, Arrivals]:
    """What records bring to threads."""
    former = {each.id: thread_of(each) for each in were}
    return {
        thread: Arrivals(
            places, stored_again=[each for _, each in places if former.get(each) == thread]
        )
        for thread, places in threads_of(records).items()
    }


def _stays(turn: KnowledgeRecord, now: KnowledgeRecord) -> bool:
    """Whether a record says the same as its turn, at the same place, to all who could see that."""
    return _said_at(turn) == _said_at(now) and at_most_as_restricted(now.metadata, turn.metadata)


def _said_at(record: KnowledgeRecord) -> tuple[JsonValue, ...]:
    return thread_of(record), record.metadata.get("created_at_ms"), own_text_of(record)


async def converse(
    scope: Scope,
    changes: Mapping[str, Arrivals],
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Keep what changes in several threads, all at the same time; `store_turns` says how."""
    await gather_all(
        store_turns(scope, thread, arrivals, records, repository, threads)
        for thread, arrivals in changes.items()
    )


async def store_turns(
    scope: Scope,
    thread: str,
    arrivals: Arrivals,
    records: Sequence[KnowledgeRecord],
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Keep turns among their neighbours, which get them as neighbours.

    Others may write to the thread meanwhile: whoever was there before our last look is seen, and
    who came after sees us. If the thread has changed since we looked, we look again. Raises
    StoreUnavailable when it does not come to rest; everything may then be sent again.
    """
    leaving = [*arrivals.left, *arrivals.gone]
    own = [*(item_id for _, item_id in arrivals.places), *leaving]
    written = dict.fromkeys(await _neighbours(scope, thread, arrivals.stored_again, threads))
    beside = [*leaving, *written]
    near = await threads.join_thread(scope, thread, arrivals.places, beside, announce=True)
    for _ in range(_ATTEMPTS):
        around = {
            item_id: window
            for order, centre in zip(near.orders, (*own, *written), strict=True)
            for item_id, window in windows(order, [centre]).items()
        }
        written |= dict.fromkeys(around)
        known = {record.id: record for record in records if thread_of(record) == thread}
        others = {each for window in around.values() for each in window} - known.keys()
        others -= {record.id for record in records}
        stored = await repository.get(items_namespace(scope), sorted(others))
        # Who has left the thread or has grown long is still known to have its place.
        known |= {each.id: reindexed(each) for each in stored if thread_of(each) == thread}
        known = {each: known[each] for each in known if each not in arrivals.gone}
        turns = [
            _turn(item_id, window, known) for item_id, window in around.items() if item_id in known
        ]
        await repository.put(turns_namespace(scope), turns)
        if await threads.thread_revision(scope, thread) == near.revision:
            return
        # What we wrote too early is ours to mend, however far away from us it stands by now.
        near = await threads.join_thread(scope, thread, (), [*own, *written])
    raise StoreUnavailable("knowledge", "too many write to one thread at once")


async def remove_turn(
    scope: Scope,
    thread: str,
    item_id: str,
    repository: KnowledgeRepository,
    threads: ThreadRepository,
) -> None:
    """Take an item out of a conversation, whose other turns are written anew without its words.

    Twice: whoever wrote one of them in between may not have known yet that it leaves.
    """
    neighbours = await _neighbours(scope, thread, [item_id], threads)
    await store_turns(scope, thread, Arrivals(gone=[item_id]), (), repository, threads)
    await threads.leave_thread(scope, thread, [item_id])
    left = [each for each in dict.fromkeys(neighbours) if each != item_id]
    if left:
        await store_turns(scope, thread, Arrivals(left=left), (), repository, threads)


async def _neighbours(
    scope: Scope, thread: str, ids: Sequence[str], threads: ThreadRepository
) -> Sequence[str]:
    """Who stands beside some turns now, before they may move."""
    if not ids:
        return ()
    near = await threads.join_thread(scope, thread, (), ids)
    return [
        neighbour
        for order, item_id in zip(near.orders, ids, strict=True)
        for neighbour in windows(order, [item_id])
    ]


def _turn(
    item_id: str, window: Sequence[str], known: Mapping[str, KnowledgeRecord]
) -> KnowledgeRecord:
    """A turn among those of its neighbours that whoever may see the turn may see, too."""
    here, turn = window.index(item_id), known[item_id]
    before, after = (
        [
            known[each].text
            for each in part
            if each in known and at_most_as_restricted(known[each].metadata, turn.metadata)
        ]
        for part in (window[:here], window[here + 1 :])
    )
    return turn_of(turn, before, after)
