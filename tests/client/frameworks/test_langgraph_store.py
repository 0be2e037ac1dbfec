"""LangGraph's store over the API, asked as LangGraph asks."""

import pytest
from langgraph.store.base import InvalidNamespaceError

from recollect.client import AppClient
from recollect.client.frameworks.langgraph_store import RecollectStore


@pytest.fixture
def store(app: AppClient) -> RecollectStore:
    return RecollectStore(app.api)


def test_what_is_put_is_got_replaced_and_deleted(store: RecollectStore, app: AppClient) -> None:
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
    assert store.get((app.slug,), "bob") is not None
    assert store.get(place, "nobody") is None
    store.delete(place, "nobody")


def test_it_finds_by_meaning_what_others_stored_too(store: RecollectStore, app: AppClient) -> None:
    known = app.remember(situation="The projector is dark", decision="Lamp", stage="draft")
    store.put((app.slug, "desk"), "k", {"situation": "The door is stuck", "decision": "Oil"})
    (found,) = store.search((app.slug,), query="dark projector", limit=1)
    assert (found.key, found.value["decision"]) == (known.id, "Lamp")
    assert found.score is not None
    (kept,) = store.search((app.slug, "desk"), query="a door is stuck")
    assert (kept.key, kept.value["decision"]) == ("k", "Oil")
    assert store.search((app.slug,), filter={"decision": "Oil"})[0].key == "k"


async def test_namespaces_are_listed_and_asynchronous_is_the_same(
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
