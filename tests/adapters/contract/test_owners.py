"""What the record of writers promises: a writer owns all of a batch, or none of it."""

import asyncio

import pytest

from recollect.adapters.upstash.redis.owners import RedisOwners
from recollect.core.writer import Writer
from recollect.knowledge.ownership import Foreign, Owners
from tests.adapters.contract.evidence import Evidence
from tests.knowledge.fakes import FakeOwners
from tests.writers import ANN, BOB, EDITOR

NOBODY = Writer("", takes_over=True)


@pytest.fixture(params=["fake", "redis"])
def owners(request: pytest.FixtureRequest, evidence: Evidence) -> Owners:
    return FakeOwners() if request.param == "fake" else RedisOwners(evidence.stores.redis)


@pytest.fixture
def place(evidence: Evidence) -> str:
    """A namespace that nobody else uses."""
    return evidence.scope.project


async def test_an_item_is_not_overwritten_by_another_writer(owners: Owners, place: str) -> None:
    assert await owners.own(place, ["one", "two"], ANN) is None
    assert await owners.own(place, ["one"], ANN) is None
    assert await owners.own(place, ["two"], BOB) == Foreign("two", "ann")
    assert await owners.own(f"{place}-b", ["two"], BOB) is None


async def test_a_writer_owns_all_of_a_batch_or_none_of_it(owners: Owners, place: str) -> None:
    await owners.own(place, ["mine"], ANN)

    assert await owners.own(place, ["new", "mine", "newer"], BOB) == Foreign("mine", "ann")
    assert await owners.own(place, ["new", "newer"], ANN) is None


async def test_an_editor_takes_an_item_over_and_owns_it_from_then_on(
    owners: Owners, place: str
) -> None:
    await owners.own(place, ["one"], ANN)

    assert await owners.own(place, ["one"], EDITOR) is None
    assert await owners.own(place, ["one"], ANN) == Foreign("one", "editor")


async def test_one_of_many_simultaneous_writers_owns_the_whole_batch(
    owners: Owners, place: str
) -> None:
    writers = [ANN, BOB] * 5
    told = await asyncio.gather(*(owners.own(place, ["one", "two"], each) for each in writers))

    winners = {writer.subject for writer, refused in zip(writers, told, strict=True) if not refused}
    assert len(winners) == 1
    assert {each for each in told if each} == {Foreign("one", *winners)}


async def test_a_writer_without_a_name_owns_nothing_and_takes_nothing_over(
    owners: Owners, place: str
) -> None:
    await owners.own(place, ["hers"], ANN)

    assert await owners.own(place, ["hers", "free"], NOBODY, {"new": ["hers"]}) is None
    await owners.enlist(place, {"free": "1:free"}, "")
    assert await owners.own(place, ["hers"], BOB) == Foreign("hers", "ann")
    assert await owners.own(place, ["free"], BOB) is None


async def test_ids_may_look_like_keys(owners: Owners, place: str) -> None:
    names = ["a", "a:b", "a%b", "a%3Ab", "a:voters", "*"]
    for name in names:
        assert await owners.own(place, [name], ANN) is None
    for name in names:
        assert await owners.own(place, [name], BOB) == Foreign(name, "ann")


async def test_counts_from_before_an_item_had_a_writer_stay(evidence: Evidence, place: str) -> None:
    key = f"mem:{place}:one"
    await evidence.stores.redis.hset(key, "reads", "3")
    assert await RedisOwners(evidence.stores.redis).own(place, ["one"], BOB) is None
    assert await evidence.stores.redis.hgetall(key) == {"reads": "3", "writer": "bob"}
