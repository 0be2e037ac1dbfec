"""Turns when several write to a conversation at once: each says what its item says, or is gone."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from recollect.core.errors import NotFound
from recollect.knowledge.records import KnowledgeRecord, item_of
from recollect.knowledge.turns import Conversations
from tests.knowledge.fakes import FakeKnowledge, Meanwhile
from tests.knowledge.stores import ITEMS, SCOPE, New, Stores, said
from tests.knowledge.test_forgetting import forget

Act = Callable[[Stores], Awaitable[object]]


@dataclass(slots=True)
class PausingKnowledge(FakeKnowledge):
    """A store that lets others go on before and after each call, now sooner and now later."""

    random: Random = field(default_factory=Random)

    async def _pause(self) -> None:
        for _ in range(self.random.randrange(6)):
            await asyncio.sleep(0)

    @override
    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        await self._pause()
        await FakeKnowledge.put(self, namespace, records)
        await self._pause()

    @override
    async def get(self, namespace: str, ids: Sequence[str]) -> Sequence[KnowledgeRecord]:
        await self._pause()
        found = await FakeKnowledge.get(self, namespace, ids)
        await self._pause()
        return found

    @override
    async def remove(self, namespace: str, ids: Sequence[str]) -> None:
        await self._pause()
        await FakeKnowledge.remove(self, namespace, ids)
        await self._pause()


@dataclass(slots=True)
class InterruptedKnowledge(FakeKnowledge):
    """A store where others act once, just before records of a namespace are written."""

    before_writing: dict[str, Meanwhile] = field(default_factory=dict)

    @override
    async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
        if (meanwhile := self.before_writing.pop(namespace, None)) is not None:
            await meanwhile()
        await FakeKnowledge.put(self, namespace, records)


def assert_turns_say_what_items_say(stores: Stores) -> None:
    items, turns = stores.kept()
    assert turns.keys() <= items.keys()
    assert all(item_of(turn) == item_of(items[name]) for name, turn in turns.items())


def storing(item: New) -> Act:
    return lambda stores: stores.store(item)


def forgetting(name: str) -> Act:
    async def act(stores: Stores) -> None:
        with suppress(NotFound):
            await forget(stores, name)

    return act


@st.composite
def acts(draw: st.DrawFn) -> Act:
    name = draw(st.sampled_from("abc"))
    said_again = said(name, "abc".index(name), draw(st.sampled_from(["Yes", "No"])))
    return draw(
        st.sampled_from(
            [
                forgetting(name),
                storing(said_again),
                storing({**said_again, "sensitivity": 0.9}),
                storing({**said_again, "thread": "C2"}),
                storing({"id": name, "content": "Elsewhere"}),
            ]
        )
    )


@given(st.lists(acts(), min_size=2, max_size=3), st.randoms(use_true_random=True))
async def test_whatever_happens_at_once_a_turn_says_what_its_item_says(
    at_once: list[Act], random: Random
) -> None:
    stores = Stores()
    stores.repository = PausingKnowledge(random=random)
    await stores.store(said("a", 0), said("b", 1), said("c", 2))
    await asyncio.gather(*(act(stores) for act in at_once))
    assert_turns_say_what_items_say(stores)


async def _with_b_changed_after_c_has_read_it(change: Act) -> Stores:
    stores = Stores()
    await stores.store(said("a", 0), said("b", 1))

    async def is_read_next() -> None:
        stores.repository.after_reading = {ITEMS: lambda: _done(change(stores))}

    stores.threads.meanwhile = [is_read_next]
    await stores.store(said("c", 2))
    return stores


async def _done(act: Awaitable[object]) -> None:
    await act


async def test_an_item_that_is_forgotten_meanwhile_gets_no_turn_from_a_neighbour() -> None:
    stores = await _with_b_changed_after_c_has_read_it(forgetting("b"))
    assert stores.turns().keys() == {"a", "c"}
    assert not any("says b" in text for text in stores.turns().values())


async def test_an_item_that_leaves_meanwhile_and_is_restricted_keeps_no_former_turn() -> None:
    secret: New = {"id": "b", "content": "says b", "sensitivity": 0.9}
    stores = await _with_b_changed_after_c_has_read_it(storing(secret))
    assert stores.turns().keys() == {"a", "c"}


async def test_an_item_that_moves_meanwhile_keeps_its_turn_in_the_other_conversation() -> None:
    stores = await _with_b_changed_after_c_has_read_it(storing(said("b", 1, thread="C2")))
    assert_turns_say_what_items_say(stores)
    assert stores.turns().keys() == {"a", "b", "c"}


async def test_neighbours_that_are_forgotten_at_once_leave_no_turns() -> None:
    stores = Stores()
    await stores.store(said("a", 0), said("b", 1), said("c", 2))

    async def is_read_next() -> None:
        stores.repository.after_reading = {ITEMS: lambda: _done(forgetting("c")(stores))}

    stores.threads.meanwhile = [is_read_next]
    await forget(stores, "b")
    assert stores.turns().keys() == {"a"}


async def test_neighbours_that_leave_at_once_leave_no_words_behind() -> None:
    stores = Stores()
    stores.repository = repository = InterruptedKnowledge()
    await stores.store(said("a", 0), said("b", 1), said("c", 2))
    moving = storing(said("c", 2, thread="C2"))
    repository.before_writing = {ITEMS: lambda: _done(moving(stores))}
    await stores.store(said("b", 1, thread="C2"))
    assert "says b" not in stores.turns()["a"]


async def test_an_item_that_comes_back_while_it_leaves_has_its_turn() -> None:
    stores = Stores()
    await stores.store(said("a", 0), said("b", 1))
    stores.threads.meanwhile = [_nothing, lambda: _done(storing(said("b", 1))(stores))]
    await stores.store({"id": "b", "content": "Elsewhere"})
    assert stores.turns().keys() == {"a", "b"}


async def test_an_item_that_is_forgotten_with_its_place_leaves_no_words_with_its_neighbours() -> (
    None
):
    stores = Stores()
    await stores.store(said("a", 0), said("b", 1))
    stored = stores.repository.records[ITEMS].pop("b")
    await stores.threads.leave_thread(SCOPE, "C1", ["b"])
    conversations = Conversations(SCOPE, stores.repository, stores.threads)
    await conversations.confirm_turns([stored])
    assert stores.turns().keys() == {"a"}
    assert "says b" not in stores.turns()["a"]
    assert not any("b" in places for places in stores.threads.places.values())


async def test_an_item_that_moves_while_it_is_forgotten_leaves_no_words_there() -> None:
    stores = Stores()
    await stores.store(said("a", 0), said("b", 1), said("c", 2, thread="C2"))
    moving = storing(said("b", 1, thread="C2"))
    stores.threads.meanwhile = [lambda: _done(moving(stores))]
    await forget(stores, "b")
    assert stores.turns().keys() == {"a", "c"}
    assert not any("says b" in text for text in stores.turns().values())


async def _nothing() -> None:
    pass
