"""Whoever reads the description of the API finds there what each word of a request means."""

import pytest

from infra.json_schemas import Json
from infra.openapi import describe
from infra.openapi_answers import reached
from infra.openapi_glossary import EVERYWHERE, explain_words, read_glossary, words_of


@pytest.fixture(scope="module")
def document() -> Json:
    return describe()


def test_every_field_of_a_request_and_every_parameter_is_described(document: Json) -> None:
    operations = [each for path in document["paths"].values() for each in path.values()]
    bodies = [each.get("requestBody") for each in operations]
    asked = reached(bodies, document["components"]["schemas"])
    places = asked | {each["operationId"] for each in operations}
    words = [(place, word, each) for place, word, each in words_of(document) if place in places]
    assert len(words) > 300
    assert [(place, word) for place, word, each in words if not each.get("description")] == []


def test_every_word_of_the_glossary_is_used_where_it_says(document: Json) -> None:
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


def test_the_glossary_is_sorted_and_says_a_sentence_of_each_word() -> None:
    everywhere, *tables = glossary = read_glossary()
    assert (everywhere, tables) == (EVERYWHERE, sorted(tables))
    assert [table for table, words in glossary.items() if [*words] != sorted(words)] == []
    sentences = [each for words in glossary.values() for each in words.values()]
    assert [each for each in sentences if not 60 <= len(each) <= 140] == []
    assert [each for each in sentences if not each.endswith(".")] == []


def test_a_word_means_what_its_place_says_of_it_before_what_it_means_everywhere() -> None:
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
