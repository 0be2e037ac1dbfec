"""Citations: which memories a run used, and how the run turned out."""

import asyncio

import httpx

from tests.functions.calling import App, Json, assert_problem, read


async def outcome(app: App, run_id: str, how: str, *ids: str) -> httpx.Response:
    body = {"outcome": how, "memory_ids": list(ids)} if ids else {"outcome": how}
    return await app.send("PUT", f"citations/{run_id}/outcome", body)


async def counted(app: App, memory_id: str) -> tuple[int, float]:
    votes = (await app.get(memory_id))["metadata"]["votes"]
    return votes["citations"], votes["success_rate"]


async def some(app: App, count: int) -> list[str]:
    return await asyncio.gather(*(app.stored(f"Ticket number {n} is stuck") for n in range(count)))


async def test_an_unknown_memory_is_named_and_nothing_is_recorded(app: App) -> None:
    first, second = await some(app, 2)

    problem = assert_problem(await app.cite("run-1", first, "mem_unknown", second), 404)

    assert "mem_unknown" in problem["detail"]
    assert await counted(app, first) == await counted(app, second) == (0, 0)
    assert_problem(await outcome(app, "run-1", "success"), 404)
    assert [each["type"] for each in await app.history(first)] == ["stored"]


async def test_a_changed_outcome_moves_the_count(app: App) -> None:
    first, second = await some(app, 2)
    read(await app.cite("run-1", first, second))
    expected = [("success", 1.0), ("success", 1.0), ("failure", 0.0), ("success", 1.0)]
    for how, rate in expected:
        answer = read(await outcome(app, "run-1", how))
        assert answer == {"run_id": "run-1", "outcome": how, "updated": sorted([first, second])}
        assert await counted(app, first) == (1, rate)

    read(await app.cite("run-2", first))
    read(await outcome(app, "run-2", "failure"))
    assert await counted(app, first) == (2, 0.5)
    assert await counted(app, second) == (1, 1.0)


async def test_an_older_outcome_is_answered_with_the_one_that_stands(app: App) -> None:
    first, second = await some(app, 2)
    await app.found("A ticket is stuck", run_id="searched")
    read(await app.cite("cited", first, second))

    async def said(run: str, how: str, day: int, *ids: str) -> Json:
        body: Json = {"outcome": how, "occurred_at": f"2026-03-{day:02}T12:00:00Z"}
        body |= {"memory_ids": list(ids)} if ids else {}
        return read(await app.send("PUT", f"citations/{run}/outcome", body))

    assert (await said("cited", "failure", 9, first))["updated"] == [first]
    # The later outcome stands for the memory that it named; this one counts for the rest.
    told = await said("cited", "success", 5)
    assert told == {"run_id": "cited", "outcome": "success", "updated": [second]}
    told = await said("cited", "success", 6, first)
    assert told == {"run_id": "cited", "outcome": "failure", "updated": []}
    assert (await said("searched", "failure", 9))["outcome"] == "failure"
    assert (await said("searched", "success", 5))["outcome"] == "failure"
    assert (await said("searched", "success", 9))["outcome"] == "success"


async def test_an_outcome_for_a_memory_that_was_not_cited_changes_nothing(app: App) -> None:
    first, second = await some(app, 2)
    read(await app.cite("run-1", first))

    problem = assert_problem(await outcome(app, "run-1", "success", first, second), 404)
    assert second in problem["detail"]
    assert await counted(app, first) == (1, 0)
    problem = assert_problem(await outcome(app, "run-unknown", "success"), 404)
    assert problem["detail"] == (
        f"there is no run run-unknown in support:{app.slug}: "
        "nothing was cited, prepared or searched under it"
    )


async def test_runs_of_different_apps_are_different(app: App, other_app: App) -> None:
    mine, theirs = await app.stored(), await other_app.stored()
    read(await app.cite("run-1", mine))
    read(await other_app.cite("run-1", theirs))
    read(await outcome(app, "run-1", "success"))

    assert await counted(app, mine) == (1, 1.0)
    assert await counted(other_app, theirs) == (1, 0)


async def test_twenty_citations_of_overlapping_sets_at_once_are_exact(app: App) -> None:
    ids = await some(app, 5)
    runs = [(f"run-{n % 8}", [ids[(n + step) % 5] for step in range(3)]) for n in range(20)]
    answers = await asyncio.gather(*(app.cite(run, *chosen) for run, chosen in runs))
    assert {answer.status_code for answer in answers} == {200}

    pairs = {(run, memory_id) for run, chosen in runs for memory_id in chosen}
    for memory_id in ids:
        expected = sum(1 for _, cited in pairs if cited == memory_id)
        assert await counted(app, memory_id) == (expected, 0)


async def test_simultaneous_outcomes_of_one_run_count_once(app: App) -> None:
    ids = await some(app, 3)
    read(await app.cite("run-1", *ids))
    hows = ["success", "failure"] * 3
    await asyncio.gather(*(outcome(app, "run-1", how) for how in hows))
    read(await outcome(app, "run-1", "success"))

    for memory_id in ids:
        assert await counted(app, memory_id) == (1, 1.0)
        read(await app.cite("run-2", memory_id))
    read(await outcome(app, "run-2", "failure"))
    for memory_id in ids:
        assert await counted(app, memory_id) == (2, 0.5)


async def test_an_invalid_citation_is_refused(app: App) -> None:
    body = {"run_id": "r", "memory_ids": ["m"] * 101}
    (error,) = assert_problem(await app.send("POST", "citations", body), 422)["errors"]
    assert error["field"] == "memory_ids"
