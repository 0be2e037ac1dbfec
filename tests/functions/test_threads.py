"""POST /evidence: items of a conversation, which are also found by their neighbours' words."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.functions.calling import Json, read
from tests.functions.evidence import Project
from tests.functions.stores import Stores

WORDS = ("zyxel", "quokka", "xylophone", "jacaranda", "waffle", "narwhal", "kumquat", "bobolink",
         "fjordland", "gherkin", "ocelot", "pumice", "quasar", "rhubarb", "tapioca", "umbrella",
         "vuvuzela", "wombat", "yarrow", "zeppelin")  # fmt: skip


def turn(place: int, thread: str = "talk", **fields: object) -> Json:
    """The item at a place of a thread, with a word of its own."""
    moment = datetime(2026, 1, 15, 9, tzinfo=UTC) + timedelta(minutes=place)
    return {"id": f"turn-{place}", "content": f"Yes, {WORDS[place]}.", "thread": thread,
            "created_at": moment.isoformat(), **fields}  # fmt: skip


def window(place: int, length: int) -> set[str]:
    """The words that the turn at a place stands among."""
    return set(WORDS[max(0, place - 2) : min(length, place + 3)])


async def words_around(stores: Stores, project: Project) -> dict[str, set[str]]:
    """Of each turn, the words of its record."""
    body = {"cursor": "0", "limit": 1_000, "includeData": True}
    records = (await stores.vector(f"range/{project.namespace}:turns", body))["vectors"]
    return {each["id"]: {word for word in WORDS if word in each["data"]} for each in records}


def expected(length: int) -> dict[str, set[str]]:
    return {f"turn-{place}": window(place, length) for place in range(length)}


async def test_a_turn_is_found_by_its_neighbours_words(project: Project) -> None:
    await project.stored(*(turn(place) for place in range(7)))

    found = await project.found(WORDS[3], query={"type": "keyword"})
    assert set(found) == {"turn-1", "turn-2", "turn-3", "turn-4", "turn-5"}
    assert found[0] == "turn-3"
    (result,) = (each for each in (await project.told(WORDS[3]))["results"]
                 if each["id"] == "turn-1")  # fmt: skip
    assert result["content"] == f"Yes, {WORDS[1]}."


async def test_a_turn_is_found_by_its_day(project: Project) -> None:
    await project.stored(turn(0), turn(1, created_at="2026-02-17T09:00:00Z"))

    assert await project.found("in february", query={"type": "keyword"}) == ["turn-1"]
    assert await project.found("on thursday", query={"type": "keyword"}) == ["turn-0"]


@pytest.mark.parametrize("order", [range(6, -1, -1), (3, 0, 6, 1, 5, 2, 4)], ids=str)
async def test_turns_that_come_one_by_one_get_the_same_neighbours(
    project: Project, stores: Stores, order: tuple[int, ...]
) -> None:
    for place in order:
        await project.stored(turn(place))

    assert await words_around(stores, project) == expected(7)


async def test_turns_of_one_moment_stand_in_the_order_in_which_they_were_sent(
    project: Project, stores: Stores
) -> None:
    moment = "2026-01-15T09:00:00Z"
    await project.stored(*(turn(place, created_at=moment) for place in range(7)))

    assert await words_around(stores, project) == expected(7)


async def test_threads_do_not_mix(project: Project, stores: Stores) -> None:
    await project.stored(
        *(turn(place, thread="ab"[place % 2]) for place in range(4)),
        {"id": "plain", "content": f"No thread, {WORDS[9]}."},
    )
    other = Project(project.client, f"{project.project}-b")
    await other.stored(turn(5, thread="a"))

    assert await words_around(stores, project) == {
        "turn-0": {WORDS[0], WORDS[2]},
        "turn-1": {WORDS[1], WORDS[3]},
        "turn-2": {WORDS[0], WORDS[2]},
        "turn-3": {WORDS[1], WORDS[3]},
    }


async def test_a_thread_may_be_named_like_a_key(project: Project, stores: Stores) -> None:
    names = ("a", "a:revision", "a%revision", "a%3Arevision", "ü b", "*")
    for place, name in enumerate(names):
        await project.stored(turn(place, thread=name), turn(place + 7, thread=name))

    found = await words_around(stores, project)
    for place in range(len(names)):
        assert found[f"turn-{place}"] == {WORDS[place], WORDS[place + 7]}


async def test_a_turn_that_is_said_again_in_other_words_is_found_by_those(
    project: Project, stores: Stores
) -> None:
    await project.stored(*(turn(place) for place in range(5)))
    await project.stored(turn(2, content=f"No, {WORDS[15]}."))

    said = {each: (words - {WORDS[2]}) | {WORDS[15]} for each, words in expected(5).items()}
    assert await words_around(stores, project) == said


async def test_turns_that_come_all_at_once_get_their_right_neighbours(
    project: Project, stores: Stores
) -> None:
    places = [step * 7 % len(WORDS) for step in range(len(WORDS))]
    for answer in await asyncio.gather(*(project.send(turn(place)) for place in places)):
        read(answer)
    assert await words_around(stores, project) == expected(len(WORDS))


async def test_an_item_that_left_its_thread_is_not_found_by_its_neighbours_words(
    project: Project, stores: Stores
) -> None:
    await project.stored(*(turn(place) for place in range(5)))
    left = turn(2)
    del left["thread"]
    await project.stored(left)

    assert "turn-2" not in await project.found(WORDS[1], query={"type": "keyword"})
    assert "turn-2" in await project.found(WORDS[2], query={"type": "keyword"})
    assert "turn-2" not in await words_around(stores, project)


async def test_an_item_that_changed_its_thread_is_found_by_its_new_neighbours_words(
    project: Project,
) -> None:
    await project.stored(*(turn(place) for place in range(5)))
    await project.stored(turn(8, thread="other"), turn(2, thread="other"))

    assert "turn-2" in await project.found(WORDS[8], query={"type": "keyword"})
    assert "turn-2" not in await project.found(WORDS[1], query={"type": "keyword"})
    await project.stored(turn(5))
    assert "turn-2" not in await project.found(WORDS[5], query={"type": "keyword"})


async def test_a_long_item_of_a_thread_explains_itself(project: Project, stores: Stores) -> None:
    await project.stored(turn(0), turn(1, content=f"{WORDS[1]} " * 600), turn(2))

    assert "turn-1" not in await words_around(stores, project)
    assert "turn-1" not in await project.found(WORDS[2], query={"type": "keyword"})
    assert "turn-1" in await project.found(WORDS[1], query={"type": "keyword"})
