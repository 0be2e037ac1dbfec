"""Keeps the turns of conversations: short items stored a second time, among their neighbours."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from recollect.core.concurrency import gather_all
from recollect.core.errors import StoreUnavailable
from recollect.core.grouping import grouped
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

# A change affects the windows of two neighbours on each side, which reach over two more.
REACH = 2 * TURN_NEIGHBOURS
_ATTEMPTS = 30


@dataclass(frozen=True, slots=True)
class Neighbourhoods:
    """The revision of a thread and, for each requested item, the part of the thread around it."""

    revision: str
    orders: Sequence[Sequence[str]]


class ThreadRepository(Protocol):
    """The store of the order of threads, and of changes in the knowledge of a project."""

    async def join_thread(
        self,
        scope: Scope,
        thread: str,
        places: Sequence[tuple[float, str]],
        also_around: Sequence[str] = (),
        *,
        announce: bool = False,
    ) -> Neighbourhoods:
        """Put items at their places in time (epoch milliseconds); repeating changes nothing.

        Answers the parts of the thread around these items, then around those of `also_around`. With
        `announce` the revision changes even if no item joins, because an item's text, or who may
        see it, has changed.
        """

    async def leave_thread(self, scope: Scope, thread: str, ids: Sequence[str]) -> None:
        """Take items out of a thread, which changes its revision; repeating changes nothing."""

    async def thread_revision(self, scope: Scope, thread: str) -> str:
        """The current revision of a thread."""

    async def note_change(self, scope: Scope, *, has_passages: bool = False) -> None:
        """Record that the knowledge has changed, so that caches expire, and if it has passages."""


def threads_of(records: Iterable[KnowledgeRecord]) -> Mapping[str, Sequence[tuple[float, str]]]:
    """The (moment, id) of each turn, by thread; of the same moment, the first sent comes first."""
    return grouped(
        (thread, (float(str(record.metadata["created_at_ms"])) + place / 1000, record.id))
        for place, record in enumerate(records)
        if (thread := thread_of(record)) is not None
    )


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The changes in a thread: places of new turns in time, and ids whose neighbours to rewrite.

    - `stored_again`: turns of this thread whose neighbours at the former place are rewritten, too.
    - `left`: items that may no longer be turns of this thread; the neighbours that they had are
      rewritten.
    - `gone`: like `left`, but neighbours are written without these items.
    """

    places: Sequence[tuple[float, str]] = ()
    stored_again: Sequence[str] = ()
    left: Sequence[str] = ()
    gone: Sequence[str] = ()


def departures_of(
    were: Sequence[KnowledgeRecord], records: Sequence[KnowledgeRecord]
) -> Mapping[str, Arrivals]:
    """The turns, by thread, whose former words must be removed from their neighbours' turns."""
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
    """The turns that records bring to threads, and those that have left one, by thread.

    The neighbours of those that have left were rewritten before (`departures_of`), when others, who
    may have rewritten them since, still saw these turns there.
    """
    former = {each.id: thread_of(each) for each in were}
    places = threads_of(records)
    left = grouped(
        (thread, each.id)
        for each in records
        if (thread := former.get(each.id)) is not None and thread != thread_of(each)
    )
    return {
        thread: Arrivals(
            places.get(thread, ()),
            stored_again=[each for _, each in places.get(thread, ()) if former.get(each) == thread],
            left=left.get(thread, ()),
        )
        for thread in {**places, **left}
    }


def _stays(turn: KnowledgeRecord, now: KnowledgeRecord) -> bool:
    """Whether a record has the place and text of its turn, for everyone who could see the turn."""
    return _place_and_text(turn) == _place_and_text(now) and at_most_as_restricted(
        now.metadata, turn.metadata
    )


def _place_and_text(record: KnowledgeRecord) -> tuple[JsonValue, ...]:
    return thread_of(record), record.metadata.get("created_at_ms"), own_text_of(record)


