import json

from recollect.discovery.pack_schema import json_schema
from recollect.discovery.schema import DiscoveryPack
from tests.discovery.samples import EXAMPLE, pack


def test_the_seeds_example_survives_a_round_trip_unchanged() -> None:
    parsed = DiscoveryPack.model_validate_json(EXAMPLE)
    # Compared as text, so that the order and the absence of fields count.
    assert parsed.model_dump_json() == json.dumps(
        json.loads(EXAMPLE), ensure_ascii=False, separators=(",", ":")
    )
    assert DiscoveryPack.model_validate_json(parsed.model_dump_json()) == parsed


def test_fields_without_a_value_are_absent() -> None:
    assert pack().model_dump(mode="json") == {
        "schemaVersion": "1.1.0",
        "generatedAt": "2025-01-15T04:53:11.002Z",
        "metadata": {"caseNumbers": ["SCS0001234"]},
    }


def test_the_schema_states_its_id_and_its_required_fields() -> None:
    schema = json_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == "urn:recollect:schema:discovery-pack:1.1.0"
    assert schema["required"] == ["schemaVersion", "generatedAt", "metadata"]
    assert schema["additionalProperties"] is False
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert list(properties) == [field.alias for field in DiscoveryPack.model_fields.values()]
    assert list(properties) == list(json.loads(EXAMPLE))


def test_the_schema_allows_no_null_and_has_no_null_default() -> None:
    text = json.dumps(json_schema())
    assert "null" not in text
    assert "anyOf" not in text
