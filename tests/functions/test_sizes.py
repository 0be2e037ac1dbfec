"""Answers that would be larger than a function may give, and how they are cut."""

import json

from tests.functions.calling import App, Json, read
from tests.functions.importing import Importer, line
from tests.functions.stores import Stores

LIMIT = 6 * 1024 * 1024
# Adds that many corrections of this text to a history.
FILL = """
for n = 1, tonumber(ARGV[1]) do
  redis.call('XADD', KEYS[1], '*', 'at', '2026-01-15T09:30:00Z', 'type', 'corrected',
    'actor', 'ann', 'details', ARGV[2])
end
"""


def payload_size(answer: Json) -> int:
    """The bytes of a function's answer: JSON, with the body in it as a string of JSON."""
    return len(json.dumps({"body": json.dumps(answer, ensure_ascii=False)}).encode())


async def test_a_search_that_finds_too_much_text_says_what_there_was_no_room_for(
    app: App, importer: Importer
) -> None:
    text = "🌊" * 15_900
    lines = [line(f"Ticket {n} {text}", 1, decision=text) for n in range(20)]
    await importer.add(app, lines, at_once=5)
    found = await app.found("Ticket", threshold=0, limit=100, explain=True)

    reasons = [each["reason"] for each in found["dropped"]]
    assert found["results"]
    assert set(reasons) == {"size"}
    assert len(found["results"]) + len(reasons) == 20
    assert payload_size(found) < LIMIT
    scores = [each["score"] for each in found["results"]]
    assert scores == sorted(scores, reverse=True)


async def test_a_long_history_is_told_from_its_end(app: App, stores: Stores) -> None:
    memory_id = await app.stored()
    log = f"mem:{app.collection}:{memory_id}:log"
    correction = "\x01" * 4_000
    await stores.redis("EVAL", FILL, 1, log, 1_000, json.dumps({"correction": correction}))
    read(await app.send("POST", f"memories/{memory_id}/validation"))
    answer = read(await app.send("GET", f"memories/{memory_id}/history"))

    assert answer["truncated"] is True
    assert [each["type"] for each in answer["events"][-2:]] == ["corrected", "validated"]
    assert answer["events"][-2]["details"] == {"correction": correction}
    assert 20 < len(answer["events"]) < 1_000
    assert payload_size(answer) < LIMIT


async def test_a_history_that_has_room_is_told_whole(app: App) -> None:
    memory_id = await app.stored()
    answer = read(await app.send("GET", f"memories/{memory_id}/history"))

    assert [each["type"] for each in answer["events"]] == ["stored"]
    assert "truncated" not in answer
