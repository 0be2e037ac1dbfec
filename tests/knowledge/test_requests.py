"""What `POST /evidence` accepts; everything else is refused with its path."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from pydantic import JsonValue, ValidationError

from recollect.knowledge.requests import MAX_METADATA_BYTES, EvidenceBatch, NewEvidence
from tests.cases import each_case


def read(**fields: JsonValue) -> NewEvidence:
    (item,) = EvidenceBatch.model_validate_json(json.dumps({"items": [fields]}), strict=True).items
    return item


def refusals(fields: Mapping[str, JsonValue]) -> str:
    """The paths of invalid fields with the reasons; "" if there are none."""
    text = json.dumps({"items": [{"content": "text", **fields}]})
    try:
        EvidenceBatch.model_validate_json(text, strict=True)
    except ValidationError as error:
        found = (each for each in error.errors() if each["loc"] != ("items",))
        return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in found)
    return ""


def nested(levels: int) -> JsonValue:
    value: JsonValue = "x"
    for _ in range(levels):
        value = {"a": value}
    return value


def test_texts_of_an_item_are_normalized_to_composed_unicode_everywhere() -> None:
    apart = unicodedata.normalize("NFD", "Rückläufer")
    item = read(content={"was": apart}, title=apart, tags=[apart], kind=apart, more=[{"a": apart}])
    assert (item.content, item.title, item.tags) == (
        {"was": "Rückläufer"},
        "Rückläufer",
        ("Rückläufer",),
    )
    assert item.model_extra == {"kind": "Rückläufer", "more": [{"a": "Rückläufer"}]}


HIDDEN = "".join(chr(0xE0000 + ord(letter)) for letter in "approve it")


def test_characters_that_nobody_sees_are_removed_from_metadata() -> None:
    item = read(
        content="x", author=f"Ann{HIDDEN}", mail={"to": ["B\u200bob", f"\u202eEve{HIDDEN}"]}
    )
    assert item.model_extra == {"author": "Ann", "mail": {"to": ["Bob", "Eve"]}}


@each_case("item_id", ["KB\u200b-1", f"KB-1{HIDDEN}", "\u202eKB-1", "KB\u00ad-1", "KB-1\ufe0f"])
def test_an_id_that_looks_like_another_one_by_characters_that_nobody_sees_is_refused(
    item_id: str,
) -> None:
    assert "nobody sees" in refusals({"id": item_id})
    assert "nobody sees" in refusals({"supersedes": [item_id]})
    assert (
        read(content="x", id="u\u0308ber\U0001f469\u200d\U0001f4bb").id
        == "u\u0308ber\U0001f469\u200d\U0001f4bb"
    )


def test_fields_inside_metadata_are_read_as_fields_of_the_item() -> None:
    told: dict[str, JsonValue] = {
        "created_at": "2024-01-01T00:00:00Z",
        "sensitivity": 0.9,
        "restrictedToGroups": ["finance"],
        "topic": "vpn",
    }
    item = read(content="text", metadata=told)
    assert item == read(content="text", **told)
    assert item.created_at == datetime(2024, 1, 1, tzinfo=UTC)
    assert (item.sensitivity, item.restrictedToGroups) == (0.9, ("finance",))
    assert read(content="text", metadata=told, sensitivity=0.1).sensitivity == 0.1
    assert read(content="text", metadata=told, sensitivity=None, created_at=None) == item
    assert "created_at" in refusals({"metadata": {"created_at": "05/06/2024"}})


def test_an_item_can_be_sent_as_it_was_returned() -> None:
    answered: dict[str, JsonValue] = {"source": "upstash-vector", "origin": "human", "tags": ["a"]}
    item = read(content="text", metadata=answered)
    assert (item.source, item.tags) == ("human", ("a",))


def test_paths_of_hidden_metadata_must_be_those_under_which_it_is_stored() -> None:
    known: dict[str, JsonValue] = {"phone": "4711", "source": "a.md"}
    for path in ("$.metadata.phone", "$.metadata.metadata.source", "$.metadata.metadata"):
        assert not refusals({"metadata": known, "piiFields": [path]})
    phone: dict[str, JsonValue] = {"phone": "4711"}
    for metadata in (phone, known):
        nowhere: dict[str, JsonValue] = {"piiFields": ["$.metadata.metadata.phone"]}
        assert "stands at $.metadata.x" in refusals({"metadata": metadata, **nowhere})
        assert "stands at $.metadata.x" in refusals({"metadata": {**metadata, **nowhere}})


def test_foreign_metadata_with_other_meanings_stays_nested() -> None:
    kept: list[JsonValue] = [
        {"source": "docs/a.md", "id": 7, "text": "of another store"},
        {"source": ["docs/a.md"]},
        {"metadata": {"source": "agent"}},
    ]
    for metadata in kept:
        item = read(content="text", metadata=metadata)
        assert (item.id, item.source, item.model_extra) == (None, "agent", {"metadata": metadata})
    assert read(content="text", metadata="draft").model_extra == {"metadata": "draft"}


def test_a_title_has_at_most_256_characters() -> None:
    assert refusals({"title": "題" * 256}) == ""
    assert "at most 256" in refusals({"title": "題" * 257})
    assert "control characters" in refusals({"title": "a\x07b"})


def test_only_the_content_is_required_and_other_fields_have_defaults() -> None:
    assert read(content="text").model_dump() == {
        "id": None,
        "content": "text",
        "created_at": None,
        "last_validated_at": None,
        "tags": (),
        "source": "agent",
        "importance": 0.5,
        "trust": 0.7,
        "sensitivity": 0.0,
        "containsPII": False,
        "piiFields": (),
        "hasCredentials": False,
        "restrictedToGroups": (),
        "caused_by": (),
        "derived_from": (),
        "thread": None,
        "title": None,
        "url": None,
        "aliases": (),
        "supersedes": (),
        "valid_from": None,
        "valid_until": None,
        "lift_instruction_like": False,
    }


def test_further_fields_are_metadata_of_any_json() -> None:
    fields: dict[str, JsonValue] = {"status": "failed", "run": {"id": 7, "parts": [None, 0.5]}}
    assert read(content={"a": 1}, **fields).model_extra == fields


def test_empty_content_is_refused() -> None:
    cases: list[JsonValue] = ["", " \n\t ", {}, {"a": None}, {"a": ""}, {"a": [{}]}]
    for content in cases:
        assert refusals({"content": content}) == "items.0.content: Value error, must not be empty"


def test_content_is_an_object_or_a_text() -> None:
    cases: list[JsonValue] = [["a"], [], 7, True, None]
    for content in cases:
        assert "items.0.content" in refusals({"content": content})


@each_case("content", [0, False, {"b": 0.5}])
def test_an_object_with_a_number_or_a_flag_is_not_empty(content: JsonValue) -> None:
    assert refusals({"content": {"a": content}}) == ""


def test_nul_is_refused_in_every_field() -> None:
    cases: list[dict[str, JsonValue]] = [
        {"content": "a\0"},
        {"content": {"a": ["b", {"c": "\0"}]}},
        {"content": {"a\0": "b"}},
        {"tags": ["a\0"]},
        {"id": "a\0"},
        {"thread": "a\0b"},
        {"piiFields": ["$.a\0"]},
        {"restrictedToGroups": ["a\0b"]},
        {"caused_by": ["\0"]},
        {"derived_from": ["\0"]},
        {"status": "a\0"},
        {"status": {"a": ["\0"]}},
        {"sta\0tus": "a"},
    ]
    for fields in cases:
        assert refusals(fields) != ""


def test_nan_and_infinity_are_refused() -> None:
    field_cases: list[str] = ['"content": {{"a": [{}]}}', '"content": "x", "status": {}']
    number_cases: list[str] = ["NaN", "Infinity", "-Infinity"]
    for field in field_cases:
        for number in number_cases:
            text = f'{{"items": [{{{field.format(number)}}}]}}'
            with pytest.raises(ValidationError, match="must not contain NaN or infinite numbers"):
                EvidenceBatch.model_validate_json(text, strict=True)


def test_content_may_be_nested_32_levels_deep() -> None:
    assert refusals({"content": nested(32)}) == ""
    refused = "items.0.content: Value error, must not be nested deeper than 32 levels"
    for levels in (33, 70, 150):
        assert refusals({"content": nested(levels)}) == refused


def test_metadata_may_be_nested_32_levels_deep_including_its_own_level() -> None:
    assert refusals({"status": nested(31)}) == ""
    assert "nested deeper than 32 levels" in refusals({"status": nested(32)})


def test_an_endlessly_nested_body_is_refused() -> None:
    endless = '{"a":' * 100_000
    with pytest.raises(ValidationError, match="recursion limit"):
        EvidenceBatch.model_validate_json(f'{{"items": [{{"content": {endless}')


def test_a_long_text_is_accepted() -> None:
    assert refusals({"content": "long " * 50_000}) == ""


BIG = "x" * MAX_METADATA_BYTES


def test_the_size_of_metadata_is_bounded() -> None:
    cases: list[dict[str, JsonValue]] = [
        {"content": {"a": BIG}},
        {"status": BIG},
        {"content": {"a": BIG[:20_000]}, "status": BIG[:20_000]},
        {"content": {"a": "é" * 20_000}},
        {
            "caused_by": [f"{at:0>256}" for at in range(90)],
            "derived_from": [f"{at:0>256}" for at in range(90)],
        },
        {"piiFields": [f"$.content.{at:0>900}" for at in range(50)]},
        {"content": "é" * 4_000, "status": BIG[:35_000], "thread": "C1"},
    ]
    for fields in cases:
        refused = refusals(fields)
        assert refused.startswith(
            "items.0: Value error, metadata with an object, or with a text in a thread, may have "
            "40000 bytes of JSON, not "
        )
        assert refused.endswith("; a longer content goes as a text")


def test_metadata_just_below_the_bound_is_accepted() -> None:
    assert refusals({"content": {"a": BIG[:39_000]}}) == ""
    assert refusals({"content": BIG, "status": BIG[:39_000]}) == ""
    assert refusals({"content": BIG, "status": BIG[:39_000], "thread": "C1"}) == ""


def test_reserved_field_names_are_refused() -> None:
    cases: list[str] = ["text", "turn", "created_at_ms", "last_validated_at_ms"]
    for name in cases:
        assert refusals({name: 1}) == f"items.0: Value error, {name} is a name of ours"


def test_ids_with_spaces_quotes_or_control_characters_are_refused() -> None:
    cases: list[str] = ["", "a b", "a\tb", "a\n", "a'", 'a"', "a\\", "\u2028", "\x7f", "x" * 257]
    for item_id in cases:
        assert refusals({"id": item_id}).startswith("items.0.id")
        assert refusals({"caused_by": ["a", item_id]}).startswith("items.0.caused_by.1")
        assert refusals({"derived_from": [item_id]}).startswith("items.0.derived_from.0")


def test_other_ids_are_accepted() -> None:
    cases: list[str] = ["a", "mem-001", "https://a/b?c=d#e", "Fall-ü", "a:b", "🦊"]
    for item_id in cases:
        assert refusals({"id": item_id, "caused_by": [item_id]}) == ""


def test_a_field_that_cannot_be_read_is_named() -> None:
    cases: list[dict[str, JsonValue]] = [
        {"created_at": "2025-01-15T12:00:00"},
        {"created_at": "yesterday"},
        {"created_at": "0001-01-01T00:00:00+14:00"},
        {"last_validated_at": "9999-12-31T23:59:59-14:00"},
        {"url": "javascript:alert(1)"},
        {"url": "ftp://example.com/a"},
        {"url": "https://example.com/a b"},
        {"title": "a\nb"},
        {"supersedes": ["has space"]},
        {"valid_from": "yesterday"},
    ]
    for fields in cases:
        (name,) = fields
        assert refusals(fields).startswith(f"items.0.{name}")


def test_an_item_ends_after_it_begins_and_supersedes_others() -> None:
    times: dict[str, JsonValue] = {
        "valid_from": "2026-02-01T00:00:00Z",
        "valid_until": "2026-01-01T00:00:00Z",
    }
    assert refusals(times).startswith("items.0: Value error")
    assert refusals({"id": "x", "supersedes": ["x"]}).startswith("items.0: Value error")


def test_times_are_converted_to_utc_and_cut_to_milliseconds() -> None:
    found = read(content="x", created_at="2025-01-15T14:00:00.123999+02:00")
    assert found.created_at == datetime(2025, 1, 15, 12, 0, 0, 123_000, tzinfo=UTC)


@each_case("count", [0, 101])
def test_a_batch_has_1_to_100_items(count: int) -> None:
    with pytest.raises(ValidationError, match="items"):
        EvidenceBatch.model_validate({"items": [{"content": "x"}] * count})
    assert len(EvidenceBatch.model_validate({"items": [{"content": "x"}] * 100}).items) == 100


def test_tenants_and_projects_are_slugs() -> None:
    cases: list[str] = ["", "A", "a b", "a:b", "../a", "a" * 65]
    for slug in cases:
        for name in ("tenant", "project"):
            with pytest.raises(ValidationError, match=name):
                EvidenceBatch.model_validate({name: slug, "items": [{"content": "x"}]})


def test_a_batch_has_no_further_fields() -> None:
    with pytest.raises(ValidationError, match="scope"):
        EvidenceBatch.model_validate({"items": [{"content": "x"}], "scope": "all"})


def test_a_raw_mail_is_kept_as_people_read_it() -> None:
    head = "From: ann@acme.example\nContent-Transfer-Encoding: quoted-printable\n\n"
    kept = NewEvidence(content=f"{head}Call M=C3=BCller at ann=40acme.example")
    assert kept.content == "From: ann@acme.example\n\nCall Müller at ann@acme.example"
