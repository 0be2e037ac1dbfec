"""JSON Schemas of arguments, as function-calling models read them best."""

from collections.abc import Mapping
from typing import cast

from pydantic import BaseModel, JsonValue

from recollect.tools.memory_context import MEMORY_CONTEXT

_NULL = {"type": "null"}


def function_schema(arguments: type[BaseModel]) -> dict[str, JsonValue]:
    """The schema of a model of arguments: flat, without titles, optional instead of nullable.

    The arguments of a tool are simple values and lists of them, so no definitions are referred to.
    `memoryContext` is not for models to give.
    """
    schema = arguments.model_json_schema()
    return {
        "type": "object",
        "properties": {
            name: _property(held)
            for name, held in schema["properties"].items()
            if name != MEMORY_CONTEXT
        },
        "required": list(schema.get("required", ())),
        "additionalProperties": False,
    }


def _property(schema: Mapping[str, JsonValue]) -> JsonValue:
    kept = {name: value for name, value in schema.items() if name != "title"}
    options = kept.pop("anyOf", None)
    if isinstance(options, list):
        # `str | None`: who has nothing to say leaves the argument out.
        (option,) = (each for each in options if each != _NULL)
        kept = {**cast("dict[str, JsonValue]", option), **kept}
        if kept.get("default", "") is None:
            del kept["default"]
    return kept
