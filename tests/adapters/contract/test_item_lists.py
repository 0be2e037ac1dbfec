"""What lists of knowledge promise: newest first, each item once, at its latest place."""

import asyncio
from itertools import pairwise

from recollect.core.places import from_ms, id_at, place_of
from recollect.knowledge.ownership import Foreign
from tests.adapters.contract.test_owners import owners, place
from tests.knowledge.fakes import FakeOwners
from tests.writers import ANN, BOB

__all__ = ["owners", "place"]


def places(**moments: int) -> dict[str, str]:
    return {item_id: place_of(at, item_id) for item_id, at in moments.items()}


async def ids(
    owners: FakeOwners, place: str, after: str = "", least: str = "", limit: int = 10
) -> list[str]:
    return [id_at(each) for each in await owners.listed(place, after, limit, least=least)]


async def test_items_are_listed_newest_first_within_their_bounds(
    owners: FakeOwners, place: str
) -> None:
    await owners.enlist(place, places(a=5, b=-7, c=3, d=5), "ann")
    assert await ids(owners, place) == ["d", "a", "c", "b"]
    assert await ids(owners, place, limit=2) == ["d", "a"]
    assert await ids(owners, place, after=place_of(5, "a")) == ["c", "b"]
    assert await ids(owners, place, after=from_ms(5)) == ["c", "b"]
    assert await ids(owners, place, least=from_ms(3)) == ["d", "a", "c"]
    assert await ids(owners, place, after=from_ms(5), least=from_ms(0)) == ["c"]
    assert await ids(owners, f"{place}-b") == []


async def test_an_item_that_is_put_again_moves(owners: FakeOwners, place: str) -> None:
    await owners.enlist(place, places(a=1, b=2), "ann")
    for at in (9, 9, 3):
        await owners.enlist(place, places(a=at), "ann")
    assert await owners.listed(place, "", 10, least="") == tuple(places(a=3, b=2).values())


async def test_a_struck_item_has_no_owner_and_is_no_longer_listed(
    owners: FakeOwners, place: str
) -> None:
    await owners.own(place, ["a"], ANN)
    await owners.enlist(place, places(a=1, b=2), "ann")
    assert await owners.own(place, ["b"], BOB) == Foreign("b", "ann")
    assert await owners.strike(place, ["a", "b", "unknown"]) == 2
    assert await ids(owners, place) == []
    assert await owners.own(place, ["a", "b"], BOB) is None
    assert await owners.strike(place, ["unknown"]) == 0


async def test_listing_an_item_does_not_change_its_writer(owners: FakeOwners, place: str) -> None:
    await owners.own(place, ["a"], ANN)
    await owners.enlist(place, places(a=1), "bob")
    assert await owners.own(place, ["a"], ANN) is None


async def test_many_at_once_leave_each_item_at_one_place(owners: FakeOwners, place: str) -> None:
    moments = range(16)
    await asyncio.gather(*(owners.enlist(place, places(a=at, b=-at), "ann") for at in moments))
    listed = await owners.listed(place, "", 10, least="")
    assert sorted(map(id_at, listed)) == ["a", "b"]
    assert all(one > other for one, other in pairwise(listed))
