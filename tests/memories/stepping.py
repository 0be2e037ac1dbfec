"""Both stores in memory, with something that happens around each of their calls."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Literal, Protocol

from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.deletion import Condemnation, Condition
from recollect.memories.paging import Page
from recollect.memories.record import Metadata, Record, Standing
from recollect.memories.requests import NewVote
from recollect.memories.storing import Claim, Settled
from recollect.memories.transfer import Legacy
from tests.memories.fakes import FakeCounts, FakeIndex

CALLS = (
    *("index.get", "index.add", "index.remove", "index.patch", "index.page"),
    *("counts.read", "counts.claim", "counts.settle", "counts.release", "counts.vote"),
    *("counts.condemn", "counts.condemned", "counts.remove", "counts.begun", "counts.inherit"),
)

CLAIM_SECONDS = 6


class Steps(Protocol):
    """What happens around calls."""

    def around(self, call: str) -> AbstractAsyncContextManager[None]:
        """What happens around one call, which has its effect inside."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A call that fails once, before it had its effect or after."""

    call: str
    when: Literal["before", "after"] = "before"


class Faults:
    """Each fault happens at the first call that it is about."""

    def __init__(self, *faults: Fault) -> None:
        self._left = list(faults)

    def add(self, *faults: Fault) -> None:
        self._left += faults

    @asynccontextmanager
    async def around(self, call: str) -> AsyncIterator[None]:
        self._happen(Fault(call, "before"))
        yield
        self._happen(Fault(call, "after"))

    def _happen(self, fault: Fault) -> None:
        if fault in self._left:
            self._left.remove(fault)
            raise StoreUnavailable(fault.call, f"broke off {fault.when} its effect")


class SteppedIndex(FakeIndex):
    """The searchable store."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self.steps = steps

    @override
    async def get(self, collection: str, ids: tuple[str, ...]) -> tuple[Record | None, ...]:
        async with self.steps.around("index.get"):
            return await super().get(collection, ids)

    @override
    async def add(self, records: tuple[Record, ...]) -> None:
        async with self.steps.around("index.add"):
            await super().add(records)

    @override
    async def patch(self, key: Key, metadata: Metadata) -> bool:
        async with self.steps.around("index.patch"):
            return await super().patch(key, metadata)

    @override
    async def remove(self, collection: str, ids: tuple[str, ...]) -> int:
        async with self.steps.around("index.remove"):
            return await super().remove(collection, ids)

    @override
    async def page(self, collection: str, cursor: str, limit: int) -> Page:
        async with self.steps.around("index.page"):
            return await super().page(collection, cursor, limit)


class SteppedCounts(FakeCounts):
    """The counting store."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self.steps = steps

    @override
    async def read(self, keys: tuple[Key, ...]) -> tuple[Standing, ...]:
        async with self.steps.around("counts.read"):
            return await super().read(keys)

    @override
    async def claim(self, keys: Sequence[Key], token: str) -> tuple[Claim, ...]:
        async with self.steps.around("counts.claim"):
            return await super().claim(keys, token)

    @override
    async def settle(
        self, records: Sequence[Record], token: str, operation: Operation
    ) -> tuple[Settled | None, ...]:
        async with self.steps.around("counts.settle"):
            return await super().settle(records, token, operation)

    @override
    async def release(self, keys: Sequence[Key], token: str) -> None:
        async with self.steps.around("counts.release"):
            await super().release(keys, token)

    @override
    async def vote(self, key: Key, vote: NewVote, operation: Operation) -> Standing | None:
        async with self.steps.around("counts.vote"):
            return await super().vote(key, vote, operation)

    @override
    async def condemn(
        self, keys: Sequence[Key], conditions: Sequence[Condition], token: str
    ) -> tuple[Condemnation, ...]:
        async with self.steps.around("counts.condemn"):
            return await super().condemn(keys, conditions, token)

    @override
    async def condemned(self, collection: str) -> tuple[str, ...]:
        async with self.steps.around("counts.condemned"):
            return await super().condemned(collection)

    @override
    async def remove(self, keys: Sequence[Key], token: str) -> tuple[int, ...]:
        async with self.steps.around("counts.remove"):
            return await super().remove(keys, token)

    @override
    async def begun(self, keys: Sequence[Key]) -> tuple[bool, ...]:
        async with self.steps.around("counts.begun"):
            return await super().begun(keys)

    @override
    async def inherit(
        self,
        records: Sequence[Record],
        legacies: Sequence[Legacy],
        token: str,
        operation: Operation,
    ) -> tuple[bool, ...]:
        async with self.steps.around("counts.inherit"):
            return await super().inherit(records, legacies, token, operation)


class ExpiringCounts(SteppedCounts):
    """The counting store, whose claims expire by themselves as those of the real one do."""

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._until: dict[Key, float] = {}

    @override
    def _holder(self, key: Key) -> str | None:
        if asyncio.get_running_loop().time() >= self._until.get(key, 0):
            self._claims.pop(key, None)
        return super()._holder(key)

    @override
    def _take(self, key: Key, token: str) -> bool:
        if self._holder(key) is None:
            self._until[key] = asyncio.get_running_loop().time() + CLAIM_SECONDS
        return super()._take(key, token)
