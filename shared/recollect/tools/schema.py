"""JSON Schemas of arguments, in the form that function-calling models read best."""

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from pydantic import BaseModel, JsonValue

from recollect.tools.memory_context import MEMORY_CONTEXT

_NULL = {"type": "null"}

# A JSON Schema in pydantic's form.
_Schema: TypeAlias = Mapping[str, Any]


def function_schema(arguments: type[BaseModel]) -> dict[str, JsonValue]:
    """The schema of a model of arguments: flat, without titles, optional instead of nullable.

    References are replaced by what they refer to. `memoryContext` is left out, since models must
    not set it.
    """
    schema = arguments.model_json_schema()
    return _object(schema, schema.get("$defs", {}))


def _object(schema: _Schema, definitions: _Schema) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": {
            name: _property(property_schema, definitions)
            for name, property_schema in schema["properties"].items()
            if name != MEMORY_CONTEXT
        },
        "required": list(schema.get("required", ())),
        "additionalProperties": False,
    }


def _property(schema: _Schema, definitions: _Schema) -> JsonValue:
    kept: dict[str, Any] = {name: value for name, value in schema.items() if name != "title"}
    options = kept.pop("anyOf", None)
    if isinstance(options, list):
        # `str | None` becomes `str`: a model leaves out an argument that it has no value for.
        (option,) = (each for each in options if each != _NULL)
        kept = {**cast("dict[str, JsonValue]", option), **kept}
        if kept.get("default", "") is None:
            del kept["default"]
    if isinstance(kept.get("items"), dict):
        kept["items"] = _property(kept["items"], definitions)
    reference = kept.pop("$ref", None)
    if not isinstance(reference, str):
        return kept
    definition = definitions[reference.rpartition("/")[2]]
    return {
        **kept,
        **(_object(definition, definitions) if "properties" in definition else definition),
    }
