"""Storing while the memory is removed, or after its removal broke off."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.core.ids import Key
from recollect.core.operation import Operation
from recollect.memories.record import Record
from recollect.memories.storing import Claim, Settled, store_memory
from tests.memories import virtual_time
from tests.memories.fakes import FakeCounts, FakeIndex
from tests.memories.lives import begin, break_off, forget
from tests.memories.samples import APP, new_memory, op, record_of
from tests.memories.test_storing import Stores


class LateCounts(FakeCounts):
    """While the claim is asked for, something else happens first; once."""

    def __init__(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._meanwhile: list[Callable[[], Awaitable[object]]] = [meanwhile]

    @override
    async def claim(self, keys: Sequence[Key], token: str) -> tuple[Claim, ...]:
        if self._meanwhile and token.startswith("late"):
            await asyncio.sleep(0)  # the record is looked for
            await self._meanwhile.pop()()
        return await super().claim(keys, token)


async def test_a_record_that_is_removed_while_the_claim_is_asked_for_is_added_anew() -> None:
    index = FakeIndex()

    async def remove() -> None:
        await index.remove(record_of().collection, (record_of().id,))
        await forget(counts, record_of().key)

    counts = LateCounts(remove)
    await index.add((record_of(),))
    await begin(counts, record_of())
    stored = await store_memory(new_memory(), APP, op(), "late", records=index, births=counts)
    assert not stored.deduplicated
    assert set(index.records) == {record_of().key}


async def test_a_record_that_is_added_while_the_claim_is_asked_for_is_met() -> None:
    index = FakeIndex()

    async def add() -> None:
        await index.add((record_of(category="theirs"),))
        await begin(counts, record_of())

    counts = LateCounts(add)
    stored = await store_memory(new_memory(), APP, op(), "late", records=index, births=counts)
    assert (stored.deduplicated, stored.metadata.category) == (True, "theirs")


async def test_who_meets_a_memory_that_is_removed_before_it_counts_makes_it_anew() -> None:
    class Interrupted(FakeCounts):
        """The memory is removed just before it is counted as met, by who has the claim."""

        times = 0

        @override
        async def settle(
            self, records: Sequence[Record], token: str, operation: Operation
        ) -> tuple[Settled | None, ...]:
            self.times += 1
            if self.times == 1:
                await self.remove([each.key for each in records], "theirs")
                await index.remove(records[0].collection, (records[0].id,))
            return await super().settle(records, token, operation)

    index, counts = FakeIndex(), Interrupted()
    await index.add((record_of(),))
    await counts.claim([record_of().key], "theirs")
    stored = await store_memory(new_memory(), APP, op(), "mine", records=index, births=counts)
    assert (stored.deduplicated, counts.times) == (False, 2)
    assert set(index.records) == {record_of().key}
    assert await counts.begun([record_of().key]) == (True,)


async def test_what_replaces_a_condemned_memory_takes_nothing_over() -> None:
    stores = Stores()
    first = await stores.store(new_memory(category="old", conversation_id="cnv_1"))
    await break_off(stores.counts, first.key)
    again = await stores.store(new_memory(category="new"))
    assert (again.deduplicated, again.metadata.category) == (False, "new")
    assert stores.index.records[again.key].metadata["category"] == "new"
    assert await stores.counts.of_conversation(again.metadata.collection, "cnv_1") == ()


def test_who_never_gets_the_claim_gives_up_as_a_store_that_cannot_serve() -> None:
    async def store() -> None:
        stores = Stores()
        await stores.counts.claim([record_of().key], "for good")
        with pytest.raises(StoreUnavailable, match="adding or removing"):
            await stores.store()
        assert stores.index.records == {}

    virtual_time.run(store())
