"""Storing a memory while it is deleted, or after its deletion was interrupted."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.lifecycle.storing import store_memory
from recollect.memories.stored.ledger_data import ClaimResult, Occurrence
from recollect.memories.stored.record import MemoryRecord
from recollect.memories.stored.stores import MemoryStores
from tests.memories.acting import Actors
from tests.memories.fakes import FakeIndex, FakeLedger
from tests.memories.lifecycle import begin, break_off_deletion, delete, exist
from tests.memories.samples import APP, new_memory, op, record_of
from tests.virtual_time import virtually


class LateLedger(FakeLedger):
    """A ledger where something else happens once, before a claim is taken."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._meanwhile: list[Callable[[], Awaitable[object]]] = [meanwhile]

    @override
    async def claim(self, keys: Sequence[Key], token: str) -> tuple[ClaimResult, ...]:
        if self._meanwhile and token.startswith("late"):
            await asyncio.sleep(0)  # the record is looked for
            await self._meanwhile.pop()()
        return await super().claim(keys, token)


async def test_a_record_removed_while_its_claim_is_requested_is_added_anew() -> None:
    index = FakeIndex()

    async def remove() -> None:
        await index.remove(record_of().collection, (record_of().id,))
        await delete(ledger, record_of().key)

    ledger = LateLedger(remove)
    await index.add((record_of(),))
    await begin(ledger, record_of())
    stored = await store_memory(
        new_memory(), APP, "restricted", op(), "late", MemoryStores(index, ledger)
    )
    assert not stored.deduplicated
    assert set(index.records) == {record_of().key}


async def test_a_record_added_while_its_claim_is_requested_makes_the_store_a_duplicate() -> None:
    index = FakeIndex()

    async def add() -> None:
        await index.add((record_of(category="theirs"),))
        await begin(ledger, record_of())

    ledger = LateLedger(add)
    stored = await store_memory(
        new_memory(), APP, "restricted", op(), "late", MemoryStores(index, ledger)
    )
    assert (stored.deduplicated, stored.metadata.category) == (True, "theirs")


async def test_a_memory_removed_before_its_repeat_is_counted_is_stored_anew() -> None:
    class Interrupted(FakeLedger):
        """The memory is deleted just before its repeat is counted by the holder of the claim."""

        times = 0

        @override
        async def count_occurrence(
            self, records: Sequence[MemoryRecord], token: str, operation: Operation
        ) -> tuple[Occurrence | None, ...]:
            self.times += 1
            if self.times == 1:
                await self.finish_deletion([each.key for each in records], [1], "theirs")
                await index.remove(records[0].collection, (records[0].id,))
            return await super().count_occurrence(records, token, operation)

    index, ledger = FakeIndex(), Interrupted()
    await index.add((record_of(),))
    await ledger.claim([record_of().key], "theirs")
    stored = await store_memory(
        new_memory(), APP, "restricted", op(), "mine", MemoryStores(index, ledger)
    )
    assert (stored.deduplicated, ledger.times) == (False, 2)
    assert set(index.records) == {record_of().key}
    assert await exist(ledger, record_of().key) == (True,)


async def test_a_memory_stored_over_a_tombstone_takes_nothing_over_from_it() -> None:
    stores = Actors()
    first = await stores.store(new_memory(category="old", conversation_id="cnv_1"))
    await break_off_deletion(stores.ledger, first.key)
    again = await stores.store(new_memory(category="new"))
    assert (again.deduplicated, again.metadata.category) == (False, "new")
    assert stores.index.records[again.key].metadata["category"] == "new"
    assert await stores.ledger.memories_of_conversation(again.metadata.collection, "cnv_1") == ()


def test_a_store_that_never_gets_the_claim_fails_as_unavailable() -> None:
    async def store() -> None:
        stores = Actors()
        await stores.ledger.claim([record_of().key], "for good")
        with pytest.raises(StoreUnavailable, match="adding or removing"):
            await stores.store()
        assert stores.index.records == {}

    virtually(store())
