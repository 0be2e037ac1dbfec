import pytest
from typing_extensions import override

from recollect.core.errors import FieldError, InvalidRequest
from recollect.memories.paging import PAGE_SIZE, Page, Place
from tests.memories.fakes import FakeIndex
from tests.memories.samples import record_of
from tests.memories.walking import RULES, Stores


async def test_a_scheduled_prune_goes_through_all_collections() -> None:
    records = [record_of("Old", age_days=100, app=app) for app in ("a", "b", "c")]
    stores = await Stores().keep(*records)
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert stores.index.records == {}
    assert await stores.counts.load("prune") == Place()


async def test_a_scheduled_prune_goes_on_inside_the_collection_where_it_stopped() -> None:
    many = [record_of(f"Old {each}", age_days=100, app="b") for each in range(PAGE_SIZE + 1)]
    stores = await Stores().keep(record_of("Old", age_days=100, app="a"), *many)
    # Three looks: after a's only page, before b, after b's first page.
    await stores.pruner(looks=3).prune_everywhere(RULES, stores.counts)
    place = await stores.counts.load("prune")
    assert (place.collection, bool(place.cursor)) == ("support:b", True)
    assert len(stores.index.records) == 1
    # What comes before the bookmark has to wait for the next round.
    await stores.keep(record_of("Late", age_days=100, app="a"))
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert [key[0] for key in stores.index.records] == ["support:a"]
    assert await stores.counts.load("prune") == Place()


async def test_runs_with_time_for_one_collection_each_reach_the_last_one() -> None:
    old = [record_of("Old", age_days=100, app=app) for app in ("a", "b", "c")]
    young = [record_of("Young", app=app) for app in ("a", "b", "c")]
    stores = await Stores().keep(*old, *young)
    for _ in old:
        await stores.pruner(looks=1).prune_everywhere(RULES, stores.counts)
    assert set(stores.index.records) == {record.key for record in young}
    assert await stores.counts.load("prune") == Place()


async def test_a_bookmark_in_a_collection_that_is_gone_goes_on_behind_it() -> None:
    stores = await Stores().keep(*(record_of("Old", age_days=100, app=app) for app in "ac"))
    await stores.counts.save("prune", Place("support:b", "cursor of b"))
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert [key[0] for key in stores.index.records] == ["support:a"]


class ForgetfulIndex(FakeIndex):
    """It knows no cursor that it gave before."""

    @override
    async def page(self, collection: str, cursor: str, limit: int) -> Page:
        if cursor == "forgotten":
            raise InvalidRequest([FieldError("cursor", "must be known")])
        return await super().page(collection, cursor, limit)


async def test_a_bookmark_that_the_store_forgot_begins_the_collection_again() -> None:
    stores = await Stores(index=ForgetfulIndex()).keep(
        *(record_of("Old", age_days=100, app=app) for app in "bc")
    )
    await stores.counts.save("prune", Place("support:b", "forgotten"))
    await stores.pruner().prune_everywhere(RULES, stores.counts)
    assert stores.index.records == {}
    assert await stores.counts.load("prune") == Place()


async def test_a_cursor_that_a_caller_made_up_is_refused() -> None:
    stores = Stores(index=ForgetfulIndex())
    with pytest.raises(InvalidRequest, match="cursor"):
        await stores.prune(RULES.model_copy(update={"cursor": "forgotten"}))


async def test_a_collection_that_refuses_its_first_page_is_told() -> None:
    class Refusing(FakeIndex):
        """It gives no page at all."""

        @override
        async def page(self, collection: str, cursor: str, limit: int) -> Page:
            raise InvalidRequest([FieldError("limit", f"{limit} of {collection} after {cursor}")])

    stores = await Stores(index=Refusing()).keep(record_of("Old", age_days=100))
    with pytest.raises(InvalidRequest, match="limit"):
        await stores.pruner().prune_everywhere(RULES, stores.counts)
