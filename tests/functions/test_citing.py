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


async def test_an_invalid_citation_is_refused(app: App) -> None:
    body = {"run_id": "r", "memory_ids": ["m"] * 101}
    (error,) = assert_problem(await app.send("POST", "citations", body), 422)["errors"]
    assert error["field"] == "memory_ids"
