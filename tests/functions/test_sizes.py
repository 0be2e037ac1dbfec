"""Answers that would exceed the size limit of a function, and how they are cut."""

import json

from tests.functions.calling import App, Json
from tests.functions.importing import Importer, line

LIMIT = 6 * 1024 * 1024


def payload_size(answer: Json) -> int:
    """The bytes of a function's answer: JSON, with the body in it as a string of JSON."""
    return len(json.dumps({"body": json.dumps(answer, ensure_ascii=False)}).encode())


async def test_a_search_that_finds_too_much_text_lists_what_it_dropped_for_size(
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
