"""Feedback on a memory: corrections, outcomes, validations, votes, and its history."""

import httpx

from tests.functions.calling import App, assert_problem, read, votes


async def vote(app: App, memory_id: str, kind: str, voter: str | None = None) -> httpx.Response:
    body = {"vote": kind} if voter is None else {"vote": kind, "voter_id": voter}
    return await app.send("POST", f"memories/{memory_id}/votes", body)


async def judge(app: App, memory_id: str, outcome: str, **fields: str) -> httpx.Response:
    body = {"outcome": outcome, **fields}
    return await app.send("PUT", f"memories/{memory_id}/outcome", body)


async def correct(app: App, memory_id: str, **fields: str) -> httpx.Response:
    return await app.send("PUT", f"memories/{memory_id}/correction", fields)


async def test_the_outcome_that_occurred_later_stands_and_the_last_one_in_a_tie(app: App) -> None:
    memory_id = await app.stored()
    first, last = "2026-03-01T12:00:00.001Z", "2026-03-01T13:00:00.002+01:00"
    read(await judge(app, memory_id, "failed", occurred_at=last))
    read(await correct(app, memory_id, correction="Too early", occurred_at=first))
    metadata = (await app.get(memory_id))["metadata"]
    assert (metadata["outcome"], metadata["correction"]) == ("failed", "Too early")
    read(await judge(app, memory_id, "success", occurred_at=last))
    memory = await app.get(memory_id)
    assert (memory["metadata"]["outcome"], votes(memory)) == ("success", (1, 2))
    assert (await app.history(memory_id))[-1]["details"]["as_of"] == "2026-03-01T12:00:00.002Z"


async def test_a_moment_in_the_future_or_without_a_time_zone_is_refused(app: App) -> None:
    memory_id = await app.stored()
    read(await app.cite("run-1", memory_id))
    before = await app.history(memory_id)
    for method, path, said in (
        ("PUT", f"memories/{memory_id}/outcome", {"outcome": "failed"}),
        ("PUT", f"memories/{memory_id}/correction", {"correction": "Escalate"}),
        ("POST", f"memories/{memory_id}/votes", {"vote": "upvote"}),
        ("PUT", "citations/run-1/outcome", {"outcome": "failure"}),
    ):
        for moment in ("2099-01-01T00:00:00Z", "2026-03-01T12:00:00"):
            problem = assert_problem(
                await app.send(method, path, {**said, "occurred_at": moment}), 422
            )
            assert [each["field"] for each in problem["errors"]] == ["occurred_at"]
    assert await app.history(memory_id) == before


async def test_the_history_lists_what_happened_oldest_first(app: App) -> None:
    memory_id = await app.stored()
    read(await vote(app, memory_id, "upvote", "ann"))
    read(await correct(app, memory_id, correction="Escalate", category="fraud"))
    read(await judge(app, memory_id, "failed", correction="It went to the wrong card"))
    read(await app.send("POST", f"memories/{memory_id}/validation"))
    read(await app.cite("run-1", memory_id))
    read(await app.send("PUT", "citations/run-1/outcome", {"outcome": "failure"}))
    events = await app.history(memory_id)

    assert [each["type"] for each in events] == [
        "stored", "voted", "corrected", "outcome_recorded", "validated", "cited", "citation_judged"
    ]  # fmt: skip
    assert {each["actor"] for each in events} == {"developer"}
    moments = [each["at"] for each in events]
    assert moments == sorted(moments)
    assert events[1]["details"] == {"vote": "upvote", "voter_id": "ann", "authority": "operator"}
    assert events[2]["details"]["correction"] == "Escalate"
    assert events[2]["details"]["category"] == "fraud"
    assert events[3]["details"]["correction"] == "It went to the wrong card"
    assert events[5]["details"] == {"run_id": "run-1"}


async def test_the_refusal_of_an_unknown_memory_names_it(app: App) -> None:
    for method, what, body in (
        ("PUT", "correction", {"correction": "Escalate"}),
        ("PUT", "outcome", {"outcome": "failed"}),
        ("POST", "validation", None),
        ("POST", "votes", {"vote": "upvote"}),
        ("GET", "history", None),
    ):
        problem = assert_problem(await app.send(method, f"memories/mem_unknown/{what}", body), 404)
        assert "mem_unknown" in problem["detail"]


async def test_invalid_feedback_is_refused_and_changes_nothing(app: App) -> None:
    memory_id = await app.stored()

    for what, body, field in (
        ("correction", {"correction": "   "}, "correction"),
        ("correction", {"correction": "x", "category": "y" * 65}, "category"),
        ("outcome", {"outcome": "superb"}, "outcome"),
        ("outcome", {"outcome": "success", "vote": "upvote"}, "vote"),
    ):
        problem = assert_problem(await app.send("PUT", f"memories/{memory_id}/{what}", body), 422)
        assert [error["field"] for error in problem["errors"]] == [field]
    assert votes(await app.get(memory_id)) == (0, 0)
