"""What requests cost at Upstash: billed Redis commands, and scripts that lock all keys."""

import httpx
import pytest

from tests.functions.calling import DECISION, App, Json, new_app, read
from tests.functions.costs import Cost, cost
from tests.functions.evidence import Project, failure, new_project
from tests.functions.packs import SCENARIO, ask, bring_in_samples

# More than a search looks at.
MANY = 30


@pytest.fixture(scope="module")
async def app(api: httpx.AsyncClient) -> App:
    """An app with many memories that are alike."""
    app = new_app(api)
    alike: list[Json] = [
        {
            "situation": f"A customer wants a refund after {number} days",
            "decision": DECISION,
            "stage": "draft",
        }
        for number in range(MANY)
    ]
    read(await app.send("POST", "memories/batch", {"memories": alike}))
    return app


@pytest.fixture(scope="module")
async def project(api: httpx.AsyncClient) -> Project:
    """A project with more items than an answer holds."""
    project = new_project(api)
    await project.stored(*(failure(f"t{number}") for number in range(MANY)))
    return project


async def test_a_search_is_one_command_however_many_memories_it_looks_at(
    api: httpx.AsyncClient, app: App
) -> None:
    spent = await cost(api, app.find("A customer wants a refund", limit=20))

    assert spent == Cost({"MGET": 1}, 0)


async def test_a_search_in_a_run_costs_one_command_more(api: httpx.AsyncClient, app: App) -> None:
    spent = await cost(api, app.find("A customer wants a refund", run_id="bill-1"))

    assert spent == Cost({"MGET": 1, "EVAL": 1}, 0)


async def test_a_context_request_costs_four_commands_and_three_when_repeated(
    api: httpx.AsyncClient, project: Project
) -> None:
    question = "Why did the login tests fail?"

    first = await cost(api, project.ask(question))
    again = await cost(api, project.ask(question))

    assert first == Cost({"EVAL": 2, "MGET": 1, "SET": 1}, 0)
    assert again == Cost({"EVAL": 2, "MGET": 1}, 0)


async def test_a_write_to_a_memory_costs_at_most_two_commands_and_no_global_lock(
    api: httpx.AsyncClient, app: App
) -> None:
    stored = await cost(api, app.store("The projector of room 4 stays dark"))
    memory = await app.stored("The printer of room 5 prints blank pages")
    path = f"memories/{memory}"
    correction = {"correction": "Clean the drum.", "category": "wrong_tool"}
    said = {
        "store": stored,
        "correct": await cost(api, app.send("PUT", f"{path}/correction", correction)),
        "vote": await cost(api, app.send("POST", f"{path}/votes", {"vote": "upvote"})),
        "validate": await cost(api, app.send("POST", f"{path}/validation")),
        "cite": await cost(api, app.cite("bill-2", memory)),
    }

    assert {name: each.billed for name, each in said.items() if each.billed > 2} == {}
    assert {name: each.whole_locks for name, each in said.items() if each.whole_locks} == {}


async def test_a_pack_costs_one_command_while_it_is_kept_and_four_to_build(
    api: httpx.AsyncClient,
) -> None:
    await bring_in_samples(api)
    built = await cost(api, ask(api, **SCENARIO, refresh=True))
    kept = await cost(api, ask(api, **SCENARIO))

    assert built.billed <= 4, built
    assert kept.billed == 1, kept


async def test_a_kept_pack_of_an_unknown_customer_costs_one_command_too(
    api: httpx.AsyncClient,
) -> None:
    await ask(api, companyName="Nobody of the Bill", refresh=True)
    kept = await cost(api, ask(api, companyName="Nobody of the Bill"))

    assert kept == Cost({"EVAL": 1}, 0)
