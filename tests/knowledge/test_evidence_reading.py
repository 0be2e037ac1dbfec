"""Reading and listing evidence, as far as its reader may see it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from recollect.core.cursors import Cursors
from recollect.core.errors import NotFound
from recollect.core.messages import ItemId
from recollect.core.places import place_of
from recollect.core.security_levels import SecurityLevel
from recollect.knowledge.evidence_reading import EvidenceListing, EvidencePage, EvidenceReader
from recollect.slicing.decisions import LocalDecisions
from recollect.slicing.reader import SpecialistReader
from recollect.slicing.specialist import Specialist
from tests.knowledge.stores import SCOPE, New, Stores
from tests.retrieval.samples import NOW

CURSORS = Cursors("secret", "evidence")


def never() -> bool:
    return False


def always() -> bool:
    return True


def item(name: str, minutes: float = 0, **fields: Any) -> New:
    created_at = (NOW + timedelta(minutes=minutes)).isoformat()
    return {"id": name, "content": f"It is {name}.", "created_at": created_at, **fields}


def reading(stores: Stores, level: SecurityLevel = "restricted", *groups: str) -> EvidenceReader:
    specialist = Specialist("reader", "ann", level, frozenset(groups))
    return EvidenceReader(
        stores.repository, stores.owners, lambda: SpecialistReader(specialist, LocalDecisions()).see
    )


async def page(
    stores: Stores,
    level: SecurityLevel = "restricted",
    time_is_up: Callable[[], bool] = never,
    **asked: Any,
) -> EvidencePage:
    listing = EvidenceListing.model_validate({"tenant": "acme", "project": "web", **asked})
    return await reading(stores, level).page(listing, CURSORS, time_is_up)


async def ids(stores: Stores, level: SecurityLevel = "restricted", **asked: Any) -> list[str]:
    return [each.id for each in (await page(stores, level, **asked)).items]


async def test_an_item_is_read_as_a_search_would_return_it(stores: Stores) -> None:
    await stores.store(item("a", title="On a", url="https://a.example/a", colour="red"))
    found = await reading(stores).one(SCOPE, "a")
    assert (found.content, found.title, found.url) == ("It is a.", "On a", "https://a.example/a")
    assert found.metadata["colour"] == "red"
    assert found.metadata["source"] == "upstash-vector"
    assert found.byte_size == found.metadata["byteSize"]


async def test_invisible_items_are_not_found_and_personal_data_is_masked(stores: Stores) -> None:
    await stores.store(
        item("secret", sensitivity=0.9),
        item("key", hasCredentials=True),
        item("ours", restrictedToGroups=["ops"]),
        {
            "id": "person",
            "content": {"who": "Jane", "what": "called"},
            "piiFields": ["$.content.who"],
        },
    )
    for name in ("secret", "key", "ours", "nothing"):
        with pytest.raises(NotFound, match=f"there is no evidence {name} in acme/web"):
            await reading(stores, "internal").one(SCOPE, name)
    assert (await reading(stores, "restricted").one(SCOPE, "secret")).id == "secret"
    assert (await reading(stores, "internal", "ops").one(SCOPE, "ours")).id == "ours"
    person = await reading(stores).one(SCOPE, "person")
    assert person.content == {"who": "[REDACTED]", "what": "called"}
    assert person.metadata["redacted"] is True


async def test_items_are_listed_newest_first_by_time_tags_and_metadata(stores: Stores) -> None:
    await stores.store(
        item("a", 1, tags=["x", "y"], size=3, is_open=True, colour="3"),
        item("b", 2, tags=["x"], size=3.5, is_open=False, colour="red"),
        item("c", 3, tags=[], size=3, source="human"),
    )
    assert await ids(stores) == ["c", "b", "a"]
    assert await ids(stores, tags="x") == ["b", "a"]
    assert await ids(stores, tags="x,y") == ["a"]
    assert await ids(stores, size="3") == ["c", "a"]
    assert await ids(stores, size="3.5") == ["b"]
    assert await ids(stores, is_open="true") == ["a"]
    assert await ids(stores, colour="3") == ["a"]
    assert await ids(stores, tags="x", size="3.5", colour="red") == ["b"]
    assert await ids(stores, content="It is a.") == []
    second = (NOW + timedelta(minutes=2)).isoformat()
    assert await ids(stores, since=second) == ["c", "b"]
    assert await ids(stores, until=second) == ["b", "a"]
    assert await ids(stores, since=second, until=second) == ["b"]
    assert await ids(stores, since="0001-01-01T00:00:00Z", until="9999-12-31T00:00:00Z") == [
        *("c", "b", "a")
    ]


async def test_a_filter_does_not_match_a_field_that_its_reader_may_not_see(stores: Stores) -> None:
    await stores.store(item("a", salary="9000", piiFields=["$.metadata.salary"]))
    assert await ids(stores, salary="9000") == []
    assert await ids(stores) == ["a"]


async def test_an_item_stored_again_is_listed_by_its_new_time(stores: Stores) -> None:
    await stores.store(item("a", 1), item("b", 2))
    await stores.store(item("a", 3))
    assert await ids(stores) == ["a", "b"]


def test_an_invalid_listing_is_refused() -> None:
    for asked in (
        {"limit": 0},
        {"tenant": "No!"},
        {"since": "yesterday"},
        {"a b": "c"},
        {f"f{n}": "x" for n in range(33)},
        {"colour": ""},
        {"colour": "x" * 1_001},
        {"cursor": "a.b"},
    ):
        with pytest.raises(ValidationError):
            EvidenceListing.model_validate(asked)


@given(
    shown=st.lists(st.integers(0, 5), max_size=30),
    hidden=st.lists(st.integers(0, 5), max_size=30),
    limit=st.integers(1, 7),
)
async def test_pages_hold_every_visible_item_once_whatever_else_is_hidden(
    shown: list[int], hidden: list[int], limit: int
) -> None:
    without, beside = Stores(), Stores()
    items = [item(f"shown-{n}", at) for n, at in enumerate(shown)]
    secrets = [item(f"hidden-{n}", at, sensitivity=0.9) for n, at in enumerate(hidden)]
    for each in items:
        await without.store(each)
    for each in [*items, *secrets]:
        await beside.store(each)
    seen, cursor = list[str](), ""
    while True:
        answer = await page(without, "public", limit=limit, cursor=cursor)
        assert await page(beside, "public", limit=limit, cursor=cursor) == answer
        seen += (each.id for each in answer.items)
        if not answer.next_cursor:
            break
        cursor = answer.next_cursor
    assert sorted(seen) == sorted(str(each["id"]) for each in items)
    assert await ids(without, limit=100) == seen


async def test_a_page_that_runs_out_of_time_has_a_cursor_to_go_on_from(stores: Stores) -> None:
    await stores.store(*(item(f"hidden-{n}", n, sensitivity=0.9) for n in range(1, 45)))
    await stores.store(item("last", 0))
    seen, pages, cursor = list[str](), 0, ""
    while pages == 0 or cursor:
        answer = await page(stores, "public", always, cursor=cursor)
        seen += (each.id for each in answer.items)
        cursor, pages = answer.next_cursor or "", pages + 1
    assert (seen, pages) == (["last"], 3)


_IN_IDS = st.characters(exclude_characters="\"'\\\x7f", exclude_categories=["Cc", "Cs", "Z"])


@given(st.text(_IN_IDS, min_size=1, max_size=256))
@example("é" * 230)
@example("😀" * 256)
def test_the_cursor_after_any_id_is_accepted_by_the_next_request(item_id: str) -> None:
    assert TypeAdapter(ItemId).validate_python(item_id) == item_id
    cursor = CURSORS.sealed(place_of(1, item_id))
    assert EvidenceListing(cursor=cursor).cursor == cursor
