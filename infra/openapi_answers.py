"""Answers in the API's description: what is left out of one has no default, and is never null.

A default says what the service does where a caller says nothing. Of an answer, generators of
clients would take it for a field that is always there.
"""

from collections.abc import Iterator

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelField
from typing_extensions import override

from infra.json_schemas import SCHEMAS, Json


class AsSent(GenerateJsonSchema):
    """Schemas in which a field that an answer leaves out is not also one that may be null."""

    @override
    def model_field_schema(self, schema: ModelField) -> JsonSchemaValue:
        told = super().model_field_schema(schema)
        kinds = [each for each in told.get("anyOf", []) if each != {"type": "null"}]
        if self.mode != "serialization" or "serialization_exclude_if" not in schema or not kinds:
            return told
        rest = {name: each for name, each in told.items() if name != "anyOf"}
        return {**(kinds[0] if len(kinds) == 1 else {"anyOf": kinds}), **rest}


def leave_out_defaults_of_answers(document: Json) -> None:
    """Take the defaults from the schemas of an OpenAPI document that no request has."""
    operations = [each for path in document["paths"].values() for each in path.values()]
    asked = [(each.get("requestBody"), each["parameters"]) for each in operations]
    schemas: Json = document["components"]["schemas"]
    for name in schemas.keys() - reached(asked, schemas):
        for field in schemas[name].get("properties", {}).values():
            field.pop("default", None)


def reached(part: object, schemas: Json) -> set[str]:
    """The names of the schemas that a part of a document needs, and of those that these need."""
    found: set[str] = set()
    left = [*_references(part)]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _references(schemas[name])
    return found


def _references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if str(part.get("$ref")).startswith(SCHEMAS):
            yield str(part["$ref"]).removeprefix(SCHEMAS)
        for each in part.values():
            yield from _references(each)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _references(each)
