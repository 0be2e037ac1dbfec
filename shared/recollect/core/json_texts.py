"""Reads a text that may be JSON: what it holds, or nothing."""

import json

from pydantic import JsonValue


def json_in(text: str) -> JsonValue:
    """What a text of JSON holds; None where it is no JSON or nested too deeply."""
    try:
        read: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return read