@dataclass(frozen=True, slots=True)
class Conversations:
    """The conversations of a project: their threads, and the turns that are searched."""

    scope: Scope
    repository: KnowledgeRepository
    threads: ThreadRepository

    async def change(
        self, changes: Mapping[str, Arrivals], records: Sequence[KnowledgeRecord] = ()
    ) -> None:
        """Apply the changes of several threads concurrently, each with `store_turns`."""
        await gather_all(
            self.store_turns(thread, arrivals, records) for thread, arrivals in changes.items()
        )

    async def store_turns(
        self, thread: str, arrivals: Arrivals, records: Sequence[KnowledgeRecord] = ()
    ) -> None:
        """Store turns with their neighbours' texts, and rewrite their neighbours' turns.

        Others may write to the thread at the same time: we see turns that were there before our
        last read, and whoever comes later sees ours. If the thread has changed since we read it, we
        read it again, and take back the turns of items that have left it meanwhile. Raises
        StoreUnavailable if it keeps changing; everything may then be sent again.
        """
        leaving = [*arrivals.left, *arrivals.gone]
        own = [*(item_id for _, item_id in arrivals.places), *leaving]
        written = dict.fromkeys(await self._neighbours(thread, arrivals.stored_again))
        beside = [*leaving, *written]
        near = await self.threads.join_thread(
            self.scope, thread, arrivals.places, beside, announce=True
        )
        turned: frozenset[str] = frozenset()
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
            stored = await self.repository.get(items_namespace(self.scope), sorted(others))
            # An item that left the thread, or became too long for a turn, keeps its place in it.
            known |= {each.id: each for each in stored if thread_of(each) == thread}
            known = {each: known[each] for each in known if each not in arrivals.gone}
            turns = [
                _turn(item_id, window, known)
                for item_id, window in around.items()
                if item_id in known
            ]
            await self.repository.put(turns_namespace(self.scope), turns)
            if gone := turned.difference(each.id for each in turns):
                await self._write_elsewhere(thread, gone)
            turned = frozenset(each.id for each in turns)
            if await self.threads.thread_revision(self.scope, thread) == near.revision:
                return
            # We must correct every turn that we wrote too early, however far it is by now.
            near = await self.threads.join_thread(self.scope, thread, (), [*own, *written])
        raise StoreUnavailable("knowledge", "too many write to one thread at once")

    async def _write_elsewhere(self, thread: str | None, ids: Collection[str]) -> None:
        """Remove the turns of items that left a thread; write those of items in another one there.

        We wrote these turns when the items may have left already, and so may have replaced others.
        """
        await self.repository.remove(turns_namespace(self.scope), sorted(ids))
        there = await self.repository.get(items_namespace(self.scope), sorted(ids))
        moved = grouped(
            (now, each.id)
            for each in there
            if (now := thread_of(each)) is not None and now != thread
        )
        await gather_all(self.store_turns(now, Arrivals(left=left)) for now, left in moved.items())

    async def remove_turn(self, thread: str, item_id: str) -> None:
        """Take an item out of a conversation; rewrite its neighbours' turns without its words.

        Twice: whoever wrote one of them in between may not have known yet that the item leaves.
        """
        neighbours = await self._neighbours(thread, [item_id])
        await self.store_turns(thread, Arrivals(gone=[item_id]))
        await self.threads.leave_thread(self.scope, thread, [item_id])
        left = [each for each in dict.fromkeys(neighbours) if each != item_id]
        if left:
            await self.store_turns(thread, Arrivals(left=left))

    async def confirm_turns(self, records: Sequence[KnowledgeRecord]) -> None:
        """Write the turns of `records` again whose items are not as they were stored.

        Call it after storing them, since others may have stored or deleted the same items
        meanwhile. A record without a thread has no turn: somebody else may have written one, which
        we removed.
        """
        there = await self.repository.get(
            items_namespace(self.scope), [each.id for each in records]
        )
        now = {each.id: each for each in there}
        changed = [each for each in records if now.get(each.id) != each]
        places = threads_of(records)
        for thread, ids in grouped((thread_of(each), each.id) for each in changed).items():
            await self._write_elsewhere(thread, ids)
            if thread is None:
                continue
            for at, each in places[thread]:
                if each in ids and each not in now:
                    # Whoever deleted it took its place away, which shows to whom we gave its words.
                    await self.threads.join_thread(self.scope, thread, [(at, each)])
                    await self.remove_turn(thread, each)
            await self.store_turns(thread, Arrivals(left=ids))

    async def _neighbours(self, thread: str, ids: Sequence[str]) -> Sequence[str]:
        """The neighbours of some turns now, before the turns may move."""
        if not ids:
            return ()
        near = await self.threads.join_thread(self.scope, thread, (), ids)
        return [
            neighbour
            for order, item_id in zip(near.orders, ids, strict=True)
            for neighbour in windows(order, [item_id])
        ]


def _turn(
    item_id: str, window: Sequence[str], known: Mapping[str, KnowledgeRecord]
) -> KnowledgeRecord:
    """The turn with the texts of those neighbours that whoever may see the turn may see, too."""
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
