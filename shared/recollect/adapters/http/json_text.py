"""JSON as stores and services answer it, and text as they take it."""

import json
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
"""What reading an answer outside the protocol raises, one that is nested without end included."""


def parsed(text: str) -> JsonValue:
    """What a JSON text holds. Raises ValueError where it is none or nested too deeply."""
    try:
        read: JsonValue = json.loads(text, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return read


def value_at(answer: JsonValue, *names: str) -> JsonValue:
    """The value under these names, one within the other; None where there is none."""
    for name in names:
        answer = answer.get(name) if isinstance(answer, dict) else None
    return answer


def list_at(system: str, answer: JsonValue, *names: str) -> list[JsonValue]:
    """The list under these names. Raises StoreRefused where there is none."""
    found = value_at(answer, *names)
    if not isinstance(found, list):
        raise protocol_error(system)
    return found


def protocol_error(system: str) -> StoreRefused:
    """The error for an answer whose shape is not that of the system's protocol."""
    return StoreRefused(system, "answered outside its protocol")


def well_formed(text: str) -> str:
    """The text without lone surrogates, which UTF-8 has no bytes for, and without NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def _no_number(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")
