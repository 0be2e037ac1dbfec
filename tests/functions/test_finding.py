"""POST /apps/{app_slug}/memories/search: which memories are found, and in which order."""

import asyncio

import pytest

from tests.functions.calling import SITUATION, App, Json, assert_problem, read
from tests.functions.importing import Importer, line

PRINTER = "The printer in the accounting department prints blank pages"
VPN = "The VPN client drops the connection every ten minutes"


async def test_a_situation_is_found_by_other_words(app: App) -> None:
    refund = await app.stored()
    await asyncio.gather(app.stored(PRINTER), app.stored(VPN))

    assert (await app.found_ids("refund request after a medical emergency"))[0] == refund


async def test_a_decision_is_found_too(app: App) -> None:
    refund = await app.stored()
    await app.stored(PRINTER, decision="Replaced the toner cartridge")

    assert (await app.found_ids("how did we handle an immediate refund via Stripe"))[0] == refund


async def test_a_memory_without_anything_in_common_is_not_found(app: App) -> None:
    await app.stored()

    assert await app.found_ids("zzyzx quux") == []


async def test_nothing_is_found_where_nothing_is_stored(app: App) -> None:
    assert await app.found(explain=True, threshold=0) == {
        "results": [],
        "empty": True,
        "dropped": [],
    }


async def test_a_filter_finds_only_the_memories_that_match_it(app: App) -> None:
    filters: Json = {
        "stage": "classify", "outcome": "corrected", "category": "refund", "tags": ["vip"]
    }  # fmt: skip
    wanted = await app.stored(**filters)
    await app.stored(PRINTER, stage="route", category="access", tags=["trial"])

    for field, value in filters.items():
        assert await app.found_ids(threshold=0, **{field: value}) == [wanted]
    assert len(await app.found_ids(threshold=0)) == 2


async def test_a_filter_value_that_cannot_be_quoted_is_refused(app: App) -> None:
    hostile = 'it\'s "both"'

    problem = assert_problem(await app.find(category=hostile), 422)
    assert problem["errors"][0]["field"] == "category"
    assert_problem(await app.find(tags=["fine", hostile]), 422)


async def test_any_tag_that_can_be_stored_can_be_searched_for(app: App) -> None:
    tags = ["o'brien", 'say "hi"', "naïve", "日本 語", "a,b", "a%b_c", "👩‍💻", "東京\u3000駅",
            "a\xa0b", "[x]", "$"]  # fmt: skip
    wanted = await app.stored(tags=tags, category=tags[0])
    await app.stored(PRINTER)

    for tag in tags:
        assert await app.found_ids(threshold=0, tags=[tag]) == [wanted]
    assert await app.found_ids(threshold=0, category=tags[0]) == [wanted]


async def test_a_search_can_return_a_hundred_results(app: App, importer: Importer) -> None:
    await importer.add(app, [line(f"{SITUATION} Ticket {n}", 0) for n in range(110)])

    found = await app.found_ids(threshold=0, limit=100)
    assert len(set(found)) == 100


async def test_dropped_candidates_are_listed_only_on_request(app: App) -> None:
    await app.stored()

    assert "dropped" not in await app.found(threshold=0)
    assert (await app.found(threshold=0, explain=True))["dropped"] == []


@pytest.mark.parametrize("identifier", ["SCS0001234", "2001:db8::8a2e:370:7334"])
async def test_a_memory_with_the_exact_identifier_never_scores_below_its_floor(
    app: App, identifier: str
) -> None:
    wanted = await app.stored(f"Something odd was going on around {identifier}, at night")
    await app.stored("Something odd was going on around SCS9999999, at night")
    found = (await app.found(f"tell me all you know of {identifier.lower()}?"))["results"]

    assert found[0]["memory"]["id"] == wanted
    assert found[0]["raw_score"] >= 0.8
    assert all(result["raw_score"] < 0.8 for result in found[1:])


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
