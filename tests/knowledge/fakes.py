"""In-memory stores of knowledge, which fulfil the contract of the real ones."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime

from typing_extensions import override

from recollect.core.errors import WrittenInPart
from recollect.core.writer import Writer
from recollect.knowledge.ownership import NOTHING, Foreign, ItemLists, Owners
from recollect.knowledge.records import KnowledgeRecord, KnowledgeRepository
from recollect.knowledge.turns import REACH, Neighbourhoods, ThreadRepository
from recollect.retrieval.candidates import Scope

Meanwhile = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class FakeKnowledge(KnowledgeRepository):
    """Records by namespace and id; each act in `after_reading` happens once after a read.

    Records with an id in `unwritable` are not kept.
    """

    records: dict[str, dict[str, KnowledgeRecord]] = field(default_factory=dict)
    unwritable: set[str] = field(default_factory=set)
    after_reading: dict[str, Meanwhile] = field(default_factory=dict)

    @override
    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        kept = {each.id: each for each in records if each.id not in self.unwritable}
        self.records.setdefault(namespace, {}).update(kept)
        if failed := {each.id: "timeout" for each in records if each.id not in kept}:
            raise WrittenInPart("fake", failed)

    @override
    async def rewrite(self, namespace: str, record: KnowledgeRecord) -> bool:
        kept = self.records.get(namespace, {})
        if record.id not in kept:
            return False
        await self.put(namespace, [record])
        return True

    @override
    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        kept = self.records.get(namespace, {})
        found = [kept[each] for each in ids if each in kept]
        if (meanwhile := self.after_reading.pop(namespace, None)) is not None:
            await meanwhile()
        return found

    @override
    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        for each in ids:
            self.records.get(namespace, {}).pop(each, None)

    @override
    async def remove_beginning(self, namespace: str, beginning: str) -> None:
        kept = self.records.get(namespace, {})
        await self.remove(namespace, [each for each in kept if each.startswith(beginning)])

    async def namespaces(self) -> Sequence[str]:
        """The names of all namespaces, as `RecordPages` has them."""
        return [*self.records]

    async def page(
        self, namespace: str, cursor: str, limit: int
    ) -> tuple[Sequence[KnowledgeRecord], str]:
        """The records of a namespace a single one a page, as `RecordPages` has them."""
        del limit
        kept, at = [*self.records[namespace].values()], int(cursor or 0)
        return kept[at : at + 1], str(at + 1) if at + 1 < len(kept) else ""

    def of(self, namespace: str) -> dict[str, KnowledgeRecord]:
        return deepcopy(self.records.get(namespace, {}))


@dataclass(slots=True)
class FakeOwners(Owners, ItemLists):
    """Writers and places by namespace and id."""

    writers: dict[tuple[str, str], str] = field(default_factory=dict)
    supersedes: dict[str, Sequence[str]] = field(default_factory=dict)
    places: dict[tuple[str, str], str] = field(default_factory=dict)

    @override
    async def own(
        self,
        namespace: str,
        ids: Sequence[str],
        writer: Writer,
        supersedes: Mapping[str, Sequence[str]] = NOTHING,
    ) -> Foreign | None:
        for each in ids:
            by = self.writers.get((namespace, each), writer.subject)
            if by != writer.subject and not writer.takes_over:
                return Foreign(each, by)
        if writer.subject:
            self.writers |= {(namespace, each): writer.subject for each in ids}
        self.supersedes |= supersedes
        return None

    @override
    async def enlist(
        self, namespace: str, places: Mapping[str, str], writer: str, at: datetime | None = None
    ) -> None:
        for item_id, place in places.items():
            self.places[namespace, item_id] = place
            if writer:
                self.writers.setdefault((namespace, item_id), writer)

    @override
    async def strike(self, namespace: str, ids: Sequence[str]) -> int:
        for each in ids:
            self.places.pop((namespace, each), None)
        return sum(self.writers.pop((namespace, each), None) is not None for each in ids)

    @override
    async def listed(
        self, namespace: str, after: str, limit: int, *, least: str
    ) -> tuple[str, ...]:
        places = sorted((p for (n, _), p in self.places.items() if n == namespace), reverse=True)
        return tuple([p for p in places if (not after or p < after) and p >= least][:limit])


@dataclass(slots=True)
class FakeThreads(ThreadRepository):
    """Places by thread; each act in `meanwhile` happens once, after a thread was read."""

    places: dict[str, dict[str, float]] = field(default_factory=dict)
    revisions: dict[str, int] = field(default_factory=dict)
    changes: list[Scope] = field(default_factory=list)
    with_passages: set[Scope] = field(default_factory=set)
    looks: int = 0
    meanwhile: list[Meanwhile] = field(default_factory=list)

    @override
    async def join_thread(
        self,
        scope: Scope,
        thread: str,
        places: Sequence[tuple[float, str]],
        also_around: Sequence[str] = (),
        *,
        announce: bool = False,
    ) -> Neighbourhoods:
        self.looks += 1
        key = _key(scope, thread)
        kept = self.places.setdefault(key, {})
        if announce or any(item_id not in kept for _, item_id in places):
            self.revisions[key] = self.revisions.get(key, 0) + 1
        kept.update({item_id: at for at, item_id in places})
        order = sorted(kept, key=lambda each: (kept[each], each))
        looked_at = [*(item_id for _, item_id in places), *also_around]
        orders = [_around(order, item_id) for item_id in looked_at]
        found = Neighbourhoods(str(self.revisions.get(key, 0)), orders)
        if self.meanwhile:
            await self.meanwhile.pop(0)()
        return found

    @override
    async def leave_thread(self, scope: Scope, thread: str, ids: Sequence[str]) -> None:
        key = _key(scope, thread)
        gone = [self.places.get(key, {}).pop(each, None) for each in ids]
        if any(each is not None for each in gone):
            self.revisions[key] = self.revisions.get(key, 0) + 1

    @override
    async def thread_revision(self, scope: Scope, thread: str) -> str:
        return str(self.revisions.get(_key(scope, thread), 0))

    async def grow(self, scope: Scope, thread: str) -> None:
        """Change a thread's revision as if somebody else had joined it."""
        self.revisions[_key(scope, thread)] += 1

    @override
    async def note_change(self, scope: Scope, *, has_passages: bool = False) -> None:
        self.changes.append(scope)
        if has_passages:
            self.with_passages.add(scope)


def _key(scope: Scope, thread: str) -> str:
    return f"{scope.tenant}:{scope.project}:{thread}"


def _around(order: Sequence[str], item_id: str) -> Sequence[str]:
    if item_id not in order:
        return ()
    rank = order.index(item_id)
    return order[max(rank - REACH, 0) : rank + REACH + 1]
