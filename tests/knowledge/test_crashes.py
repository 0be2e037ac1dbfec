"""A store that crashed is sent again, and then everything is as if nothing had happened."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import pytest
from typing_extensions import override

from recollect.core.errors import StoreUnavailable
from recollect.knowledge.records import KnowledgeRecord
from tests.cases import each_case
from tests.knowledge.fakes import FakeKnowledge
from tests.knowledge.stores import TURNS, New, Stores, said

SECRET = "the merger with Hooli"
THREAD = [said(name, at) for at, name in enumerate("abde")]
PUBLIC: New = said("c", 1.5, SECRET)
CHANGES: dict[str, New] = {
    "is more restricted": {**PUBLIC, "restrictedToGroups": ["board"]},
    "moves to another thread": {**PUBLIC, "thread": "C2"},
    "leaves its thread": {"id": "c", "content": SECRET},
    "moves in time": {**PUBLIC, "created_at": "2020-01-01T00:00:00Z"},
    "says something else": {**PUBLIC, "content": "nothing"},
}


@dataclass(slots=True)
class BreakingKnowledge(FakeKnowledge):
    """A store that breaks down permanently after a number of writes."""

    writes_left: int = 1_000

    @override
    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        self._write()
        await FakeKnowledge.put(self, namespace, records)

    @override
    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        self._write()
        await FakeKnowledge.remove(self, namespace, ids)

    def _write(self) -> None:
        if not self.writes_left:
            raise StoreUnavailable("knowledge", "broke down")
        self.writes_left -= 1


async def a_conversation() -> tuple[Stores, BreakingKnowledge]:
    stores, knowledge = Stores(), BreakingKnowledge()
    stores.repository = knowledge
    await stores.store(*THREAD, PUBLIC)
    return stores, knowledge


@each_case("change", [*CHANGES])
@pytest.mark.parametrize("writes", range(6))
async def test_sending_an_item_again_finishes_a_store_that_crashed(
    change: str, writes: int
) -> None:
    whole, _ = await a_conversation()
    await whole.store(CHANGES[change])
    broken, knowledge = await a_conversation()
    knowledge.writes_left = writes
    with suppress(StoreUnavailable):  # with enough writes it is not cut off
        await broken.store(CHANGES[change])
    if change != "moves in time" and broken.item("c") == whole.item("c"):
        assert not beside(broken)  # not even before it is sent again
    knowledge.writes_left = 1_000
    await broken.store(CHANGES[change])
    assert broken.kept() == whole.kept()
    assert bool(beside(broken)) == (change == "moves in time")


def beside(stores: Stores) -> list[str]:
    """The ids of the other turns whose text has the secret."""
    turns = stores.repository.of(TURNS).values()
    return [each.id for each in turns if each.id != "c" and SECRET in each.text]
