"""The description of the API explains each of its fields and parameters."""

from collections.abc import Iterator

import pytest

from infra.json_schemas import Json
from infra.openapi import describe
from infra.openapi_glossary import EVERYWHERE, explain_words, read_glossary, words_of


@pytest.fixture(scope="module")
def document() -> Json:
    return describe()


def fields_within(schema: object) -> Iterator[tuple[str, Json]]:
    """The fields of a schema by name, including those of schemas nested in it."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
        for each in (*schema.get("properties", {}).values(), schema.get("items")):
            yield from fields_within(each)


def test_every_field_and_every_parameter_is_described(document: Json) -> None:
    words = [*words_of(document)]
    assert len(words) > 800
    assert [(place, word) for place, word, each in words if not each.get("description")] == []
    schemas = document["components"]["schemas"].items()
    fields = [(name, *field) for name, schema in schemas for field in fields_within(schema)]
    assert "message" in {field for name, field, _ in fields if name == "Problem"}
    assert [(name, field) for name, field, each in fields if not each.get("description")] == []


def test_every_entry_of_the_glossary_is_used_in_its_place(document: Json) -> None:
    used = {
        (table, word, str(each.get("description")))
        for place, word, each in words_of(document)
        for table in (EVERYWHERE, place)
    }
    listed = [
        (table, word, sentence)
        for table, words in read_glossary().items()
        for word, sentence in words.items()
    ]
    assert [each for each in listed if each not in used] == []


def test_the_glossary_is_sorted_and_explains_each_word_in_a_sentence() -> None:
    everywhere, *tables = glossary = read_glossary()
    assert (everywhere, tables) == (EVERYWHERE, sorted(tables))
    assert [table for table, words in glossary.items() if [*words] != sorted(words)] == []
    sentences = [each for words in glossary.values() for each in words.values()]
    assert [each for each in sentences if not 60 <= len(each) <= 140] == []
    assert [each for each in sentences if not each.endswith(".")] == []


def test_a_specific_entry_of_the_glossary_overrides_a_general_one() -> None:
    fields = {"kind": {"description": "Its own."}, "limit": {}, "channelId": {}, "other": {}}
    parameters = [{"name": "limit"}]
    described: Json = {
        "components": {"schemas": {"Search": {"properties": fields}, "Word": {"type": "string"}}},
        "paths": {"/x": {"get": {"operationId": "list", "parameters": parameters}}},
    }
    general = {"limit": "Most.", "kind": "What.", "channel_id": "Where."}
    explain_words(described, {EVERYWHERE: general, "list": {"limit": "Most of a page."}})
    assert {name: each.get("description") for name, each in fields.items()} == {
        "kind": "Its own.",
        "limit": "Most.",
        "channelId": "Where.",
        "other": None,
    }
    assert parameters == [{"name": "limit", "description": "Most of a page."}]
