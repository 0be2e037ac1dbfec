"""Retraction over HTTP takes back the effects of a memory in one call, and lists them."""

import asyncio

from tests.functions.calling import App, assert_problem, read
from tests.functions.stores import Stores


async def retract(app: App, memory_id: str) -> object:
    return read(await app.send("POST", f"memories/{memory_id}/retract"))


async def test_the_effects_of_a_memory_are_taken_back_and_listed(app: App, stores: Stores) -> None:
    bad = await app.stored("The printer is on fire")
    made_of_it = await app.stored("Every printer is on fire", derived_from=[bad])
    read(await app.cite("run-1", bad, made_of_it))
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "success"}))

    told = await retract(app, bad)
    affected = {"runs": ["run-1"], "memories": [made_of_it], "packs": []}
    assert told == {"retracted": bad, "affected": affected}
    metadata = (await app.get(bad))["metadata"]
    assert (metadata["state"], metadata["votes"]["citations"]) == ("archived", 0)
    assert metadata["retracted"] is True
    assert (await app.get(made_of_it))["metadata"]["state"] == "quarantined"
    assert (await app.get(made_of_it))["metadata"]["votes"]["citations"] == 1
    assert await app.found_ids("printer on fire", threshold=0, include_stale=True) == []
    assert_problem(await app.cite("run-2", bad), 404)
    assert read(await app.store("The printer is on fire"), 200)["metadata"]["state"] == "archived"
    assert await retract(app, bad) == told
    assert_problem(await app.send("POST", "memories/mem_unknown/retract"), 404)

    read(await app.send("POST", f"memories/{made_of_it}/validation"))
    assert await app.found_ids("printer on fire", threshold=0) == [made_of_it]
    read(await app.send("DELETE", f"memories/{bad}"))
    named = await stores.remains(app, bad)
    # The derived memory still says that it was derived from it.
    assert [each for each in named if not each.startswith("once:")] == []
    assert (await app.get(made_of_it))["metadata"]["derived_from"] == [bad]


async def test_simultaneous_citations_and_retractions_leave_no_effect_of_the_memory(
    app: App,
) -> None:
    bad = await app.stored("The printer is on fire")

    async def act(number: int) -> None:
        match number % 4:
            case 0:
                answer = await app.cite(f"run-{number}", bad)
                assert answer.status_code in {200, 404}
            case 1:
                await app.stored(f"Printer {number} is on fire", derived_from=[bad])
            case 2:
                outcome = {"outcome": "success"}
                answer = await app.send("PUT", f"citations/run-{number - 2}/outcome", outcome)
                assert answer.status_code in {200, 404, 409}
            case _:
                await retract(app, bad)

    await asyncio.gather(*(act(number) for number in range(16)))
    votes = (await app.get(bad))["metadata"]["votes"]
    assert (votes["citations"], votes["success_rate"]) == (0, 0)
    listed = read(await app.send("GET", "memories?limit=100"))["memories"]
    states = [each["metadata"]["state"] for each in listed if each["id"] != bad]
    assert states == ["quarantined"] * 4
