"""Whether values conform to schemas of OpenAPI 3.0, as far as ours use it."""

import re
from collections.abc import Mapping
from datetime import datetime

from infra.json_schemas import Json

TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def conforms(value: object, schema: Json, document: Json) -> bool:
    """Whether a schema of the document accepts a value."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return conforms(value, document["components"]["schemas"][name], document)
    if value is None:
        return bool(schema.get("nullable"))
    if isinstance(value, bool) != (schema.get("type") == "boolean"):
        return False
    return (
        isinstance(value, TYPES[schema["type"]])
        and ("enum" not in schema or value in schema["enum"])
        and (not isinstance(value, str) or _text_conforms(value, schema))
        and (not isinstance(value, int | float) or _number_conforms(value, schema))
        and (not isinstance(value, list) or _list_conforms(value, schema, document))
        and (not isinstance(value, dict) or _object_conforms(value, schema, document))
    )


def _text_conforms(value: str, schema: Json) -> bool:
    return (
        schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        and re.search(schema.get("pattern", "").replace("$", r"\Z"), value) is not None
        and (schema.get("format") != "date-time" or _is_moment(value))
    )


def _is_moment(value: str) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _number_conforms(value: float, schema: Json) -> bool:
    return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))


def _list_conforms(value: list[object], schema: Json, document: Json) -> bool:
    return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)) and all(
        conforms(each, schema["items"], document) for each in value
    )


def _object_conforms(value: Mapping[str, object], schema: Json, document: Json) -> bool:
    known = schema["properties"]
    return (
        set(schema["required"]) <= set(value)
        and (schema.get("additionalProperties", True) or set(value) <= set(known))
        and all(conforms(value[name], known[name], document) for name in set(value) & set(known))
    )
