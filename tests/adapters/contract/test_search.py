"""What the index promises: a search with two arms, filters and several collections."""

from collections.abc import Sequence
from dataclasses import replace

from recollect.core.ids import collection_of
from recollect.memories.stored.index import MemoryCandidate
from recollect.memories.stored.record import MemoryRecord
from recollect.relevance.filters import Filters
from tests.adapters.contract.stores import Stores

ANYTHING = Filters({}, ())


async def search(
    stores: Stores, query: str, filters: Filters = ANYTHING, candidates: int = 20
) -> Sequence[MemoryCandidate]:
    return await stores.index.search([stores.collection], query, filters, candidates)


async def found(stores: Stores, query: str, filters: Filters = ANYTHING) -> set[str]:
    return {each.record.id for each in await search(stores, query, filters)}


async def indexed(stores: Stores, *records: MemoryRecord) -> None:
    """Store records and wait until a search meets them."""
    await stores.stored(*records)
    ids = {record.id for record in records}
    await stores.wait_for(ids, lambda: found(stores, "customer wants a refund"))


async def test_a_candidate_carries_the_whole_record(stores: Stores) -> None:
    record = stores.new("The customer wants a refund", category="refund", tags=["vip"])
    await indexed(stores, record)
    assert [each.record for each in await search(stores, "refund")] == [record]


async def test_both_arms_score_a_memory_that_shares_words_with_the_query(stores: Stores) -> None:
    await indexed(stores, stores.new("The customer wants a refund for a broken laptop"))
    (candidate,) = await search(stores, "refund for a broken laptop")
    assert 0 < candidate.arms.dense <= 1
    assert candidate.arms.sparse > 0


async def test_both_arms_score_higher_the_more_words_are_shared(stores: Stores) -> None:
    near = stores.new("The customer wants a refund for a broken laptop")
    far = stores.new("The customer wants a refund, then forgets all about it")
    await indexed(stores, near, far)
    arms = {each.record.id: each.arms for each in await search(stores, "refund broken laptop")}
    assert arms[near.id].dense > arms[far.id].dense
    assert arms[near.id].sparse > arms[far.id].sparse


async def test_the_sparse_arm_scores_zero_without_a_common_word(stores: Stores) -> None:
    await indexed(stores, stores.new("The customer wants a refund"))
    assert all(each.arms.sparse == 0 for each in await search(stores, "kubernetes pod evicted"))


async def test_a_search_is_confined_to_its_collections(stores: Stores) -> None:
    await indexed(stores, stores.new("The customer wants a refund"))
    other = collection_of(f"{stores.app_slug}-b")
    assert await stores.index.search([other], "refund", ANYTHING, 20) == []


async def test_several_collections_are_searched_at_once(stores: Stores) -> None:
    other = replace(stores, app_slug=f"{stores.app_slug}-b")
    here, there = stores.new("Customer wants a refund"), other.new("Customer wants a refund")
    await indexed(stores, here)
    await indexed(other, there)
    both = [stores.collection, other.collection]
    candidates = await stores.index.search(both, "refund", ANYTHING, 20)
    await stores.index.remove(other.collection, (there.id,))
    assert {each.record.key for each in candidates} == {here.key, there.key}


async def test_each_arm_returns_no_more_candidates_than_the_limit(stores: Stores) -> None:
    records = [stores.new(f"The customer wants a refund, number {each}") for each in range(6)]
    await indexed(stores, *records)
    candidates = await search(stores, "customer wants a refund", candidates=2)
    assert 1 <= len(candidates) <= 4


async def test_filters_pass_only_memories_with_equal_fields_and_all_tags(stores: Stores) -> None:
    right = stores.new("A refund for the customer", category="money", tags=["vip", "eu", "x"])
    records = (
        right,
        stores.new("A refund the customer wants", category="money", tags=["vip"]),
        stores.new("A customer after a refund", category="monkey", tags=["vip", "eu"]),
        stores.new("Customer: refund!", tags=["vip", "eu"], stage="classify"),
    )
    await indexed(stores, *records)
    filters = Filters({"category": "money", "stage": "draft"}, ("eu", "vip"))
    assert await found(stores, "refund", filters) == {right.id}


async def test_a_filter_takes_special_characters_literally(stores: Stores) -> None:
    values = [
        *("it's", 'the "big" one', "a = 'b", "' OR '1' = '1", "‘x’"),
        *("100%", "*", "a AND b", "(", "ü", "1"),
    ]
    records = {
        value: stores.new(f"A refund for the customer {number}", category=value, tags=[value])
        for number, value in enumerate(values)
    }
    await indexed(stores, *records.values())
    for value, right in records.items():
        assert await found(stores, "refund", Filters({"category": value}, ())) == {right.id}
        assert await found(stores, "refund", Filters({}, (value,))) == {right.id}


async def test_a_filter_sees_what_was_patched(stores: Stores) -> None:
    record = stores.new("A refund for the customer", outcome="success")
    await indexed(stores, record)
    assert await stores.index.patch(record.key, {"outcome": "failed"})
    await stores.wait_for(
        {record.id}, lambda: found(stores, "refund", Filters({"outcome": "failed"}, ()))
    )
    assert await found(stores, "refund", Filters({"outcome": "success"}, ())) == set()


async def test_a_filter_leaves_out_memories_above_its_upper_bound(stores: Stores) -> None:
    near = stores.new("The customer wants a refund", sensitivity=0.7)
    far = stores.new("The customer wants a refund today", sensitivity=0.71)
    await indexed(stores, near, far)
    assert await found(stores, "refund", Filters(at_most={"sensitivity": 0.7})) == {near.id}


async def test_a_text_of_more_than_a_thousand_different_words_is_kept_and_found(
    stores: Stores,
) -> None:
    words = " ".join(f"w{number}" for number in range(1_500))
    long = stores.new(f"The customer wants a refund {words}")
    await indexed(stores, long)
    assert (await search(stores, "refund w7"))[0].record == long
