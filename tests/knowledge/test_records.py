"""Stored records: items are read back unchanged, and turns hold their neighbours' texts."""

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from recollect.knowledge.indexing import NOTHING_DECLARED, Declared, declared_in, record_of
from recollect.knowledge.items import flagged
from recollect.knowledge.records import (
    APART,
    INTERNAL,
    MAX_TURN_CHARS,
    TURN,
    TURN_NEIGHBOURS,
    KnowledgeRecord,
    hidden_parts,
    is_turn,
    item_of,
    items_namespace,
    turn_of,
    turns_namespace,
    windows,
)
from recollect.retrieval.candidates import Scope
from recollect.retrieval.items import Item
from tests.cases import each_case
from tests.slicing.samples import JSON

OBJECTS = st.dictionaries(st.text(max_size=5), JSON, max_size=4)
METADATA = st.dictionaries(
    st.sampled_from(["thread", "created_at", "tags", "status"])
    | st.text(max_size=5).filter(lambda name: name not in INTERNAL),
    JSON,
    max_size=5,
)
ITEMS = st.builds(Item, st.text(min_size=1, max_size=5), st.text() | OBJECTS, METADATA)
THREADS = st.lists(st.sampled_from("abcdefghijkl"), unique=True, max_size=12)


@given(ITEMS)
def test_an_item_is_read_back_as_it_was_stored(item: Item) -> None:
    assert item_of(record_of(item)) == item


PATHS = st.lists(
    st.sampled_from(["$.content", "$.content.*", "$.metadata.tags", "$.metadata.status", "$.id"])
    | st.sampled_from(["$.metadata.*", "$.metadata", "$.metadata.tags[0]", "no path", "$"]),
    max_size=3,
)


@given(ITEMS, PATHS, st.booleans(), st.booleans())
def test_an_item_with_hidden_parts_is_read_back_whole(
    item: Item, paths: list[str], is_told: bool, has_credentials: bool
) -> None:
    flags: dict[str, JsonValue] = {
        "containsPII": bool(paths),
        "piiFields": [*paths],
        "hasCredentials": has_credentials,
    }
    item = Item(item.id, item.content, {**item.metadata, **flags})
    told = Declared(tuple(paths), has_credentials) if is_told else Declared()
    record = record_of(item, told)

    assert item_of(record) == item
    assert item_of(turn_of(record, ["before"], ["after"])) == item
    if APART in record.metadata:
        assert declared_in(record) == told


@given(st.text("ab [REDACT]:", max_size=30), st.text("ab [REDACT]:", max_size=30))
def test_the_hidden_parts_restore_the_whole_text(searched: str, whole: str) -> None:
    metadata: dict[str, JsonValue] = {APART: {"text": hidden_parts(searched, whole)}}
    assert item_of(KnowledgeRecord("m", searched, metadata)).content == whole


def test_only_the_hidden_parts_of_a_text_are_kept_separately() -> None:
    flags: dict[str, JsonValue] = {"containsPII": True, "piiFields": ["$.content"]}
    text = "Mail jane.roe@example.com or call nobody. " + "Nothing else. " * 1_000
    record = record_of(Item("m", text, flags))

    assert record.text == text.replace("jane.roe@example.com", "[REDACTED:email]")
    assert record.metadata[APART] == {
        "told": {"piiFields": [], "hasCredentials": False},
        "text": [[5, 16, "jane.roe@example.com"]],
    }


@given(ITEMS, st.lists(st.text(), max_size=2), st.lists(st.text(), max_size=2))
def test_a_turn_is_the_same_item_whatever_its_neighbours_say(
    item: Item, before: list[str], after: list[str]
) -> None:
    assert item_of(turn_of(record_of(item), before, after)) == item


def test_an_object_is_searched_by_its_names_and_values() -> None:
    record = record_of(Item("m", {"case": "SCS0001234", "open": 3}, {"status": "new"}))
    assert record == KnowledgeRecord(
        "m",
        "case: SCS0001234\nopen: 3",
        {"status": "new", "content": {"case": "SCS0001234", "open": 3}},
    )


def test_personal_data_in_a_title_or_an_alias_is_not_searched() -> None:
    names: dict[str, JsonValue] = {
        "title": "Lock of ann@example.com",
        "aliases": ["front door", "bob@example.com"],
    }
    item = flagged(Item("a", "It is locked.", names), NOTHING_DECLARED)
    assert "front door" in record_of(item).text
    assert "@" not in record_of(item).text


def test_a_turn_holds_its_neighbours_its_own_text_twice_and_its_date() -> None:
    item = Item("m", "Yes, that one.", {"thread": "C1", "created_at": "2025-01-15T23:30:00Z"})
    turn = turn_of(record_of(item), ["Which?", "This?"], ["Fine."])
    assert turn.text.split("\n") == [
        "Which?",
        "This?",
        "Yes, that one.",
        "Yes, that one.",
        "Fine.",
        "Wednesday 15 January 2025",
    ]


@each_case("created_at", [None, "some day", 7])
def test_a_turn_without_a_date_names_none(created_at: JsonValue) -> None:
    record = record_of(Item("m", "Yes", {"thread": "C1", "created_at": created_at}))
    assert turn_of(record, [], []).text == "Yes\nYes"


def test_a_turn_is_short_and_part_of_a_conversation() -> None:
    cases: list[tuple[dict[str, JsonValue], int, bool]] = [
        ({"thread": "C1"}, MAX_TURN_CHARS, True),
        ({"thread": "C1"}, MAX_TURN_CHARS + 1, False),
        ({"thread": ""}, 1, False),
        ({"thread": None}, 1, False),
        ({}, 1, False),
    ]
    for metadata, length, expected in cases:
        assert is_turn(metadata, "x" * length) is expected
        assert (TURN in record_of(Item("m", "x" * length, metadata)).metadata) is expected


def test_projects_and_their_conversations_are_searched_apart() -> None:
    scopes = [Scope("a", "b"), Scope("a", "c"), Scope("b", "b")]
    names = [named(each) for each in scopes for named in (items_namespace, turns_namespace)]
    assert len(set(names)) == 6
    assert names[0] == "evidence:a:b"


@given(THREADS, st.data())
def test_a_window_reaches_two_places_to_each_side(order: list[str], data: st.DataObject) -> None:
    ids = data.draw(st.lists(st.sampled_from("abcdefghijklz"), max_size=3))
    place = {each: at for at, each in enumerate(order)}
    assert windows(order, ids) == {
        one: tuple(each for each in order if abs(place[each] - place[one]) <= TURN_NEIGHBOURS)
        for one in order
        if any(abs(place[one] - place[each]) <= TURN_NEIGHBOURS for each in ids if each in place)
    }


@given(THREADS.filter(bool), st.data())
def test_the_part_of_a_thread_around_an_item_gives_the_same_windows(
    order: list[str], data: st.DataObject
) -> None:
    own = data.draw(st.sampled_from(order))
    at = order.index(own)
    part = order[max(at - 2 * TURN_NEIGHBOURS, 0) : at + 2 * TURN_NEIGHBOURS + 1]
    assert windows(part, [own]) == windows(order, [own])
