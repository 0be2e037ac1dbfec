"""Values of a store as memories, and back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.client.frameworks.stored_values import (
    TAG,
    begins,
    category_of,
    kept_value,
    key_of,
    matches,
    namespace_of,
    value_of,
)
from recollect.memories.model import Memory, MemoryMetadata, Votes
from tests.cases import each_case

WHEN = "2026-03-01T12:00:00.000Z"
_VALUES = st.dictionaries(
    st.text(max_size=8),
    st.recursive(
        st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=5,
    ),
    max_size=4,
)


def memory(situation: str, decision: str, **metadata: Any) -> Memory:
    known = {
        "collection": "support:a",
        "app_slug": "a",
        "source": "agent",
        "tags": (TAG,),
        "confidence": 0.5,
        "created_at": WHEN,
        "last_validated_at": None,
        "last_confirmed_at": WHEN,
        "votes": Votes(upvotes=0, downvotes=0, citations=0, success_rate=0.0),
        "stage": "draft",
        "outcome": "success",
        "correction": None,
        "category": None,
        "conversation_id": None,
        "importance": 0.5,
        "trust": 0.5,
        "sensitivity": 0.0,
        "occurrences": 1,
        "state": "active",
    }
    told = MemoryMetadata.model_validate(known | metadata)
    return Memory(id="m", content="", situation=situation, decision=decision, metadata=told)


@given(st.text(min_size=1, max_size=8), _VALUES)
def test_a_value_comes_back_as_it_was(key: str, value: dict[str, Any]) -> None:
    kept = kept_value(key, value)
    assert value_of(memory(kept.situation, kept.decision)) == value


def test_a_value_that_is_a_memory_stays_one() -> None:
    kept = kept_value("k", {"situation": "dark", "decision": "lamp"})
    assert (kept.situation, kept.decision) == ("dark", "lamp")
    assert kept_value("k", {"food": "pizza", "when": ["noon"]}).situation == "pizza noon"


def test_what_nobody_put_there_is_what_it_says() -> None:
    texts = {"situation": "s", "decision": '{"x": {}}'}
    assert value_of(memory("s", '{"x": {}}', tags=())) == texts
    masked = '{"k": {"password": [REDACTED:password]}'
    assert value_of(memory("s", masked)) == {"situation": "s", "decision": masked}
    assert key_of(memory("s", "d", tags=(), conversation_id="c")) == "m"
    assert key_of(memory("s", "d", conversation_id="c")) == "c"


def test_a_namespace_is_an_app_and_a_category() -> None:
    namespace = ("a", "users", "ada")
    assert namespace_of(memory("s", "d", category=category_of(namespace))) == namespace
    assert namespace_of(memory("s", "d", category=category_of(("a",)))) == ("a",)
    assert begins(namespace, ("a", "*"))
    assert not begins(("a",), ("a", "*"))
    assert not begins(namespace, ("users",))


@each_case(
    ("wanted", "fits"),
    [
        (None, True),
        ({"n": 3}, True),
        ({"n": 3, "s": "y"}, False),
        ({"n": {"$gt": 2, "$lte": 3}}, True),
        ({"n": {"$ne": 3}}, False),
        ({"s": {"$gt": 2}}, False),
        ({"missing": {"$eq": None}}, True),
    ],
)
def test_fields_are_compared(wanted: dict[str, Any] | None, fits: bool) -> None:
    assert matches({"n": 3, "s": "x"}, wanted) is fits


def test_a_comparison_that_there_is_not_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"\$like"):
        matches({}, {"n": {"$like": "x"}})
