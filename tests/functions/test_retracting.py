"""Retraction over HTTP takes back the effects of a memory in one call, and lists them."""

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
