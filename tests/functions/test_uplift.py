"""Uplift: how much memories help, from searches in a run to the answer of `GET …/uplift`."""

from tests.functions.calling import SITUATION, App, new_app, read
from tests.functions.platforms import own_client


async def shown(app: App, run: str) -> list[str]:
    search = {"query": "A customer wants a refund", "threshold": 0, "run_id": run}
    found = read(await app.send("POST", "memories/search", search))["results"]
    return [each["memory"]["id"] for each in found]


async def judged(app: App, run: str, outcome: str = "failure") -> None:
    answer = read(await app.send("PUT", f"citations/{run}/outcome", {"outcome": outcome}))
    assert answer["updated"] == []


async def test_runs_with_and_without_a_memory_show_how_much_it_helps() -> None:
    async with own_client({"HOLDOUT_RATE": "0.5"}) as client:
        app = new_app(client)
        memory_id = await app.stored()
        saw = {f"run-{number}": await shown(app, f"run-{number}") for number in range(60)}
        for run, found in saw.items():
            assert await shown(app, run) == found
            await judged(app, run, "failure" if found else "success")
        told = read(await app.send("GET", "uplift"))
        asked = {"query": "A customer wants a refund", "threshold": 0}
        (found,) = read(await app.send("POST", "memories/search", asked))["results"]
        given = {"text": "A customer wants a refund", "app_slug": app.slug, "include": ["memories"]}
        prepared = read(await client.post("/prepare", json=given))

    assert found["does_harm"] is True
    assert "; runs are known to end worse with it) [M1]" in prepared["prompt"]
    report = told["app"]
    assert told["memories"] == [{"id": memory_id, **report, "demoted": True}]
    assert report["shown"] == sum(map(bool, saw.values()))
    assert report["withheld"] == 60 - report["shown"]
    assert report["status"] == "known"
    assert report["difference"] == -1
    assert report["interval"]["low"] == -1
    assert report["interval"]["high"] < 0
    # Only a memory can be demoted, not an app.
    assert "demoted" not in report


async def test_every_function_withholds_the_same_memories_from_a_run() -> None:
    async with own_client({"HOLDOUT_RATE": "0.5"}) as client:
        app = new_app(client)
        memory_id = await app.stored()
        for number in range(12):
            run = f"run-{number}"
            asked = {"app_slug": app.slug, "text": SITUATION, "run_id": run}
            told = read(await client.post("/prepare", json={**asked, "include": ["memories"]}))
            prepared = memory_id in str(told["citations"])
            assert (await shown(app, run) == [memory_id]) is prepared


async def test_a_memory_is_believed_by_its_success_in_the_category_asked_for(app: App) -> None:
    memory_id = await app.stored("A customer asks for money", category="refund")
    for run, category, outcome in (
        ("r1", "refund", "success"),
        ("r2", "refund", "success"),
        ("r3", "login", "failure"),
        ("r4", "login", "failure"),
    ):
        told = {"run_id": run, "memory_ids": [memory_id], "stage": "draft", "category": category}
        read(await app.send("POST", "citations", told))
        read(await app.send("PUT", f"citations/{run}/outcome", {"outcome": outcome}))
    search = {"query": "A customer asks for money", "threshold": 0, "explain": True}
    (anywhere,) = read(await app.send("POST", "memories/search", search))["results"]
    asked = {**search, "category": "refund"}
    (refunding,) = read(await app.send("POST", "memories/search", asked))["results"]
    assert anywhere["learned"]["posterior"] == 0.5
    # Two successes of two in this category, and a prior of four runs at the rate of all categories.
    assert refunding["learned"]["posterior"] == (2 + 4 * 0.5) / (2 + 4)
    assert refunding["confidence"] > anywhere["confidence"]
