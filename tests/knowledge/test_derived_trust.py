"""Derived evidence is not trusted more than its origins."""

from recollect.retrieval.items import traits_of
from tests.knowledge.stores import New, Stores, derived


async def trust_of(stores: Stores, *items: New) -> dict[str, float]:
    found = await stores.store(*items)
    return {each: traits_of(stores.item(each).metadata).trust for each in found.ids}


async def test_derived_evidence_has_at_most_the_trust_of_its_weakest_origin(stores: Stores) -> None:
    await stores.store(derived("weak", trust=0.4), derived("strong", trust=0.9))
    found = await trust_of(
        stores,
        derived("a", "weak", "strong", trust=0.8),
        derived("b", "strong", trust=0.5),
        derived("c", "strong", trust=1),
        derived("d", "unknown", trust=1),
        derived("e", trust=1),
    )
    assert found == {"a": 0.4, "b": 0.5, "c": 0.9, "d": 0.7, "e": 1}


async def test_trust_is_derived_within_a_batch_in_any_order(stores: Stores) -> None:
    chain = [derived("a", "b", trust=0.9), derived("b", "c", trust=0.8), derived("c", trust=0.1)]
    assert await trust_of(stores, *chain) == {"a": 0.1, "b": 0.1, "c": 0.1}
    assert await trust_of(stores, *chain[::-1]) == {"a": 0.1, "b": 0.1, "c": 0.1}


async def test_a_circle_of_origins_has_the_trust_of_its_weakest_member(stores: Stores) -> None:
    found = await trust_of(
        stores,
        derived("a", "b", trust=0.9),
        derived("b", "a", trust=0.4),
        derived("c", "c", trust=1),
    )
    assert found == {"a": 0.4, "b": 0.4, "c": 1}
