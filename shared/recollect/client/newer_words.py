"""Answers of a newer service: an enumeration may have a word there that is not known here."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import CoreSchema, SchemaValidator
from pydantic_core.core_schema import ExtraBehavior

_M = TypeVar("_M", bound=BaseModel)
_NO_SCHEMA: Final = frozenset({"metadata", "default", "serialization"})


def has_newer_word(error: ValidationError) -> bool:
    """Whether a value that is none of an enumeration is what was wrong, or a part of it."""
    return any(each["type"] == "literal_error" for each in error.errors(include_url=False))


def with_newer_words(model: type[_M], content: bytes, extra: ExtraBehavior) -> _M:
    """Read JSON as a model whose enumerations take any text. Raises ValidationError."""
    return cast("_M", _open_validator(model).validate_json(content, extra=extra))


@cache
def _open_validator(model: type[BaseModel]) -> SchemaValidator:
    # The models in it have validators of their own, which know the words of today alone.
    opened = cast("CoreSchema", _opened(model.__pydantic_core_schema__))
    return SchemaValidator(opened, _use_prebuilt=False)


def _opened(schema: Any) -> Any:  # a schema of pydantic, which has a hundred forms
    if isinstance(schema, list | tuple):
        return type(schema)(map(_opened, schema))
    if not isinstance(schema, Mapping):
        return schema
    kind = schema.get("type")
    if kind == "literal" and _is_enumeration(schema["expected"]):
        return {"type": "str", **{name: schema[name] for name in ("ref",) if name in schema}}
    # Fields stand by their names, which may be these, but have no kind in words.
    kept = _NO_SCHEMA if isinstance(kind, str) else frozenset[str]()
    return {name: each if name in kept else _opened(each) for name, each in schema.items()}


def _is_enumeration(expected: list[object]) -> bool:
    # A single word tells what kind of thing an answer is, and another kind is no answer.
    return len(expected) > 1 and all(isinstance(each, str) for each in expected)
