"""Feedback on a memory: corrections, outcomes, validations, votes, and its history."""

import asyncio

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


async def test_a_correction_says_what_should_have_happened(app: App) -> None:
    memory_id = await app.stored(category="refund")
    answer = read(await correct(app, memory_id, correction="Escalate ☎️\nfirst"))

    memory = await app.get(memory_id)
    for each in (answer, memory):
        assert each["metadata"]["outcome"] == "corrected"
        assert each["metadata"]["correction"] == "Escalate ☎️\nfirst"
        assert each["metadata"]["category"] == "refund"
        assert votes(each) == (0, 1)


async def test_a_correction_can_change_the_category_and_filters_follow(app: App) -> None:
    memory_id = await app.stored(category="refund")
    read(await correct(app, memory_id, correction="It was fraud", category="fraud"))

    assert await app.found_ids(category="fraud", outcome="corrected") == [memory_id]
    assert await app.found_ids(category="refund") == []
    assert await app.found_ids(outcome="success") == []


async def test_simultaneous_corrections_end_in_one_of_them(app: App) -> None:
    memory_id = await app.stored()
    texts = [f"Correction {n}" for n in range(5)]
    await asyncio.gather(
        *(correct(app, memory_id, correction=text, category=text) for text in texts)
    )

    memory = await app.get(memory_id)
    standing = memory["metadata"]["correction"]
    assert standing in texts
    assert memory["metadata"]["category"] == standing
    assert votes(memory) == (0, 5)
    # The filters follow the correction.
    assert await app.found_ids(threshold=0, category=standing, outcome="corrected") == [memory_id]
    told = [each["details"].get("correction") for each in await app.history(memory_id)]
    assert sorted(filter(None, told)) == sorted(texts)


async def test_simultaneous_outcomes_and_corrections_leave_store_and_index_in_agreement(
    app: App,
) -> None:
    memory_id = await app.stored()
    await asyncio.gather(
        *(judge(app, memory_id, ("success", "failed")[n % 2]) for n in range(4)),
        *(correct(app, memory_id, correction=f"Correction {n}") for n in range(2)),
        *(app.send("POST", f"memories/{memory_id}/validation") for _ in range(2)),
    )

    metadata = (await app.get(memory_id))["metadata"]
    assert (metadata["correction"] is None) == (metadata["outcome"] == "success") or (
        metadata["outcome"] == "failed"
    )
    assert await app.found_ids(threshold=0, outcome=metadata["outcome"]) == [memory_id]


async def test_the_outcome_that_occurred_later_stands_and_the_last_one_in_a_tie(
    app: App,
) -> None:
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


async def test_a_moment_in_the_future_or_without_a_time_zone_is_refused(
    app: App,
) -> None:
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


async def test_twelve_simultaneous_voters_are_all_counted(app: App) -> None:
    memory_id = await app.stored()
    ballots = [(f"voter-{n}", ("upvote", "downvote")[n % 3 == 0]) for n in range(12)]
    answers = await asyncio.gather(*(vote(app, memory_id, kind, who) for who, kind in ballots))
    assert {answer.status_code for answer in answers} == {200}
    assert votes(await app.get(memory_id)) == (8, 4)

    # A repeated vote changes nothing; half of the voters change sides, each moving one vote.
    again = [(who, kind, n % 2) for n, (who, kind) in enumerate(ballots)]
    other = {"upvote": "downvote", "downvote": "upvote"}
    await asyncio.gather(
        *(vote(app, memory_id, other[kind] if turns else kind, who) for who, kind, turns in again)
    )
    final = [other[kind] if turns else kind for _, kind, turns in again]
    assert votes(await app.get(memory_id)) == (final.count("upvote"), final.count("downvote"))


async def test_votes_corrections_and_citations_at_once_are_all_counted(app: App) -> None:
    memory_id = await app.stored()
    await asyncio.gather(
        *(vote(app, memory_id, "upvote", f"voter-{n}") for n in range(5)),
        *(correct(app, memory_id, correction=f"Correction {n}") for n in range(3)),
        *(app.cite(f"run-{n}", memory_id) for n in range(5)),
        *(app.store() for _ in range(2)),
    )

    memory = await app.get(memory_id)
    assert votes(memory) == (5, 3)
    assert memory["metadata"]["votes"]["citations"] == 5
    assert memory["metadata"]["occurrences"] == 3


async def test_the_history_lists_what_happened_oldest_first(app: App) -> None:
    memory_id = await app.stored()
    read(await vote(app, memory_id, "upvote", "ann"))
    read(await correct(app, memory_id, correction="Escalate", category="fraud"))
    read(await judge(app, memory_id, "failed"))
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
