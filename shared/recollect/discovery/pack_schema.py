"""The published JSON Schema of a discovery pack."""

from typing import Final

from pydantic import JsonValue

from recollect.discovery.schema import SCHEMA_VERSION, DiscoveryPack

SCHEMA_ID: Final = f"urn:recollect:schema:discovery-pack:{SCHEMA_VERSION}"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_NULL: Final[JsonValue] = {"type": "null"}


def json_schema() -> dict[str, JsonValue]:
    """JSON Schema 2020-12 of a pack as it is sent: an optional field may be absent, never null."""
    generated: JsonValue = DiscoveryPack.model_json_schema(mode="serialization")
    written = _without_null(generated)
    if not isinstance(written, dict):
        raise TypeError("the schema of a model is an object")
    return {"$schema": _DIALECT, "$id": SCHEMA_ID, **written}


def _without_null(schema: JsonValue) -> JsonValue:
    """The schema without null, which the models allow but never serialize."""
    if isinstance(schema, list):
        return [_without_null(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: _without_null(each) for name, each in schema.items()}
    properties = schema.get("properties")
    if isinstance(properties, dict):
        required: list[JsonValue] = [
            name for name, each in properties.items() if not _is_nullable(each)
        ]
        kept["required"] = required
    if not _is_nullable(schema):
        return kept
    options = kept.pop("anyOf")
    kept.pop("default", None)
    rest = [each for each in options if each != _NULL] if isinstance(options, list) else []
    only = rest[0] if len(rest) == 1 else {"anyOf": rest}
    return {**only, **kept} if isinstance(only, dict) else kept


def _is_nullable(schema: JsonValue) -> bool:
    options = schema.get("anyOf") if isinstance(schema, dict) else None
    return isinstance(options, list) and _NULL in options
