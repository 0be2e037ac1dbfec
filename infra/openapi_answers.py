"""Answers in the API's description: an optional field has no default and is never null.

A default says what the service does if a request leaves a field out. In an answer, client
generators would take a field with a default for one that is always there.
"""

from collections.abc import Iterator

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelField
from typing_extensions import override

from infra.json_schemas import SCHEMAS, Json


class AsSent(GenerateJsonSchema):
    """Schemas in which a field that an answer may leave out is not nullable as well."""

    @override
    def model_field_schema(self, schema: ModelField) -> JsonSchemaValue:
        described = super().model_field_schema(schema)
        kinds = [each for each in described.get("anyOf", []) if each != {"type": "null"}]
        if self.mode != "serialization" or "serialization_exclude_if" not in schema or not kinds:
            return described
        rest = {name: each for name, each in described.items() if name != "anyOf"}
        return {**(kinds[0] if len(kinds) == 1 else {"anyOf": kinds}), **rest}


def leave_out_defaults_of_answers(document: Json) -> None:
    """Remove the defaults from those schemas of an OpenAPI document that no request uses."""
    operations = [each for path in document["paths"].values() for each in path.values()]
    requests = [(each.get("requestBody"), each["parameters"]) for each in operations]
    schemas: Json = document["components"]["schemas"]
    for name in schemas.keys() - reached(requests, schemas):
        for field in schemas[name].get("properties", {}).values():
            field.pop("default", None)


def reached(part: object, schemas: Json) -> set[str]:
    """The names of the schemas to which a part of a document refers, directly or indirectly."""
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
