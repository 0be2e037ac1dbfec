"""Turns and their neighbours when items join, leave, or are written concurrently."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.core.errors import StoreUnavailable
from recollect.knowledge.records import item_of
from tests.knowledge.stores import ITEMS, SCOPE, TURNS, New, Stores, said
from tests.retrieval.samples import days_ago


def lines(turn: str) -> list[str]:
    """A turn without its date."""
    return [each.removeprefix("says ") for each in turn.split("\n")[:-1]]


async def test_a_turn_holds_the_texts_of_two_neighbours_on_each_side(stores: Stores) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abcdef")))
    turns = stores.turns()
    assert lines(turns["a"]) == ["a", "a", "b", "c"]
    assert lines(turns["c"]) == ["a", "b", "c", "c", "d", "e"]
    assert lines(turns["f"]) == ["d", "e", "f", "f"]
    assert turns["c"].split("\n")[-1] == "Wednesday 15 January 2025"


async def test_turns_of_the_same_moment_keep_the_order_in_which_they_were_sent(
    stores: Stores,
) -> None:
    await stores.store(*(said(name, 0) for name in "zyx"))
    assert lines(stores.turns()["y"]) == ["z", "y", "y", "x"]


async def test_an_item_added_between_turns_becomes_their_neighbour(stores: Stores) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abcd")))
    await stores.store(said("new", 1.5))
    turns = {name: lines(turn) for name, turn in stores.turns().items()}
    assert turns == {
        "a": ["a", "a", "b", "new"],
        "b": ["a", "b", "b", "new", "c"],
        "new": ["a", "b", "new", "new", "c", "d"],
        "c": ["b", "new", "c", "c", "d"],
        "d": ["new", "c", "d", "d"],
    }


async def test_threads_and_projects_do_not_share_neighbours(stores: Stores) -> None:
    await stores.store(said("a", 0), said("b", 1, thread="C2"), {"id": "c", "content": "alone"})
    await stores.store(said("d", 0.5), project="app")
    assert {name: lines(turn) for name, turn in stores.turns().items()} == {
        "a": ["a", "a"],
        "b": ["b", "b"],
    }


async def test_a_turn_gives_back_exactly_its_item(stores: Stores) -> None:
    await stores.store(said("a", 0), said("b", 1, restrictedToGroups=["ops"], trust=0.4))
    for item_id, turn in stores.repository.of(TURNS).items():
        assert item_of(turn) == stores.item(item_id)


async def test_an_item_that_leaves_its_thread_loses_its_turn_and_its_neighbours(
    stores: Stores,
) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abc")))
    await stores.store({"id": "b", "content": "says b"})
    assert {name: lines(turn) for name, turn in stores.turns().items()} == {
        "a": ["a", "a", "c"],
        "c": ["a", "c", "c"],
    }
    await stores.store(said("d", 3))
    assert {name: lines(turn) for name, turn in stores.turns().items()} == {
        "a": ["a", "a", "c"],
        "c": ["a", "c", "c", "d"],
        "d": ["c", "d", "d"],
    }


async def test_an_item_that_moves_to_another_thread_is_a_turn_there(stores: Stores) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abc")))
    await stores.store(said("b", 1, thread="C2"))
    await stores.store(said("d", 3))
    turns = stores.turns()
    assert lines(turns["b"]) == ["b", "b"]
    assert lines(turns["c"]) == ["a", "c", "c", "d"]


async def test_an_item_that_grew_too_long_stays_no_turn_when_others_join(stores: Stores) -> None:
    await stores.store(*(said(name, at) for at, name in enumerate("abc")))
    await stores.store(said("b", 1, "long " * 1_000))
    await stores.store(said("d", 3))
    turns = stores.turns()
    assert turns.keys() == {"a", "c", "d"}
    assert lines(turns["c"]) == ["a", "c", "c", "d"]


async def test_a_thread_that_grew_meanwhile_is_read_again(stores: Stores) -> None:
    await stores.store(said("a", 0))

    async def another_writes() -> None:
        await stores.store(said("b", 1))

    stores.threads.meanwhile = [another_writes]
    await stores.store(said("c", 2))
    assert {name: lines(turn) for name, turn in stores.turns().items()} == {
        "a": ["a", "a", "b", "c"],
        "b": ["a", "b", "b", "c"],
        "c": ["a", "b", "c", "c"],
    }
    assert stores.threads.looks == 4


async def test_an_item_restricted_meanwhile_is_no_turns_neighbour(stores: Stores) -> None:
    await stores.store(said("a", 0), said("b", 1))

    async def it_is_restricted() -> None:
        await stores.store(said("b", 1, sensitivity=0.9))

    # Who has read it before writes its words after: the revision tells that writer to look again.
    stores.repository.after_reading = {ITEMS: it_is_restricted}
    await stores.store(said("a", 0))
    assert lines(stores.turns()["a"]) == ["a", "a"]
    assert lines(stores.turns()["b"]) == ["a", "b", "b"]


async def test_storing_in_a_thread_that_keeps_changing_fails_and_can_be_repeated(
    stores: Stores,
) -> None:
    async def it_grows() -> None:
        await stores.threads.grow(SCOPE, "C1")

    stores.threads.meanwhile = [it_grows] * 100
    with pytest.raises(StoreUnavailable):
        await stores.store(said("a", 0))
    stores.threads.meanwhile = []
    await stores.store(said("a", 0))
    assert lines(stores.turns()["a"]) == ["a", "a"]


BATCHES = st.lists(
    st.builds(
        said,
        st.sampled_from("abcdefgh"),
        st.integers(0, 3),
        st.sampled_from(["Yes", "No", "Maybe"]),
        thread=st.sampled_from(["C1", "C2", None]),
        derived_from=st.lists(st.sampled_from("abc"), max_size=2),
        trust=st.sampled_from([0.1, 0.5, 0.9]),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda each: str(each["id"]),
)


@given(BATCHES)
async def test_storing_again_changes_nothing_but_the_version(batch: list[New]) -> None:
    stores = Stores()
    first = await stores.store(*batch)
    before = stores.kept()
    assert await stores.store(*batch) == first
    assert stores.kept() == before
    assert stores.threads.changes == [SCOPE, SCOPE]


@given(BATCHES, st.data())
async def test_a_conversation_is_stored_alike_in_however_many_parts_it_is_sent(
    batch: list[New], data: st.DataObject
) -> None:
    apart, together = Stores(), Stores()
    # Times that differ, so that who comes first does not depend on the parts.
    moments = [{**each, "created_at": days_ago(len(batch) - at)} for at, each in enumerate(batch)]
    alone = [{**each, "derived_from": []} for each in moments]
    await together.store(*alone)
    for each in data.draw(st.permutations(alone)):
        await apart.store(each)
    assert apart.kept() == together.kept()
