"""POST /apps/{app_slug}/memories/search: what is found, in which order, and what is not."""

import asyncio
from itertools import permutations

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


async def test_what_has_nothing_in_common_is_not_found(app: App) -> None:
    await app.stored()

    assert await app.found_ids("zzyzx quux") == []


async def test_nothing_is_found_where_nothing_is_stored(app: App) -> None:
    assert await app.found(explain=True, threshold=0) == {
        "results": [],
        "empty": True,
        "dropped": [],
    }


async def test_a_filter_lets_only_what_matches_through(app: App) -> None:
    filters: Json = {
        "stage": "classify", "outcome": "corrected", "category": "refund", "tags": ["vip"]
    }  # fmt: skip
    wanted = await app.stored(**filters)
    await app.stored(PRINTER, stage="route", category="access", tags=["trial"])

    for field, value in filters.items():
        assert await app.found_ids(threshold=0, **{field: value}) == [wanted]
    assert len(await app.found_ids(threshold=0)) == 2


async def test_all_of_the_tags_must_be_there(app: App) -> None:
    both = await app.stored(tags=["vip", "refund", "eu"])
    await app.stored(PRINTER, tags=["vip"])

    assert await app.found_ids(threshold=0, tags=["refund", "vip"]) == [both]
    assert await app.found_ids(threshold=0, tags=["refund", "missing"]) == []


async def test_filters_are_joined_by_and(app: App) -> None:
    wanted = await app.stored(stage="route", category="access", tags=["x"])
    await app.stored(PRINTER, stage="route", category="access")
    await app.stored(VPN, stage="draft", category="access", tags=["x"])

    found = await app.found_ids(threshold=0, stage="route", category="access", tags=["x"])
    assert found == [wanted]


async def test_a_hostile_filter_value_matches_nothing(app: App) -> None:
    await app.stored(category="refund", tags=["vip"])

    for hostile in ("x' OR category != 'x", 'x" OR category != "x', "ref*", "category"):
        assert await app.found_ids(threshold=0, category=hostile) == []
        assert await app.found_ids(threshold=0, tags=[hostile]) == []


async def test_a_filter_value_that_cannot_be_quoted_is_refused(app: App) -> None:
    hostile = 'it\'s "both"'

    problem = assert_problem(await app.find(category=hostile), 422)
    assert problem["errors"][0]["field"] == "category"
    assert_problem(await app.find(tags=["fine", hostile]), 422)


async def test_what_can_be_stored_as_a_tag_can_be_searched_for(app: App) -> None:
    tags = ["o'brien", 'say "hi"', "naïve", "日本 語", "a,b", "a%b_c", "👩‍💻", "東京\u3000駅",
            "a\xa0b", "[x]", "$"]  # fmt: skip
    wanted = await app.stored(tags=tags, category=tags[0])
    await app.stored(PRINTER)

    for tag in tags:
        assert await app.found_ids(threshold=0, tags=[tag]) == [wanted]
    assert await app.found_ids(threshold=0, category=tags[0]) == [wanted]


async def test_the_threshold_bounds_relevance_and_not_the_score(app: App) -> None:
    memory_id = await app.stored()
    (result,) = (await app.found(threshold=0))["results"]
    relevance = result["raw_score"]

    assert result["score"] < relevance
    assert await app.found_ids(threshold=relevance - 0.001) == [memory_id]
    assert await app.found_ids(threshold=min(1, relevance + 0.001)) == []
    dropped = (await app.found(threshold=min(1, relevance + 0.001), explain=True))["dropped"]
    assert [(each["id"], each["reason"]) for each in dropped] == [(memory_id, "threshold")]


async def test_results_are_sorted_by_score(app: App) -> None:
    words = SITUATION.split()
    for length in range(3, len(words), 2):
        await app.stored(" ".join(words[:length]))
    found = (await app.found(threshold=0))["results"]

    scores = [result["score"] for result in found]
    assert len(scores) == len(range(3, len(words), 2))
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) > 1


async def test_what_holds_the_identifier_is_sorted_by_score_and_then_by_id(
    app: App, importer: Importer
) -> None:
    moment = line("any", 1).created_at
    lines = [
        line(f"SCS0001234 {word}", 1).model_copy(update={"created_at": moment})
        for word in ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")
    ]
    await importer.add(app, lines)
    found = (await app.found("what is SCS0001234 about"))["results"]

    assert len(found) == 6
    assert all(result["raw_score"] >= 0.8 for result in found)
    order = [(-result["score"], result["memory"]["id"]) for result in found]
    assert order == sorted(order)


async def test_equal_scores_are_sorted_by_id(app: App, importer: Importer) -> None:
    moment = line("any", 1).created_at
    lines = [
        line(" ".join(words), 1).model_copy(update={"created_at": moment})
        for words in permutations(("gherkin", "jacaranda", "quokka"))
    ]
    await importer.add(app, lines)
    found = (await app.found("quokka gherkin jacaranda"))["results"]

    assert len(found) == 6
    assert len({result["score"] for result in found}) == 1
    ids = [result["memory"]["id"] for result in found]
    assert ids == sorted(ids)


async def test_no_more_than_the_limit_are_answered_and_the_rest_is_explained(app: App) -> None:
    ids = [await app.stored(f"{SITUATION} Ticket {n}") for n in range(8)]
    found = await app.found(threshold=0, limit=3, explain=True)
    everything = await app.found_ids(threshold=0)

    kept = [result["memory"]["id"] for result in found["results"]]
    assert kept == everything[:3]
    assert [each["id"] for each in found["dropped"]] == everything[3:]
    assert {each["reason"] for each in found["dropped"]} == {"limit"}
    assert set(everything) == set(ids)


async def test_a_hundred_results_can_be_had(app: App, importer: Importer) -> None:
    await importer.add(app, [line(f"{SITUATION} Ticket {n}", 0) for n in range(110)])

    found = await app.found_ids(threshold=0, limit=100)
    assert len(set(found)) == 100


async def test_dropped_is_told_only_when_asked(app: App) -> None:
    await app.stored()

    assert "dropped" not in await app.found(threshold=0)
    assert (await app.found(threshold=0, explain=True))["dropped"] == []


@pytest.mark.parametrize("identifier", ["SCS0001234", "2001:db8::8a2e:370:7334"])
async def test_an_identifier_to_the_letter_is_never_below_its_floor(
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


async def test_stale_memories_hide_no_fresh_ones_however_similar_they_are(
    app: App, importer: Importer
) -> None:
    stale = [line(f"{VPN} {n}", 90) for n in range(200)]
    fresh = [line(f"{VPN} when customer {n} is on a train", 1) for n in range(10)]
    await importer.add(app, [*stale, *fresh])

    found = (await app.found(VPN, threshold=0))["results"]
    assert len(found) == 10
    assert all(each["age_days"] < 2 for each in found)
