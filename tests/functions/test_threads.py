"""POST /evidence: turns of a conversation, which are also found by their neighbours' words."""

import asyncio
from datetime import UTC, datetime, timedelta

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
    """The words of the turn at a place and of its neighbours."""
    return set(WORDS[max(0, place - 2) : min(length, place + 3)])


async def words_around(stores: Stores, project: Project) -> dict[str, set[str]]:
    """The words in the stored record of each turn."""
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
    (result,) = (each for each in (await project.payload(WORDS[3]))["results"]
                 if each["id"] == "turn-1")  # fmt: skip
    assert result["content"] == f"Yes, {WORDS[1]}."


async def test_a_turn_is_found_by_its_day(project: Project) -> None:
    await project.stored(turn(0), turn(1, created_at="2026-02-17T09:00:00Z"))

    assert await project.found("in february", query={"type": "keyword"}) == ["turn-1"]
    assert await project.found("on thursday", query={"type": "keyword"}) == ["turn-0"]


async def test_a_turn_that_is_replaced_is_found_by_its_new_words(
    project: Project, stores: Stores
) -> None:
    await project.stored(*(turn(place) for place in range(5)))
    await project.stored(turn(2, content=f"No, {WORDS[15]}."))

    said = {each: (words - {WORDS[2]}) | {WORDS[15]} for each, words in expected(5).items()}
    assert await words_around(stores, project) == said


async def test_turns_sent_simultaneously_get_their_right_neighbours(
    project: Project, stores: Stores
) -> None:
    places = [step * 7 % len(WORDS) for step in range(len(WORDS))]
    for answer in await asyncio.gather(*(project.send(turn(place)) for place in places)):
        read(answer)
    assert await words_around(stores, project) == expected(len(WORDS))
