"""What the store of answers promises to idempotent requests."""

import asyncio

from tests.adapters.contract.stores import Stores
from tests.memories.lifecycle import delete

HASH, OTHER_HASH = "a" * 64, "b" * 64


def key(stores: Stores) -> str:
    return f"request-of-{stores.app_slug}"


async def test_the_first_request_finds_only_itself(stores: Stores) -> None:
    assert await stores.answers.begin(key(stores), HASH) == ""
    assert await stores.answers.begin(key(stores), HASH) == HASH


async def test_exactly_one_of_many_simultaneous_requests_is_the_first(stores: Stores) -> None:
    kept = await asyncio.gather(*(stores.answers.begin(key(stores), HASH) for _ in range(8)))
    assert sorted(kept) == ["", *[HASH] * 7]


async def test_another_request_finds_the_first(stores: Stores) -> None:
    await stores.answers.begin(key(stores), HASH)
    assert await stores.answers.begin(key(stores), OTHER_HASH) == HASH


async def test_a_kept_answer_is_returned_with_its_hash_in_front(stores: Stores) -> None:
    await stores.answers.begin(key(stores), HASH)
    assert await stores.answers.complete(key(stores), HASH, '{"ü": 1}', ()) == HASH + '{"ü": 1}'
    assert await stores.answers.begin(key(stores), HASH) == HASH + '{"ü": 1}'


async def test_the_first_answer_wins(stores: Stores) -> None:
    await stores.answers.begin(key(stores), HASH)
    given = await asyncio.gather(
        *(stores.answers.complete(key(stores), HASH, f"answer {each}", ()) for each in range(5))
    )
    assert len(set(given)) == 1
    assert await stores.answers.begin(key(stores), HASH) == given[0]


async def test_deleting_a_memory_deletes_kept_answers_about_it(stores: Stores) -> None:
    record = await stores.begun()
    await stores.answers.begin(key(stores), HASH)
    await stores.answers.complete(key(stores), HASH, "about it", (record.key,))
    await delete(stores.ledger, record.key)
    assert await stores.answers.begin(key(stores), OTHER_HASH) == ""


async def test_an_answer_about_a_deleted_memory_is_returned_but_not_kept(stores: Stores) -> None:
    record = await stores.begun()
    await stores.answers.begin(key(stores), HASH)
    await delete(stores.ledger, record.key)
    given = await stores.answers.complete(key(stores), HASH, "about it", (record.key,))
    assert given == HASH + "about it"
    assert await stores.answers.begin(key(stores), HASH) == HASH


async def test_deleting_a_memory_leaves_answers_about_others(stores: Stores) -> None:
    record = await stores.begun()
    await stores.answers.begin(key(stores), HASH)
    await stores.answers.complete(key(stores), HASH, "about another", ())
    await delete(stores.ledger, record.key)
    assert await stores.answers.begin(key(stores), HASH) == HASH + "about another"
