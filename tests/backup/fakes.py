"""Stores to back up and to restore into, kept in memory."""

from collections.abc import Awaitable, Callable, Sequence

from recollect.backup.ports import KeyEntry, RestoreMark
from recollect.knowledge.records import KnowledgeRecord


async def _at_once() -> None:
    """Wait for nobody."""


class FakeKeys:
    """The port `BackupKeys`: a page has one key. `meet` is awaited before each reading."""

    def __init__(self, *names: str, meet: Callable[[], Awaitable[object]] = _at_once) -> None:
        self.kept = {name: KeyEntry(name=name, kind="string", items=((name,),)) for name in names}
        self._meet = meet
        self._mark: RestoreMark | None = None

    async def read(self, cursor: str, limit: int) -> tuple[Sequence[KeyEntry], str]:
        await self._meet()
        start = int(cursor or 0)
        following = start + min(limit, 1)
        page = list(self.kept.values())[start:following]
        return page, str(following) if following < len(self.kept) else ""

    async def write(self, entries: Sequence[KeyEntry]) -> None:
        self.kept |= {each.name: each for each in entries}

    async def is_empty(self) -> bool:
        return not self.kept

    async def load_mark(self) -> RestoreMark | None:
        return self._mark

    async def save_mark(self, mark: RestoreMark) -> None:
        self._mark = mark

    async def clear_mark(self) -> None:
        self._mark = None


class NoRecords:
    """The port `BackupRecords` of an index that keeps nothing."""

    async def namespaces(self) -> Sequence[str]:
        return ()

    async def page(
        self, namespace: str, cursor: str, limit: int
    ) -> tuple[Sequence[KnowledgeRecord], str]:
        raise AssertionError(f"{limit} of {namespace} after {cursor!r}: there is no namespace")

    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        raise AssertionError(f"{len(records)} of {namespace}: nothing was read")
