"""JSON as stores and services answer it, and text as they take it."""

import json

from pydantic import JsonValue


def parsed(text: str) -> JsonValue:
    """What a JSON text holds. Raises ValueError where it is none or nested too deeply."""
    try:
        read: JsonValue = json.loads(text, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return read


def well_formed(text: str) -> str:
    """The text without lone surrogates, which UTF-8 has no bytes for, and without NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def _no_number(name: str) -> JsonValue:
    raise ValueError(f"{name} is not JSON")
