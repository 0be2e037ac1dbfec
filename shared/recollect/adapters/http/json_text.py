"""Parses the JSON that stores and services answer, and cleans the text that they are sent."""

import json
import re
from typing import Final

from pydantic import JsonValue

from recollect.core.errors import StoreRefused

FOREIGN: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)
"""The errors of reading an answer that breaks its protocol, for example by endless nesting."""


_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def parsed(text: str) -> JsonValue:
    """The value of a JSON text, with lone surrogates replaced, which UTF-8 cannot encode.

    Raises ValueError if it is not JSON or is nested too deeply.
    """
    try:
        read: JsonValue = json.loads(text, parse_constant=_refuse_constant)
        if _SURROGATE.search(text):
            read = json.loads(json.dumps(read, ensure_ascii=False).encode("utf-8", "replace"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return read


def value_at(answer: JsonValue, *names: str) -> JsonValue:
    """The value at a path of names, from the outermost to the innermost; None if it is missing."""
    for name in names:
        answer = answer.get(name) if isinstance(answer, dict) else None
    return answer


def list_at(system: str, answer: JsonValue, *names: str) -> list[JsonValue]:
    """The list at a path of names. Raises StoreRefused if there is no list."""
    found = value_at(answer, *names)
    if not isinstance(found, list):
        raise protocol_error(system)
    return found


def protocol_error(system: str) -> StoreRefused:
    """The error for an answer whose shape is not that of the system's protocol."""
    return StoreRefused(system, "answered outside its protocol")


def well_formed(text: str) -> str:
    """The text with lone surrogates, which UTF-8 cannot encode, and NUL characters replaced."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def _refuse_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")
