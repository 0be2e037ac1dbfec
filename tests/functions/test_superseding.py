"""POST /apps/{app_slug}/memories and …/search: the decision that holds now is found once."""

from tests.cases import each_case
from tests.functions.calling import SITUATION, App, Json, assert_problem, new_app, read

STRIPE, ADYEN = "Refund via Stripe within a week", "Refund via Adyen within a day"
FAR = "Payment providers were changed for all shops in the autumn"
QUERY = "refund request after a medical emergency"


async def found(app: App, **asked: object) -> list[Json]:
    results: list[Json] = (await app.found(QUERY, **asked))["results"]
    return results


@each_case("situation", [SITUATION, FAR])
async def test_the_memory_that_holds_names_the_one_it_supersedes(app: App, situation: str) -> None:
    app = new_app(app.client)
    old = await app.stored(decision=STRIPE)
    new = await app.stored(situation, decision=ADYEN, supersedes=[old])

    (result,) = await found(app)
    assert (result["memory"]["id"], result["supersedes"]) == (new, [old])
    assert result["memory"]["metadata"]["supersedes"] == [old]
    for name in ("superseded_by", "duplicates", "conflicts_with"):
        assert name not in result
    told = (await app.found(QUERY, explain=True))["dropped"]
    assert ("superseded", new) in [(each["reason"], each.get("superseded_by")) for each in told]
    both = {each["memory"]["id"]: each for each in await found(app, include_superseded=True)}
    assert both[old]["superseded_by"] == new
    assert await found(app, as_of="2020-01-01T00:00:00Z") == []

    read(await app.send("DELETE", f"memories/{new}"))
    assert [each["memory"]["id"] for each in await found(app)] == [old]


async def test_only_an_existing_memory_can_be_superseded(app: App) -> None:
    assert_problem(await app.store(supersedes=["mem_unknown"]), 404)


async def test_a_memory_lists_on_request_the_same_decisions_and_their_conversations(
    app: App,
) -> None:
    app = new_app(app.client)
    asked = "A customer asks for a refund of order {}"
    one = await app.stored(asked.format(10001), decision=STRIPE, conversation_id="cnv_1")
    two = await app.stored(asked.format(10002), decision=STRIPE, conversation_id="cnv_2")

    assert "together" not in await app.get(one)
    told = read(await app.send("GET", f"memories/{one}?explain=true"))["together"]
    assert told["same"] == [{"id": two, "conversation_id": "cnv_2", "outcome": "success"}]
    assert_problem(await app.send("GET", f"memories/{one}?explain=perhaps"), 422)
