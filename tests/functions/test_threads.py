"""POST /evidence: turns of a conversation, which are also found by their neighbours' words."""

from datetime import UTC, datetime, timedelta

from tests.functions.calling import Json
from tests.functions.evidence import Project

WORDS = ("zyxel", "quokka", "xylophone", "jacaranda", "waffle", "narwhal", "kumquat", "bobolink",
         "fjordland", "gherkin", "ocelot", "pumice", "quasar", "rhubarb", "tapioca", "umbrella",
         "vuvuzela", "wombat", "yarrow", "zeppelin")  # fmt: skip


def turn(place: int, thread: str = "talk", **fields: object) -> Json:
    """The item at a place of a thread, with a word of its own."""
    moment = datetime(2026, 1, 15, 9, tzinfo=UTC) + timedelta(minutes=place)
    return {"id": f"turn-{place}", "content": f"Yes, {WORDS[place]}.", "thread": thread,
            "created_at": moment.isoformat(), **fields}  # fmt: skip


async def test_a_turn_is_found_by_its_neighbours_words(project: Project) -> None:
    await project.stored(*(turn(place) for place in range(7)))

    found = await project.found(WORDS[3], query={"type": "keyword"})
    assert set(found) == {"turn-1", "turn-2", "turn-3", "turn-4", "turn-5"}
    assert found[0] == "turn-3"
    (result,) = (each for each in (await project.payload(WORDS[3]))["results"]
                 if each["id"] == "turn-1")  # fmt: skip
    assert result["content"] == f"Yes, {WORDS[1]}."
