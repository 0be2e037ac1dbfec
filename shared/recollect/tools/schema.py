"""JSON Schemas of arguments, as function-calling models read them best."""

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from pydantic import BaseModel, JsonValue

from recollect.tools.memory_context import MEMORY_CONTEXT

_NULL = {"type": "null"}

# As pydantic writes it.
_Schema: TypeAlias = Mapping[str, Any]


def function_schema(arguments: type[BaseModel]) -> dict[str, JsonValue]:
    """The schema of a model of arguments: flat, without titles, optional instead of nullable.

    What is referred to stands where it is. `memoryContext` is not for models to give.
    """
    schema = arguments.model_json_schema()
    return _object(schema, schema.get("$defs", {}))


def _object(schema: _Schema, definitions: _Schema) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": {
            name: _property(held, definitions)
            for name, held in schema["properties"].items()
            if name != MEMORY_CONTEXT
        },
        "required": list(schema.get("required", ())),
        "additionalProperties": False,
    }


def _property(schema: _Schema, definitions: _Schema) -> JsonValue:
    kept: dict[str, Any] = {name: value for name, value in schema.items() if name != "title"}
    options = kept.pop("anyOf", None)
    if isinstance(options, list):
        # `str | None`: who has nothing to say leaves the argument out.
        (option,) = (each for each in options if each != _NULL)
        kept = {**cast("dict[str, JsonValue]", option), **kept}
        if kept.get("default", "") is None:
            del kept["default"]
    if isinstance(kept.get("items"), dict):
        kept["items"] = _property(kept["items"], definitions)
    reference = kept.pop("$ref", None)
    if not isinstance(reference, str):
        return kept
    meant = definitions[reference.rpartition("/")[2]]
    return {**kept, **(_object(meant, definitions) if "properties" in meant else meant)}
