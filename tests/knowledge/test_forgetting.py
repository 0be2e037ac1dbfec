"""Forgetting evidence: nothing of it is kept, not even in the texts of its neighbours."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from recollect.core.errors import NotFound, OwnedByAnother
from recollect.core.writer import Writer
from recollect.knowledge.forgetting import Forgotten, forget_evidence
from recollect.knowledge.passages import passages_namespace
from recollect.knowledge.solved_cases import SolvedCases
from tests.knowledge.fakes import FakeKnowledge
from tests.knowledge.stores import ITEMS, SCOPE, TURNS, New, Stores, said
from tests.writers import ANN, BOB, EDITOR

PASSAGES = passages_namespace(SCOPE)


async def forget(stores: Stores, item_id: str, writer: Writer = EDITOR) -> Forgotten:
    return await forget_evidence(
        SCOPE,
        item_id,
        stores.owned_by(writer),
        repository=stores.repository,
        threads=stores.threads,
        cases=SolvedCases(stores.run_cases, stores.repository),
    )


async def test_a_forgotten_item_leaves_nothing_behind(stores: Stores) -> None:
    await stores.store({"id": "a", "content": "x"}, {"id": "b", "content": "y"})
    changes = len(stores.threads.changes)
    assert await forget(stores, "a") == Forgotten(deleted_count=1, deleted_ids=("a",))
    assert set(stores.kept()[0]) == {"b"}
    assert {item_id for _, item_id in stores.owners.places} == {"b"}
    assert {item_id for _, item_id in stores.owners.writers} == {"b"}
    assert len(stores.threads.changes) == changes + 1
    with pytest.raises(NotFound, match="a in acme/web"):
        await forget(stores, "a")


async def test_a_forgotten_turn_leaves_its_conversation_and_its_neighbours_texts(
    stores: Stores,
) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abcde")))
    await forget(stores, "c")
    assert set(stores.turns()) == set("abde")
    assert not any("says c" in text for text in stores.turns().values())
    # As if it had never been there.
    never = Stores()
    await never.store(*(said(name, at) for at, name in enumerate("abcde") if name != "c"))
    assert stores.turns() == never.turns()
    (places,) = stores.threads.places.values()
    assert list(places) == list("abde")


async def test_the_last_turn_of_a_conversation_can_be_forgotten(stores: Stores) -> None:
    await stores.store(said("a", 0))
    await forget(stores, "a")
    assert stores.kept() == ({}, {})


async def test_an_item_is_forgotten_only_by_its_writer_or_an_editor(stores: Stores) -> None:
    await stores.store({"id": "a", "content": "x"}, writer=ANN)
    with pytest.raises(OwnedByAnother):
        await forget(stores, "a", BOB)
    assert set(stores.kept()[0]) == {"a"}
    await forget(stores, "a", EDITOR)
    await stores.store({"id": "a", "content": "x"}, writer=BOB)
    assert stores.owners.writers[ITEMS, "a"] == "bob"


async def test_a_repeat_finishes_an_interrupted_forgetting(stores: Stores) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abc")))
    await stores.owners.strike(ITEMS, ["b"])
    await stores.threads.leave_thread(SCOPE, "C1", ["b"])
    assert (await forget(stores, "b")).deleted_ids == ("b",)
    assert set(stores.turns()) == set("ac")


async def test_a_turn_whose_item_is_already_gone_is_forgotten(stores: Stores) -> None:
    await stores.store(said("a", 0))
    await stores.repository.remove(ITEMS, ["a"])
    await forget(stores, "a")
    assert stores.repository.of(TURNS) == {}


@given(st.lists(st.sampled_from(["store", "forget"]), min_size=1, max_size=8))
async def test_concurrent_storing_and_forgetting_leave_no_unlisted_item(acts: list[str]) -> None:
    stores = Stores()

    async def act(kind: str) -> None:
        if kind == "store":
            await stores.store({"id": "a", "content": "x"})
            return
        with suppress(NotFound):
            await forget(stores, "a")

    await asyncio.gather(*map(act, acts))
    if "a" in stores.kept()[0]:
        assert (ITEMS, "a") in stores.owners.places


async def test_storing_a_long_item_while_it_is_forgotten_leaves_no_passages() -> None:
    page: New = {"id": "page", "content": "All about pumps. " * 200}

    @dataclass(slots=True)
    class Meanwhile(FakeKnowledge):
        """A store where somebody stores the item again just before its record is removed."""

        @override
        async def remove(self, namespace: str, ids: Sequence[str]) -> None:
            if namespace == ITEMS:
                await stores.store(page)
            await FakeKnowledge.remove(self, namespace, ids)

    stores = Stores()
    stores.repository = Meanwhile()
    await stores.store(page)
    assert stores.repository.of(PASSAGES) != {}
    await forget(stores, "page")
    assert stores.repository.of(ITEMS) == stores.repository.of(PASSAGES) == {}
