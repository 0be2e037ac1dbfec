"""Reading the answers of a newer service, whose enumerations may have words unknown here."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import CoreSchema, SchemaValidator
from pydantic_core.core_schema import ExtraBehavior

_M = TypeVar("_M", bound=BaseModel)
_KEYS_WITHOUT_SCHEMA: Final = frozenset({"metadata", "default", "serialization"})


def has_newer_word(error: ValidationError) -> bool:
    """Whether an unknown word of an enumeration is among the errors of a validation."""
    return any(each["type"] == "literal_error" for each in error.errors(include_url=False))


def with_newer_words(model: type[_M], content: bytes, extra: ExtraBehavior) -> _M:
    """Parse JSON as a model, but accept any text for an enumeration. Raises ValidationError."""
    return cast("_M", _open_validator(model).validate_json(content, extra=extra))


@cache
def _open_validator(model: type[BaseModel]) -> SchemaValidator:
    # Nested models have prebuilt validators of their own, which accept only the known words.
    opened = cast("CoreSchema", _opened(model.__pydantic_core_schema__))
    return SchemaValidator(opened, _use_prebuilt=False)


def _opened(schema: Any) -> Any:  # Any: a schema of pydantic has a hundred forms
    """A copy of a schema, or a part of one, in which every enumeration accepts any text."""
    if isinstance(schema, list | tuple):
        return type(schema)(map(_opened, schema))
    if not isinstance(schema, Mapping):
        return schema
    kind = schema.get("type")
    if kind == "literal" and _is_enumeration(schema["expected"]):
        return {"type": "str", **{name: schema[name] for name in ("ref",) if name in schema}}
    # A mapping of fields has no `type` that is a text, so a field may be called "metadata".
    kept = _KEYS_WITHOUT_SCHEMA if isinstance(kind, str) else frozenset[str]()
    return {name: part if name in kept else _opened(part) for name, part in schema.items()}


def _is_enumeration(expected: list[object]) -> bool:
    # A literal of a single word says which kind of answer this is: another word is an error.
    return len(expected) > 1 and all(isinstance(each, str) for each in expected)
