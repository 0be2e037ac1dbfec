"""Passages of long items: they hold the current text of their item, and no former one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from typing_extensions import override

from recollect.knowledge.passages import (
    drop_outdated,
    item_id_of,
    passage_records,
    passages_namespace,
    put_passages,
    remove_former,
    remove_passages,
)
from recollect.knowledge.records import KnowledgeRecord, headed, items_namespace
from recollect.knowledge.requests import FailedItem
from recollect.retrieval.candidates import Scope
from tests.knowledge.fakes import FakeKnowledge
from tests.knowledge.stores import New, Stores
from tests.virtual_time import virtually

SCOPE = Scope("acme", "web")
ITEMS, PASSAGES = items_namespace(SCOPE), passages_namespace(SCOPE)
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def page(about: str, length: int = 3_000) -> str:
    return (f"All about {about}. " * length)[:length]


def item(item_id: str, text: str) -> KnowledgeRecord:
    return KnowledgeRecord(item_id, text, {"tags": ["x"], "content": {"not": "filtered"}})


async def kept(*records: KnowledgeRecord) -> FakeKnowledge:
    """A store with these items and their passages."""
    store = FakeKnowledge({ITEMS: {each.id: each for each in records}})
    await put_passages(SCOPE, records, NOW, store)
    return store


async def stored_again(store: FakeKnowledge, record: KnowledgeRecord) -> None:
    before = await store.get(ITEMS, [record.id])
    await remove_former(SCOPE, [record], before, store)
    await store.put(ITEMS, [record])
    assert await put_passages(SCOPE, [record], NOW + timedelta(days=1), store) == {}


def texts_of(store: FakeKnowledge, item_id: str) -> Sequence[str]:
    return [each.text for each in store.of(PASSAGES).values() if item_id_of(each.id) == item_id]


def test_each_passage_has_the_title_and_filters_of_its_item() -> None:
    record = headed(item("guide", page("pumps")), "The pump guide")
    first, *others = passage_records(record)
    assert first.text.startswith("The pump guide\nAll about pumps")
    assert all(each.text.startswith("The pump guide\nAll") for each in others)
    assert all(each.metadata["tags"] == ["x"] for each in (first, *others))
    assert not any("content" in each.metadata for each in (first, *others))


def test_passages_keep_their_text_however_many_names_their_item_has() -> None:
    names = "\n".join(["The pump guide", *(f"alias {n}: {'pump ' * 10}" for n in range(32))])
    *_, last = passage_records(headed(item("guide", page("pumps")), names))
    assert last.text.startswith("The pump guide\nalias 0: ")
    assert "\nAll about pumps" in last.text
    assert len(last.text) < 257 + 500


async def test_a_short_item_has_no_passages() -> None:
    assert (await kept(item("note", page("pumps", 2_000)))).of(PASSAGES) == {}


async def test_an_item_with_a_new_text_has_only_new_passages() -> None:
    store = await kept(item("guide", page("pumps", 9_000)), item("guide2", page("doors")))
    await stored_again(store, item("guide", page("valves")))
    assert all("valves" in each for each in texts_of(store, "guide"))
    assert all("doors" in each for each in texts_of(store, "guide2"))


async def test_an_item_that_becomes_short_loses_its_passages() -> None:
    store = await kept(item("guide", page("pumps")), item("guide2", page("doors")))
    await stored_again(store, item("guide", "See guide2."))
    assert texts_of(store, "guide") == []
    assert texts_of(store, "guide2") != []


async def test_storing_a_new_text_removes_passages_that_concurrent_writers_left() -> None:
    store = await kept(item("guide", page("pumps")))
    await put_passages(SCOPE, [item("guide", page("doors"))], NOW, store)
    await stored_again(store, item("guide", page("valves")))
    assert all("valves" in each for each in texts_of(store, "guide"))


async def test_a_repeat_writes_only_missing_passages() -> None:
    record = item("guide", page("pumps"))
    store = await kept(record)
    known = store.of(PASSAGES)
    _, lost, *_ = known
    del store.records[PASSAGES][lost]
    store.unwritable = known.keys() - {lost}
    assert await put_passages(SCOPE, [record], NOW, store) == {}
    assert store.of(PASSAGES) == known


async def test_passages_are_rewritten_if_the_filters_of_their_item_change() -> None:
    record = item("guide", page("pumps"))
    store = await kept(record)
    await stored_again(store, replace(record, metadata={"restrictedToGroups": ["board"]}))
    passages = store.of(PASSAGES).values()
    assert {str(each.metadata["restrictedToGroups"]) for each in passages} == {"['board']"}


async def test_an_item_whose_passages_cannot_be_stored_is_named() -> None:
    records = [item("guide", page("pumps")), item("guide2", page("doors"))]
    _, second, *_ = passage_records(records[0])
    store = FakeKnowledge(unwritable={second.id})
    assert await put_passages(SCOPE, records, NOW, store) == {"guide": "timeout"}


async def test_a_writer_overtaken_by_another_leaves_no_passages() -> None:
    ours, theirs = item("guide", page("pumps")), item("guide", page("valves"))
    store = await kept(theirs)
    await put_passages(SCOPE, [ours], NOW, store)  # later than their item, which stays
    await drop_outdated(SCOPE, [ours], store)
    assert texts_of(store, "guide") == [each.text for each in passage_records(theirs)]


async def test_an_item_removed_while_it_is_stored_leaves_no_passages() -> None:
    record = item("guide", page("pumps"))
    store = await kept(record)
    await store.remove(ITEMS, ["guide"])
    await drop_outdated(SCOPE, [record], store)
    assert store.of(PASSAGES) == {}


async def test_removing_passages_affects_only_the_given_item() -> None:
    store = await kept(item("guide", page("pumps")), item("guide2", page("doors")))
    await remove_passages(SCOPE, ["guide"], store)
    assert texts_of(store, "guide") == []
    assert texts_of(store, "guide2") != []


def test_passages_stored_before_time_ran_out_stay_and_other_items_are_named() -> None:
    @dataclass(slots=True)
    class Slow(FakeKnowledge):
        @override
        async def put(self, namespace: str, records: Sequence[KnowledgeRecord]) -> None:
            await asyncio.sleep(5)
            await FakeKnowledge.put(self, namespace, records)

    records = [item(f"guide{n}", page("pumps", 20_000)) for n in range(15)]
    store = Slow()
    failed = virtually(put_passages(SCOPE, records, NOW, store, until=12.0))
    kept = {item_id_of(each) for each in store.of(PASSAGES)}
    assert failed.keys() | kept == {each.id for each in records}
    assert len(store.of(PASSAGES)) == 400
    assert set(failed.values()) == {"timeout"}


async def test_an_item_whose_passages_failed_is_stored_and_listed(stores: Stores) -> None:
    guide: New = {"id": "guide", "content": page("pumps")}
    stores.repository.unwritable = {
        each.id for each in passage_records(item("guide", page("pumps")))
    }
    found = await stores.store(guide, {"id": "note", "content": "short"})
    assert (found.ids, found.failed) == (
        ("note",),
        (FailedItem(index=0, id="guide", reason="timeout"),),
    )
    assert stores.item("guide").content == page("pumps")
    assert (ITEMS, "guide") in stores.owners.places

    stores.repository.unwritable = set()
    assert (await stores.store(guide)).ids == ("guide",)
    assert texts_of(stores.repository, "guide") != []


async def test_an_item_that_could_not_be_stored_has_no_passages(stores: Stores) -> None:
    stores.repository.unwritable = {"guide"}
    found = await stores.store(
        {"id": "guide", "content": page("pumps")}, {"id": "guide2", "content": page("doors")}
    )
    assert found.ids == ("guide2",)
    assert {item_id_of(each) for each in stores.repository.of(PASSAGES)} == {"guide2"}
