import json

from recollect.discovery.pack_schema import json_schema
from recollect.discovery.schema import DiscoveryPack
from tests.discovery.samples import EXAMPLE, pack


def test_the_seeds_example_comes_out_as_it_went_in() -> None:
    parsed = DiscoveryPack.model_validate_json(EXAMPLE)
    # Compared as text, where order and absence count.
    assert parsed.model_dump_json() == json.dumps(
        json.loads(EXAMPLE), ensure_ascii=False, separators=(",", ":")
    )
    assert DiscoveryPack.model_validate_json(parsed.model_dump_json()) == parsed


def test_what_is_not_known_is_absent() -> None:
    assert pack().model_dump(mode="json") == {
        "schemaVersion": "1.1.0",
        "generatedAt": "2025-01-15T04:53:11.002Z",
        "metadata": {"caseNumbers": ["SCS0001234"]},
    }


def test_the_schema_says_what_it_is_and_what_is_required() -> None:
    schema = json_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == "urn:recollect:schema:discovery-pack:1.1.0"
    assert schema["required"] == ["schemaVersion", "generatedAt", "metadata"]
    assert schema["additionalProperties"] is False
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert list(properties) == [field.alias for field in DiscoveryPack.model_fields.values()]
    assert list(properties) == list(json.loads(EXAMPLE))


def test_the_schema_knows_no_null_and_no_default_that_is_null() -> None:
    text = json.dumps(json_schema())
    assert "null" not in text
    assert "anyOf" not in text
