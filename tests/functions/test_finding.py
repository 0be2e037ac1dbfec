"""POST /apps/{app_slug}/memories/search: which memories are found, and in which order."""

import asyncio

from tests.functions.calling import SITUATION, App, Json, assert_problem, read

PRINTER = "The printer in the accounting department prints blank pages"
VPN = "The VPN client drops the connection every ten minutes"


async def test_a_situation_is_found_by_other_words(app: App) -> None:
    refund = await app.stored()
    await asyncio.gather(app.stored(PRINTER), app.stored(VPN))

    assert (await app.found_ids("refund request after a medical emergency"))[0] == refund


async def test_a_filter_value_that_cannot_be_quoted_is_refused(app: App) -> None:
    hostile = 'it\'s "both"'

    problem = assert_problem(await app.find(category=hostile), 422)
    assert problem["errors"][0]["field"] == "category"
    assert_problem(await app.find(tags=["fine", hostile]), 422)


async def test_a_search_makes_one_round_trip_to_each_store(app: App) -> None:
    await asyncio.gather(*(app.stored(f"{SITUATION} Ticket {n}") for n in range(3)))
    for _ in ("cold", "warm"):
        answer = await app.find(threshold=0, limit=100)

        assert len(read(answer)["results"]) == 3
        assert 'desc="2 calls"' in answer.headers["server-timing"]


async def test_the_result_holds_the_whole_memory(app: App) -> None:
    memory_id = await app.stored(tags=["vip"], category="refund")
    (result,) = (await app.found())["results"]

    memory: Json = await app.get(memory_id)
    for each in (memory, result["memory"]):
        each["metadata"].pop("confidence")
    assert result["memory"] == memory
