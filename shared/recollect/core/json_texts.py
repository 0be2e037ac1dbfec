"""Reads a text that may be JSON."""

import json

from pydantic import JsonValue


def json_in(text: str) -> JsonValue:
    """The value of a JSON text; None if it is not JSON or is nested too deeply."""
    try:
        read: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return read
