"""What memories bring, from searches in a run to the answer of `GET …/uplift`."""

from tests.functions.calling import App, assert_problem, read


async def shown(app: App, run: str) -> list[str]:
    search = {"query": "A customer wants a refund", "threshold": 0, "run_id": run}
    found = read(await app.send("POST", "memories/search", search))["results"]
    return [each["memory"]["id"] for each in found]


async def test_runs_that_end_with_and_without_a_memory_tell_what_it_brings(app: App) -> None:
    memory_id = await app.stored()
    for number in range(3):
        assert await shown(app, f"run-{number}") == [memory_id]
        body = {"outcome": "failure"}
        judged = read(await app.send("PUT", f"citations/run-{number}/outcome", body))
        assert judged["updated"] == []

    told = read(await app.send("GET", "uplift"))
    report = {"status": "unknown", "shown": 3, "withheld": 0}
    assert told == {"app": report, "memories": [{"id": memory_id, **report}]}


async def test_explain_tells_what_is_known_of_a_memory(app: App) -> None:
    memory_id = await app.stored()
    read(await app.send("POST", "citations", {"run_id": "r", "memory_ids": [memory_id]}))
    read(await app.send("PUT", "citations/r/outcome", {"outcome": "success"}))
    search = {"query": "A customer wants a refund", "threshold": 0, "explain": True}
    (found,) = read(await app.send("POST", "memories/search", search))["results"]

    learned = found["learned"]
    assert (learned["successes"], learned["failures"]) == (1, 0)
    assert learned["interval"]["low"] < learned["posterior"] < learned["interval"]["high"]
    assert learned["posterior"] == 2 / 3


async def test_a_run_of_which_nothing_is_known_has_no_outcome(app: App) -> None:
    assert_problem(await app.send("PUT", "citations/none/outcome", {"outcome": "success"}), 404)
