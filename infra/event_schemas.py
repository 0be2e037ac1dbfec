"""The schema of each event of the bus, made from the models: `make openapi` writes them.

The files are for people without AWS; the stack publishes the same in EventBridge's registry. A test
compares the files with the schemas of this module.
"""

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode

from infra.json_schemas import REF_TEMPLATE, Json, reference
from infra.routes import EVENTS
from recollect.adapters.aws.eventbridge import ALERTS
from recollect.serving.events import EventConsumer
from recollect.validation.models import ResponseValidationAlert

FOLDER: Final = Path(__file__).parents[1] / "docs" / "events"
_PUBLISHED: Final = ((ALERTS, ResponseValidationAlert),)
_TEXT: Final = {"type": "string"}
_ENVELOPE: Final = {
    "version": _TEXT,
    "id": _TEXT,
    "account": _TEXT,
    "time": {"type": "string", "format": "date-time"},
    "region": _TEXT,
    "resources": {"type": "array", "items": _TEXT},
}


def event_schemas() -> dict[str, Json]:
    """OpenAPI 3.0 documents by name, which is `{source}@{DetailType}` as at EventBridge."""
    consumed = {
        f"{rule.source}@{rule.detail_type}": _document(
            rule.source, rule.detail_type, _consumed_detail(rule.function, rule.detail_type)
        )
        for rule in EVENTS
    }
    published = {
        f"{source}@{detail.__name__}": _document(
            source, detail.__name__, _schema(detail, "serialization")
        )
        for source, detail in _PUBLISHED
    }
    return consumed | published


def _consumed_detail(function: str, detail_type: str) -> Json:
    consumer: EventConsumer = importlib.import_module(f"functions.{function}.handler").consumer
    return _schema(consumer.details[detail_type], "validation")


def _schema(model: type[BaseModel], mode: JsonSchemaMode) -> Json:
    return model.model_json_schema(ref_template=REF_TEMPLATE, mode=mode)


def _document(source: str, detail_type: str, detail: Json) -> Json:
    models = {**detail.pop("$defs", {}), detail_type: detail}
    return {
        "openapi": "3.0.0",
        "info": {
            "title": detail_type,
            "version": "1.0.0",
            "description": detail.get("description", ""),
        },
        "paths": {},
        "components": {
            "schemas": {
                "AWSEvent": _envelope(source, detail_type),
                **{name: to_openapi_3_0(model) for name, model in models.items()},
            }
        },
    }


def _envelope(source: str, detail_type: str) -> Json:
    properties = {
        **_ENVELOPE,
        "source": {**_TEXT, "enum": [source]},
        "detail-type": {**_TEXT, "enum": [detail_type]},
        "detail": reference(detail_type),
    }
    return {
        "type": "object",
        "x-amazon-events-source": source,
        "x-amazon-events-detail-type": detail_type,
        "required": sorted(properties),
        "properties": properties,
    }


def to_openapi_3_0(schema: Mapping[str, Any]) -> Json:
    """Convert a modern JSON Schema, as pydantic makes it, to the keywords of OpenAPI 3.0.

    OpenAPI 3.0 has no null, constants or tuples, and marks an exclusive bound by a flag.
    """
    if "$ref" in schema:
        # Keywords beside a reference would be ignored.
        others = {key: value for key, value in schema.items() if key != "$ref"}
        reference = {"$ref": schema["$ref"]}
        return {**to_openapi_3_0(others), "allOf": [reference]} if others else reference
    converted: Json = {}
    for key, value in schema.items():
        convert = _CONVERSIONS.get(key)
        converted.update(convert(value) if convert else {key: value})
    return converted


def _each(schemas: Iterable[Json]) -> list[Json]:
    return [to_openapi_3_0(each) for each in schemas]


def _some(schema: Json | bool) -> Json | bool:
    return schema if isinstance(schema, bool) else to_openapi_3_0(schema)


def _any_of(schemas: Sequence[Json]) -> Json:
    some = _each(each for each in schemas if each.get("type") != "null")
    if len(some) == len(schemas):
        return {"anyOf": some}
    # `nullable` works only beside a type, so each alternative gets it.
    return _or_null(some[0]) if len(some) == 1 else {"anyOf": [_or_null(each) for each in some]}


def _or_null(schema: Json) -> Json:
    if "$ref" in schema:
        return {"allOf": [schema], "nullable": True}
    values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, **values, "nullable": True}


_CONVERSIONS: Final[Mapping[str, Callable[[Any], Json]]] = {
    "const": lambda value: {"enum": [value]},
    "exclusiveMinimum": lambda bound: {"minimum": bound, "exclusiveMinimum": True},
    "exclusiveMaximum": lambda bound: {"maximum": bound, "exclusiveMaximum": True},
    "prefixItems": lambda schemas: {"items": {"anyOf": _each(schemas)}},
    "anyOf": _any_of,
    "oneOf": lambda schemas: {"oneOf": _each(schemas)},
    "items": lambda schema: {"items": _some(schema)},
    "additionalProperties": lambda schema: {"additionalProperties": _some(schema)},
    "properties": lambda schemas: {
        "properties": {name: to_openapi_3_0(each) for name, each in schemas.items()}
    },
}


def files() -> Iterator[tuple[str, str]]:
    """The names and contents of the files."""
    for name, schema in event_schemas().items():
        yield f"{name}.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files, and delete those of events that do not exist any more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*@*.json"):
        old.unlink()
    for name, text in files():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
