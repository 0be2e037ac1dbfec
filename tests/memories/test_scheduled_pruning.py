import pytest
from typing_extensions import override

from recollect.core.errors import FieldError, InvalidRequest
from recollect.memories.lifecycle.maintenance import PAGE_SIZE
from recollect.memories.stored.index import RecordPage
from recollect.memories.stored.ledger_data import WalkCursor
from tests.memories.acting import RULES, Actors
from tests.memories.fakes import FakeIndex
from tests.memories.samples import record_of


async def test_a_scheduled_prune_goes_through_all_collections() -> None:
    records = [record_of("Old", age_days=100, app=app) for app in ("a", "b", "c")]
    stores = await Actors().keep(*records)
    await stores.pruner().prune_everywhere(RULES)
    assert stores.found() == set()
    assert await stores.ledger.load_cursor("prune") == WalkCursor()


async def test_a_scheduled_prune_goes_on_inside_the_collection_where_it_stopped() -> None:
    many = [record_of(f"Old {each}", age_days=100, app="b") for each in range(PAGE_SIZE + 1)]
    stores = await Actors().keep(record_of("Old", age_days=100, app="a"), *many)
    # Three looks: after a's only page, before b, after b's first page.
    await stores.pruner(looks=3).prune_everywhere(RULES)
    place = await stores.ledger.load_cursor("prune")
    assert (place.collection, bool(place.cursor)) == ("support:b", True)
    assert len(stores.found()) == 1
    # What comes before the cursor has to wait for the next round.
    await stores.keep(record_of("Late", age_days=100, app="a"))
    await stores.pruner().prune_everywhere(RULES)
    assert [key[0] for key in stores.found()] == ["support:a"]
    assert await stores.ledger.load_cursor("prune") == WalkCursor()


async def test_runs_with_time_for_one_collection_each_reach_the_last_one() -> None:
    old = [record_of("Old", age_days=100, app=app) for app in ("a", "b", "c")]
    young = [record_of("Young", app=app) for app in ("a", "b", "c")]
    stores = await Actors().keep(*old, *young)
    for _ in old:
        await stores.pruner(looks=1).prune_everywhere(RULES)
    assert stores.found() == {record.key for record in young}
    assert await stores.ledger.load_cursor("prune") == WalkCursor()


async def test_a_cursor_in_a_collection_that_is_gone_goes_on_behind_it() -> None:
    stores = await Actors().keep(*(record_of("Old", age_days=100, app=app) for app in "ac"))
    await stores.ledger.save_cursor("prune", WalkCursor("support:b", "cursor of b"))
    await stores.pruner().prune_everywhere(RULES)
    assert [key[0] for key in stores.found()] == ["support:a"]


class ForgetfulIndex(FakeIndex):
    """An index that forgot the cursors it gave before."""

    @override
    async def page(self, collection: str, cursor: str, limit: int) -> RecordPage:
        if cursor == "forgotten":
            raise InvalidRequest([FieldError("cursor", "must be known")])
        return await super().page(collection, cursor, limit)


async def test_a_cursor_that_the_index_forgot_begins_the_collection_again() -> None:
    stores = await Actors(index=ForgetfulIndex()).keep(
        *(record_of("Old", age_days=100, app=app) for app in "bc")
    )
    await stores.ledger.save_cursor("prune", WalkCursor("support:b", "forgotten"))
    await stores.pruner().prune_everywhere(RULES)
    assert stores.found() == set()
    assert await stores.ledger.load_cursor("prune") == WalkCursor()


async def test_a_cursor_that_a_caller_made_up_is_refused() -> None:
    stores = Actors(index=ForgetfulIndex())
    with pytest.raises(InvalidRequest, match="cursor"):
        await stores.prune(RULES.model_copy(update={"cursor": "forgotten"}))


async def test_a_collection_that_refuses_its_first_page_is_an_error() -> None:
    class Refusing(FakeIndex):
        """It gives no page at all."""

        @override
        async def page(self, collection: str, cursor: str, limit: int) -> RecordPage:
            raise InvalidRequest([FieldError("limit", f"{limit} of {collection} after {cursor}")])

    stores = await Actors(index=Refusing()).keep(record_of("Old", age_days=100))
    with pytest.raises(InvalidRequest, match="limit"):
        await stores.pruner().prune_everywhere(RULES)
