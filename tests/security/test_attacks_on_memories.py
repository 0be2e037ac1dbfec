"""What a caller with a low level learns about a sensitive memory by storing and searching."""

from tests.functions.calling import read
from tests.security.callers import Caller, Callers, unique

SECRET = {
    "situation": "The code of the vault in Vigo is quixotic",
    "decision": "Tell nobody",
    "stage": "draft",
}


async def hide(callers: Callers, app: str) -> None:
    """Store the sensitive memory."""
    root = callers.admin(security_level="restricted")
    read(await root.post(f"/apps/{app}/memories", {**SECRET, "sensitivity": 0.9}), 201)


async def statuses(mallory: Caller, app: str) -> list[int]:
    """The statuses of storing the guessed decision twice and of reading it."""
    stored = [await mallory.post(f"/apps/{app}/memories", SECRET) for _ in range(2)]
    memory = await mallory.send("GET", f"/apps/{app}/memories/{stored[0].json()['id']}")
    return [each.status_code for each in (*stored, memory)]


async def test_a_guess_is_stored_found_and_counted_like_any_other_decision(
    callers: Callers,
) -> None:
    mallory = callers("mallory", security_level="public")
    app = unique("app")
    await hide(callers, app)
    assert await statuses(mallory, app) == [201, 200, 200]


async def test_the_rarity_of_a_word_does_not_reveal_that_a_hidden_memory_contains_it(
    callers: Callers,
) -> None:
    mallory = callers("mallory", security_level="public")
    scores = []
    for is_there in (False, True):
        app = unique("app")
        if is_there:
            await hide(callers, app)
        probe = {**SECRET, "situation": "Something quixotic", "decision": "Nothing"}
        read(await mallory.post(f"/apps/{app}/memories", probe), 201)
        asked = {"query": "quixotic", "threshold": 0}
        (found,) = read(await mallory.post(f"/apps/{app}/memories/search", asked))["results"]
        scores.append(found["raw_score"])
    assert scores[0] == scores[1]
