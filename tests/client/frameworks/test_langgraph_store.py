"""LangGraph's store over the API, asked as LangGraph asks."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from langgraph.store.base import InvalidNamespaceError

from recollect.client import AppClient
from recollect.client.frameworks.langgraph_store import RecollectStore


@pytest.fixture
def store(app: AppClient) -> RecollectStore:
    return RecollectStore(app.api)


def test_a_put_value_can_be_read_replaced_and_deleted(
    store: RecollectStore, app: AppClient
) -> None:
    place = (app.slug, "users")
    store.put(place, "ada", {"food": "pizza", "n": 1})
    store.put(place, "ada", {"food": "pasta", "n": 2})
    store.put(place, "bob", {"food": "pasta", "n": 2})

    item = store.get(place, "ada")
    assert item is not None
    assert (item.namespace, item.key, item.value) == (place, "ada", {"food": "pasta", "n": 2})
    assert {each.key: each.value["food"] for each in store.search(place)} == {
        "ada": "pasta",
        "bob": "pasta",
    }
    store.delete(place, "ada")
    assert store.get(place, "ada") is None
    assert store.get(place, "bob") is not None
    assert store.get(place, "nobody") is None
    store.delete(place, "nobody")


def test_a_search_by_meaning_also_finds_memories_stored_outside_langgraph(
    store: RecollectStore, app: AppClient
) -> None:
    known = app.remember(situation="The projector is dark", decision="Lamp", stage="draft")
    store.put((app.slug, "desk"), "k", {"situation": "The door is stuck", "decision": "Oil"})
    (found,) = store.search((app.slug,), query="dark projector", limit=1)
    assert (found.key, found.value["decision"]) == (known.id, "Lamp")
    assert found.score is not None
    (kept,) = store.search((app.slug, "desk"), query="a door is stuck")
    assert (kept.key, kept.value["decision"]) == ("k", "Oil")
    assert store.search((app.slug,), filter={"decision": "Oil"})[0].key == "k"


async def test_the_asynchronous_store_lists_namespaces_and_refuses_an_empty_one(
    store: RecollectStore, app: AppClient
) -> None:
    await store.aput((app.slug, "a", "x"), "k", {"t": "one"})
    await store.aput((app.slug, "b"), "k", {"t": "two"})
    assert await store.alist_namespaces(prefix=(app.slug,)) == [
        (app.slug, "a", "x"),
        (app.slug, "b"),
    ]
    assert await store.alist_namespaces(prefix=(app.slug,), max_depth=1) == [(app.slug,)]
    assert await store.alist_namespaces(suffix=("*", "x"), prefix=(app.slug,)) == [
        (app.slug, "a", "x")
    ]
    with pytest.raises(InvalidNamespaceError):
        await store.asearch(())


def test_a_memory_stored_outside_langgraph_is_read_by_the_key_from_a_search(
    store: RecollectStore, app: AppClient
) -> None:
    known = app.remember(situation="Dark", decision="Lamp", stage="draft", category="desk")
    (found,) = store.search((app.slug,), query="dark")
    item = store.get(found.namespace, found.key)
    assert item is not None
    assert (item.key, item.namespace, item.value) == (known.id, found.namespace, found.value)
    assert store.get((app.slug,), known.id) is None
    app.retract(known.id)
    assert store.get(found.namespace, known.id) is None
    assert store.get(found.namespace, "mem_of_nobody") is None
    store.put((app.slug,), "k", LAMP)
    (put,) = app.memories(state="active")
    assert store.get((app.slug,), put.id) is None


LAMP = {"situation": "The screen is black", "decision": "Lamp"}
CABLE = LAMP | {"decision": "Cable"}


def value_under(store: RecollectStore, place: tuple[str, ...], key: str) -> object:
    """The value under a key."""
    item = store.get(place, key)
    return item and item.value


@pytest.mark.parametrize(("one", "other"), [(LAMP, CABLE), ({"on": True}, {"on": False})])
def test_a_value_that_was_replaced_can_be_put_again(
    store: RecollectStore, app: AppClient, one: dict[str, object], other: dict[str, object]
) -> None:
    for value in (one, other, one, one):
        store.put((app.slug,), "k", value)
        assert value_under(store, (app.slug,), "k") == value
        assert [each.value for each in store.search((app.slug,))] == [value]


def test_the_same_value_under_two_keys_is_two_items(store: RecollectStore, app: AppClient) -> None:
    here, there = (app.slug, "here"), (app.slug, "there")
    known = app.remember(situation=LAMP["situation"], decision=LAMP["decision"], stage="draft")
    for place, key in ((here, "a"), (here, "b"), (there, "a")):
        store.put(place, key, LAMP)
    assert [value_under(store, *each) for each in ((here, "a"), (here, "b"), (there, "a"))] == [
        LAMP
    ] * 3
    assert app.memory(known.id).metadata.occurrences == 4
    assert len(store.search((app.slug,), query="a black screen")) == 1
    store.put(here, "a", CABLE)
    assert (value_under(store, here, "a"), value_under(store, here, "b")) == (CABLE, LAMP)
    store.delete(here, "b")
    assert (value_under(store, here, "b"), value_under(store, there, "a")) == (None, LAMP)


def test_a_value_with_nearly_the_same_text_replaces_the_first(
    store: RecollectStore, app: AppClient
) -> None:
    for text in ("Restart the PC", "restart the pc.", "Mail ada@example.com", "Mail a@example.com"):
        value = {"situation": "It hangs", "decision": text}
        store.put((app.slug,), "k", value)
        store.put((app.slug,), "profile", {"note": text})
        if "@" not in text:
            assert value_under(store, (app.slug,), "k") == value
            assert value_under(store, (app.slug,), "profile") == {"note": text}
    masked = "Mail [REDACTED:email]"
    assert value_under(store, (app.slug,), "k") == {"situation": "It hangs", "decision": masked}
    assert value_under(store, (app.slug,), "profile") == {"note": masked}


def test_a_namespace_does_not_share_keys_with_its_parent(
    store: RecollectStore, app: AppClient
) -> None:
    above, below = (app.slug,), (app.slug, "below")
    store.put(below, "k", {"n": 1})
    assert value_under(store, above, "k") is None
    store.put(above, "k", {"n": 2})
    store.delete(above, "k")
    assert value_under(store, below, "k") == {"n": 1}


def test_each_namespace_finds_its_own_copy_of_an_identical_value(
    store: RecollectStore, app: AppClient
) -> None:
    users = ("ada", "bob", "cem")
    for user in users:
        store.put((app.slug, user), "k", LAMP)
        store.put((app.slug, user), "profile", {"theme": "dark mode"})
    for user in users:
        place = (app.slug, user)
        assert [each.value for each in store.search(place, query="a black screen")] == [LAMP]
        found = store.search(place, query="which theme, dark mode?", limit=1)
        assert [(each.namespace, each.key) for each in found] == [(place, "profile")]


def test_deleting_a_key_does_not_bring_back_a_value_replaced_under_another_key(
    store: RecollectStore, app: AppClient
) -> None:
    here, there = (app.slug, "here"), (app.slug, "there")
    store.put(there, "k", CABLE)
    store.put(here, "k", LAMP)
    store.put(here, "k", CABLE)
    store.delete(there, "k")
    (left,) = app.memories(state="active")
    assert (left.decision, value_under(store, here, "k")) == ("Cable", CABLE)


def test_namespace_names_that_would_collide_are_refused(
    store: RecollectStore, app: AppClient
) -> None:
    store.put((app.slug, "ada", "notes"), "k", LAMP)
    for name in ("ada/notes", " ada", "a\u200bda"):
        with pytest.raises(InvalidNamespaceError, match="slashes"):
            store.put((app.slug, name), "k", CABLE)
    assert [each.value for each in store.search((app.slug,))] == [LAMP]


def test_a_namespace_name_with_personal_data_is_refused(
    store: RecollectStore, app: AppClient
) -> None:
    place = (app.slug, "+90 532 123 45 67")
    with pytest.raises(InvalidNamespaceError, match="personal data"):
        store.put(place, "profile", {"name": "Ada"})
    with pytest.raises(InvalidNamespaceError, match="personal data"):
        store.get(place, "profile")
    assert store.search((app.slug,)) == []


def test_concurrent_puts_under_one_key_leave_one_value(
    store: RecollectStore, app: AppClient
) -> None:
    place = (app.slug, "flags")
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: store.put(place, "k", {"count": f"number {n}"}), range(16)))
    assert len(store.search(place)) == 1
    assert len(store.search(place, query="count number")) == 1
    store.put(place, "k", {"count": "the last"})
    assert [each.value["count"] for each in store.search(place)] == ["the last"]
    assert len(list(app.memories(state="active"))) == 1
