"""Values of a store as memories, and back."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.client.frameworks.stored_values import (
    TAG,
    KeptValue,
    begins,
    category_of,
    decision_in,
    is_kept,
    is_put_under,
    kept_as,
    key_of,
    matches,
    namespace_of,
    value_of,
    written_value,
)
from recollect.memories.model import Memory, MemoryMetadata, Votes
from recollect.settlement.prose import read_prose
from tests.cases import each_case

WHEN = "2026-03-01T12:00:00.000Z"
AT, MICROSECOND = datetime(2026, 3, 1, 12, tzinfo=UTC), timedelta(microseconds=1)
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
    complete = MemoryMetadata.model_validate(known | metadata)
    return Memory(id="m", content="", situation=situation, decision=decision, metadata=complete)


@given(st.text(min_size=1, max_size=8), _VALUES)
def test_a_value_comes_back_as_it_was(key: str, value: dict[str, Any]) -> None:
    kept = written_value(key, value, AT)
    assert value_of(memory(kept.situation, kept.decision)) == value


def test_a_value_of_only_situation_and_decision_is_stored_as_that_memory() -> None:
    dark = {"situation": "dark", "decision": "lamp"}
    assert decision_in(dark) == KeptValue("dark", "lamp")
    assert value_of(memory("dark", "lamp")) == dark
    for other in (dark | {"n": 1}, dark | {"decision": 5}, {"situation": "dark"}, {}):
        assert decision_in(other) is None
    assert written_value("k", {"food": "pizza", "when": ["noon"]}, AT).situation == "pizza noon"


def test_writing_the_same_value_again_makes_a_different_memory() -> None:
    first, again = (written_value("k", {"on": True}, each) for each in (AT, AT + MICROSECOND))
    assert first.decision != again.decision


def test_a_decision_with_a_time_is_a_different_memory_with_the_same_meaning() -> None:
    decision = KeptValue("It is dark", "Change the lamp")
    timed = decision.at(AT)
    kept = memory(timed.situation, timed.decision, tags=timed.tags)
    assert timed.situation != decision.situation
    assert value_of(kept) == {"situation": "It is dark", "decision": "Change the lamp"}
    assert kept_as(kept) == timed
    sayings = [
        read_prose(each.decision, case=each.situation).normalized_text for each in (decision, timed)
    ]
    assert sayings[0] == sayings[1]


def test_a_memory_that_no_store_wrote_is_read_as_its_own_situation_and_decision() -> None:
    for decision in ('{"value": {"n": 1}}', '{"x": {}}', "{"):
        texts = {"situation": "s", "decision": decision}
        assert value_of(memory("s", decision, tags=())) == texts
    assert value_of(memory("s", '{"x": {}}')) == {"situation": "s", "decision": '{"x": {}}'}
    json_text = '{"value": {"n": 1}}'
    assert value_of(memory("s", json_text))["decision"] == json_text
    masked = '{"value": {"password": [REDACTED:password]}'
    assert value_of(memory("s", masked)) == {"situation": "s", "decision": masked}
    assert key_of(memory("s", "d", tags=(), conversation_id="c")) == "m"
    assert key_of(memory("s", "d", conversation_id="c")) == "c"


def test_a_namespace_becomes_an_app_and_a_category() -> None:
    namespace = ("a", "users", "ada")
    assert namespace_of(memory("s", "d", category=category_of(namespace))) == namespace
    assert namespace_of(memory("s", "d", category=category_of(("a",)))) == ("a",)
    assert begins(namespace, ("a", "*"))
    assert not begins(("a",), ("a", "*"))
    assert not begins(namespace, ("users",))


@each_case("name", ["+90 532 123 45 67", "ada/notes", "ada ", "a\u200bda"])
def test_a_namespace_name_that_would_come_back_changed_is_not_kept(name: str) -> None:
    assert is_kept(("a", "users", "Ada \u00d6l\u00e7\u00fc"))
    assert not is_kept(("a", "users", name))


def test_a_put_value_is_found_only_under_its_own_namespace_and_key() -> None:
    put = memory("s", "d", category="users/ada", conversation_id="k")
    assert is_put_under(put, ("a", "users", "ada"), "k")
    assert not is_put_under(put, ("a",), "k")
    assert not is_put_under(put, ("a", "users", "ada"), "m")
    assert not is_put_under(memory("s", "d", tags=(), conversation_id="k"), ("a",), "k")


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
def test_a_filter_compares_the_fields_of_a_value(wanted: dict[str, Any] | None, fits: bool) -> None:
    assert matches({"n": 3, "s": "x"}, wanted) is fits


def test_an_unknown_filter_operator_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"\$like"):
        matches({}, {"n": {"$like": "x"}})
